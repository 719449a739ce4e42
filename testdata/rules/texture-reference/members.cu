// Static members and arrays.
struct Tables {
    static texture<float, 1> low;   // want "proven: texture reference low \(float, 1D, 1 fetch, bound at 1 place\)"
    static texture<float, 1> high;  // want "proven: texture reference high \(float, 1D, 1 fetch\)"
    __device__ static float at(int i) { return tex1Dfetch(low, i) + tex1Dfetch(Tables::high, i); }
};
namespace maps {
texture<float, 2> height;  // want "proven: texture reference height \(float, 2D, 2 fetches\)"
}
texture<float, 2> levels[3];  // want "proven: texture reference array levels \(float, 2D, 2 fetches, bound at 1 place\)"

__global__ void k(float* out) {
    out[0] = tex2D(maps::height, 1.0f, 2.0f);
    using namespace maps;
    out[1] = tex2D(height, 1.0f, 2.0f);
    out[2] = tex2D(levels[0], 1.0f, 2.0f) + tex2D((levels[1]), 1.0f, 2.0f);
}
void bind(float* p, cudaArray_t a, int i) {
    cudaBindTexture(0, Tables::low, p, 64);
    cudaBindTextureToArray(levels[i], a);
}
