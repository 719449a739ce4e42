// Tabs, braces on their own lines, statements that share a line.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

int tabs(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
	cudaTextureObject_t tex;
	cudaCreateTextureObject(&tex, &res, &desc, nullptr);
	for (int i = 0; i < 4; i++)
	{
		if (n < i)
			return i;	// too few
		else if (n == i) return -i;
	}
	cudaDestroyTextureObject(tex);
	return 0;
}

int short_ones(const cudaResourceDesc &res, const cudaTextureDesc &desc, int n)
{
	cudaTextureObject_t tex;
	if (cudaCreateTextureObject(&tex, &res, &desc, nullptr)) { return 1; }
	if (n < 2) { n++; return 2; }
	switch (n)
	{
		case 3: return 3;
		case 4:
			return 4;
		case 5: { return 5; }
	}
	if (n == 6)
		return 6;
	else
		n++;
	if (n == 7) return 7; else n++;
	if (n > 8)
		n++;
	else
		return 8;
	cudaDestroyTextureObject(tex);
	return 0;
}

void one_line(const cudaResourceDesc &res, const cudaTextureDesc &desc) { cudaTextureObject_t tex; cudaCreateTextureObject(&tex, &res, &desc, nullptr); }

void two_names(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
	cudaTextureObject_t left, right;
	cudaCreateTextureObject(&left, &res, &desc, nullptr);
	if (n > 4)
		cudaCreateTextureObject(&right, &res, &desc, nullptr);
	cudaMemset(out, 0, n);
	if (n > 4)
		cudaDeviceSynchronize(), cudaDestroyTextureObject(right);
	if (n > 6)
		return;
	cudaDestroyTextureObject(left);
}
