// flags: gpu=sm_90
// One multiplication in double precision beside a load and a store costs nothing here.
__global__ void streaming(float *o, const float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = a[i] * 0.1;
}

__global__ void heavy(float *o, const float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i];
    for (int k = 0; k < 1000; k++) x = x * 0.999 + 0.001; // want `0.999 and 0.001`
    o[i] = x;
}
