// Heat flow with two buffers that swap roles; the textures stay bound, a flag says which one to read.
#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>

#define DIM 32
#define SPEED 0.25f

// Texture objects replace texture references, which CUDA 12 removed: a bind creates the
// object that later launches are passed. It destroys the previous one, which no kernel
// may be using any more.
static inline cudaError_t unbindTexture(cudaTextureObject_t &texture)
{
    if (texture == 0)
        return cudaSuccess;
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

// these exist on the GPU side
static cudaTextureObject_t texConstSrc = 0;
static cudaTextureObject_t texIn = 0;
static cudaTextureObject_t texOut = 0;

__global__ void blend_kernel( float *dst, bool dstOut,
                              cudaTextureObject_t texIn, cudaTextureObject_t texOut ) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;

    int left = offset - 1;
    int right = offset + 1;
    if (x == 0)   left++;
    if (x == DIM-1) right--;
    int top = offset - DIM;
    int bottom = offset + DIM;
    if (y == 0)   top += DIM;
    if (y == DIM-1) bottom -= DIM;

    float   t, l, c, r, b;
    if (dstOut) {
        t = tex1Dfetch<float>(texIn,top);
        l = tex1Dfetch<float>(texIn,left);
        c = tex1Dfetch<float>(texIn,offset);
        r = tex1Dfetch<float>(texIn,right);
        b = tex1Dfetch<float>(texIn,bottom);
    } else {
        t = tex1Dfetch<float>(texOut,top);
        l = tex1Dfetch<float>(texOut,left);
        c = tex1Dfetch<float>(texOut,offset);
        r = tex1Dfetch<float>(texOut,right);
        b = tex1Dfetch<float>(texOut,bottom);
    }
    dst[offset] = c + SPEED * (t + b + r + l - 4 * c);
}

__global__ void copy_const_kernel( float *iptr, cudaTextureObject_t texConstSrc ) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;
    float c = tex1Dfetch<float>(texConstSrc,offset);
    if (c != 0)
        iptr[offset] = c;
}

struct DataBlock {
    float           *dev_inSrc;
    float           *dev_outSrc;
    float           *dev_constSrc;
};

void anim( DataBlock *d, int steps ) {
    dim3    blocks(DIM/16,DIM/16);
    dim3    threads(16,16);
    volatile bool dstOut = true;
    for (int i=0; i<steps; i++) {
        float   *in, *out;
        if (dstOut) {
            in  = d->dev_inSrc;
            out = d->dev_outSrc;
        } else {
            out = d->dev_inSrc;
            in  = d->dev_outSrc;
        }
        copy_const_kernel<<<blocks,threads>>>( in, texConstSrc );
        blend_kernel<<<blocks,threads>>>( out, dstOut, texIn, texOut );
        dstOut = !dstOut;
    }
}

int main( void ) {
    DataBlock   data;
    int size = DIM * DIM * sizeof(float);
    cudaMalloc( (void**)&data.dev_inSrc, size );
    cudaMalloc( (void**)&data.dev_outSrc, size );
    cudaMalloc( (void**)&data.dev_constSrc, size );
    bindTexture( texConstSrc, data.dev_constSrc, cudaCreateChannelDesc<float>(), size );
    bindTexture( texIn, data.dev_inSrc, cudaCreateChannelDesc<float>(), size );
    bindTexture( texOut, data.dev_outSrc, cudaCreateChannelDesc<float>(), size );

    static float temp[DIM*DIM], a[DIM*DIM], b[DIM*DIM], got[DIM*DIM];
    for (int i=0; i<DIM*DIM; i++)
        temp[i] = (i % 37 == 5) ? 1.0f : 0.0f;
    cudaMemcpy( data.dev_constSrc, temp, size, cudaMemcpyHostToDevice );
    cudaMemset( data.dev_inSrc, 0, size );
    cudaMemset( data.dev_outSrc, 0, size );
    const int steps = 11;
    anim( &data, steps );
    cudaMemcpy( got, data.dev_outSrc, size, cudaMemcpyDeviceToHost );

    float *in = a, *out = b;
    for (int s=0; s<steps; s++) {
        for (int i=0; i<DIM*DIM; i++) if (temp[i] != 0) in[i] = temp[i];
        for (int y=0; y<DIM; y++)
            for (int x=0; x<DIM; x++) {
                int i = y*DIM + x;
                float l = in[x ? i-1 : i], r = in[x < DIM-1 ? i+1 : i];
                float t = in[y ? i-DIM : i], u = in[y < DIM-1 ? i+DIM : i];
                out[i] = in[i] + SPEED * (t + u + r + l - 4 * in[i]);
            }
        float *s2 = in; in = out; out = s2;
    }
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i=0; i<DIM*DIM; i++)
        if (!(fabsf(in[i] - got[i]) < 1e-4f)) bad++;

    unbindTexture( texIn );
    unbindTexture( texOut );
    unbindTexture( texConstSrc );
    cudaFree( data.dev_inSrc );
    cudaFree( data.dev_outSrc );
    cudaFree( data.dev_constSrc );
    printf( bad ? "FAIL %d of %d\n" : "OK\n", bad, DIM*DIM );
    return bad != 0;
}
