// Callees that are found by way of a class or a template.

template <int X, int Y> struct Wave {
    __device__ static void forward(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + X] * Y; }
    __device__ static void in_place(float *data) { data[threadIdx.x] = data[threadIdx.x + X] * Y; }
};
template <int X, int Y> __global__ void static_method(const float *in, float *out) { Wave<X, Y>::forward(in, out); } // want "kernel parameter in "
template <int X, int Y> __global__ void static_writer(float *data, float *out)
{
    out[threadIdx.x] = data[threadIdx.x];
    Wave<X, Y>::in_place(data);
}

// A template whose specialisations alone have bodies.
template <typename T, int N> __device__ void copy_some(T *to, const T *from);
template <> __device__ void copy_some<char, 1>(char *to, const char *from) { *to = *from; }
template <> __device__ void copy_some<char, 4>(char *to, const char *from) { *(int *)to = *(const int *)from; }
__global__ void specialised(const char *in, char *out) { copy_some<char, 4>(out, in); } // want "kernel parameter in "
template <typename T, int N> __device__ void out_of_sight(T *to, const T *from);
__global__ void not_in_sight(const char *in, char *out)
{
    out[threadIdx.x] = in[threadIdx.x];
    out_of_sight<char, 4>(out, in);
}

// Objects that are called: what they do is a matter of their class.
template <typename F> __device__ void apply(F f) { f(threadIdx.x); }
struct Reads {
    const float *in;
    float *out;
    __device__ void operator()(int i) const { out[i] = in[i]; }
};
struct Writes {
    float *data;
    float *out;
    __device__ void operator()(int i) const { data[i] = out[i]; }
};
__global__ void reads(const float *in, float *out) { apply(Reads{in, out}); } // want "kernel parameter in "
__global__ void writes(float *data, float *out)
{
    out[threadIdx.x] = data[threadIdx.x];
    apply(Writes{data, out});
}
__global__ void both(float *data, float *out)
{
    apply(Reads{data, out});
    apply(Writes{data, out});
}
