// nvcc: -std=c++20 --extended-lambda
// Memory read and written through objects: spans, pitched views, layouts, tensors, iterators, bases.
// One access of interest per line; what the comments at the ends of lines mean is in README.md.
// Pointers are 256-byte aligned.
#include <cuda_runtime.h>
#include <cstddef>
#include <cstdint>

static float *floats() {
    float *p;
    cudaMalloc(&p, 4 << 20);
    cudaMemset(p, 0, 4 << 20);
    return p;
}

// A span: by reference, by value, by its pointers.
template <class T>
class Span {
public:
    __host__ __device__ Span(T *data, size_t size) : data_(data), size_(size) {}
    __device__ T &operator[](size_t i) const { return data_[i]; }
    __device__ T *data() const { return data_; }
    __device__ T *begin() const { return data_; }
    __device__ T *end() const { return data_ + size_; }
    __device__ Span subspan(size_t from, size_t count) const { return {data_ + from, count}; }
    __device__ T get(size_t i) const {
        return data_[i];  //= load global sectors 12
    }

private:
    T *data_;
    size_t size_;
};
__global__ void span_members(Span<const float> in, Span<float> out) {
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = in[i];  //= load global sectors 4
    a += in.get(3 * i);
    a += in.data()[i + 1];  //= load global sectors 5
    a += *(in.begin() + 4 * i);  //= load global sectors 16
    a += in.subspan(128, 512)[2 * i];  //= load global sectors 8
    a += *(in.end() - 1 - i);  //= load global sectors 4
    out[i] = a;  //= store global sectors 4
}

// A pitched view: rows are bytes apart.
template <class T>
struct PitchedPtr {
    T *data;
    size_t step;
    __device__ T *row(int y) { return (T *)((char *)data + y * step); }
    __device__ const T *row(int y) const { return (const T *)((const char *)data + y * step); }
    __device__ T &operator()(int y, int x) { return row(y)[x]; }
    __device__ const T &operator()(int y, int x) const { return row(y)[x]; }
};
template <class T>
struct PitchedImage : PitchedPtr<T> {
    int rows, cols;
};
__global__ void pitched_rows(const PitchedPtr<float> in, PitchedPtr<float> out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    float a = in(y, x);  //= load global sectors 4
    a += in.row(x)[y];  //= load global sectors 32
    a += in(y, x + 1);  //= load global sectors 5
    out(y, x) = a;  //= store global sectors 4
}
__global__ void pitched_image(const PitchedImage<uchar4> in, PitchedImage<unsigned char> out) {
    int x = threadIdx.x, y = threadIdx.y;
    if (x >= in.cols || y >= in.rows) return;
    uchar4 pixel = in(y, x);  //= load global sectors 5
    out(y, x) = pixel.x;  //= store global sectors 2
}

// Layouts of an mdspan.
struct LayoutRight {
    int rows, cols;
    __device__ int operator()(int r, int c) const { return r * cols + c; }
};
struct LayoutLeft {
    int rows, cols;
    __device__ int operator()(int r, int c) const { return r + c * rows; }
};
struct LayoutStride {
    int64_t stride[2];
    __device__ int64_t operator()(int r, int c) const { return r * stride[0] + c * stride[1]; }
};
template <class T, class Layout>
struct Matrix {
    T *data;
    Layout at;
    __device__ T &operator()(int r, int c) const { return data[at(r, c)]; }
};
__global__ void read_right(Matrix<const float, LayoutRight> m, float *out) {
    int c = threadIdx.x, r = threadIdx.y;
    float a = m(r, c);  //= load global sectors 4
    a += m(c, r);  //= load global sectors 32
    out[r * 32 + c] = a;
}
__global__ void read_left(Matrix<const float, LayoutLeft> m, float *out) {
    int c = threadIdx.x, r = threadIdx.y;
    float a = m(r, c);  //= load global sectors 32
    a += m(c, r);  //= load global sectors 4
    out[r * 32 + c] = a;
}
__global__ void read_strided(Matrix<const float, LayoutStride> m, float *out) {
    int c = threadIdx.x, r = threadIdx.y;
    float a = m(r, c);  //= load global sectors 9 mean 8.5
    a += m(r + 1, 2 * c);  //= load global sectors 17 mean 16.5
    out[r * 32 + c] = a;
}
template <int Rows, int Cols>
struct FixedMatrix {
    const float *data;
    __device__ float operator()(int r, int c) const {
        return data[r * Cols + c];  //= load global sectors 20
    }
};
__global__ void fixed_extents(FixedMatrix<64, 5> m, float *out) {
    out[threadIdx.x] = m(threadIdx.x, 2);
}

// A tensor that is indexed a dimension at a time.
template <class T, int Dim>
struct Tensor {
    T *data;
    const int *stride;
    __device__ Tensor<T, Dim - 1> operator[](int i) const { return {data + i * stride[0], stride + 1}; }
};
template <class T>
struct Tensor<T, 1> {
    T *data;
    const int *stride;
    __device__ T &operator[](int i) const { return data[i * stride[0]]; }
};
__global__ void tensor_of_strides(float *p, float *out) {
    const int stride[3] = {4096, 64, 1};
    Tensor<float, 3> t{p, stride};
    int i = threadIdx.x;
    float a = t[1][2][i];  //= load global sectors 4
    a += t[3][i][5];  //= load global sectors 32
    a += t[0][i / 8][i % 8];  //= load global sectors 4
    out[i] = a;
}

