// Conditions that load something else in every round.
#include <cuda_runtime.h>

__global__ void length(const char *text, int *out) // want "text is only read"
{
    int n = 0;
    while (text[n]) n++;
    out[0] = n;
}

__global__ void first(const int *list, int *out) // want "list is only read"
{
    for (; *list >= 0; list++);
    out[0] = *list;
}

__global__ void to_the_end(const int *in, int *out, const int *count) // want "in is only read" "count is only read"
{
    for (int i = 0; i < count[0]; i++) out[i] = in[i];
}
