// What is said of a launch.

__global__ void smooth(const float *__restrict__ in, float *__restrict__ out) { out[threadIdx.x] = in[threadIdx.x] + in[threadIdx.x + 1]; }

void launches(float *p)
{
    smooth<<<1, 256>>>(p, p); // want "^proven: this launch passes one pointer for in and out of smooth, which writes through out, but in and out are __restrict__$"
    smooth<<<1, 256>>>(p, p + 255); // want "^likely: this launch passes pointers 1020 bytes apart into memory that both use for in and out of smooth"
    smooth<<<1, 256>>>(p, p + 256); // want "^likely: "
    smooth<<<1, 256>>>(p, p + 257);
    smooth<<<1, 256>>>(p + 256, p);
    smooth<<<1, 256>>>(p + 255, p); // want "^likely: "
}
