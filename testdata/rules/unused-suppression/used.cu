// Directives that suppress findings, and those that may be for other tools.
__constant__ float table[256];
__constant__ float weights[256];

#define READ(i) table[(i) & 255]
#define WIDE(i) \
  (table[i] +   \
   weights[i])

template <typename F> __device__ float apply(F f, int i) { return f(i); }

__global__ void own(float *out)
{
  out[0] = table[threadIdx.x];  // cudalint: ignore[constant-divergent-index] measured: it does not matter
  out[1] = table[threadIdx.x];  // cudalint: ignore[constant]
  out[2] = table[threadIdx.x];  // cudalint: ignore[all]
  out[3] = table[threadIdx.x];  // cudalint: ignore
  out[4] = table[threadIdx.x];  /* cudalint: ignore[constant-divergent-index] */
  // cudalint: ignore[constant-divergent-index] alone: the next line of code

  // More about it.
#pragma unroll 1
  out[5] = table[threadIdx.x];
  // cudalint: ignore[constant-divergent-index] a statement of two lines
  out[6] = out[7] +
           table[threadIdx.x];
  out[8] = table[threadIdx.x] +
           out[9];  // cudalint: ignore[constant-divergent-index] at its end
  out[10] = READ(threadIdx.x);  // cudalint: ignore[constant-divergent-index] a macro
  out[11] = table[threadIdx.x];  // the first table  // cudalint: ignore[constant-divergent-index]
  for (int i = 0; i < 4; i++)
    out[12] += table[threadIdx.x + i];  // cudalint: ignore[constant-divergent-index]
}

__global__ void lint(float *out)
{
  out[0] = table[threadIdx.x];  // NOLINT
  out[1] = table[threadIdx.x];  // NOLINT(constant-divergent-index)
  out[2] = table[threadIdx.x];  // NOLINT(constant-*)
  out[3] = table[threadIdx.x];  // NOLINT( bugprone-*, constant-divergent-index )
  // NOLINTNEXTLINE(constant-divergent-index)
  out[4] = table[threadIdx.x];
  // NOLINTBEGIN(constant-divergent-index)
  out[5] = table[threadIdx.x];
  out[6] = table[threadIdx.x + 1];
  // NOLINTEND(constant-divergent-index)
  out[7] = table[threadIdx.x];  // NOLINT(*,-bugprone-*): all of it
  out[8] = table[threadIdx.x];  // NOLINT(*-index)
}

// For others, or for all: nothing is known of whether they are needed.
int plain;       // NOLINT
int star;        // NOLINT(*)
int others;      // NOLINT(bugprone-suspicious-include, cppcoreguidelines-*, readability-magic-numbers)
int cpplint;     // NOLINT(build/include)
int unknown;     // NOLINT(constant-divergent-indx)
int cuda;        // NOLINT(cuda-*)
int nothing;     // NOLINT()
int words;       // XNOLINT(constant-overflow) NOLINT_HERE NOLINTX
int about;       // cudalint: this is where it reports something; see cudalint ignore[constant-overflow]
int quoted;      // write `// cudalint: ignore[constant-overflow]` to suppress it
const char *text = "// NOLINT(constant-overflow)";
const char *raw = R"(
// cudalint: ignore[constant-overflow]
)";

#if 0
int left_out;  // cudalint: ignore[constant-overflow]
#endif

#ifdef SOME_MACRO
int perhaps;  // cudalint: ignore[constant-overflow]
#else
int otherwise;  // cudalint: ignore[constant-overflow]
#endif

// Nothing in sight calls it: it was not looked at.
__device__ float never(int i) { return table[i]; }  // cudalint: ignore[constant-divergent-index]

template <typename T> __global__ void never_launched(T *out)
{
  out[0] = table[threadIdx.x / 32];  // cudalint: ignore[constant-divergent-index]
}

// A directive for the other GPU: it is kept as it says so.
int other_gpu;  // cudalint: ignore[constant-overflow, unused-suppression] for sm_70

void run(float *out)
{
  own<<<1024, 256>>>(out);
  lint<<<1024, 256>>>(out);
}
