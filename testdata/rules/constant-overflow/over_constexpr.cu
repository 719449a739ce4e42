constexpr __constant__ double roots[4096] = {1, 2, 3};        // want "^proven: .*takes 65,580 bytes.*: roots 32,768, twiddles 32,768, names 27, steps 16; .*0x1002c bytes"
__constant__ const float twiddles[8192] = {0.5f};
__constant__ const char names[] = "linear\0cubic\0" "none" "123456789";
static const __constant__ int steps[] = {1, 2, 3, 4};
