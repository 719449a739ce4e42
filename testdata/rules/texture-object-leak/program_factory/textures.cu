#include "textures.h"
#include <cstdio>
#include <cstdlib>

cudaTextureObject_t make_linear(float *p, int n)
{
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeLinear;
    res.res.linear.devPtr = p;
    res.res.linear.desc = cudaCreateChannelDesc<float>();
    res.res.linear.sizeInBytes = n * sizeof(float);
    cudaTextureDesc desc = {};
    cudaTextureObject_t tex = 0;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    return tex;
}

void drop(cudaTextureObject_t tex) { cudaDestroyTextureObject(tex); }

void note(cudaTextureObject_t tex) { printf("texture object %llu\n", tex); }

void fail(const char *why)
{
    fputs(why, stderr);
    exit(1);
}
