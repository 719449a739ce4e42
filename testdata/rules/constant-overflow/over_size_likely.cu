#ifndef COUNT
#define COUNT 9000
#endif
struct Item {
    double value[COUNT];
};
__constant__ Item item;  // want "^likely: .*takes 72,000 bytes"
