// Reading constant memory is what it is for.
struct Body {
    float x;
    __device__ void set(float f) { x = f; }
    __device__ float get() const { return x; }
};

__constant__ float table[64];
__constant__ float start[4] = {1, 2, 3, 4};
__constant__ int total = 5;
__constant__ Body body;
__constant__ float *where;
__constant__ float *lists[4];
__constant__ Body *owner;
__constant__ struct { float *data; int n; } view;

__device__ float sum(const float *p, int n) {
    float s = 0;
    for (int i = 0; i < n; i++) {
        s += p[i];
    }
    return s;
}
__device__ void copy(float *to, const float *from) { *to = *from; }
__device__ void look(const int &x, float *to) { to[x] = 1; }
__device__ void step(const float *p) { p += 2; p++; }

__global__ void reads(float *out, int i) {
    out[i] = table[i];
    out[i + 1] += table[0] * start[1];
    float x = table[2];
    x = 3;
    x++;
    float y = body.x;
    y += body.get();
    out[2] = sum(table, 64) + y + x;
    copy(out, table);
    look(total, out);
    step(table);
    const float *p = table;
    p++;
    p = p + 1;
    out[3] = *p;
    const float &r = table[5];
    out[4] = r;
    memcpy(out, table, 16);
    atomicAdd(&out[0], table[1]);
    Body b = body;
    b.set(1);
    b.x = 2;
    float local[4];
    local[0] = table[0];
    out[total] = local[0];
    if (table[0] == 1 && total <= 3 && total != 4) {
        out[5] = -table[3];
    }
}

// What a constant pointer points to is global memory.
__global__ void behind(int i) {
    where[i] = 1;
    *where = 2;
    where[0]++;
    lists[1][i] = 3;
    *lists[2] = 4;
    owner->x = 5;
    owner->set(6);
    view.data[i] = 7;
    atomicAdd(where, 1.0f);
    atomicAdd(&view.data[2], 1.0f);
    memset(where, 0, 4);
    float *p = where;
    p[0] = 8;
}
