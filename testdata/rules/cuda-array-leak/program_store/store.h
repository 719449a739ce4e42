#pragma once
#include <cuda_runtime.h>

// Arrays by name; one source allocates, another frees.
struct Store {
    cudaArray_t colour = nullptr;
    void open(int width, int height);
    void close();
};

class Archive {
public:
    void open(int width, int height);
    int rows() const;

private:
    cudaArray_t rows_ = nullptr;
    int height_ = 0;
};

cudaArray_t new_array(int width, int height);
