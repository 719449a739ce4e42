/* The C interface: the reference is got from the symbol and bound through a pointer to it. */
#include <stdio.h>
#include <cuda_runtime.h>

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

static cudaTextureObject_t flow = 0;
static cudaTextureDesc flow_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

__global__ void divergence(float *out, int w, int h, cudaTextureObject_t flow)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h) {
		float2 r = tex2D<float2>(flow, x + 1, y), l = tex2D<float2>(flow, x - 1, y);
		float2 u = tex2D<float2>(flow, x, y - 1), d = tex2D<float2>(flow, x, y + 1);
		out[y * w + x] = r.x - l.x + d.y - u.y;
	}
}

static float2 in[20][28];
static float out[20][28];

int main(void)
{
	const int w = 28, h = 20;
	int x, y, bad;
	struct cudaChannelFormatDesc desc = cudaCreateChannelDesc<float2>();
	struct cudaArray *array;
	float *dev;

	for (y = 0; y < h; y++)
		for (x = 0; x < w; x++)
			in[y][x] = make_float2((float)(x * y), (float)(x - y * y));
	cudaMallocArray(&array, &desc, w, h);
	cudaMemcpy2DToArray(array, 0, 0, in, sizeof(in[0]), sizeof(in[0]), h, cudaMemcpyHostToDevice);
	flow_desc.addressMode[0] = cudaAddressModeClamp;
	flow_desc.addressMode[1] = cudaAddressModeClamp;
	if (bindTextureToArray(flow, flow_desc, array) != cudaSuccess)
		return 2;
	cudaMalloc((void **)&dev, sizeof(out));
	divergence<<<dim3(2, 2), dim3(16, 16)>>>(dev, w, h, flow);
	cudaMemcpy(out, dev, sizeof(out), cudaMemcpyDeviceToHost);
	unbindTexture(flow);
	bad = cudaGetLastError() != cudaSuccess;
#define CX(x) ((x) < 0 ? 0 : (x) >= w ? w - 1 : (x))
#define CY(y) ((y) < 0 ? 0 : (y) >= h ? h - 1 : (y))
	for (y = 0; y < h; y++)
		for (x = 0; x < w; x++) {
			float want = in[y][CX(x + 1)].x - in[y][CX(x - 1)].x + in[CY(y + 1)][x].y - in[CY(y - 1)][x].y;
			bad += want != out[y][x];
		}
	cudaFree(dev);
	cudaFreeArray(array);
	printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, w * h);
	return bad != 0;
}
