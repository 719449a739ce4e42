// Members of an array of structs of 3, 4 and 8 members: one member, all members, loads and stores; remedied: an array
// for each member.
#include "pair.h"

struct Point { float x, y, z; };
struct Atom { float x, y, z, charge; };
struct Cell { float density, u, v, w, energy, pressure, temperature, flags; };
struct Body { double mass, radius, spin; };

__global__ void struct3_one(const Point* p, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = p[i].y * 2.0f;
}

__global__ void struct3_one_remedied(const float* y, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = y[i] * 2.0f;
}

__global__ void struct3_all(const Point* p, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = p[i].x * p[i].x + p[i].y * p[i].y + p[i].z * p[i].z;
}

__global__ void struct3_all_remedied(const float* x, const float* y, const float* z, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = x[i] * x[i] + y[i] * y[i] + z[i] * z[i];
}

__global__ void struct4_one(const Atom* p, float* out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = p[i].charge * 2.0f;
}

__global__ void struct4_one_remedied(const float* charge, float* out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = charge[i] * 2.0f;
}

__global__ void struct4_all(const Atom* p, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = p[i].x * p[i].y + p[i].z * p[i].charge;
}

__global__ void struct4_all_remedied(const float* x, const float* y, const float* z, const float* charge, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = x[i] * y[i] + z[i] * charge[i];
}

__global__ void struct8_one(const Cell* p, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = p[i].energy * 2.0f;
}

__global__ void struct8_one_remedied(const float* energy, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = energy[i] * 2.0f;
}

__global__ void struct8_three(const Cell* p, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = p[i].u * p[i].u + p[i].v * p[i].v + p[i].w * p[i].w;
}

__global__ void struct8_three_remedied(const float* u, const float* v, const float* w, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = u[i] * u[i] + v[i] * v[i] + w[i] * w[i];
}

__global__ void struct8_all(const Cell* p, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  const Cell& c = p[i];
  out[i] = c.density * c.u + c.v * c.w + c.energy * c.pressure + c.temperature * c.flags;
}

__global__ void struct8_all_remedied(const float* p, float* out) {
  const int n = 1 << 22;
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = p[i] * p[n + i] + p[2 * n + i] * p[3 * n + i] + p[4 * n + i] * p[5 * n + i] + p[6 * n + i] * p[7 * n + i];
}

__global__ void struct8_store_one(Cell* p) {
  int i = blockIdx.x * 256 + threadIdx.x;
  p[i].pressure = (float)i * 0.5f;
}

__global__ void struct8_store_one_remedied(float* pressure) {
  int i = blockIdx.x * 256 + threadIdx.x;
  pressure[i] = (float)i * 0.5f;
}

__global__ void struct8_store_all(Cell* p) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float f = (float)i;
  p[i].density = f;
  p[i].u = f * 1.5f;
  p[i].v = f * 2.5f;
  p[i].w = f * 3.5f;
  p[i].energy = f * 4.5f;
  p[i].pressure = f * 5.5f;
  p[i].temperature = f * 6.5f;
  p[i].flags = f * 7.5f;
}

__global__ void struct8_store_all_remedied(float* p) {
  const int n = 1 << 22;
  int i = blockIdx.x * 256 + threadIdx.x;
  float f = (float)i;
  p[i] = f;
  p[n + i] = f * 1.5f;
  p[2 * n + i] = f * 2.5f;
  p[3 * n + i] = f * 3.5f;
  p[4 * n + i] = f * 4.5f;
  p[5 * n + i] = f * 5.5f;
  p[6 * n + i] = f * 6.5f;
  p[7 * n + i] = f * 7.5f;
}

__global__ void struct3_store_all(Point* p) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float f = (float)i;
  p[i].x = f;
  p[i].y = f * 1.5f;
  p[i].z = f * 2.5f;
}

__global__ void struct3_store_all_remedied(float* x, float* y, float* z) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float f = (float)i;
  x[i] = f;
  y[i] = f * 1.5f;
  z[i] = f * 2.5f;
}

__global__ void struct4_update(Atom* p) {
  int i = blockIdx.x * 256 + threadIdx.x;
  p[i].charge = p[i].charge * 0.5f + 1.0f;
}

__global__ void struct4_update_remedied(float* charge) {
  int i = blockIdx.x * 256 + threadIdx.x;
  charge[i] = charge[i] * 0.5f + 1.0f;
}

__global__ void struct_double3_one(const Body* p, double* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = p[i].mass * 2.0;
}

__global__ void struct_double3_one_remedied(const double* mass, double* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = mass[i] * 2.0;
}

