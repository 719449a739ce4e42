// Members and locals are not variables of the module.
struct Tables {
    static const int n = 100000;
    float big[n];
    static float *all[n];
};
__global__ void kernel(Tables *t, float *out) { out[0] = t->big[0]; }
__constant__ int count = Tables::n;
__constant__ char bytes[sizeof(Tables *)];
