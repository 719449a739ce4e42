// The directive goes, and what else is there stays.
// cudalint: ignore-file[texture-reference] there was one

// Licence: free. NOLINT(texture-reference)
__constant__ float table[256];

__global__ void k(float *out)
{
  out[0] = table[0];  // cudalint: ignore[constant-divergent-index] all read one
  out[1] = table[0];  // the first // cudalint: ignore[constant-divergent-index] all read one
  out[2] = table[0];  // cudalint: ignore[constant-divergent-index] all read one // the first
  out[3] = table[0];  // NOLINT(constant-divergent-index): all read one
  out[4] = table[0];  // the first, NOLINT(constant-divergent-index)
  out[5] = table[0];  // NOLINT(bugprone-*, constant-divergent-index,cert-dcl50-cpp) why
  out[6] = table[threadIdx.x];  // cudalint: ignore[constant-overflow, constant-divergent-index, texture] why
  out[7] = table[threadIdx.x];  /* cudalint: ignore[constant-divergent-index, constant-overflow] why */
  out[8] = table[/* NOLINT(constant-divergent-index) */ 0];
  out[9] = table[0]/*NOLINT(constant-divergent-index)*/+ 1;
  out[10] = table[0];/* cudalint: ignore[all] */
  /* cudalint: ignore[all] */ out[11] = table[0];
  /* Not needed any more: NOLINT(constant-divergent-index) */
  // cudalint: ignore[constant-divergent-index]
  out[12] = table[0];
  // NOLINTNEXTLINE(constant-divergent-index)
  out[13] = table[0];
  // NOLINTBEGIN(constant-divergent-index, bugprone-*)
  out[14] = table[0];
  // NOLINTEND(constant-divergent-index, bugprone-*)
  // NOLINTBEGIN(constant-divergent-index)
  out[15] = table[0];
  // the end: NOLINTEND(constant-divergent-index)
  out[16] = table[0];  // NOLINT(constant-divergent-index) NOLINT(constant-overflow) cudalint: ignore[texture]
  out[17] = table[0];  // NOLINT(constant-divergent-index) // cudalint: ignore[texture]
  /* One of several lines:
   * cudalint: ignore[constant-divergent-index] why
   * NOLINT(constant-overflow) of them
   * the last // cudalint: ignore[texture]
   */
  out[18] = table[0];
#define MANY(x) \
  do {          \
    x;          \
    /* NOLINT(constant-overflow) */ \
  } while (0)
}

int a;  // cudalint: ignore[constant-divergent-indx, constant-overflow] misspelled
int b;  // cudalint: ignore[texture-referense]
int c;  // NOLINT(constant-overflow)

void run(float *out) { k<<<1024, 256>>>(out); }  // cudalint: ignore[missing-restrict]

int twice; // cudalint: ignore[constant-overflow] // cudalint: ignore[constant-overflow]
int both; // mm // cudalint: ignore[constant-overflow] a // cudalint: ignore[texture-reference] b
