// A program's own template at file scope, and fetches of its own.
template <class T, int N>
struct texture {
    const T* data;
};
template <class T, int N>
__device__ T tex1Dfetch(texture<T, N> from, int i) { return from.data[i]; }

template <class T, int N>
struct surface {
    T* data;
};

texture<float, 1> table;
surface<void, 2> screen;
__global__ void k(float* out, texture<float, 1> given) { out[0] = tex1Dfetch(given, 3); }
