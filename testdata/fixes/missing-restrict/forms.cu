// Every way in which a parameter is written.
#include <cuda_runtime.h>

struct Particle {
	float4 position;
	int kind;
};
typedef float *Floats;

__global__ void pointers(const float *in, float* west, float * wide, float const *east, const float *const fixed, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = in[i] + west[i] + wide[i] + east[i] + fixed[i];
}

__global__ void
columns(const int    *index,   // [n]
        const float  *value,   // [n]
        float         weight[],
        float        *result)
{
	atomicAdd(&result[index[threadIdx.x]], value[threadIdx.x] * weight[0]);
}

__global__ void arrays(float in[], const float sized[256], float rows[][8], float (*blocks)[4], double out[])
{
	out[threadIdx.x] = in[threadIdx.x] + sized[threadIdx.x] + rows[threadIdx.x][1] + blocks[threadIdx.x][2];
}

__global__ void types(struct Particle *all, unsigned char *bytes, uchar4 *texels, Floats named, const volatile int *flag, float **lists, float *out)
{
	out[threadIdx.x] = all[threadIdx.x].position.x + bytes[threadIdx.x] + texels[threadIdx.x].x + named[threadIdx.x] + *flag + lists[0][threadIdx.x];
}

__global__ void east_const(float const *a, float *b, float *out)
{
	out[threadIdx.x] = a[threadIdx.x] * b[threadIdx.x];
}

template <typename T, int N>
__global__ void convolve(T *in, const T *taps, T *out)
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