int main() {
  const int n = 1 << 22;
  float* out = zeros<float>(8 * n);
  float *aos3 = matrix<float>(n, 3), *soa3 = transposed<float>(n, 3);
  float *aos4 = matrix<float>(n, 4), *soa4 = transposed<float>(n, 4);
  float *aos8 = matrix<float>(n, 8), *soa8 = transposed<float>(n, 8);
  {
    Pair pair("struct3_one", out, 4 * n);
    for (pair.begin("costly"); pair.next();) struct3_one<<<16384, 256>>>((Point*)aos3, out);
    for (pair.begin("remedied"); pair.next();) struct3_one_remedied<<<16384, 256>>>(soa3 + n, out);
  }
  {
    Pair pair("struct3_all", out, 4 * n);
    for (pair.begin("costly"); pair.next();) struct3_all<<<16384, 256>>>((Point*)aos3, out);
    for (pair.begin("remedied"); pair.next();) struct3_all_remedied<<<16384, 256>>>(soa3, soa3 + n, soa3 + 2 * n, out);
  }
  {
    Pair pair("struct4_one", out, 4 * n);
    for (pair.begin("costly"); pair.next();) struct4_one<<<32768, 128>>>((Atom*)aos4, out);
    for (pair.begin("remedied"); pair.next();) struct4_one_remedied<<<32768, 128>>>(soa4 + 3 * n, out);
  }
  {
    Pair pair("struct4_all", out, 4 * n);
    for (pair.begin("costly"); pair.next();) struct4_all<<<16384, 256>>>((Atom*)aos4, out);
    for (pair.begin("remedied"); pair.next();)
      struct4_all_remedied<<<16384, 256>>>(soa4, soa4 + n, soa4 + 2 * n, soa4 + 3 * n, out);
  }
  {
    Pair pair("struct8_one", out, 4 * n);
    for (pair.begin("costly"); pair.next();) struct8_one<<<16384, 256>>>((Cell*)aos8, out);
    for (pair.begin("remedied"); pair.next();) struct8_one_remedied<<<16384, 256>>>(soa8 + 4 * n, out);
  }
  {
    Pair pair("struct8_three", out, 4 * n);
    for (pair.begin("costly"); pair.next();) struct8_three<<<16384, 256>>>((Cell*)aos8, out);
    for (pair.begin("remedied"); pair.next();)
      struct8_three_remedied<<<16384, 256>>>(soa8 + n, soa8 + 2 * n, soa8 + 3 * n, out);
  }
  {
    Pair pair("struct8_all", out, 4 * n);
    for (pair.begin("costly"); pair.next();) struct8_all<<<16384, 256>>>((Cell*)aos8, out);
    for (pair.begin("remedied"); pair.next();) struct8_all_remedied<<<16384, 256>>>(soa8, out);
  }
  {
    Pair pair("struct8_store_one", out, 32 * n);
    for (pair.begin("costly"); pair.next();) struct8_store_one<<<16384, 256>>>((Cell*)out);
    for (pair.begin("remedied"); pair.next();) struct8_store_one_remedied<<<16384, 256>>>(out);
  }
  {
    Pair pair("struct8_store_all", out, 32 * n);
    for (pair.begin("costly"); pair.next();) struct8_store_all<<<16384, 256>>>((Cell*)out);
    for (pair.begin("remedied"); pair.next();) struct8_store_all_remedied<<<16384, 256>>>(out);
  }
  {
    Pair pair("struct3_store_all", out, 12 * n);
    for (pair.begin("costly"); pair.next();) struct3_store_all<<<16384, 256>>>((Point*)out);
    for (pair.begin("remedied"); pair.next();) struct3_store_all_remedied<<<16384, 256>>>(out, out + n, out + 2 * n);
  }
  {
    Pair pair("struct4_update", out, 16 * n);
    for (pair.begin("costly"); pair.next();) struct4_update<<<16384, 256>>>((Atom*)out);
    for (pair.begin("remedied"); pair.next();) struct4_update_remedied<<<16384, 256>>>(out);
  }
  {
    double *aos = matrix<double>(n, 3), *soa = transposed<double>(n, 3);
    Pair pair("struct_double3_one", out, 8 * n);
    for (pair.begin("costly"); pair.next();) struct_double3_one<<<16384, 256>>>((Body*)aos, (double*)out);
    for (pair.begin("remedied"); pair.next();) struct_double3_one_remedied<<<16384, 256>>>(soa, (double*)out);
  }
  return 0;
}
