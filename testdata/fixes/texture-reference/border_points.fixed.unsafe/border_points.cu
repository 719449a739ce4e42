// Zero outside of the image: border mode; fields set one by one in a loop.
#include <cstdio>
#include <cuda_runtime.h>

enum { SIZE = 24, PAD = 4, OUT = SIZE + 2 * PAD };

// Texture objects replace texture references, which CUDA 12 removed: a bind creates the
// object that later launches are passed. It destroys the previous one, which no kernel
// may be using any more.
static inline cudaError_t unbindTexture(cudaTextureObject_t &texture)
{
	if (texture == 0)
		return cudaSuccess;
	cudaError_t status = cudaDeviceSynchronize();
	if (status == cudaSuccess)
		status = cudaDestroyTextureObject(texture);
	texture = 0;
	return status;
}

static inline cudaError_t recreateTexture(cudaTextureObject_t &texture, const cudaTextureDesc &desc, const cudaResourceDesc &resource)
{
	cudaError_t status = unbindTexture(texture);
	if (status == cudaSuccess)
		status = cudaCreateTextureObject(&texture, &resource, &desc, NULL);
	return status;
}

static inline cudaError_t bindTextureToArray(cudaTextureObject_t &texture, const cudaTextureDesc &desc, cudaArray_const_t array)
{
	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = (cudaArray_t)array;
	return recreateTexture(texture, desc, resource);
}

static cudaTextureObject_t mask = 0;
static cudaTextureDesc mask_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

static __global__ void pad(unsigned char *out, cudaTextureObject_t mask)
{
	int x = threadIdx.x, y = blockIdx.x;
	out[y * OUT + x] = tex2D<unsigned char>(mask, x - PAD + 0.5f, y - PAD + 0.5f);
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
		mask_desc.addressMode[i] = cudaAddressModeBorder;
	mask_desc.filterMode = cudaFilterModePoint;
	bindTextureToArray(mask, mask_desc, arr);
	cudaMalloc((void **)&dev, sizeof(out));
	pad<<<OUT, OUT>>>(dev, mask);
	cudaMemcpy(out, dev, sizeof(out), cudaMemcpyDeviceToHost);
	int bad = cudaGetLastError() != cudaSuccess;
	for (int y = 0; y < OUT; y++)
		for (int x = 0; x < OUT; x++) {
			int u = x - PAD, v = y - PAD;
			int want = u < 0 || v < 0 || u >= SIZE || v >= SIZE ? 0 : in[v * SIZE + u];
			bad += want != out[y * OUT + x];
		}
	unbindTexture(mask);
	cudaFreeArray(arr);
	cudaFree(dev);
	printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, OUT * OUT);
	return bad != 0;
}
