// flags: gpu=sm_70 cuda=12.1
struct Table {
    char v[32760];
};
struct Empty {};
__global__ void full(Table table, char a, Empty b, char c, char d) {}
__global__ void pointers(Table *a, const Table &b, float c[100000]) {}
template <typename T> __global__ void generic(T value, short more) {}
void launch(Table *t, short s) {
    pointers<<<1, 1>>>(t, *t, nullptr);
    generic<<<1, 1>>>(*t, s);
}
#ifdef UNSEEN
__global__ void unlikely(Table a, Table b) {}
#endif
