// Conditions that leave neighbouring threads.
__global__ void k(cudaSurfaceObject_t out, int width, int mode, bool flip) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width) return;
    if (mode == 2) surf2Dwrite(1.0f, out, x, 0);  // want "proven"
    if (flip) {
        surf2Dwrite(1.0f, out, x, 1);  // want "proven"
    } else if (x >= 16 && x < width - 1) {
        surf2Dwrite(1.0f, out, x, 2);  // want "proven"
    }
#ifdef DEBUG_DRAW
    surf2Dwrite(1.0f, out, x, 3);  // want "possible"
#else
    surf2Dwrite(1.0f, out, x, 3);  // want "likely"
#endif
}
