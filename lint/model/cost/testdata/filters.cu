// Two published comparisons of coefficients in constant memory and in global memory:
// a filter of 21 taps and a stencil of 9 points, each over samples staged in shared
// memory. Times: published_filters.csv (H200) and FACTS (K20c, Quadro P2000).
__constant__ float weight_c[32];

template <int R, int B>
__global__ void filter_constant(const float* in, float* out) {
    __shared__ float tile[B + 2 * R];
    int g = blockIdx.x * B + threadIdx.x, t = threadIdx.x + R;
    tile[t] = in[g];
    if (threadIdx.x < R) {
        tile[t - R] = in[g - R];
        tile[t + B] = in[g + B];
    }
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int i = -R; i <= R; i++) sum += weight_c[i + R] * tile[t + i];
    out[g] = sum;
}

template <int R, int B>
__global__ void filter_readonly(const float* in, float* out, const float* __restrict__ weight) {
    __shared__ float tile[B + 2 * R];
    int g = blockIdx.x * B + threadIdx.x, t = threadIdx.x + R;
    tile[t] = in[g];
    if (threadIdx.x < R) {
        tile[t - R] = in[g - R];
        tile[t + B] = in[g + B];
    }
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int i = -R; i <= R; i++) sum += weight[i + R] * tile[t + i];
    out[g] = sum;
}

void run(const float* in, float* out, const float* weight) {
    filter_constant<10, 256><<<65536, 256>>>(in, out);
    filter_readonly<10, 256><<<65536, 256>>>(in, out, weight);
    filter_constant<4, 32><<<524288, 32>>>(in, out);
    filter_readonly<4, 32><<<524288, 32>>>(in, out, weight);
}
