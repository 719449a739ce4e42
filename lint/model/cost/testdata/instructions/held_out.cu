// Kernels that were written before the counter was first run, and not looked at
// while it was being built.

// iteration: STG 1
__global__ void held_heat3d(int nx, int ny, int nz, float k, const float* __restrict__ in, float* __restrict__ out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int y = blockIdx.y + 1;
  if (x >= nx - 1) return;
  for (int z = 1; z < nz - 1; z++) {
    int i = (z * ny + y) * nx + x;
    float c = in[i];
    out[i] = c + k * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny] - 6.0f * c);
  }
}

// iteration: POPC 1
__global__ void held_popcount(int words, const unsigned* __restrict__ a, const unsigned* __restrict__ b, int* __restrict__ out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int count = 0;
  for (int w = 0; w < words; w++) count += __popc(a[w] ^ b[t * words + w]);
  out[t] = count;
}

// iteration: FSETP 1
__global__ void held_kmeans(int n, int k, const float2* __restrict__ points, const float2* __restrict__ centres, int* __restrict__ label) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float2 p = points[i];
  float best = 1e30f;
  int which = 0;
  for (int c = 0; c < k; c++) {
    float dx = p.x - centres[c].x, dy = p.y - centres[c].y;
    float d = dx * dx + dy * dy;
    if (d < best) {
      best = d;
      which = c;
    }
  }
  label[i] = which;
}

// iteration: MUFU.SIN 1
__global__ void held_wave(int n, int steps, const float* __restrict__ phase, float* __restrict__ out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float p = phase[i], s = 0;
  for (int k = 1; k <= steps; k++) s += __sinf(p * k) / k;
  out[i] = s;
}

__global__ void held_warp_reduce(int n, const float* __restrict__ in, float* __restrict__ out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i < n ? in[i] : 0.0f;
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) out[i / 32] = v;
}

// iteration: FSETP 1
__global__ void held_lcg(int n, int draws, const unsigned* __restrict__ seed, float* __restrict__ out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned s = seed[i];
  int inside = 0;
  for (int d = 0; d < draws; d++) {
    s = s * 1664525u + 1013904223u;
    float x = (s >> 8) * (1.0f / 16777216.0f);
    s = s * 1664525u + 1013904223u;
    float y = (s >> 8) * (1.0f / 16777216.0f);
    if (x * x + y * y <= 1.0f) inside++;
  }
  out[i] = 4.0f * inside / draws;
}

__global__ void held_convolve(int w, int h, const unsigned char* __restrict__ in, unsigned char* __restrict__ out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
  int sum = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) sum += in[(y + dy) * w + x + dx];
  out[y * w + x] = sum / 9;
}

// iteration: DADD 1
__global__ void held_double_series(int n, int terms, const double* __restrict__ x, double* __restrict__ y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double v = x[i], t = 1.0, s = 1.0;
  for (int k = 1; k < terms; k++) {
    t = t * v * 0.5;
    s += t;
  }
  y[i] = s;
}

__device__ float held_lerp(float a, float b, float t) { return a + t * (b - a); }

__global__ void held_bilinear(int w, int h, int ow, float sx, float sy, const float* __restrict__ in, float* __restrict__ out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  float fx = x * sx, fy = y * sy;
  int x0 = (int)fx, y0 = (int)fy;
  int x1 = min(x0 + 1, w - 1), y1 = min(y0 + 1, h - 1);
  float top = held_lerp(in[y0 * w + x0], in[y0 * w + x1], fx - x0);
  float bottom = held_lerp(in[y1 * w + x0], in[y1 * w + x1], fx - x0);
  out[y * ow + x] = held_lerp(top, bottom, fy - y0);
}
