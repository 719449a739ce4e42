// Few threads get there, or blocks of one thread.
__global__ void selected(cudaSurfaceObject_t out, float v, const int* data) {
    int x = threadIdx.x;
    if (x == 0) surf2Dwrite(v, out, x, 0);
    if (x % 4 == 0) surf2Dwrite(v, out, x, 0);
    if ((x & 3) == 0) { surf2Dwrite(v, out, x, 0); }
    if (data[x]) surf2Dwrite(v, out, x, 0);
    if (x < 1) surf2Dwrite(v, out, x, 0);
    switch (x) {
        case 4:
            surf2Dwrite(v, out, x, 0);
    }
    if (x % 4) return;
    surf2Dwrite(v, out, x, 0);
}

__global__ void one_thread(cudaSurfaceObject_t out, float v) { surf2Dwrite(v, out, threadIdx.x, blockIdx.x); }
__global__ void one_row(cudaSurfaceObject_t out, float v) { surf2Dwrite(v, out, threadIdx.y, blockIdx.x); }
void launch(cudaSurfaceObject_t out) {
    one_thread<<<64, 1>>>(out, 1.0f);
    one_row<<<64, 32>>>(out, 1.0f);
}

#if 0
__global__ void not_compiled(cudaSurfaceObject_t out) { surf2Dwrite(1.0f, out, threadIdx.x, 0); }
#endif
