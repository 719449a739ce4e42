// Loops that read a table in constant memory at an address that all lanes share.
__constant__ float table_c[4096];
__constant__ float2 pair_c[512];
__constant__ float4 quad_c[512];
__constant__ double wide_c[512];
__constant__ unsigned char byte_c[1024];
__constant__ struct Entry { float a, b; int n; } entry_c[256];
__constant__ float matrix_c[32][64];
#define AT (blockIdx.x * blockDim.x + threadIdx.x)

__global__ void bound_parameter(float* out, int n) { float s = 0; for (int i = 0; i < n; i++) s += table_c[i]; out[AT] = s; }
__global__ void bound_1000(float* out) { float s = 0; float x = out[AT]; for (int i = 0; i < 1000; i++) s = s * x + table_c[i]; out[AT] = s; }
__global__ void bound_16(float* out) { float s = 0; float x = out[AT]; for (int i = 0; i < 16; i++) s = s * x + table_c[i]; out[AT] = s; }
__global__ void bound_100(float* out) { float s = 0; float x = out[AT]; for (int i = 0; i < 100; i++) s = s * x + table_c[i]; out[AT] = s; }
__global__ void bound_128(float* out) { float s = 0; float x = out[AT]; for (int i = 0; i < 128; i++) s = s * x + table_c[i]; out[AT] = s; }
__global__ void bound_256(float* out) { float s = 0; float x = out[AT]; for (int i = 0; i < 256; i++) s = s * x + table_c[i]; out[AT] = s; }
__global__ void unroll_full_256(float* out) { float s = 0; float x = out[AT];
#pragma unroll
 for (int i = 0; i < 256; i++) s = s * x + table_c[i]; out[AT] = s; }
__global__ void unroll_full_1024(float* out) { float s = 0; float x = out[AT];
#pragma unroll
 for (int i = 0; i < 1024; i++) s = s * x + table_c[i]; out[AT] = s; }
__global__ void unroll_full_4096(float* out) { float s = 0; float x = out[AT];
#pragma unroll
 for (int i = 0; i < 4096; i++) s = s * x + table_c[i]; out[AT] = s; }
__global__ void unroll_1(float* out) { float s = 0; float x = out[AT];
#pragma unroll 1
 for (int i = 0; i < 16; i++) s = s * x + table_c[i]; out[AT] = s; }
__global__ void unroll_8(float* out) { float s = 0; float x = out[AT];
#pragma unroll 8
 for (int i = 0; i < 1024; i++) s = s * x + table_c[i]; out[AT] = s; }
__global__ void unroll_8_masked(float* out, int n) { float s = 0; 
#pragma unroll 8
 for (int i = 0; i < n; i++) s += table_c[i & 1023]; out[AT] = s; }
