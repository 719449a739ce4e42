// A lambda expression of the device in a function of the host.
__constant__ float table[64];

template <typename F> __global__ void each(F f) { f(threadIdx.x); }

void run() {
    each<<<1, 32>>>([=] __device__(int i) {
        table[i] = 1; // want "variable table"
    });
}
