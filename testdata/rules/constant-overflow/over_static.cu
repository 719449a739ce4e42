// Nothing refers to them, and they count.
static __constant__ float unused[10000];  // want "^proven: .*takes 80,000 bytes.*unused 40,000, unseen 40,000; .*0x13880 bytes"
namespace {
__constant__ float unseen[10000];
}
