// Elements that macros name, on either side of an assignment.

#define FIELDS 8
#define CELL(c, f) cells[(c) * FIELDS + (f)]
#define RESULT(i) result[i]
#define READ(p, i) (p)[(i)]
#define STORE(p, i, v) \
    do { \
        (p)[i] = (v); \
    } while (0)
#define IDX(x, y) ((y) * 64 + (x))

// The store is written as a macro.
__global__ void stores_by_macro(
    const float *speed, // want "(proven|likely): .*\bspeed\b"
    float *result)
{
    int i = threadIdx.x;
    RESULT(i) = speed[i] * 2;
}

__global__ void stores_by_statement(
    const float *weight, // want "(proven|likely): .*\bweight\b"
    float *sums)
{
    STORE(sums, threadIdx.x, weight[threadIdx.x]);
}

// What is read is written as a macro.
__global__ void reads_by_macro(
    const float *depth, // want "(proven|likely): .*\bdepth\b"
    float *result)
{
    result[threadIdx.x] = READ(depth, IDX(threadIdx.x, 1)) + READ(depth, IDX(threadIdx.x, 2));
}

// Both are one macro, of one pointer: it is written.
__global__ void moves(float *cells, float *result)
{
    int i = threadIdx.x;
    CELL(i, 1) = CELL(i, 2) + CELL(i + 1, 3);
    RESULT(i) = CELL(i, 0);
}
__global__ void increments(float *cells, int *marks)
{
    marks[threadIdx.x] = cells[threadIdx.x] > 0;
    CELL(threadIdx.x, 4)++;
}
__global__ void adds(float *cells, float *result)
{
    result[threadIdx.x] = cells[threadIdx.x];
    atomicAdd(&CELL(0, 5), 1.0f);
}
__global__ void by_statement(float *changed, float *result)
{
    result[threadIdx.x] = changed[threadIdx.x + 1];
    STORE(changed, threadIdx.x, 0);
}
