// Zero outside of the image: border mode; fields set one by one in a loop.
#include <cstdio>
#include <cuda_runtime.h>

enum { SIZE = 24, PAD = 4, OUT = SIZE + 2 * PAD };

static texture<unsigned char, 2, cudaReadModeElementType> mask;

static __global__ void pad(unsigned char *out)
{
	int x = threadIdx.x, y = blockIdx.x;
	out[y * OUT + x] = tex2D(mask, x - PAD + 0.5f, y - PAD + 0.5f);
}

int main(void)
{
	unsigned char in[SIZE * SIZE], out[OUT * OUT], *dev;
	for (int i = 0; i < SIZE * SIZE; i++)
		in[i] = (unsigned char)(i * 7 + 1) | 1;
	cudaArray *arr;
	cudaChannelFormatDesc fmt = cudaCreateChannelDesc<unsigned char>();
	cudaMallocArray(&arr, &fmt, SIZE, SIZE);
	cudaMemcpy2DToArray(arr, 0, 0, in, SIZE, SIZE, SIZE, cudaMemcpyHostToDevice);
	for (int i = 0; i < 2; i++)
		mask.addressMode[i] = cudaAddressModeBorder;
	mask.filterMode = cudaFilterModePoint;
	cudaBindTextureToArray(mask, arr, fmt);
	cudaMalloc((void **)&dev, sizeof(out));
	pad<<<OUT, OUT>>>(dev);
	cudaMemcpy(out, dev, sizeof(out), cudaMemcpyDeviceToHost);
	int bad = cudaGetLastError() != cudaSuccess;
	for (int y = 0; y < OUT; y++)
		for (int x = 0; x < OUT; x++) {
			int u = x - PAD, v = y - PAD;
			int want = u < 0 || v < 0 || u >= SIZE || v >= SIZE ? 0 : in[v * SIZE + u];
			bad += want != out[y * OUT + x];
		}
	cudaUnbindTexture(mask);
	cudaFreeArray(arr);
	cudaFree(dev);
	printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, OUT * OUT);
	return bad != 0;
}
