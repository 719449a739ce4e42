struct Pair { int a; float b; };
__constant__ float table[64];

__global__ void conversions(float *out, const unsigned char *bytes, short s, bool flag) {
    int i = threadIdx.x;
    out[i] = bytes[i] + s;
    out[i + 1] = flag ? s : 2.5;
    unsigned u = -1;
    out[i % 7u] = u > i;
    out[i] = table[3] * (float)(i << 2);
}

__global__ void lvalues(Pair *pairs, int *p, int n) {
    Pair local = pairs[n];
    Pair &r = pairs[n + 1];
    r.a = local.a += 2;
    *p++ = r.a--;
    (n > 1 ? local : pairs[0]).b = 1;
    local = n > 1 ? pairs[2] : pairs[3];
    int *q = &p[3] - n;
    p[0] = q - p;
    p[1] = q == p && *q || !n;
    p[2] = 3[p];
}

__global__ void reads(const float4 *in, float4 *out) {
    float4 v = __ldg(&in[threadIdx.x]);
    __stcg(&out[threadIdx.x], v);
    out[0] = make_float4(v.x, 1, 2, 3);
    __stcg(out + 1, __ldg(in + 2));
    asm("mov.u32 %0, %1;" : "=f"(v.x) : "f"(v.y));
    atomicAdd(&out[1].x, v.x);
    atomicAdd((int *)out + 7, 1);
}
