#include "checker.h"

// Clean: the checker, in another source, is false where the allocation failed.
cudaArray *new_table(int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray *table;
    if (!good(cudaMallocArray(&table, &format, n), "table"))
        return nullptr;
    return table;
}

bool fills(const float *host, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray *table;
    if (!good(cudaMallocArray(&table, &format, n), "table")) // want "\btable\b.*leak.*\bline 20\b"
        return false;
    if (!good(cudaMemcpy2DToArray(table, 0, 0, host, n * 4, n * 4, 1, cudaMemcpyHostToDevice), "copy"))
        return false;
    return good(cudaFreeArray(table), "free");
}

// Clean: what is given is freed.
bool borrows(int n)
{
    cudaArray *table = new_table(n);
    if (!table)
        return false;
    return good(cudaFreeArray(table), "free");
}
