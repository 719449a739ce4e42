// References only where the toolkit has them.
#if CUDART_VERSION < 12000
texture<float, 2> image;
#endif
#if __CUDACC_VER_MAJOR__ < 12
surface<void, 2> output;
#endif
#if defined(CUDART_VERSION) && CUDART_VERSION >= 12000
#define USE_OBJECTS 1
#else
#define USE_OBJECTS 0
#endif
#if !USE_OBJECTS
texture<float, 1> table;
#define FETCH(i) tex1Dfetch(table, i)
#else
#define FETCH(i) tex1Dfetch<float>(object, i)
#endif

__global__ void k(float* out, cudaTextureObject_t object) {
#if USE_OBJECTS
    out[0] = tex2D<float>(object, 1.0f, 2.0f);
#else
    out[0] = tex2D(image, 1.0f, 2.0f);
#endif
    out[1] = FETCH(3);
}

void bind(float* p, cudaArray_t a) {
#if CUDART_VERSION < 12000
    cudaBindTextureToArray(image, a);
#else
    (void)a;
#endif
#if 0
    cudaBindTexture(0, table, p, 16);
#endif
}
