// One spelling read twice: the same pointer only where nothing came in between.
#include <cuda_runtime.h>
#include <memory>
#include <utility>
#include <vector>

__global__ void smooth(const float *__restrict__ from, float *__restrict__ to) { to[threadIdx.x] = from[threadIdx.x] + from[threadIdx.x + 1]; }

#define FRESH(ptr, bytes) cudaMalloc(&ptr, bytes)

void macro_takes_the_address(float *given, int n)
{
    float *mine = given;
    FRESH(mine, n);
    smooth<<<1, 64>>>(given, mine);
}
struct Node {
    Node *rest;
    float *data;
};
void list_goes_on(Node *list)
{
    float *first = list->data;
    list = list->rest;
    smooth<<<1, 64>>>(first, list->data);
}
void last_is_taken(std::vector<float *> &stack)
{
    float *top = stack.back();
    stack.pop_back();
    smooth<<<1, 64>>>(top, stack.back());
}
void owners_change(std::unique_ptr<float[]> &a, std::unique_ptr<float[]> &b)
{
    float *before = a.get();
    a.swap(b);
    smooth<<<1, 64>>>(before, a.get());
}
void null_or_not(float *p, bool c) { smooth<<<1, 64>>>(c ? nullptr : p, p); }

// Nothing in between.
void owner_stays(std::unique_ptr<float[]> &a)
{
    float *before = a.get();
    smooth<<<1, 64>>>(before, a.get()); // want "^proven: "
}
void list_stays(Node *list)
{
    float *first = list->data;
    smooth<<<1, 64>>>(first, list->data); // want "^proven: "
}
static float *through(float *p) { return p; }
void by_function(float *p) { smooth<<<1, 64>>>(p, through(p)); } // want "^proven: "
struct Stage {
    float *buffer;
    float *input() { return buffer; }
    float *output() { return buffer; }
    void run() { smooth<<<1, 64>>>(input(), output()); } // want "^proven: "
};

// A pool gives another buffer each time, whatever its method is called.
struct Pool {
    float *base;
    int next = 0;
    float *get() { return base + 256 * next++; }
    float *data() const { return base; }
};
void from_pool(Pool &pool)
{
    float *x = pool.get(), *y = pool.get();
    smooth<<<1, 64>>>(x, y);
    smooth<<<1, 64>>>(pool.get(), pool.get());
}
template <typename P> void from_any(P &pool)
{
    float *x = pool.get(), *y = pool.get();
    smooth<<<1, 64>>>(x, y);
}
void base_of_pool(Pool &pool) { smooth<<<1, 64>>>(pool.data(), pool.data()); } // want "^proven: "

// Other names for the same place.
void by_reference(float *p, float *q)
{
    float *before = p;
    float *&name = p;
    name = q;
    smooth<<<1, 64>>>(before, p);
}
void by_array(float *list[2], float *other)
{
    float *before = list[0];
    float **same = list;
    same[0] = other;
    smooth<<<1, 64>>>(before, list[0]);
}
void by_node(Node *n, float *other)
{
    Node *same = n;
    float *before = n->data;
    same->data = other;
    smooth<<<1, 64>>>(before, n->data);
}
void owned(float *p)
{
    std::unique_ptr<float[]> u(p);
    smooth<<<1, 64>>>(u.get(), u.get()); // want "^proven: "
}

// Functions that return one of several, or a part.
static float *pick(float *p, float *q, bool c) { return c ? p : q; }
static float *part(float *p, int n) { return p + n; }
void either(float *p, float *q, bool c) { smooth<<<1, 64>>>(pick(p, q, c), pick(p, q, !c)); }
void parts(float *p, int n) { smooth<<<1, 64>>>(part(p, n), part(p, 2 * n)); }
