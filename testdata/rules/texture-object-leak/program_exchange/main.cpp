#include "frame.h"

int main()
{
    cudaResourceDesc res = {};
    float *out = nullptr;
    cudaMalloc(&out, 1024);
    for (int i = 0; i < 10; i++) {
        launch_frame(res, out);
        cudaDeviceSynchronize();
        cudaDestroyTextureObject(frame_tex);
    }
    return 0;
}
