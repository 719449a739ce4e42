// flags: gpu=sm_90 cuda=12.0
struct Table {
    float v[1025];
};
__global__ void over(int n, Table table) {}  // want "^proven: the parameters of kernel over take 4,104 bytes; the limit for sm_90 with CUDA 12.0 is 4,096"
