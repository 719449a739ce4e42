// Code that only some builds have.
#ifdef USE_TEXTURES
texture<float, 1> optional;  // want "possible: texture reference optional \(float, 1D, 1 fetch\)"
#endif

#ifndef NO_TEXTURES
texture<float, 1> usual;  // want "likely: texture reference usual \(float, 1D\)"
#endif

#if LAYOUT == 2
texture<float4, 2> nodes;  // want "possible: texture reference nodes \(float4, 2D, 1 fetch\)"
#else
texture<float4, 1> nodes;  // want "likely: texture reference nodes \(float4, 1D, 1 fetch\)"
#endif

__global__ void k(float* out, float4* out4) {
#ifdef USE_TEXTURES
    out[0] = tex1Dfetch(optional, 1);
#endif
    out4[0] = tex1Dfetch(nodes, 2);
}

#if __CUDA_ARCH__ < 300
texture<float, 1> host_pass_sees_it;  // want "proven: texture reference host_pass_sees_it"
#endif

#ifdef __CUDACC__
texture<float, 1> nvcc_only;  // want "proven: texture reference nvcc_only"
#endif
