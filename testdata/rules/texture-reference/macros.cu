// Declarations and fetches that macros spell.
#define TEXTURE_2D(type, name) texture<type, 2, cudaReadModeElementType> name;
#define TEXTURE_TYPE texture<int, 1, cudaReadModeElementType>
#define FETCH(i) tex1Dfetch(numbers, i)
#define FETCH_FROM(t, i) tex1Dfetch(t, i)
#define PASTED(t, x, y) tex2D(t##_image, x, y)
#define SHORT numbers
#define RELEASE cudaUnbindTexture(numbers)

TEXTURE_2D(float, left_image)  // want "proven: texture reference left_image \(float, 2D, 2 fetches, bound at 1 place\)"
TEXTURE_TYPE numbers;  // want "proven: texture reference numbers \(int, 1D, 4 fetches, bound at 1 place\)"

__global__ void k(int* out, float* f) {
    out[0] = FETCH(threadIdx.x) + FETCH_FROM(numbers, 4) + FETCH_FROM(SHORT, 5);
    f[0] = PASTED(left, 1.0f, 2.0f);
    f[1] = tex2D(left_image, 1.0f, 2.0f);
    out[1] = tex1Dfetch(SHORT, 2);
}

void host(float* p, cudaArray_t a) {
    cudaBindTexture(0, SHORT, p, 4);
    cudaBindTextureToArray(left_image, a);
    RELEASE;
}
