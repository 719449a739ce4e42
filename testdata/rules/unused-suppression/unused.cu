// A file with directives that suppress nothing.
// cudalint: ignore-file[texture-reference] there is one // want "texture-reference reports nothing in this file"

__constant__ float table[256];

__global__ void k(float *out)
{
  out[0] = table[0];  // cudalint: ignore[constant-divergent-index] all read one // want "proven: unused suppression: constant-divergent-index reports nothing on this line"
  out[1] = table[1];  // cudalint: ignore // want "no rule reports anything on this line"
  out[2] = table[2];  // cudalint: ignore[all] // want "no rule reports anything on this line"
  out[3] = table[threadIdx.x];  // cudalint: ignore[constant-divergent-index, constant-overflow, texture] // want "constant-overflow, texture report nothing|constant-overflow and texture report nothing on this line"
  // cudalint: ignore[constant-divergent-index] // want "constant-divergent-index reports nothing on lines 14 to 15"

  out[4] = table[3] +
           table[4];
  out[5] = table[threadIdx.x] + // cudalint: ignore[constant-divergent-index]
           table[5];  // cudalint: ignore[missing-restrict] // want "missing-restrict reports nothing on lines 16 to 17"
  for (int i = 0; i < 4; i++) {  // cudalint: ignore[constant-divergent-index] // want "reports nothing on this line"
    out[6] += table[threadIdx.x + i];  // NOLINT
  }
  out[7] = table[6];  // NOLINT(constant-divergent-index) // want "reports nothing on this line"
  out[8] = table[7];  // NOLINT(bugprone-*, constant-*) // want "unused suppression: constant-\* reports nothing on this line"
  // NOLINTNEXTLINE(constant-divergent-index) // want "reports nothing on line 24"
  out[9] = table[8];
  // NOLINT(constant-divergent-index) // want "reports nothing on this line"
  out[10] = table[threadIdx.x];  // NOLINT(*)
  // NOLINTBEGIN(constant-divergent-index) // want "between here and NOLINTEN. on line 29"
  out[11] = table[9];
  // NOLINTEND(constant-divergent-index)
}

// What cannot work. A finding in a macro begins where the macro is named.
#define FIRST(i) table[i]  // NOLINT(constant-divergent-index) // want "reports nothing on this line"
// NOLINTNEXTLINE(constant-divergent-index) // want "reports nothing on line 35"
  #define SECOND(i) table[i]
int a;  // cudalint: ignore[constant-divergent-indx] // want "no rule is named .constant-divergent-indx., .*: did you mean .constant-divergent-index.\?"
int b;  // cudalint: ignore[zebra] // want "no rule is named .zebra., and no name starts with it and a hyphen$"
int c;  // cudalint: ignroe[constant-overflow] // want "this directive suppresses nothing: .cudalint: ignroe. is not a directive"
int d;  // cudalint: ignore(constant-overflow) // want "has to be in brackets"
int e;  // cudalint: ignore[constant-overflow // want "the list of rules has no closing . on its line"
int f;  // cudalint: ignore[] // want "its list names no rule"
int g;  // cudalint: disable-line // want "is not a directive"
int h;  // cudalint: ignore[constant-*] // want "no rule is named .constant-\*., .*: did you mean .constant.\?"
// cudalint: ignore-file[constant-overflow] // want "it follows code"
// NOLINTEND(constant-overflow) // want "no NOLINTBEGI. with the same list is open before this NOLINTEN."
// NOLINTBEGIN(constant-overflow) // want "no NOLINTEN. with the same list follows this NOLINTBEGI."
// NOLINTBEGIN(constant-overflow, texture-reference) // want "no NOLINTEN. with the same list follows this NOLINTBEGI."
int i;
// NOLINTEND(texture-reference) // want "no NOLINTBEGI. with the same list"

void run(float *out) { k<<<1024, 256>>>(out); }
// cudalint: ignore[constant-overflow] // want "no code follows it"
