#pragma once
inline __constant__ float shared_table[10000];
template <typename T> __constant__ T generic[1000];
