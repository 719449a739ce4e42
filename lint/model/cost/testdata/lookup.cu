// One table lookup per iteration, from three places, by lane modulo N: the kernels
// whose times are in lookup_placement.csv.
__constant__ float table_c[1024];

template <int N>
__global__ void from_constant(float* out, int count) {
    float sum = 0;
    int lane = threadIdx.x % N;
#pragma unroll 8
    for (int i = 0; i < count; i++) sum += table_c[(lane + i) & 1023];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <int N>
__global__ void from_global(float* out, const float* __restrict__ table, int count) {
    float sum = 0;
    int lane = threadIdx.x % N;
#pragma unroll 8
    for (int i = 0; i < count; i++) sum += table[(lane + i) & 1023];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <int N>
__global__ void from_shared(float* out, const float* __restrict__ table, int count) {
    __shared__ float copy[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) copy[i] = table[i];
    __syncthreads();
    float sum = 0;
    int lane = threadIdx.x % N;
#pragma unroll 8
    for (int i = 0; i < count; i++) sum += copy[(lane + i) & 1023];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// No more than eight launches of one kernel are looked at.
void run(float* out, const float* table) {
#if PART == 1
    from_constant<2><<<1056, 256>>>(out, 2048);
    from_global<2><<<1056, 256>>>(out, table, 2048);
    from_shared<2><<<1056, 256>>>(out, table, 2048);
    from_constant<3><<<1056, 256>>>(out, 2048);
    from_global<3><<<1056, 256>>>(out, table, 2048);
    from_shared<3><<<1056, 256>>>(out, table, 2048);
    from_constant<4><<<1056, 256>>>(out, 2048);
    from_global<4><<<1056, 256>>>(out, table, 2048);
    from_shared<4><<<1056, 256>>>(out, table, 2048);
    from_constant<6><<<1056, 256>>>(out, 2048);
    from_global<6><<<1056, 256>>>(out, table, 2048);
    from_shared<6><<<1056, 256>>>(out, table, 2048);
    from_constant<8><<<1056, 256>>>(out, 2048);
    from_global<8><<<1056, 256>>>(out, table, 2048);
    from_shared<8><<<1056, 256>>>(out, table, 2048);
#else
    from_constant<12><<<1056, 256>>>(out, 2048);
    from_global<12><<<1056, 256>>>(out, table, 2048);
    from_shared<12><<<1056, 256>>>(out, table, 2048);
    from_constant<16><<<1056, 256>>>(out, 2048);
    from_global<16><<<1056, 256>>>(out, table, 2048);
    from_shared<16><<<1056, 256>>>(out, table, 2048);
    from_constant<24><<<1056, 256>>>(out, 2048);
    from_global<24><<<1056, 256>>>(out, table, 2048);
    from_shared<24><<<1056, 256>>>(out, table, 2048);
    from_constant<32><<<1056, 256>>>(out, 2048);
    from_global<32><<<1056, 256>>>(out, table, 2048);
    from_shared<32><<<1056, 256>>>(out, table, 2048);
#endif
}
