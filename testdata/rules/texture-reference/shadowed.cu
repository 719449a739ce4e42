// A name that means a reference at file scope and something else in functions.
texture<float, 2> tex;  // want "proven: texture reference tex \(float, 2D, 2 fetches\)"

__global__ void by_reference(float* out) { out[0] = tex2D(tex, 1.0f, 2.0f); }

__global__ void by_object(float* out, cudaTextureObject_t tex) { out[0] = tex2D<float>(tex, 1.0f, 2.0f); }

__global__ void both(float* out, cudaTextureObject_t object) {
    {
        cudaTextureObject_t tex = object;
        out[0] = tex2D<float>(tex, 1.0f, 2.0f);
    }
    out[1] = tex2D(tex, 1.0f, 2.0f);
}

struct Scene {
    cudaTextureObject_t tex;
};
__global__ void member(float* out, Scene scene) { out[0] = tex2D<float>(scene.tex, 1.0f, 2.0f); }
