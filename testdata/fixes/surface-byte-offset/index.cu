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
	surf2Dread(&v, in, x, y, cudaBoundaryModeClamp);
	surf2Dwrite(1.0f - v, out, x, y);
	uchar4 texel = surf2Dread<uchar4>(in, x, y);
	surf2Dwrite(texel, out, x, y);
	surf3Dwrite<float2>(make_float2(0, 1), out, x, y, 0);
	surf1Dwrite((short)3, out, x);
	surf2DLayeredwrite(make_float4(0, 1, 2, 3), out, x, y, 1);
}

__global__ void expressions(cudaSurfaceObject_t out, float v, int offset)
{
	const int x = threadIdx.x;
	const uint2 at = make_uint2(threadIdx.x, threadIdx.y);
	surf1Dwrite(v, out, x + 1);
	surf1Dwrite(v, out, (x + offset));
	surf1Dwrite(v, out, x - 1, cudaBoundaryModeZero);
	surf1Dwrite(v, out, (int)threadIdx.x);
	surf1Dwrite(v, out, static_cast<int>(threadIdx.x));
	surf1Dwrite(v, out, x % offset);
	surf1Dwrite(v, out, at.x /* the column */);
	surf1Dwrite(v, out, COLUMN);
	surf1Dwrite(v, out, __mul24(blockIdx.x, blockDim.x) + threadIdx.x);
	surf1Dwrite(v, out, 3);
	for (int i = 0; i < 8; i++)
		surf1Dwrite(v, out,
		            i);
}

__global__ void wrong_factor(cudaSurfaceObject_t out, float4 v)
{
	int x = threadIdx.x;
	surf1Dwrite(v, out, x * 4);
	surf1Dwrite(v, out, x * sizeof(float));
	surf1Dwrite(v, out, (8 * x));
}
