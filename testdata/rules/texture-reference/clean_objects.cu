// Texture and surface objects: the same names, valid in CUDA 13.
struct Scene {
    cudaTextureObject_t color;
    cudaTextureObject_t levels[4];
    cudaSurfaceObject_t out;
};

__constant__ cudaTextureObject_t constant_object;
__device__ cudaTextureObject_t device_object;
typedef cudaTextureObject_t Handle;
using Alias = cudaTextureObject_t;

#define FETCH(i) tex1Dfetch<float>(object, i)
#define FETCH_FROM(t, i) tex1Dfetch<float>(t, i)

__global__ void parameter(float* out, cudaTextureObject_t object) {
    out[0] = tex1Dfetch<float>(object, 3);
    out[1] = tex1D<float>(object, 3.0f) + tex2D<float>(object, 1.0f, 2.0f) + tex3D<float>(object, 1.0f, 2.0f, 3.0f);
    out[2] = tex2DLod<float>(object, 1.0f, 2.0f, 0.0f) + tex2DLayered<float>(object, 1.0f, 2.0f, 3);
    out[3] = tex2Dgather<float4>(object, 1.0f, 2.0f, 0).x + texCubemap<float>(object, 1.0f, 2.0f, 3.0f);
    out[4] = FETCH(1) + FETCH_FROM(object, 2);
    float v;
    tex2D(&v, object, 1.0f, 2.0f);
    out[5] = v;
}

__global__ void member(float* out, Scene scene, Scene* far, const Scene& near) {
    out[0] = tex2D<float>(scene.color, 1.0f, 2.0f) + tex2D<float>(far->levels[1], 1.0f, 2.0f) + tex2D<float>(near.levels[2], 1.0f, 2.0f);
    surf2Dwrite(1.0f, scene.out, threadIdx.x * 4, 0);
}

__global__ void local(float* out, cudaTextureObject_t object, const cudaTextureObject_t* list) {
    auto same = object;
    cudaTextureObject_t chosen = threadIdx.x < 16 ? object : list[1];
    const auto& again = list[2];
    out[0] = tex2D<float>(same, 1.0f, 2.0f) + tex2D<float>(chosen, 1.0f, 2.0f) + tex2D<float>(again, 1.0f, 2.0f) + tex2D<float>(list[0], 1.0f, 2.0f);
}

__global__ void at_file_scope(float* out) { out[0] = tex2D<float>(constant_object, 1.0f, 2.0f) + tex2D<float>(device_object, 1.0f, 2.0f); }

__global__ void typedefs(float* out, Handle handle, Alias alias) { out[0] = tex2D<float>(handle, 1.0f, 2.0f) + tex2D<float>(alias, 1.0f, 2.0f); }

template <class T>
__global__ void generic(T* out, cudaTextureObject_t object) { out[0] = tex2D<T>(object, 1.0f, 2.0f); }

template <class Tex>
__device__ float any(Tex tex, float x, float y) { return tex2D<float>(tex, x, y); }
__global__ void through_template(float* out, cudaTextureObject_t object) { out[0] = any(object, 1.0f, 2.0f); }

__global__ void surfaces(cudaSurfaceObject_t surf) {
    float v;
    surf2Dread(&v, surf, threadIdx.x * 4, 0);
    v += surf2Dread<float>(surf, threadIdx.x * 4, 1);
    surf2Dwrite(v, surf, threadIdx.x * 4, 0);
    surf3Dwrite(v, surf, threadIdx.x * sizeof(float), 0, 0);
}

void create(cudaArray_t array, cudaTextureObject_t* texture, cudaSurfaceObject_t* surface) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc texDesc = {};
    texDesc.addressMode[0] = cudaAddressModeClamp;
    texDesc.readMode = cudaReadModeElementType;
    cudaCreateTextureObject(texture, &resource, &texDesc, nullptr);
    cudaCreateSurfaceObject(surface, &resource);
    cudaDestroyTextureObject(*texture);
    cudaDestroySurfaceObject(*surface);
}
