#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) return e; } while (0)

__global__ void blur(cudaTextureObject_t image, float *out, int width);

cudaError_t run(const cudaResourceDesc &image, const cudaTextureDesc &format, float *out, int width) {
    cudaTextureObject_t texture;
    CHECK(cudaCreateTextureObject(&texture, &image, &format, nullptr));
    blur<<<width / 256, 256>>>(texture, out, width);
    CHECK(cudaDeviceSynchronize());
    return cudaDestroyTextureObject(texture);
}
