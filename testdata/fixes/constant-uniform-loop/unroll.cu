// Loops of known length that the compiler does not unroll.

__constant__ double series[96];
__constant__ float taps[256];
__constant__ float weight[256];
__constant__ float matrix[40][24];

__global__ void clenshaw(const double *in, double *out)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	double t = in[x], b0 = 0, b1 = 0;
#pragma unroll 1
	for (int i = 95; i > 0; i--) {
		double b = 2 * t * b0 - b1 + series[i];
		b1 = b0;
		b0 = b;
	}
	out[x] = t * b0 - b1;
}

__global__ void by_eight(const float *in, float *out)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	float t = in[x], sum = 0;
	#pragma unroll(8)  // measured in 2015
	for (int i = 0; i < 256; i++)
		sum = sum * t + taps[i];
	out[x] = sum;
}

__global__ void damped(const float *in, float *out)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	float t = in[x], sum = 0;
	for (int i = 0; i < 256; i++)
		sum = sum * 0.5f + weight[i] * sqrtf(sum * sum + t);
	out[x] = sum;
}

// The inner loop the compiler unrolls by itself.
__global__ void rows(const float *in, float *out)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	float t = in[x], sum = 0;
#pragma unroll 1
	for (int r = 0; r < 40; r++)
		for (int c = 0; c < 24; c++)
			sum = sum * t + matrix[r][c];
	out[x] = sum;
}

void launch(const float *in, float *out, const double *din, double *dout)
{
	clenshaw<<<4096, 256>>>(din, dout);
	by_eight<<<4096, 256>>>(in, out);
	damped<<<4096, 256>>>(in, out);
	rows<<<4096, 256>>>(in, out);
}
