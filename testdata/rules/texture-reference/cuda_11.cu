// flags: cuda=11.8
// Before CUDA 12.0 references compile with a warning.
texture<float, 2> image;  // want "proven: texture reference image \(float, 2D, 1 fetch, bound at 1 place\) is deprecated: texture references are deprecated since CUDA 10.1 and were removed in CUDA 12.0"
surface<void, 2> output;  // want "proven: surface reference output \(2D, 1 access\) is deprecated: surface references are deprecated since CUDA 10.1"

__global__ void k(float* out) {
    out[0] = tex2D(image, 0.5f, 0.5f);
    surf2Dwrite(1.0f, output, 0, 0);
}

void bind(cudaArray_t array, size_t* offset) {
    cudaBindTextureToArray(image, array);
    cudaGetTextureAlignmentOffset(offset, elsewhere);  // want "proven: cudaGetTextureAlignmentOffset is deprecated since CUDA 10.1 and was removed in CUDA 12.0 with the texture references"
}

#if CUDART_VERSION < 12000
texture<float, 1> old_path;  // want "proven: texture reference old_path"
#else
texture<float, 1> new_path;
#endif
#if __CUDACC_VER_MAJOR__ >= 12
surface<void, 1> not_here;
#endif
