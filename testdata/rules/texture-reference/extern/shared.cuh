#pragma once
extern texture<float, 2, cudaReadModeElementType> shared_image;
extern texture<float, 1> nowhere_defined;  // want "proven: texture reference nowhere_defined \(float, 1D, 1 fetch\)"
