// flags: gpu=sm_89
#define HALF 0.5
const double planck = 6.62607015e-34;

// nvcc narrows these: no double is left in PTX.
__global__ void narrowed(float *o, const float *a, const float *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i], y = b[i];
    o[i] = x * 0.5;
    o[i] += 1.0;
    o[i] *= HALF;
    o[i] = 1.0 / x;
    o[i] = x / 3.0;
    o[i] = 1.0 - x * y;
    o[i] = x > 0.5 ? y : 0.0;
    o[i] = x > 0 ? y * 0.5 : 0.1;
    o[i] = -(x * 2.0);
    o[i] = sqrt(x) + fabs(y) + pow(x, y) + pow(x, 2.0f);
    o[i] = 0.1;
    o[i] = x * 0.1f;
    if (threadIdx.x > 0.5) o[i] = 5 * 0.5 * x;
}

// The double is kept, or asked for.
__global__ void kept(float *o, double *d, const float *a, double scale) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i];
    d[i] = x * 0.1;
    double sum = 0;
    for (int k = 0; k < 8; k++) sum += a[k] * 0.1;
    o[i] = sum;
    o[i] = (double)x * 0.1;
    o[i] = static_cast<double>(x) * 0.1;
    o[i] = double(x) * 0.1;
    o[i] = x * scale;
    o[i] = d[i] * 0.1;
    o[i] = x * planck;
    o[i] = x + 1e-300;           // no float is that small
    printf("%f", x * 0.1);
}

__device__ double twice(double x) { return x * 2.0; }
__device__ double precise(float x) { return x * 0.1; }

__global__ void passed(double *d, const float *a) {
    d[threadIdx.x] = twice(a[threadIdx.x]) + precise(a[threadIdx.x]);
}

// Integers only: no float is involved.
__global__ void integers(int *o, int n) {
    o[threadIdx.x] = n * 0.1;
    o[threadIdx.x] = (long)n * 0.1 > 5;
}

// Host code is not priced.
float host(float x) { return x * 0.1; }

// A double template is compiled for double only.
template <typename T> __global__ void doubles(T *o) { o[threadIdx.x] = o[threadIdx.x] * 0.1; }
void launch(double *d) { doubles<<<1, 32>>>(d); }
