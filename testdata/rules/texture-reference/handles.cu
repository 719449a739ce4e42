// The runtime's C structures: textureReference is gone, too.
texture<float, 2> image;  // want "proven: texture reference image \(float, 2D, bound at 1 place\)"
surface<void, 2> output;  // want "proven: surface reference output"

void by_name(cudaArray_t array) {
    const textureReference* found;  // want "proven: textureReference found \(bound at 1 place\) does not compile"
    cudaGetTextureReference(&found, &image);
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaBindTextureToArray(found, array, &desc);
    const surfaceReference* place;  // want "proven: surfaceReference place \(bound at 1 place\) does not compile"
    cudaGetSurfaceReference(&place, &output);
    cudaBindSurfaceToArray(place, array, &desc);
}

// Another name of image inside a function is a use of it, no reference of its own.
void alias(cudaArray_t array) {
    texture<float, 2>& same = image;
    same.normalized = true;
    cudaBindTextureToArray(same, array);
}

struct Binder {
    const textureReference* kept;  // want "proven: textureReference kept \(bound at 1 place\)"
    void bind(cudaArray_t array, cudaChannelFormatDesc* desc) { cudaBindTextureToArray(kept, array, desc); }
};
