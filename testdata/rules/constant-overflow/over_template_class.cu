template <typename T, int N> struct Filter {
    T taps[N];
    struct Window {
        T low, high;
        char kind;
    } window;
};
template <int Rank> struct Tensor {
    static constexpr int cells = 1 << (2 * Rank);
    float value[cells];
};
template <typename T> using Bank = Filter<T, 31>[16];
__constant__ Bank<double> bank;         // 16 * (31 * 8 + 24)
__constant__ Filter<short, 7> tiny[10];
__constant__ Tensor<7> tensor;          // want "^proven: .*takes 70,088 bytes.*: tensor 65,536, bank 4,352, tiny 200; .*0x111c8 bytes"