// A base that knows its derived class.
template <class Derived>
struct Indexable {
    __device__ float operator[](int i) const {
        const Derived &self = static_cast<const Derived &>(*this);
        return self.base()[self.map(i)];
        //= crtp_even: load global sectors 8
        //= crtp_flip: load global sectors 4
    }
};
struct Even : Indexable<Even> {
    const float *p;
    __device__ explicit Even(const float *q) : p(q) {}
    __device__ const float *base() const { return p; }
    __device__ int map(int i) const { return 2 * i; }
};
struct Flip : Indexable<Flip> {
    const float *p;
    __device__ explicit Flip(const float *q) : p(q) {}
    __device__ const float *base() const { return p; }
    __device__ int map(int i) const { return i ^ 31; }
};
__global__ void crtp_even(const float *in, float *out) { out[threadIdx.x] = Even(in)[threadIdx.x]; }
__global__ void crtp_flip(const float *in, float *out) { out[threadIdx.x] = Flip(in)[threadIdx.x]; }

// Iterators.
struct Counting {
    int at;
    __device__ int operator*() const { return at; }
    __device__ Counting operator+(int n) const { return {at + n}; }
    __device__ int operator[](int n) const { return at + n; }
};
struct Strided {
    const float *p;
    int step;
    __device__ const float &operator*() const { return *p; }
    __device__ Strided operator+(int n) const { return {p + n * step, step}; }
    __device__ const float &operator[](int n) const { return *(*this + n).p; }
};
template <class It, class F>
struct Transformed {
    It it;
    F f;
    __device__ auto operator*() const { return f(*it); }
    __device__ Transformed operator+(int n) const { return {it + n, f}; }
    __device__ auto operator[](int n) const { return *(*this + n); }
};
struct Half {
    const float *p;
    __device__ float operator()(int i) const {
        return p[i / 2 + 64];  //= load global sectors 2
    }
};
__global__ void iterators(const float *in, float *out) {
    int i = threadIdx.x;
    Strided by_six{in, 6};
    float a = by_six[i];  //= load global sectors 24
    a += *(by_six + (i & ~1));  //= load global sectors 16
    Transformed<Counting, Half> halves{Counting{0}, Half{in}};
    a += halves[i];
    out[i] = a;  //= store global sectors 4
}

// A smart pointer, a proxy, a reference in a structure.
template <class T>
struct Pointer {
    T *p;
    __device__ T &operator*() const { return *p; }
    __device__ T *operator->() const { return p; }
    __device__ Pointer operator+(ptrdiff_t n) const { return {p + n}; }
};
struct Particle {
    float x, y, z, mass;
    int kind;
};
struct Proxy {
    float *p;
    __device__ operator float() const {
        return *p;  //= load global sectors 4
    }
    __device__ const Proxy &operator=(float v) const {
        *p = v;  //= store global sectors 8
        return *this;
    }
};
struct Column {
    float *base;
    __device__ Proxy operator[](int i) const { return {base + i}; }
};
__global__ void pointer_like(Particle *particles, float *in, float *out) {
    int i = threadIdx.x;
    Pointer<Particle> p{particles};
    float a = (p + i)->mass;  //= load global sectors 20
    a += (*(p + i)).kind;  //= load global sectors 20
    Column from{in + 32}, to{out};
    a += from[i];
    to[2 * i] = a;
}

int main() {
    float *p = floats(), *q = floats();
    span_members<<<4, 128>>>(Span<const float>(p, 1 << 16), Span<float>(q, 512));
    pitched_rows<<<dim3(2, 4), dim3(32, 8)>>>(PitchedPtr<float>{p, 512}, PitchedPtr<float>{q, 512});
    PitchedImage<uchar4> image;
    image.data = reinterpret_cast<uchar4 *>(p), image.step = 80, image.rows = 16, image.cols = 16;
    PitchedImage<unsigned char> gray;
    gray.data = reinterpret_cast<unsigned char *>(q), gray.step = 64, gray.rows = 16, gray.cols = 16;
    pitched_image<<<1, dim3(16, 16)>>>(image, gray);
    read_right<<<1, dim3(32, 8)>>>(Matrix<const float, LayoutRight>{p, {64, 64}}, q);
    read_left<<<1, dim3(32, 8)>>>({p, {64, 64}}, q);
    Matrix<const float, LayoutStride> strided{p, {{100, 2}}};
    read_strided<<<1, dim3(32, 8)>>>(strided, q);
    fixed_extents<<<1, 64>>>({p}, q);
    tensor_of_strides<<<1, 128>>>(p, q);
    crtp_even<<<1, 128>>>(p, q);
    crtp_flip<<<1, 128>>>(p, q);
    iterators<<<1, 128>>>(p, q);
    pointer_like<<<1, 128>>>(reinterpret_cast<Particle *>(p), p, q);
    return cudaDeviceSynchronize();
}
