// Kernels dominated by arithmetic.

__global__ void polynomial(int n, const float* __restrict__ x, float* __restrict__ y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = x[i];
  float p = 0.1f;
  p = p * v + 0.2f;
  p = p * v + 0.3f;
  p = p * v + 0.4f;
  p = p * v + 0.5f;
  p = p * v + 0.6f;
  p = p * v + 0.7f;
  p = p * v + 0.8f;
  y[i] = p;
}

// iteration: LOP3 3
__global__ void hash_rounds(int n, int rounds, const unsigned* __restrict__ in, unsigned* __restrict__ out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned h = in[i];
  for (int r = 0; r < rounds; r++) {
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    h ^= h >> 16;
  }
  out[i] = h;
}

// iteration: LOP3 6
__global__ void xorshift(int n, int rounds, unsigned long long* __restrict__ state) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long s = state[i];
  for (int r = 0; r < rounds; r++) {
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
  }
  state[i] = s;
}

__global__ void black_scholes(int n, const float* __restrict__ price, const float* __restrict__ strike, float* __restrict__ call) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = price[i], k = strike[i], t = 1.5f, r = 0.02f, v = 0.3f;
  float root = sqrtf(t);
  float d1 = (logf(s / k) + (r + 0.5f * v * v) * t) / (v * root);
  float d2 = d1 - v * root;
  float c1 = 1.0f / (1.0f + expf(-1.6f * d1));
  float c2 = 1.0f / (1.0f + expf(-1.6f * d2));
  call[i] = s * c1 - k * expf(-r * t) * c2;
}

// iteration: DFMA 1
__global__ void double_dot(int n, const double* __restrict__ x, const double* __restrict__ y, double* __restrict__ out) {
  double s = 0;
  for (int i = threadIdx.x; i < n; i += 256) s += x[i] * y[i];
  out[threadIdx.x] = s;
}

// iteration: BRA 1
__global__ void mandelbrot(int w, int limit, int* __restrict__ out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  float cx = x * 0.001f - 2.0f, cy = y * 0.001f - 1.0f, zx = 0, zy = 0;
  int k = 0;
  while (k < limit && zx * zx + zy * zy < 4.0f) {
    float t = zx * zx - zy * zy + cx;
    zy = 2.0f * zx * zy + cy;
    zx = t;
    k++;
  }
  out[y * w + x] = k;
}

// iteration: BRA 1
__global__ void digits(int n, const unsigned* __restrict__ in, unsigned* __restrict__ out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = in[i], sum = 0;
  while (x > 0) {
    sum += x % 10;
    x /= 10;
  }
  out[i] = sum;
}

// iteration: BRA 1
__global__ void gcd(int n, const int* __restrict__ a, const int* __restrict__ b, int* __restrict__ out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int x = a[i], y = b[i];
  while (y != 0) {
    int t = x % y;
    x = y;
    y = t;
  }
  out[i] = x;
}
