#define BINS 64
#define LEVELS (BINS * 2 + 1)
#define SUM 3 + 5
enum Order { FIRST, SECOND, COUNT = 12 };
constexpr int square(int n) { return n * n; }
constexpr int side = square(9);
struct Entry {
    char key;
    double value;
    short flags;
};
__constant__ Entry entries[LEVELS];                          // 24 * 129
__constant__ float grid[side][side];                         // want "^proven: .*takes 68,576 bytes, 3,040 more .*: grid 26,244, bytes 24,576, pairs 12,288, entries 3,096 and 2 smaller; .*0x10be0 bytes"
__constant__ unsigned char bytes[sizeof(Entry) << 10];
__constant__ int pairs[BINS][SUM * 9];                       // 3 + 5 * 9 = 48
__constant__ float orders[COUNT];
__constant__ float2 few[square(SUM) + SECOND * 226];
