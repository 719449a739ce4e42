// x is an index of elements: of each kind of access, and as each kind of expression.
#include <cuda_runtime.h>

#define COLUMN blockIdx.x * blockDim.x + threadIdx.x
#define LANE (threadIdx.x & 31)

__global__ void kinds(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	float v;
	surf2Dread(&v, in, x * sizeof(float), y, cudaBoundaryModeClamp);
	surf2Dwrite(1.0f - v, out, x * sizeof(float), y);
	uchar4 texel = surf2Dread<uchar4>(in, x * sizeof(uchar4), y);
	surf2Dwrite(texel, out, x * sizeof(uchar4), y);
	surf3Dwrite<float2>(make_float2(0, 1), out, x * sizeof(float2), y, 0);
	surf1Dwrite((short)3, out, x * sizeof(short));
	surf2DLayeredwrite(make_float4(0, 1, 2, 3), out, x * sizeof(float4), y, 1);
}

__global__ void expressions(cudaSurfaceObject_t out, float v, int offset)
{
	const int x = threadIdx.x;
	const uint2 at = make_uint2(threadIdx.x, threadIdx.y);
	surf1Dwrite(v, out, (x + 1) * sizeof(float));
	surf1Dwrite(v, out, (x + offset) * sizeof(float));
	surf1Dwrite(v, out, (x - 1) * sizeof(float), cudaBoundaryModeZero);
	surf1Dwrite(v, out, (int)threadIdx.x * sizeof(float));
	surf1Dwrite(v, out, static_cast<int>(threadIdx.x) * sizeof(float));
	surf1Dwrite(v, out, x % offset * sizeof(float));
	surf1Dwrite(v, out, at.x * sizeof(float) /* the column */);
	surf1Dwrite(v, out, (COLUMN) * sizeof(float));
	surf1Dwrite(v, out, (__mul24(blockIdx.x, blockDim.x) + threadIdx.x) * sizeof(float));
	surf1Dwrite(v, out, 3 * sizeof(float));
	for (int i = 0; i < 8; i++)
		surf1Dwrite(v, out,
		            i * sizeof(float));
}

__global__ void wrong_factor(cudaSurfaceObject_t out, float4 v)
{
	int x = threadIdx.x;
	surf1Dwrite(v, out, x * sizeof(float4));
	surf1Dwrite(v, out, x * sizeof(float4));
	surf1Dwrite(v, out, (sizeof(float4) * x));
}