__global__ void by_block(float* out, int n) { float s = 0; for (int i = 0; i < n; i++) s += table_c[(blockIdx.x + i) & 1023]; out[AT] = s; }
__global__ void by_parameter(float* out, int n, int k) { float s = 0; for (int i = 0; i < n; i++) s += table_c[k * i]; out[AT] = s; }
__global__ void by_global_load(float* out, const int* __restrict__ at, int n) { float s = 0; for (int i = 0; i < n; i++) s += table_c[at[i]]; out[AT] = s; }
__global__ void by_global_load_plain(float* out, const int* at, int n) { float s = 0; for (int i = 0; i < n; i++) { s += table_c[at[i]]; out[AT + i] = s; } }
__global__ void by_shared_load(float* out, int n) { __shared__ int at[256]; at[threadIdx.x] = threadIdx.x * n; __syncthreads(); float s = 0; for (int i = 0; i < 256; i++) s += table_c[at[i]]; out[AT] = s; }
__global__ void by_shuffle(float* out, int n) { float s = 0; int t = threadIdx.x; for (int i = 0; i < n; i++) { t = __shfl_sync(~0u, t, i & 31); s += table_c[t]; } out[AT] = s; }
__constant__ int index_c[1024];
__global__ void by_constant_load(float* out, int n) { float s = 0; for (int i = 0; i < n; i++) s += table_c[index_c[i]]; out[AT] = s; }
__global__ void by_warp(float* out, int n) { float s = 0; for (int i = 0; i < n; i++) s += table_c[threadIdx.x / 32 + i]; out[AT] = s; }
__global__ void by_thread_y(float* out, int n) { float s = 0; for (int i = 0; i < n; i++) s += table_c[threadIdx.y + i]; out[AT + threadIdx.y] = s; }
__global__ void nested_row(float* out, int n) { float s = 0; for (int r = 0; r < n; r++) for (int c = 0; c < 64; c++) s += matrix_c[r][c]; out[AT] = s; }
__global__ void nested_row_16(float* out, int n) { float s = 0; for (int r = 0; r < n; r++) for (int c = 0; c < 16; c++) s += matrix_c[r][c]; out[AT] = s; }
__global__ void nested_inner_fixed(float* out, int n) { float s = 0; for (int r = 0; r < n; r++) for (int c = 0; c < 16; c++) s = s * r + table_c[c]; out[AT] = s; }
__global__ void nested_both(float* out) { float s = 0; float x = out[AT]; for (int r = 0; r < 32; r++) for (int c = 0; c < 64; c++) s = s * x + matrix_c[r][c]; out[AT] = s; }
__global__ void structs(float* out, int n) { float s = 0; for (int i = 0; i < n; i++) s = s * entry_c[i].a + entry_c[i].b * entry_c[i].n; out[AT] = s; }
__global__ void pairs(float* out, int n) { float s = 0; for (int i = 0; i < n; i++) s = s * pair_c[i].x + pair_c[i].y; out[AT] = s; }
__global__ void quads(float* out, int n) { float s = 0; for (int i = 0; i < n; i++) { float4 q = quad_c[i]; s = s * q.x + q.y * q.z + q.w; } out[AT] = s; }
__global__ void doubles(double* out, int n) { double s = 0; for (int i = 0; i < n; i++) s += wide_c[i]; out[AT] = s; }
__global__ void bytes(int* out, int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 3 + byte_c[i]; out[AT] = s; }
__global__ void pointer_walk(float* out, int n) { float s = 0; const float* p = table_c; const float* e = p + n; while (p != e) s += *p++; out[AT] = s; }
__global__ void reference(float* out, int n) { float s = 0; for (int i = 0; i < n; i++) { const Entry& e = entry_c[i]; s = s * e.a + e.b; } out[AT] = s; }
__device__ float inlined(int i) { return table_c[i] * 2; }
__global__ void call_inlined(float* out, int n) { float s = 0; for (int i = 0; i < n; i++) s += inlined(i); out[AT] = s; }
__device__ __noinline__ float not_inlined(int i) { return table_c[i] * 2; }
__global__ void call_not_inlined(float* out, int n) { float s = 0; for (int i = 0; i < n; i++) s += not_inlined(i); out[AT] = s; }
__device__ __noinline__ float loop_not_inlined(float x, int n) { float s = 0; for (int i = 0; i < n; i++) s = s * x + table_c[i]; return s; }
__global__ void call_loop_not_inlined(float* out, int n) { out[AT] = loop_not_inlined(out[AT], n); }
__device__ float loop_inlined(float x, int n) { float s = 0; for (int i = 0; i < n; i++) s = s * x + table_c[i]; return s; }
__global__ void call_loop_inlined(float* out, int n) { out[AT] = loop_inlined(out[AT], n); }
__device__ float row(const float* p, float x, int n) { float s = 0; for (int i = 0; i < n; i++) s = s * x + p[i]; return s; }
__global__ void call_row(float* out, int n) { out[AT] = row(table_c, out[AT], n); }
// divergent control flow
__global__ void guard_thread(float* out, int n) { if (AT >= n) return; float s = 0; for (int i = 0; i < n; i++) s += table_c[i]; out[AT] = s; }
__global__ void guard_if(float* out, int n) { float s = 0; if (AT < n) { for (int i = 0; i < n; i++) s += table_c[i]; out[AT] = s; } }
__global__ void guard_lane(float* out, int n) { if (threadIdx.x < 7) { float s = 0; for (int i = 0; i < n; i++) s += table_c[i]; out[AT] = s; } }
__global__ void break_data(float* out, int n) { float s = 0; for (int i = 0; i < n; i++) { s += table_c[i]; if (s > out[AT]) break; } out[AT] = s; }
__global__ void break_uniform(float* out, int n, int m) { float s = 0; for (int i = 0; i < n; i++) { s += table_c[i]; if (index_c[i] > m) break; } out[AT] = s; }
__global__ void continue_data(float* out, const float* in, int n) { float s = 0; for (int i = 0; i < n; i++) { if (in[AT + i] < 0) continue; s += table_c[i] * in[AT + i]; } out[AT] = s; }
__global__ void if_data(float* out, const float* in, int n) { float s = 0; for (int i = 0; i < n; i++) { if (in[AT + i] > 0) s += table_c[i] * expf(in[AT + i]); } out[AT] = s; }
__global__ void trips_thread(float* out, int n) { float s = 0; for (int i = 0; i < (int)threadIdx.x; i++) s += table_c[i]; out[AT] = s; }
__global__ void trips_data(float* out, const int* in) { float s = 0; int n = in[AT]; for (int i = 0; i < n; i++) s += table_c[i]; out[AT] = s; }
__global__ void outer_trips_thread(float* out, const int* in, int m) { float s = 0; int n = in[AT]; for (int j = 0; j < n; j++) for (int i = 0; i < m; i++) s += table_c[i] * j; out[AT] = s; }
__global__ void grid_stride(float* out, const float* in, int n, int m) { for (int t = AT; t < n; t += gridDim.x * blockDim.x) { float s = 0; for (int i = 0; i < m; i++) s += table_c[i] * in[t + i]; out[t] = s; } }
__global__ void grid_stride_200(float* out, const float* in, int n) { for (int t = AT; t < n; t += gridDim.x * blockDim.x) { float s = 0; for (int i = 0; i < 200; i++) s += table_c[i] * in[t + i]; out[t] = s; } }
__global__ void fir(float* out, const float* in, int taps) { float s = 0; for (int i = 0; i < taps; i++) s += table_c[i] * in[AT + i]; out[AT] = s; }
__global__ void fir_barrier(float* out, const float* in, int taps) { __shared__ float t[256]; float s = 0; for (int i = 0; i < taps; i++) { t[threadIdx.x] = in[AT + i * 256]; __syncthreads(); s += table_c[i] * t[255 - threadIdx.x]; __syncthreads(); } out[AT] = s; }
__global__ void while_loop(float* out, int n) { float s = 0; int i = 0; while (i < n) { s += table_c[i]; i += 2; } out[AT] = s; }
__global__ void do_loop(float* out, int n) { float s = 0; int i = 0; do { s += table_c[i]; } while (++i < n); out[AT] = s; }
__global__ void shift_loop(float* out, int n) { float s = 0; for (int i = n; i > 0; i >>= 1) s += table_c[i]; out[AT] = s; }
__global__ void by_block_only(float* out, int n) { float s = out[AT]; for (int i = 0; i < n; i++) { s = s * table_c[blockIdx.x] + 1; __syncthreads(); } out[AT] = s; }
__global__ void no_loop_block(float* out) { out[AT] = table_c[blockIdx.x]; }
__global__ void int_index(int* out, int n) { int s = 0; for (int i = 0; i < n; i++) s += index_c[i]; out[AT] = s; }
__global__ void as_bound(float* out, int n) { float s = 0; for (int i = 0; i < n; i++) for (int j = index_c[i]; j < index_c[i + 1]; j++) s += out[j]; out[AT] = s; }
__global__ void as_address(float* out, const float* in, int n) { float s = 0; for (int i = 0; i < n; i++) s += in[AT + index_c[i]]; out[AT] = s; }
__global__ void long_long_i(float* out, long long n) { float s = 0; for (long long i = 0; i < n; i++) s += table_c[i]; out[AT] = s; }
__global__ void unsigned_i(float* out, unsigned n) { float s = 0; for (unsigned i = 0; i < n; i++) s += table_c[i]; out[AT] = s; }
__global__ void float_math(float* out, int n) { float s = out[AT]; for (int i = 0; i < n; i++) s = sqrtf(s) + sinf(s) * table_c[i]; out[AT] = s; }
__global__ void double_division(double* out, int n) { double s = out[AT]; for (int i = 0; i < n; i++) s = wide_c[i] / s; out[AT] = s; }
__global__ void nested_both_rolled(float* out) { float s = 0; float x = out[AT];
#pragma unroll 1
 for (int r = 0; r < 32; r++)
#pragma unroll 1
  for (int c = 0; c < 64; c++) s = s * x + matrix_c[r][c]; out[AT] = s; }
