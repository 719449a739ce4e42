// flags: cuda=10.0 gpu=sm_70
texture<float, 2> image;  // want "proven: texture reference image \(float, 2D\) is deprecated: texture references are deprecated since CUDA 10.1 and were removed in CUDA 12.0"
