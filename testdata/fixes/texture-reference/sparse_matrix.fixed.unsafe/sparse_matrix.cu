// y = A x for a matrix in compressed rows; x is read through a texture.
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define CUDA_SAFE_CALL(call)                                                    \
    do {                                                                        \
        cudaError err = call;                                                   \
        if (cudaSuccess != err) {                                               \
            fprintf(stderr, "Cuda error in file '%s' in line %i : %s.\n",       \
                    __FILE__, __LINE__, cudaGetErrorString(err));               \
            exit(EXIT_FAILURE);                                                 \
        }                                                                       \
    } while (0)

// Texture objects replace texture references, which CUDA 12 removed: a bind creates the
// object that later launches are passed. It destroys the previous one, which no kernel
// may be using any more; nor may the host touch managed memory while one runs.
static inline cudaError_t unbindTexture(cudaTextureObject_t &texture)
{
    cudaError_t status = cudaDeviceSynchronize();
    if (status == cudaSuccess)
        status = cudaDestroyTextureObject(texture);
    texture = 0;
    return status;
}

static inline cudaError_t recreateTexture(cudaTextureObject_t &texture, const cudaTextureDesc &desc, const cudaResourceDesc &resource)
{
    cudaError_t status = unbindTexture(texture);
    if (status == cudaSuccess)
        status = cudaCreateTextureObject(&texture, &resource, &desc, NULL);
    return status;
}

static inline cudaError_t bindTexture(cudaTextureObject_t &texture, const void *pointer, const cudaChannelFormatDesc &channel, size_t size)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = (void *)pointer;
    resource.res.linear.desc = channel;
    resource.res.linear.sizeInBytes = size;
    cudaTextureDesc desc = {};
    desc.readMode = cudaReadModeElementType;
    return recreateTexture(texture, desc, resource);
}

static __managed__ cudaTextureObject_t vecTex = 0;  // vector textures
static __managed__ cudaTextureObject_t vecTexD = 0;

// Texture readers, so that the kernels can be templates over the element type
struct texReaderSP {
    __device__ __forceinline__ float operator()(const int idx) const
    {
        return tex1Dfetch<float>(vecTex, idx);
    }
};

struct texReaderDP {
    __device__ __forceinline__ double operator()(const int idx) const
    {
        int2 v = tex1Dfetch<int2>(vecTexD, idx);
        return __hiloint2double(v.y, v.x);
    }
};

template <typename fpType, typename texReader>
__global__ void spmv_csr_scalar_kernel(const fpType *val, const int *cols, const int *rowDelimiters,
                                       const int dim, fpType *out)
{
    int myRow = blockIdx.x * blockDim.x + threadIdx.x;
    texReader vecTexReader;
    if (myRow < dim) {
        fpType t = 0;
        for (int j = rowDelimiters[myRow]; j < rowDelimiters[myRow + 1]; j++)
            t += val[j] * vecTexReader(cols[j]);
        out[myRow] = t;
    }
}

template <typename fpType, typename texReader>
int test(int rows)
{
    int nnz = 0;
    int *h_rows = (int *)malloc((rows + 1) * sizeof(int)), *h_cols = (int *)malloc(rows * 8 * sizeof(int));
    fpType *h_val = (fpType *)malloc(rows * 8 * sizeof(fpType)), *h_vec = (fpType *)malloc(rows * sizeof(fpType));
    fpType *h_out = (fpType *)malloc(rows * sizeof(fpType));
    for (int i = 0; i < rows; i++) {
        h_rows[i] = nnz;
        for (int k = 0; k < i % 8; k++) {
            h_cols[nnz] = (i * 37 + k * k * 11) % rows;
            h_val[nnz++] = (fpType)(k - 3.25);
        }
        h_vec[i] = (fpType)(1.0 / (i + 1));
    }
    h_rows[rows] = nnz;

    int *d_rows, *d_cols;
    fpType *d_val, *d_vec, *d_out;
    CUDA_SAFE_CALL(cudaMalloc((void **)&d_rows, (rows + 1) * sizeof(int)));
    CUDA_SAFE_CALL(cudaMalloc((void **)&d_cols, nnz * sizeof(int)));
    CUDA_SAFE_CALL(cudaMalloc((void **)&d_val, nnz * sizeof(fpType)));
    CUDA_SAFE_CALL(cudaMalloc((void **)&d_vec, rows * sizeof(fpType)));
    CUDA_SAFE_CALL(cudaMalloc((void **)&d_out, rows * sizeof(fpType)));
    CUDA_SAFE_CALL(cudaMemcpy(d_rows, h_rows, (rows + 1) * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_SAFE_CALL(cudaMemcpy(d_cols, h_cols, nnz * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_SAFE_CALL(cudaMemcpy(d_val, h_val, nnz * sizeof(fpType), cudaMemcpyHostToDevice));
    CUDA_SAFE_CALL(cudaMemcpy(d_vec, h_vec, rows * sizeof(fpType), cudaMemcpyHostToDevice));

    if (sizeof(fpType) == sizeof(float)) {
        cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc<float>();
        CUDA_SAFE_CALL(bindTexture(vecTex, d_vec, channelDesc, rows * sizeof(float)));
    } else {
        cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc<int2>();
        CUDA_SAFE_CALL(bindTexture(vecTexD, d_vec, channelDesc, rows * sizeof(int2)));
    }
    spmv_csr_scalar_kernel<fpType, texReader><<<(rows + 127) / 128, 128>>>(d_val, d_cols, d_rows, rows, d_out);
    CUDA_SAFE_CALL(cudaMemcpy(h_out, d_out, rows * sizeof(fpType), cudaMemcpyDeviceToHost));
    if (sizeof(fpType) == sizeof(float))
        CUDA_SAFE_CALL(unbindTexture(vecTex));
    else
        CUDA_SAFE_CALL(unbindTexture(vecTexD));

    int bad = 0;
    for (int i = 0; i < rows; i++) {
        fpType t = 0;
        for (int j = h_rows[i]; j < h_rows[i + 1]; j++) t += h_val[j] * h_vec[h_cols[j]];
        if (!(fabs(t - h_out[i]) <= 1e-5 * (1 + fabs(t)))) bad++;
    }
    CUDA_SAFE_CALL(cudaFree(d_rows));
    CUDA_SAFE_CALL(cudaFree(d_cols));
    CUDA_SAFE_CALL(cudaFree(d_val));
    CUDA_SAFE_CALL(cudaFree(d_vec));
    CUDA_SAFE_CALL(cudaFree(d_out));
    free(h_rows); free(h_cols); free(h_val); free(h_vec); free(h_out);
    return bad;
}

int main()
{
    int bad = test<float, texReaderSP>(1000) + test<double, texReaderDP>(777);
    if (bad) printf("FAIL %d of 1777\n", bad);
    else printf("OK\n");
    return bad != 0;
}
