// Lists whose inner braces are left out, std::array, captured arrays, members that are called,
// ranges of pointers and of structures.
#include <array>

struct Nested { int a; int b[2]; float2 v; };
union Either { int i; float f; };

template <class F> struct Holder {
    F f;
    __device__ float operator()(const float *p, int i) const { return f(p, i); }
};
struct Pick {
    __device__ float operator()(const float *p, int i) const { return p[i]; }
};
struct Item { float weight; int first; };

__global__ void lists(float *out) {
    Nested whole = {1, 2, 3, 4, 5}, part = {1, {2}, {3}};
    int m[2][2] = {1, 2, 3};
    Either either = {7};
    Item copy{whole.a, m[0][1]}, same{copy};
    same = {2, 3};
    out[0] = part.v.y;
}

__global__ void arrays(float *out, const float *in) {
    std::array<int, 3> steps = {1, 2, 4};
    for (auto step : steps) out[step] = in[steps[1]];
    float *p = out + steps.size();
    const float *sources[] = {in, p};
    for (const float *source : sources) out[0] = source[0];
    Item items[2] = {{1, 2}, {3, 4}};
    for (const auto &[weight, first] : items) out[first] = weight;
}

__global__ void callables(float *out, const float *in) {
    __shared__ float rows[2][4];
    auto read = [row = rows[1]](int i) { return row[i]; };
    Holder<Pick> holder;
    dim3 at = threadIdx;
    out[at.y] = read(1) + holder(in, 2);
}

struct Row {
    float *data;
    int step = 4;
    Row(float *p) : data(p) {}
};
struct Origin {
    int at = 3;
};
struct Tile : Origin {
    float *data;
};
__global__ void onRow(Row row, int n) {
    Tile tile{{5}, row.data}, other{};
    onRow<<<1, 32>>>({tile.data}, other.at);
    onRow<<<1, 32>>>(row.data, n);
}

struct Sized {
    int n, rest;
    Sized(int n);
};
struct Plain {
    int n, rest;
    Plain() = default;
};
__global__ void constructed(int *out, int n) {
    Sized unseen(n);
    Plain plain{n};
    out[unseen.rest] = plain.rest;
}
