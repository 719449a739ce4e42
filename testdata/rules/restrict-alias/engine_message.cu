// What is said of a launch.

__global__ void smooth(const float *__restrict__ in, float *__restrict__ out) { out[threadIdx.x] = in[threadIdx.x] + in[threadIdx.x + 1]; }

void launches(float *p)
{
    smooth<<<1, 256>>>(p, p); // want "^proven: this launch passes the same pointer for in and out of smooth, which writes through out, but in and out are __restrict__$"
    smooth<<<1, 256>>>(p, p + 255); // want "^likely: this launch passes pointers only 1020 bytes apart for in and out of smooth"
    smooth<<<1, 256>>>(p, p + 256); // want "^likely: "
    smooth<<<1, 256>>>(p, p + 257);
    smooth<<<1, 256>>>(p + 256, p);
    smooth<<<1, 256>>>(p + 255, p); // want "^likely: "
}

// More than one pair.
__global__ void sort(const int *__restrict__ keys, const int *__restrict__ values, int *__restrict__ outKeys, int *__restrict__ outValues)
{
    outKeys[threadIdx.x] = keys[threadIdx.x ^ 1];
    outValues[threadIdx.x] = values[threadIdx.x ^ 1];
}
void sorts(int *k, int *v)
{
    sort<<<1, 256>>>(k, v, k, v); // want "^proven: this launch passes the same pointer for keys and outKeys of sort, .* are __restrict__; values and outValues also overlap$"
    sort<<<1, 256>>>(k, k, k, v); // want "for keys and outKeys of sort, .*; values and outKeys also overlap$"
    sort<<<1, 256>>>(k, k, k, k); // want "for keys and outKeys of sort, .*; 4 more pairs of parameters overlap$"
}