__global__ void nested_outer_rolled(float* out) { float s = 0; float x = out[AT];
#pragma unroll 1
 for (int r = 0; r < 32; r++)
  for (int c = 0; c < 64; c++) s = s * x + matrix_c[r][c]; out[AT] = s; }
__constant__ float4 more_c[512];
__global__ void merged_start(float* out, int n) { float x = out[AT], s = 0; int k = 0; if (n % 2) { s = more_c[0].x * x; k++; } for (; k < n; k += 2) { s = s * x + more_c[k].x; s = s * x + more_c[k + 1].y; } out[AT] = s; }
__global__ void merged_start_two_ends(float* out, int n, int m) { float x = out[AT], s = 0; int k = 0; if (n % 2) { s = more_c[0].x * x; k++; m++; } for (; k < 1024 && m < n; k += 2, m += 2) { s = s * x + more_c[k].x; s = s * x + more_c[k + 1].y; } out[AT] = s; }
__global__ void two_ends(float* out, int n, int m) { float x = out[AT], s = 0; for (int k = 0; k < 1024 && m < n; k += 2, m += 2) { s = s * x + more_c[k].x; s = s * x + more_c[k + 1].y; } out[AT] = s; }
__global__ void sines(float* out, int n) { float x = out[AT], s = 0, c = 0; for (int k = 0; k < n; k++) { float a = more_c[k].x * x + more_c[k].y * s; s += more_c[k].z * cosf(a); c += more_c[k].z * sinf(a); } out[AT] = s + c; }
__global__ void sines_two_ends(float* out, int n, int m) { float x = out[AT], s = 0, c = 0; for (int k = 0; k < 1024 && m < n; k++, m++) { float a = more_c[k].x * x + more_c[k].y * s; s += more_c[k].z * cosf(a); c += more_c[k].z * sinf(a); } out[AT] = s + c; }
__global__ void chosen_start(float* out, int n, int m) { float x = out[AT], s = 0; for (int k = m > 5 ? 1 : 0; k < n; k++) { s = s * x + more_c[k].x; } out[AT] = s; }
