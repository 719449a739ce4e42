struct Base {
    int id;
    char kind;
};
struct Leaf : Base {
    char tag;
    union {
        double weight;
        char name[13];
    };
};
struct __align__(16) Ray {
    float x, y, z;
};
class Box {
    float low[3];
    bool empty;

public:
    alignas(8) short high[3];
};
#define ALIGNED(n) __align__(n)
struct ALIGNED(32) Cell {
    char c[9];
};
#pragma pack(push, 1)
struct Packed {
    char c;
    double d;
};
#pragma pack(pop)
__constant__ Leaf leaves[600];      // want "^proven: .*takes 65,636 bytes.*: leaves 19,200, cells 19,200, rays 16,000, boxes 7,200 and 2 smaller; .*0x10064 bytes"
__constant__ Ray rays[1000];
__constant__ Box boxes[300];
__constant__ Packed packed[445];
__constant__ Cell cells[600];
__constant__ int last;
