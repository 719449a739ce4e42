// flags: cuda=12.4
texture<float, 2> image;  // want "proven: texture reference image \(float, 2D\) does not compile with CUDA 12.4: texture references were removed in CUDA 12.0"
#if CUDA_VERSION < 12000
texture<float, 1> old_path;
#endif
#ifndef __CUDACC__
texture<float, 1> host_path;
#endif
