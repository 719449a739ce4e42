// Other variables of the same name.
__constant__ float table[64];
__constant__ int total;

struct Record {
    float table[4];
    int total;
    __device__ void fill() {
        table[0] = 1;
        this->total = 2;
        total++;
    }
};

namespace other {
__device__ float table[64];
__global__ void inner(int i) { table[i] = 1; }
}

__global__ void parameter(float *table, int total) {
    table[0] = 1;
    total = 2;
    atomicAdd(&table[1], 1.0f);
}

__global__ void shared(int i) {
    __shared__ float table[32];
    table[i] = 1;
    {
        int total = 0;
        total++;
    }
    for (int total = 0; total < 4; total++) {
        table[total] = 2;
    }
}

__global__ void member(Record *r, int i) {
    r->table[i] = 1;
    r->total = 2;
    Record s;
    s.table[0] = 3;
    s.total++;
    s.fill();
}

__global__ void qualified(int i) { other::table[i] = 1; }

__global__ void lambda(float *out) {
    auto f = [&](float *table, int total) { table[total] = 1; };
    f(out, 2);
}

__global__ void mixed(float *out, int i) {
    float *p = i ? table : out;
    if (i == 0) {
        p[0] = 1;
    }
    float *q = table;
    q = out;
    q[i] = 2;
}
