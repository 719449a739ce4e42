// Kernels that read and write arrays with little arithmetic.

__global__ void saxpy(int n, float a, const float* __restrict__ x, float* __restrict__ y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

// iteration: STG 1
__global__ void grid_stride(int n, float a, const float* __restrict__ x, float* __restrict__ y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = a * x[i] + 1.0f;
}

__global__ void stencil5(int w, int h, const float* __restrict__ in, float* __restrict__ out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
    int i = y * w + x;
    out[i] = 0.5f * in[i] + 0.125f * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w]);
  }
}

// iteration: LDG 1
__global__ void column_sum(int rows, int cols, const float* __restrict__ m, float* __restrict__ sum) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cols) return;
  float s = 0.0f;
  for (int r = 0; r < rows; r++) s += m[r * cols + c];
  sum[c] = s;
}

struct particle { float x, y, z, mass; };

__global__ void members(int n, float dt, const particle* __restrict__ p, const float3* __restrict__ v, particle* __restrict__ q) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  q[i].x = p[i].x + dt * v[i].x;
  q[i].y = p[i].y + dt * v[i].y;
  q[i].z = p[i].z + dt * v[i].z;
  q[i].mass = p[i].mass;
}
