struct Large {
    char bytes[32765];
};
struct Fits {
    char bytes[32753];
};
struct Plain {
    float value[8191];
};
__global__ void one(Large large) {}  // want "^proven: the parameters of kernel one take 32,765 bytes; the limit for sm_90 with CUDA 13.0 is 32,764: nvcc will say .Formal parameter space overflowed .32765 bytes required, max 32764 bytes allowed.."
__global__ void padded(Fits fits,   // want "^proven: the parameters of kernel padded take 32,768 bytes.*ptxas will say .uses too much parameter space .0x8000 bytes, 0x7ffc max.."
                       double d) {}
__global__ void grid(const __grid_constant__ Plain plain, int *out, char c) { *out = plain.value[c]; }  // want "^proven: the parameters of kernel grid take 32,777 bytes"
template <typename T, int N> struct Array {
    T v[N];
};
template <typename T, int N> __global__ void made(Array<T, N> array, T *out) { *out = array.v[0]; }  // want "^proven: the parameters of kernel made take 40,008 bytes"
template <typename T> __global__ void never_made(Array<T, 9000> array) {}
__global__ void by_reference(const Large &large, const Large *pointer, float (*rows)[9000]) {}
__global__ void fits(Plain plain) {}
__global__ void only_declared(Large large);
void launch(double *out) {
    Array<double, 5000> a;
    made<<<1, 1>>>(a, out);
}
