/* The C interface: the reference is got from the symbol and bound through a pointer to it. */
#include <stdio.h>
#include <cuda_runtime.h>

texture<float2, 2, cudaReadModeElementType> flow;

__global__ void divergence(float *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h) {
		float2 r = tex2D(flow, x + 1, y), l = tex2D(flow, x - 1, y);
		float2 u = tex2D(flow, x, y - 1), d = tex2D(flow, x, y + 1);
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
	const struct textureReference *ref;
	struct cudaArray *array;
	float *dev;

	for (y = 0; y < h; y++)
		for (x = 0; x < w; x++)
			in[y][x] = make_float2((float)(x * y), (float)(x - y * y));
	cudaMallocArray(&array, &desc, w, h);
	cudaMemcpy2DToArray(array, 0, 0, in, sizeof(in[0]), sizeof(in[0]), h, cudaMemcpyHostToDevice);
	flow.addressMode[0] = cudaAddressModeClamp;
	flow.addressMode[1] = cudaAddressModeClamp;
	cudaGetTextureReference(&ref, &flow);
	if (cudaBindTextureToArray(ref, array, &desc) != cudaSuccess)
		return 2;
	cudaMalloc((void **)&dev, sizeof(out));
	divergence<<<dim3(2, 2), dim3(16, 16)>>>(dev, w, h);
	cudaMemcpy(out, dev, sizeof(out), cudaMemcpyDeviceToHost);
	cudaUnbindTexture(ref);
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
