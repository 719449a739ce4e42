#ifndef COUNT
#define COUNT 8192
#endif
struct Table {
    float v[COUNT];
};
__global__ void over(Table table, Unseen unseen) {}  // want "^likely: the parameters of kernel over take at least 32,768 bytes.*nvcc will say .Formal parameter space overflowed.$"
