// Buffers that change places between launches, where they are members or held by
// objects: each is read by one launch and written by the next.
#include <utility>

template <class T> struct Buffer {
    T *data;
    T *get() const { return data; }
};

__global__ void step_members(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }

struct Solver {
    float *now, *next;
    void run(int n) {
        for (int i = 0; i < n; ++i) {
            step_members<<<1, 32>>>(now, next);
            float *t = now;
            now = next;
            next = t;
        }
    }
};

__global__ void step_method(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }

struct Grid {
    float *front, *back;
    void flip() { std::swap(this->front, this->back); }
    void step() {
        step_method<<<1, 32>>>(front, back);
        flip();
    }
};

__global__ void step_objects(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }

void run(Buffer<float> &a, Buffer<float> b, int n) {
    for (int i = 0; i < n; ++i) {
        step_objects<<<1, 32>>>(a.get(), b.get());
        std::swap(a, b);
    }
}
