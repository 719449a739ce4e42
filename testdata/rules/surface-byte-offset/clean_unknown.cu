// x is not determined.
__device__ int position(int i);
struct Job {
    int x;
};

__device__ void helper(cudaSurfaceObject_t out, int x, float v) { surf2Dwrite(v, out, x, 0); }

__global__ void unknown(cudaSurfaceObject_t out, int x, int stride, const int* list, Job job, float v) {
    surf2Dwrite(v, out, x, 0);
    surf2Dwrite(v, out, list[threadIdx.x], 0);
    surf2Dwrite(v, out, job.x, 0);
    surf2Dwrite(v, out, position(threadIdx.x), 0);
    surf2Dwrite(v, out, threadIdx.x * stride, 0);
    surf2Dwrite(v, out, threadIdx.x / 4, 0);
    surf2Dwrite(v, out, threadIdx.x & ~3, 0);
    surf2Dwrite(v, out, (int)(v * threadIdx.x), 0);
    surf2Dwrite(v, out, x + list[0], 0);
    helper(out, threadIdx.x * 4, v);
}

__device__ void locate(int& x) { x = threadIdx.x * 4; }

__global__ void written(cudaSurfaceObject_t out, float v, bool wide) {
    int x = threadIdx.x;
    if (wide) x = threadIdx.x * 4;
    surf2Dwrite(v, out, x, 0);
    int y = threadIdx.x;
    locate(y);
    surf2Dwrite(v, out, y, 0);
    int z = threadIdx.x;
    int* p = &z;
    *p = 4 * z;
    surf2Dwrite(v, out, z, 0);
    int w = threadIdx.x;
    while (w < 1024) {
        w *= 4;
        surf2Dwrite(v, out, w, 0);
    }
}

template <class T>
__global__ void generic(cudaSurfaceObject_t out, T v) {
    surf2Dwrite(v, out, threadIdx.x, 0);
    T u = surf2Dread<T>(out, threadIdx.x, 0);
    surf2Dwrite(u, out, threadIdx.x * sizeof(T), 0);
}

template <int SIZE>
__global__ void factor(cudaSurfaceObject_t out, float v) { surf2Dwrite(v, out, threadIdx.x * SIZE, 0); }
