// The directive goes, and what else is there stays.

// Licence: free.
__constant__ float table[256];

__global__ void k(float *out)
{
  out[0] = table[0];
  out[1] = table[0];  // the first
  out[2] = table[0];  // the first
  out[3] = table[0];  // all read one
  out[4] = table[0];  // the first
  out[5] = table[0];  // NOLINT(bugprone-*, cert-dcl50-cpp) why
  out[6] = table[threadIdx.x];  // cudalint: ignore[constant-divergent-index] why
  out[7] = table[threadIdx.x];  /* cudalint: ignore[constant-divergent-index] why */
  out[8] = table[0];
  out[9] = table[0] + 1;
  out[10] = table[0];
  out[11] = table[0];
  /* Not needed any more */
  out[12] = table[0];
  out[13] = table[0];
  // NOLINTBEGIN(bugprone-*)
  out[14] = table[0];
  // NOLINTEND(bugprone-*)
  out[15] = table[0];
  // the end
  out[16] = table[0];
  out[17] = table[0];
  /* One of several lines:
   * of them
   * the last
   */
  out[18] = table[0];
#define MANY(x) \
  do {          \
    x;          \
    \
  } while (0)
}

int a;  // cudalint: ignore[constant-divergent-indx] misspelled
int b;  // cudalint: ignore[texture-referense]
int c;

void run(float *out) { k<<<1024, 256>>>(out); }

int twice;
int both; // mm
