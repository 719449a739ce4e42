#include "store.h"

void Store::close()
{
    cudaFreeArray(colour);
    colour = nullptr;
}

int Archive::rows() const { return height_; }

void forgets(float *out)
{
    cudaArray_t array = new_array(16, 16); // want "\barray\b.*leak"
    cudaMemcpy2DFromArray(out, 64, array, 0, 0, 64, 16, cudaMemcpyDeviceToDevice);
}

// Clean: what it asks for, it frees.
void frees()
{
    cudaArray_t array = new_array(16, 16);
    cudaFreeArray(array);
}
