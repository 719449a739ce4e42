__constant__ float table_c[4096];
__constant__ int index_c[1024];
__constant__ float2 pair_c[512];
__constant__ short short_c[512];
__constant__ double wide_c[512];
__constant__ long long long_c[512];
__constant__ unsigned u_c[512];
#define AT (blockIdx.x * blockDim.x + threadIdx.x)
// value uses, runtime trip
__global__ void u_add(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += table_c[i]; } out[AT] = s + y; }
__global__ void u_addx(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += table_c[i] + x; } out[AT] = s + y; }
__global__ void u_mul(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += table_c[i] * x; } out[AT] = s + y; }
__global__ void u_mul_sum(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s = s * x + table_c[i]; } out[AT] = s + y; }
__global__ void u_twice(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += table_c[i] * 2; } out[AT] = s + y; }
__global__ void u_square(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += table_c[i] * table_c[i]; } out[AT] = s + y; }
__global__ void u_two_uses(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += table_c[i] * x; y = y * s + table_c[i]; } out[AT] = s + y; }
__global__ void u_store(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { out[AT + i] = table_c[i]; } out[AT] = s + y; }
__global__ void u_two_tables(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += table_c[i] * x; y += table_c[i + 1] * s; } out[AT] = s + y; }
__global__ void u_two_in_one(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s = s * table_c[i] + table_c[i + 1]; } out[AT] = s + y; }
__global__ void u_difference(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += (table_c[i + 1] - table_c[i]) * x; } out[AT] = s + y; }
__global__ void u_sub_sq(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { float d = x - table_c[i]; s += d * d; } out[AT] = s + y; }
__global__ void u_max(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s = fmaxf(s, table_c[i]); } out[AT] = s + y; }
__global__ void u_cmp(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { if (x > table_c[i]) s += y; } out[AT] = s + y; }
__global__ void u_call(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += sinf(table_c[i] * x); } out[AT] = s + y; }
__global__ void u_exp_uniform(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += expf(table_c[i]); } out[AT] = s + y; }
__global__ void u_int_add(int* out, const int* in, int n) { int s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += index_c[i]; } out[AT] = s + y; }
__global__ void u_int_mul(int* out, const int* in, int n) { int s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += index_c[i] * x; } out[AT] = s + y; }
__global__ void u_int_mad(int* out, const int* in, int n) { int s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s = s * x + index_c[i]; } out[AT] = s + y; }
__global__ void u_int_xor(int* out, const int* in, int n) { int s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s ^= index_c[i]; } out[AT] = s + y; }
__global__ void u_int_and(int* out, const int* in, int n) { int s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += index_c[i] & x; } out[AT] = s + y; }
__global__ void u_int_shift(int* out, const int* in, int n) { int s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s = (s << 1) ^ index_c[i]; } out[AT] = s + y; }
__global__ void u_uint_add(unsigned* out, const unsigned* in, int n) { unsigned s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += u_c[i]; } out[AT] = s + y; }
__global__ void u_uint_mulhi(unsigned* out, const unsigned* in, int n) { unsigned s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += __umulhi(u_c[i], x); } out[AT] = s + y; }
__global__ void u_int_float(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += index_c[i] * x; } out[AT] = s + y; }
__global__ void u_int_index(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += in[AT + index_c[i]]; } out[AT] = s + y; }
__global__ void u_int_cmp(int* out, const int* in, int n) { int s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { if (x > index_c[i]) s += y; } out[AT] = s + y; }
__global__ void u_int_eq_break(int* out, const int* in, int n) { int s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { if (index_c[i] == 0) break; s += x; } out[AT] = s + y; }
__global__ void u_int16(int* out, const int* in, int n) { int s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += short_c[i] * x; } out[AT] = s + y; }
__global__ void u_double_fma(double* out, const double* in, int n) { double s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += wide_c[i] * x; } out[AT] = s + y; }
__global__ void u_double_add(double* out, const double* in, int n) { double s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += wide_c[i]; } out[AT] = s + y; }
__global__ void u_long_add(long long* out, const long long* in, int n) { long long s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += long_c[i]; } out[AT] = s + y; }
__global__ void u_pair_fma(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += pair_c[i].x * x; y = y * s + pair_c[i].y; } out[AT] = s + y; }
__global__ void u_pair_dist(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { float d = x - pair_c[i].x; float e = y - pair_c[i].y; s += d * d + e * e; } out[AT] = s + y; }
__global__ void u_select(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += x > 0 ? table_c[i] : table_c[i + 64]; } out[AT] = s + y; }
__global__ void u_half_index(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += table_c[i / 2] * x; } out[AT] = s + y; }
__global__ void u_rem_index(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += table_c[i % 7] * x; } out[AT] = s + y; }
__global__ void u_and_index(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += table_c[(i * 3) & 255] * x; } out[AT] = s + y; }
__global__ void u_if_block(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { if (blockIdx.x & 1) s += table_c[i] * x; } out[AT] = s + y; }
__global__ void u_if_param(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { if (i & 1) s += table_c[i] * x; } out[AT] = s + y; }
__global__ void u_if_lane_before(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { if (in[i + AT] > 0) y += x; s += table_c[i] * x; } out[AT] = s + y; }
__global__ void u_if_sqrt_before(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { if (in[i + AT] > 0) y += sqrtf(y); s += table_c[i] * x; } out[AT] = s + y; }
__global__ void u_slow_sqrt(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s = sqrtf(s) + table_c[i] * x; } out[AT] = s + y; }
__global__ void u_slow_div(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s = x / s + table_c[i] * y; } out[AT] = s + y; }
__global__ void u_div_by(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s = x / (s + table_c[i]); } out[AT] = s + y; }
__global__ void u_sync(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += table_c[i] * x; __syncthreads(); } out[AT] = s + y; }
__global__ void u_while_inner(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { float z = x; while (z > table_c[i]) z = z * y; s += z; } out[AT] = s + y; }
__global__ void u_inner_data(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { for (int j = 0; j < x; j++) s += table_c[i] * j; } out[AT] = s + y; }
__global__ void u_inner_16(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { for (int j = 0; j < 16; j++) s += table_c[i * 16 + j] * in[AT + j]; } out[AT] = s + y; }
__global__ void u_inner_uniform(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { for (int j = 0; j < n; j++) s += table_c[i * 16 + j] * in[AT + j]; } out[AT] = s + y; }
__global__ void u_neighbours4(float* out, const float* in, int n) { float s = 0, x = in[AT], y = in[AT + 1]; for (int i = 0; i < n; i++) { s += table_c[4 * i] * x; s += table_c[4 * i + 1] * y; s += table_c[4 * i + 2] * s; s += table_c[4 * i + 3] * x; } out[AT] = s + y; }
__global__ void outer_if_lane(float* out, const float* in, int n, int m) { float s = 0; for (int r = 0; r < m; r++) { if (in[AT + r] > 0) { for (int i = 0; i < n; i++) s += table_c[i] * r; } } out[AT] = s; }
__global__ void outer_if_block(float* out, const float* in, int n, int m) { float s = 0; for (int r = 0; r < m; r++) { if (r != blockIdx.x) { for (int i = 0; i < n; i++) s += table_c[i] * r; } } out[AT] = s; }
__global__ void if_else_lane(float* out, const float* in, int n) { float s = 0; if (in[AT] > 0) { for (int i = 0; i < n; i++) s += table_c[i]; } else { for (int i = 0; i < n; i++) s -= table_c[i + 5]; } out[AT] = s; }
__global__ void return_inside(float* out, const float* in, int n) { float s = 0; for (int i = 0; i < n; i++) { s += table_c[i] * in[AT]; if (s > 100) return; } out[AT] = s; }
__global__ void break_block(float* out, const float* in, int n) { float s = 0; for (int i = 0; i < n; i++) { s += table_c[i] * in[AT]; if (i == blockIdx.x) break; } out[AT] = s; }
__global__ void break_shared(float* out, const float* in, int n) { __shared__ int stop; float s = 0; for (int i = 0; i < n; i++) { s += table_c[i] * in[AT]; stop = 0; __syncthreads(); if (s > 3) stop = 1; __syncthreads(); if (stop) break; } out[AT] = s; }
__global__ void after_loop_lane(float* out, const float* in, int n) { float s = 0; for (int j = 0; j < in[AT]; j++) s += sqrtf(s + j); for (int i = 0; i < n; i++) s += table_c[i] * s; out[AT] = s; }
__global__ void offset_param(float* out, const float* in, int n, int first) { float s = 0; for (int i = first; i < n; i++) s += table_c[i] * in[AT]; out[AT] = s; }
__global__ void bound_load(float* out, const int* count) { float s = 0; int n = *count; for (int i = 0; i < n; i++) s += table_c[i] * out[AT]; out[AT] = s; }
__global__ void bound_load_restrict(float* __restrict__ out, const int* __restrict__ count) { float s = 0; int n = *count; float x = out[AT]; for (int i = 0; i < n; i++) s += table_c[i] * x; out[AT] = s; }
__global__ void bound_block(float* out) { float s = 0; float x = out[AT]; for (int i = 0; i < blockIdx.x; i++) s += table_c[i] * x; out[AT] = s; }
__global__ void bound_blockdim(float* out) { float s = 0; float x = out[AT]; for (int i = 0; i < blockDim.x; i++) s += table_c[i] * x; out[AT] = s; }
__global__ void bound_constant_var(float* out) { float s = 0; float x = out[AT]; for (int i = 0; i < index_c[0]; i++) s += table_c[i] * x; out[AT] = s; }
__global__ void start_lane(float* out, int n) { float s = 0; float x = out[AT]; for (int i = threadIdx.x & 1; i < n; i += 2) s += table_c[i] * x; out[AT] = s; }
__global__ void block_y(float* out, int n) { float s = 0; float x = out[AT]; for (int i = 0; i < n; i++) s += table_c[blockIdx.y * n + i] * x; out[AT] = s; }
__global__ void two_kernel(float* out, const float* in, int n) { float s = 0; for (int i = 0; i < n; i++) { float v = in[AT + i * gridDim.x]; if (v < table_c[2 * i] || v > table_c[2 * i + 1]) s += v; } out[AT] = s; }
__global__ void atomics(int* out, const int* in, int n) { for (int i = 0; i < n; i++) if (in[AT] > index_c[i]) atomicAdd(out + i, 1); }
__global__ void stores(float* out, const float* in, int n) { for (int i = 0; i < n; i++) out[AT + i * 1024] = in[AT] * table_c[i]; }
