// Functions that take references.
texture<float, 2, cudaReadModeElementType> source;  // want "proven: texture reference source \(float, 2D\)"

void bind(texture<float, 2>& t, cudaArray_t a) {  // want "proven: texture reference parameter t \(float, 2D, bound at 1 place\)"
    t.normalized = 0;
    cudaBindTextureToArray(t, a);
}

template <class T>
__device__ T fetch(texture<T, 2, cudaReadModeElementType> from, float x, float y) {  // want "proven: texture reference parameter from \(2D, 1 fetch\)"
    return tex2D(from, x, y);
}

// The parameter has any type: what is passed decides, and that is reported where it is declared.
template <class Tex>
__device__ float any(Tex tex, float x, float y) {
    return tex2D(tex, x, y);
}

template <texture<float, 1>& Table>  // want "proven: texture reference parameter Table \(float, 1D, 1 fetch\)"
__device__ float lookup(int i) {
    return tex1Dfetch(Table, i);
}

void prepare(const textureReference* ref);  // want "proven: textureReference parameter ref"

__global__ void k(float* out) { out[0] = fetch(source, 1.0f, 2.0f) + any(source, 1.0f, 2.0f); }
