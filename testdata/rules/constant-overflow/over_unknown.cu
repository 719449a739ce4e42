#include "out_of_sight.h"
__constant__ OutOfSight settings;
__constant__ float table[16000];
__constant__ float lookup[16001];  // want "^proven: .*takes at least 128,004 bytes.*: lookup 64,004, table 64,000; the size of settings is unknown, as is that of 1 more; ptxas will say .File uses too much global constant data.$"
__constant__ int sized[OUT_OF_SIGHT];
