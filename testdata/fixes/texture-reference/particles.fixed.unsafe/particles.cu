/*
 * Forces between particles: float4 positions and int2 pair lists through 1D linear textures,
 * several references in a kernel, declared in one line.
 */
#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>

#define CHECK(e) if ((e) != cudaSuccess) { fprintf(stderr, "error line %d\n", __LINE__); return 2; }

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

static inline cudaError_t bindTexture(cudaTextureObject_t &texture, const void *pointer, const cudaChannelFormatDesc &channel, size_t size)
{
	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypeLinear;
	resource.res.linear.devPtr = (void *)pointer;
	resource.res.linear.desc = channel;
	resource.res.linear.sizeInBytes = size;
	cudaTextureDesc desc = {};
	desc.readMode = cudaReadModeElementType;
	return recreateTexture(texture, desc, resource);
}

static cudaTextureObject_t pos_tex = 0;
static cudaTextureObject_t vel_tex = 0;
static cudaTextureObject_t pair_tex = 0;
static cudaTextureObject_t kind_tex = 0;

__device__ float4 force(int i, int j, cudaTextureObject_t pos_tex, cudaTextureObject_t kind_tex)
{
	float4 a = tex1Dfetch<float4>(pos_tex, i), b = tex1Dfetch<float4>(pos_tex, j);
	float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
	float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f) * tex1Dfetch<unsigned char>(kind_tex, j);
	return make_float4(dx * r, dy * r, dz * r, a.w * b.w);
}

__global__ void forces(float4 *out, int n, int each,
                       cudaTextureObject_t pos_tex, cudaTextureObject_t vel_tex, cudaTextureObject_t pair_tex, cudaTextureObject_t kind_tex)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float4 sum = tex1Dfetch<float4>(vel_tex, i);
		int2 range = tex1Dfetch<int2>(pair_tex, i);
		for (int j = range.x; j < range.y; j += each) {
			float4 f = force(i, j, pos_tex, kind_tex);
			sum.x += f.x; sum.y += f.y; sum.z += f.z; sum.w += f.w;
		}
		out[i] = sum;
	}
}

int main(int argc, char *argv[])
{
	enum { n = 300 };
	static float4 p[n], v[n], out[n];
	static int2 q[n];
	static unsigned char kind[n];
	for (int i = 0; i < n; i++) {
		p[i] = make_float4(cosf(i), sinf(i), i * 0.01f, 1 + i % 3);
		v[i] = make_float4(i, 0, -i, 1);
		q[i] = make_int2(i / 2, i / 2 + i % 50);
		kind[i] = i;
	}
	float4 *dp, *dv, *dout; int2 *dq; unsigned char *dk;
	CHECK(cudaMalloc(&dp, sizeof p)); CHECK(cudaMalloc(&dv, sizeof v)); CHECK(cudaMalloc(&dq, sizeof q));
	CHECK(cudaMalloc(&dk, sizeof kind)); CHECK(cudaMalloc(&dout, sizeof out));
	CHECK(cudaMemcpy(dp, p, sizeof p, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(dv, v, sizeof v, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(dq, q, sizeof q, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(dk, kind, sizeof kind, cudaMemcpyHostToDevice));
	CHECK(bindTexture(pos_tex, dp, cudaCreateChannelDesc<float4>(), n * sizeof(float4)));
	CHECK(bindTexture(vel_tex, dv, cudaCreateChannelDesc<float4>(), n * sizeof(float4)));
	CHECK(bindTexture(pair_tex, dq, cudaCreateChannelDesc<int2>(), n * sizeof(int2)));
	CHECK(bindTexture(kind_tex, dk, cudaCreateChannelDesc<unsigned char>(), n));
	forces<<<n / 100, 100>>>(dout, n, 1, pos_tex, vel_tex, pair_tex, kind_tex);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost));
	int bad = 0;
	for (int i = 0; i < n; i++) {
		float4 s = v[i];
		for (int j = q[i].x; j < q[i].y; j++) {
			float dx = p[i].x - p[j].x, dy = p[i].y - p[j].y, dz = p[i].z - p[j].z;
			float r = kind[j] / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
			s.x += dx * r; s.y += dy * r; s.z += dz * r; s.w += p[i].w * p[j].w;
		}
		if (!(fabsf(s.x - out[i].x) < 0.1f && fabsf(s.y - out[i].y) < 0.1f && fabsf(s.z - out[i].z) < 0.1f && s.w == out[i].w))
			bad++;
	}
	CHECK(unbindTexture(pos_tex)); CHECK(unbindTexture(vel_tex));
	CHECK(unbindTexture(pair_tex)); CHECK(unbindTexture(kind_tex));
	cudaFree(dp); cudaFree(dv); cudaFree(dq); cudaFree(dk); cudaFree(dout);
	printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, (int)n);
	return bad ? 1 : 0;
}
