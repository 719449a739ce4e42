// Elements that are exchanged or copied are no buffers that change places.
#include <utility>

__global__ void blend(const float *in, // want "likely: .*\bin\b"
                      float *out) {
    out[threadIdx.x] = in[threadIdx.x + 1];
}

struct Image {
    float *pixels, *blended;
    void run() {
        blend<<<1, 32>>>(pixels, blended);
        std::swap(pixels[0], blended[0]);
        blended[1] = pixels[1];
    }
};
