// Specialisations that are not made, and names that only look like uses.
template <typename T, int N> struct Block {
    T v[N];
};
template <typename T> __constant__ Block<T, 10000> blocks;
template <typename T> __constant__ Block<T, 20> blocks<T *>;
__global__ void kernel(float *out) {
    int blocks = 3, n = 4;
    out[0] = blocks < n;
}
#if __CUDA_ARCH__ < 300
__device__ float old(int i) { return blocks<double>.v[i] + blocks<long>.v[i]; }
#endif
__constant__ Block<char, 1000> made;
