// flags: cuda=11.8 gpu=sm_70
// Texture references.
texture<float, 2, cudaReadModeElementType> ref, points, normal;
__global__ void copy(float *out, int w)
{
    int x = threadIdx.x, y = blockIdx.x;
    out[y * w + x] = tex2D(ref, x, y); // want `tex2D reads at the corner`
    out[y * w + x] += tex2D(ref, x + 0.5f, y + 0.5f);
    out[y * w + x] += tex2D(points, x, y);
    out[y * w + x] += tex2D(normal, x, y);
}
void run(cudaArray_t a, float *out)
{
    ref.filterMode = cudaFilterModeLinear;
    normal.filterMode = cudaFilterModeLinear;
    normal.normalized = true;
    cudaBindTextureToArray(ref, a);
    copy<<<8, 32>>>(out, 32);
}
