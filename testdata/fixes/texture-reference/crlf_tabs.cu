// Line ends of the other system, tabs, declarations without a space, fetches across lines.
#include <stdio.h>
#include <cuda_runtime.h>

texture<int2,1,cudaReadModeElementType>edges;/* from, to */
texture < float , 1 > weight;	// of an edge

__global__ void	relax(float	*distance, int count,
					  int source)	/* one edge a thread */
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
	{
		int2 e = tex1Dfetch(edges,
			i);
		if (e.x == source) distance[e.y] = tex1Dfetch( weight ,
			tex1Dfetch(edges, i).y % count );
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
	if (cudaBindTexture(0, edges, de, sizeof(e)) || cudaBindTexture(0, weight, dw, sizeof(w)))
	{
		printf("FAIL to bind\n");
		return 1;
	}
	relax<<<2, 64>>>(dd, count,
					 2);
	cudaMemcpy(d, dd, sizeof(d), cudaMemcpyDeviceToHost);
	cudaUnbindTexture(edges), cudaUnbindTexture(weight);
	for (int i = 0; i < count; i++)
	{
		if (e[i].x == 2) want[e[i].y] = w[e[i].y];
	}
	for (int i = 0; i < count; i++) bad += want[i] != d[i];
	cudaFree(de); cudaFree(dw); cudaFree(dd);
	if (bad) printf("FAIL %d of %d\n", bad, count); else printf("OK\n");
	return bad;
}
