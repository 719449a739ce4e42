// Does not include the macro: a unit may include this alone.
__global__ void residual(const float *__restrict__ x, float *r);
