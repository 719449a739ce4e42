// Every way in which a parameter is written.
#include <cuda_runtime.h>

struct Particle {
	float4 position;
	int kind;
};
typedef float *Floats;

__global__ void pointers(const float *__restrict__ in, const float* __restrict__ west, const float * __restrict__ wide, float const *__restrict__ east, const float *const __restrict__ fixed, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i] + west[i] + wide[i] + east[i] + fixed[i];
}

__global__ void
columns(const int    *__restrict__ index,   // [n]
        const float  *__restrict__ value,   // [n]
        const float         *__restrict__ weight,
        float        *result)
{
	atomicAdd(&result[index[threadIdx.x]], value[threadIdx.x] * weight[0]);
}

__global__ void arrays(const float *__restrict__ in, const float *__restrict__ sized, const float (*__restrict__ rows)[8], const float (*__restrict__ blocks)[4], double out[])
{
	out[threadIdx.x] = in[threadIdx.x] + sized[threadIdx.x] + rows[threadIdx.x][1] + blocks[threadIdx.x][2];
}

__global__ void types(const struct Particle *__restrict__ all, const unsigned char *__restrict__ bytes, const uchar4 *__restrict__ texels, Floats __restrict__ named, const volatile int *flag, float **lists, float *out)
{
	out[threadIdx.x] = all[threadIdx.x].position.x + bytes[threadIdx.x] + texels[threadIdx.x].x + named[threadIdx.x] + *flag + lists[0][threadIdx.x];
}

__global__ void east_const(float const *__restrict__ a, float const *__restrict__ b, float *out)
{
	out[threadIdx.x] = a[threadIdx.x] * b[threadIdx.x];
}

template <typename T, int N>
__global__ void convolve(const T *__restrict__ in, const T *__restrict__ taps, T *out)
{
	T sum = 0;
	for (int k = 0; k < N; ++k)
		sum += in[threadIdx.x + k] * taps[k];
	out[threadIdx.x] = sum;
}

void run(float *a, float *b)
{
	convolve<float, 9><<<1, 64>>>(a, a + 1024, b);
}
