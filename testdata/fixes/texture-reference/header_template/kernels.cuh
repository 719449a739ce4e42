#pragma once
#include <cstddef>

template <typename T>
void sampleAll(T *out, int n, T low, T high);
