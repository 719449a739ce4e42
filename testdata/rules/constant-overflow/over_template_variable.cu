template <typename T> __constant__ T coefficients[4000];  // want "^proven: .*takes 76,000 bytes.*coefficients<double> 32,000, coefficients<char> 20,000, coefficients<float> 16,000, coefficients<short> 8,000; .*0x128e0 bytes"
template <typename T> __device__ T evaluate(int i) { return coefficients<T>[i]; }

__global__ void both(double *out, float *in) {
    out[threadIdx.x] = evaluate<double>(0) + evaluate<float>(1);
}
template <typename T> __global__ void one(T *out) { out[threadIdx.x] = coefficients<T>[0]; }

template <> __constant__ char coefficients<char>[20000];

void launch(short *out) { one<<<1, 32>>>(out); }
