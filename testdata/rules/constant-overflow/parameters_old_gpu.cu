// flags: gpu=sm_61 cuda=12.4
struct Table {
    float v[1024];
};
__global__ void over(Table table, int n) {}  // want "^proven: the parameters of kernel over take 4,100 bytes; the limit for sm_61 with CUDA 12.4 is 4,096: .*4100 bytes required, max 4096 bytes allowed"
__global__ void fits(Table table) {}
