// Tables that are read so often at such places that a copy in shared memory is best.

#include <cstdio>

#define ENTRIES 1024

static __constant__ float table[ENTRIES];
static __constant__ int grid[4][16][16];
static __constant__ float rows[8][65];
static __constant__ float late[8][65];

__global__ void walk(float *out, const int *next, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 << 20)
        return;

    float sum = 0;
    for (int k = 0; k < steps; k++) {
        int at = next[i + k];
        sum += table[at & (ENTRIES - 1)] * table[at >> 8 & (ENTRIES - 1)];
    }
    out[i] = sum;
}

// A block of two dimensions, a table of three, and tabs.
__global__ void cells(int *out, const int *where, int steps)
{
	// Which cell?
	int i = blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x;
	int sum = 0;
	for (int k = 0; k < steps; k++) {
		int at = where[i * steps + k];
		sum += grid[at & 3][at >> 2 & 15][at >> 6 & 15] + grid[at >> 12 & 3][at >> 14 & 15][at >> 18 & 15];
	}
	out[i] = sum;
}

// Each lane walks along one of eight rows, which are in different lines of a cache and
// different banks of shared memory. Some threads leave early.
__global__ void dot(float *out, const float *in, int n, int turns)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i], sum = 0;
    for (int turn = 0; turn < turns; turn++)
        for (int k = 0; k < 65; k++)
            sum = sum * x + rows[threadIdx.x & 7][k];
    out[i] = sum;
}

// The table is read in a function, which would have to get the copy.
__device__ float polynomial(float x)
{
    float sum = 0;
    for (int k = 0; k < 65; k++)
        sum = sum * x + late[threadIdx.x & 7][k];
    return sum;
}

__global__ void evaluate(float *out, const float *in, int turns)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = in[i];
    for (int turn = 0; turn < turns; turn++)
        sum = polynomial(sum);
    out[i] = sum;
}

// The same on the host.
static float table_host[ENTRIES], rows_host[8][65];
static int grid_host[4][16][16];

static float walk_host(const int *next, int i, int steps)
{
    float sum = 0;
    for (int k = 0; k < steps; k++)
        sum += table_host[next[i + k] & (ENTRIES - 1)] * table_host[next[i + k] >> 8 & (ENTRIES - 1)];
    return sum;
}

static int cells_host(const int *where, int i, int steps)
{
    int sum = 0;
    for (int k = 0; k < steps; k++) {
        int at = where[i * steps + k];
        sum += grid_host[at & 3][at >> 2 & 15][at >> 6 & 15] + grid_host[at >> 12 & 3][at >> 14 & 15][at >> 18 & 15];
    }
    return sum;
}

static float horner(const float row[65], float x, float sum)
{
    for (int k = 0; k < 65; k++)
        sum = sum * x + row[k];
    return sum;
}

int main()
{
    const int n = 1 << 20, steps = 8;
    for (int i = 0; i < ENTRIES; i++)
        table_host[i] = i % 13, (&grid_host[0][0][0])[i] = i % 17;
    for (int i = 0; i < 8 * 65; i++)
        (&rows_host[0][0])[i] = i % 3 == 0;
    cudaMemcpyToSymbol(table, table_host, sizeof(table));
    cudaMemcpyToSymbol(grid, grid_host, sizeof(grid));
    cudaMemcpyToSymbol(rows, rows_host, sizeof(rows));
    cudaMemcpyToSymbol(late, rows_host, sizeof(late));

    int *next, *cell, wrong = 0;
    float *in, *out;
    cudaMallocManaged(&next, n * steps * sizeof(int));
    cudaMallocManaged(&cell, n * sizeof(int));
    cudaMallocManaged(&in, n * sizeof(float));
    cudaMallocManaged(&out, n * sizeof(float));
    unsigned seed = 1;
    for (int i = 0; i < n * steps; i++)
        next[i] = (seed = seed * 1664525 + 1013904223) >> 8;
    for (int i = 0; i < n; i++)
        in[i] = i % 3 - 1;

    walk<<<4096, 256>>>(out, next, steps);
    cells<<<1024, dim3(32, 32)>>>(cell, next, steps);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i += 37)
        wrong += out[i] != walk_host(next, i, steps) || cell[i] != cells_host(next, i, steps);

    // A part of the last block leaves early.
    dot<<<4096, 256>>>(out, in, n - 100, 16);
    cudaDeviceSynchronize();
    for (int i = 0; i < n - 100; i += 37) {
        float sum = 0;
        for (int turn = 0; turn < 16; turn++)
            sum = horner(rows_host[i & 7], in[i], sum);
        wrong += out[i] != sum;
    }
    evaluate<<<4096, 256>>>(out, in, 1);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i += 37)
        wrong += out[i] != horner(rows_host[i & 7], in[i], 0);
    printf("%d wrong, %s\n", wrong, cudaGetErrorString(cudaGetLastError()));
    cudaFree(next);
    cudaFree(cell);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
