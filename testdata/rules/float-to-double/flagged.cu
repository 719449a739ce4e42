// flags: gpu=sm_89
// Nothing keeps the double: nvcc computes it all the same.
#define PI 3.14159265
#define SQUARE(x) ((x) * (x))

__global__ void operators(float *o, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i], y = b[i];
    o[i] = x * 0.1;              // want `proven: x \* 0.1 is computed in double precision \(1 operation and 2 conversions per thread\) and then becomes a float: 0.1 has no suffix f`
    o[i] += 1.0 - x * 0.5;       // want `o\[i\] \+= 1.0 - x \* 0.5 is computed in double precision \(2 operations and 3 conversions per thread\) and then becomes a float: 1.0 and 0.5 have no suffix f`
    o[i] = x * 0.5 + y;          // want `1 operation and 3 conversions`
    o[i] = (x + 1.0) / (y + 2.0);// want `3 operations and 3 conversions`
    o[i] = x / 0.1 > y ? x : y;  // want `x / 0.1 > y is computed in double precision \(2 operations and 2 conversions per thread\): 0.1`
    o[i] = x > 0 ? y * 0.1 : 0.0;// want `x > 0 \? y \* 0.1 : 0.0`
    o[i] = (i + 0.5) / n;        // want `becomes a float: 0.5`
    o[i] = 1.0 / n;              // want `1.0 / n`
    o[(int)(x * 255.0 + 0.5)] = y; // want `becomes an integer: 255.0 and 0.5`
    while (x < 1e-5) x += y;     // want `1e-5 has no suffix f`
}

__global__ void functions(float *o, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i], y = b[i];
    o[i] = pow(x, 2);            // want `pow\(x, 2\) .* pow with an integer argument calls the overload for double`
    o[i] = exp(-0.5 * x);        // want `2 operations`
    o[i] = sqrt(1.0 - x);        // want `sqrt\(1.0 - x\)`
    o[i] = fmax(x, 0.0);         // want `fmax\(x, 0.0\)`
    o[i] = sqrt(n * 1.0);        // want `sqrt`
    o[i] = expf(-0.1 * x);       // want `-0.1 \* x .*becomes a float`
    atomicAdd(&o[i], y * 0.3);   // want `y \* 0.3`
    o[i] = x * PI;               // want `PI has no suffix f`
    o[i] = SQUARE(x - 0.1);      // want `0.1 has no suffix f`
}

// A template is compiled for float and for double.
template <typename T> __device__ T scaled(T x) {
    return x * 0.1;              // want `x \* 0.1`
}

__global__ void instances(float *o, double *d) {
    o[threadIdx.x] = scaled(o[threadIdx.x]);
    d[threadIdx.x] = scaled(d[threadIdx.x]);
}
