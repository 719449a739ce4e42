template <typename T> __device__ T twice(T x) { return x + x; }
__device__ int twice(int x, int y = 7) { return x * y; }
__device__ void swap(int &a, int &b) { int t = a; a = b; b = t; }
template <int N, class... Args> __device__ int sum(Args... args) { return (N + ... + args); }
template <class F, class... Args> __device__ void each(F f, Args... args) { (f(args), ...); }

struct Matrix {
    float *data;
    int pitch;
    __device__ Matrix(float *d, int p) : data(d), pitch(p) {}
    __device__ Matrix(float *d) : Matrix(d, 32) {}
    __device__ float &operator()(int y, int x) const { return data[y * pitch + x]; }
    __device__ operator float *() const { return data; }
    static const int side = 16;
};
template <class Derived> struct Base {
    int own = 3;
    __device__ int call() { return static_cast<Derived *>(this)->value() + own; }
};
struct Leaf : Base<Leaf> {
    int more;
    __device__ int value() const { return more; }
};

__global__ void kernel(float *p, int n) {
    swap(n, n);
    n = twice(n) + twice(n, 1) + twice<char>(n) + twice(1.5f);
    Matrix m(p);
    m(n, 2) = sum<4>(n, 1u);
    float *q = m;
    Leaf leaf;
    leaf.more = Matrix::side;
    q[leaf.call()] = outOfSight(n, m);
    each([&](int i) { n += i; }, 1, 2);
}
