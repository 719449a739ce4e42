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

// Macros that name the pointer themselves, that nest, that stand for a loop or for half of a statement.
#define FLUSH() \
    do { \
        kept[threadIdx.x] = 0; \
    } while (0)
#define PUT kept[threadIdx.x] = 1
#define BUFFER kept
#define LOOP(n) for (int i = 0; i < n; i++)
#define WRITE_TO(p) (*(p) = 0)
#define INNER(p, i) WRITE_TO((p) + (i))
#define EXCHANGE(a, b) \
    { \
        auto t_ = a; \
        a = b; \
        b = t_; \
    }
#define FIELD() (field[threadIdx.x])
__global__ void flushes(float *kept, float *out)
{
    out[threadIdx.x] = kept[threadIdx.x + 1];
    FLUSH();
}
__global__ void puts(float *kept, float *out)
{
    out[threadIdx.x] = kept[threadIdx.x + 1];
    PUT;
}
__global__ void by_other_name(float *kept, float *out)
{
    out[threadIdx.x] = kept[threadIdx.x + 1];
    BUFFER[threadIdx.x] = 0;
}
__global__ void nested(float *kept, float *out)
{
    out[threadIdx.x] = kept[threadIdx.x + 1];
    INNER(kept, 3);
}
__global__ void exchanges(float *kept, float *out)
{
    if (kept[threadIdx.x] > kept[threadIdx.x + 1])
        EXCHANGE(kept[threadIdx.x], kept[threadIdx.x + 1]);
    out[0] = kept[0];
}
__global__ void loops_and_writes(float *kept, float *out)
{
    LOOP(4)
    {
        out[i] = kept[i];
        kept[i] = 0;
    }
}
__global__ void loops_and_reads(
    const float *looped, // want "(proven|likely): .*\blooped\b"
    float *out)
{
    LOOP(4)
    out[i] = looped[i];
}
__global__ void named_inside(
    const float *field, // want "(proven|likely): .*\bfield\b"
    float *out)
{
    out[threadIdx.x] = FIELD();
}
