#pragma once
static __constant__ float table[6000];  // want "^proven: __constant__ data of 3 files that are linked together takes 96,084 bytes, 30,548 more .*: table .3 copies. 72,000, large 24,004, own 80; nvlink will say"
