// What may be for other tools stays, and so does what cannot be told.
__constant__ float table[256];

__global__ void k(float *out)
{
  out[0] = table[0];  // NOLINT
  out[1] = table[0];  // NOLINT(*)
  out[2] = table[0];  // NOLINT(bugprone-*)
  out[3] = table[threadIdx.x];  // NOLINT(constant-divergent-index)
  out[4] = table[0];  // cudalint: ignore[constant-divergent-index, unused-suppression]
}

void run(float *out) { k<<<1024, 256>>>(out); }

// A comment that goes on in the next line: what follows is not to become code.
int spliced; // cudalint: ignore[constant-overflow] \
  return 7;
int trigraph; // cudalint: ignore[constant-overflow] ??/
int blanks; // NOLINT(constant-overflow) \ 
