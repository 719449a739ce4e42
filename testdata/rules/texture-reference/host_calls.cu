// Calls that name no reference in sight.
#include "not_here.h"

void bind(float* data, size_t bytes, cudaArray_t array, cudaMipmappedArray_t mips) {
    cudaBindTexture(0, elsewhere, data, bytes);            // want "proven: cudaBindTexture does not compile with CUDA 13.0: it was removed in CUDA 12.0 with the texture references"
    cudaBindTexture2D(0, elsewhere, data, 64, 64, 256);    // want "proven: cudaBindTexture2D does not compile"
    cudaBindTextureToArray(elsewhere, array);              // want "proven: cudaBindTextureToArray does not compile"
    cudaBindTextureToMipmappedArray(elsewhere, mips, 0);   // want "proven: cudaBindTextureToMipmappedArray does not compile"
    cudaUnbindTexture(elsewhere);                          // want "proven: cudaUnbindTexture does not compile"
    size_t offset;
    cudaGetTextureAlignmentOffset(&offset, elsewhere);     // want "proven: cudaGetTextureAlignmentOffset does not compile"
    cudaBindSurfaceToArray(elsewhere_surface, array);      // want "proven: cudaBindSurfaceToArray does not compile with CUDA 13.0: it was removed in CUDA 12.0 with the surface references"
    ::cudaUnbindTexture(elsewhere);                        // want "proven: cudaUnbindTexture does not compile"
}

#define CHECK(call) do { if ((call) != cudaSuccess) return; } while (0)
#define RELEASE(t) CHECK(cudaUnbindTexture(t))

void checked(cudaArray_t array) {
    CHECK(cudaBindTextureToArray(elsewhere, array));  // want "proven: cudaBindTextureToArray"
    RELEASE(elsewhere);                               // want "proven: cudaUnbindTexture"
}

bool in_condition() {
    if (cudaUnbindTexture(elsewhere) != cudaSuccess)  // want "proven: cudaUnbindTexture"
        return false;
    return cudaSuccess == cudaUnbindTexture(other);   // want "proven: cudaUnbindTexture"
}

// A macro of the header that is a statement: what follows reads like a declaration.
void after_macro(cudaArray_t array) {
    CHECK_LAST
    cudaBindTextureToArray(elsewhere, array);  // want "proven: cudaBindTextureToArray"
    cudaUnbindTexture(elsewhere);              // want "proven: cudaUnbindTexture"
    CHECK_LAST
    cudaUnbindTexture(elsewhere);              // want "proven: cudaUnbindTexture"
}
