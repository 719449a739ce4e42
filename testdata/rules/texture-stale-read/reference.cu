// flags: cuda=11.8 gpu=sm_70
// Texture references.
texture<float, 1> ref, other;
__global__ void step(float *p, float *q)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i] = tex1Dfetch(ref, i - 1); // want `proven: tex1Dfetch\(ref, i - 1\) reads what kernel step writes through p`
    q[i] = tex1Dfetch(ref, i);
    p[i] += tex1Dfetch(other, i + 1);
}
float *data, *result;
void run(float *a, float *b, int n)
{
    cudaMalloc(&data, n);
    cudaMalloc(&result, n);
    cudaBindTexture(0, ref, data, n);
    cudaBindTexture(0, other, a, n);
    cudaBindTexture(0, other, b, n);
    step<<<8, 32>>>(data, result);
}
