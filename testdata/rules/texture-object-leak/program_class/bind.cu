#include "image.h"

void Image::bind(const cudaResourceDesc &res)
{
    cudaTextureDesc desc = {};
    cudaCreateTextureObject(&tex_, &res, &desc, nullptr);
}

void Palette::bind(const cudaResourceDesc &res)
{
    cudaTextureDesc desc = {};
    cudaCreateTextureObject(&colours_, &res, &desc, nullptr); // want "\bcolours_.*leak"
    entries_ = 256;
}
