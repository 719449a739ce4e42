// Values read on the host, and memory allocated into the host shadow variable of a pointer.
struct Params {
    int n;
    float a[4];
};

__constant__ float table[64];
__constant__ Params params;
__device__ int total;
__device__ float sums[16];
__device__ float *used;
__device__ float *copied;
__device__ float *stored;
__device__ float *kept;
__device__ float **rows;

__global__ void work(float *p) {
    used[threadIdx.x] = table[0];
    p[0] = copied[1];
    stored = p;
    stored[1] = 2;
    total = 1;
}

int reads(const float *h) {
    int n = total;                         // want "proven: host code reads __device__ total: it gets the value of the host shadow variable, not the value on the device"
    n += total;
    if (table[2] > 0) {                    // want "host code reads __constant__ table"
        n++;
    }
    printf("%d %f\n", params.n, params.a[1]); // want "host code reads __constant__ params"
    for (int i = 0; i < 16; i++) {
        n += (int)sums[i];                 // want "host code reads __device__ sums"
    }
    return n;
}

int more(const float *h) {
    std::cout << total << std::endl;       // want "host code reads __device__ total"
    float x = h[total];
    x = -sums[1];                          // want "host code reads __device__ sums"
    return x;
}

void allocate(float *h) {
    cudaMalloc(&used, 64);                 // want "likely: cudaMalloc stores the address in the host shadow variable of __device__ used: the pointer that kernels use stays null"
    cudaMalloc((void **)&used, 64);        // want "the host shadow variable of __device__ used"
    cudaMallocManaged(&used, 64);          // want "cudaMallocManaged stores the address"
}

void right(float *h) {
    float *p;
    cudaMalloc(&p, 64);
    cudaMemcpyToSymbol(copied, &p, sizeof(p));
    cudaMalloc(&copied, 64);
    cudaMalloc(&stored, 64);
    cudaMalloc(&kept, 64);
    work<<<1, 32>>>(kept);
}
