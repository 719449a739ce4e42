// Line ends of the other system, tabs, declarations without a space, fetches across lines.
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

static cudaTextureObject_t edges = 0;/* from, to */
static cudaTextureObject_t weight = 0;	// of an edge

__global__ void	relax(float	*distance, int count,
					  int source, cudaTextureObject_t edges, cudaTextureObject_t weight)	/* one edge a thread */
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
	{
		int2 e = tex1Dfetch<int2>(edges,
			i);
		if (e.x == source) distance[e.y] = tex1Dfetch<float>( weight ,
			tex1Dfetch<int2>(edges, i).y % count );
	}
}

int main()
{
	const int count = 100;
	int2 e[count];
	float w[count], d[count], want[count];
	int bad = 0;
	for (int i = 0; i < count; i++) { e[i] = make_int2(i % 3, i); w[i] = i * 0.5f; want[i] = d[i] = -1; }
	int2 *de; float *dw, *dd;
	cudaMalloc((void**)&de, sizeof(e)); cudaMalloc((void**)&dw, sizeof(w)); cudaMalloc((void**)&dd, sizeof(d));
	cudaMemcpy(de, e, sizeof(e), cudaMemcpyHostToDevice);
	cudaMemcpy(dw, w, sizeof(w), cudaMemcpyHostToDevice);
	cudaMemcpy(dd, d, sizeof(d), cudaMemcpyHostToDevice);
	if (bindTexture(edges, de, cudaCreateChannelDesc<int2>(), sizeof(e)) || bindTexture(weight, dw, cudaCreateChannelDesc<float>(), sizeof(w)))
	{
		printf("FAIL to bind\n");
		return 1;
	}
	relax<<<2, 64>>>(dd, count,
					 2, edges, weight);
	cudaMemcpy(d, dd, sizeof(d), cudaMemcpyDeviceToHost);
	unbindTexture(edges), unbindTexture(weight);
	for (int i = 0; i < count; i++)
	{
		if (e[i].x == 2) want[e[i].y] = w[e[i].y];
	}
	for (int i = 0; i < count; i++) bad += want[i] != d[i];
	cudaFree(de); cudaFree(dw); cudaFree(dd);
	if (bad) printf("FAIL %d of %d\n", bad, count); else printf("OK\n");
	return bad;
}
