// The driver's names of the same calls.
#include <cuda.h>
#include <cstdio>
#include <cstdlib>

#define CU_RETURN(call)                                                                                                \
    do {                                                                                                               \
        CUresult r_ = (call);                                                                                          \
        if (r_ != CUDA_SUCCESS)                                                                                        \
            return r_;                                                                                                 \
    } while (0)

static void check(CUresult r, int line)
{
    if (r != CUDA_SUCCESS) {
        fprintf(stderr, "line %d: error %d\n", line, static_cast<int>(r));
        exit(1);
    }
}

CUresult launched(CUfunction f, const CUDA_RESOURCE_DESC *res, const CUDA_TEXTURE_DESC *desc, CUdeviceptr out)
{
    CUtexObject tex;
    CU_RETURN(cuTexObjectCreate(&tex, res, desc, NULL)); // want "\btex\b.*leak.*\bline 26\b"
    void *args[] = {&tex, &out};
    CU_RETURN(cuLaunchKernel(f, 1, 1, 1, 256, 1, 1, 0, NULL, args, NULL));
    return cuTexObjectDestroy(tex);
}

int forgotten(CUfunction f, const CUDA_RESOURCE_DESC *res, const CUDA_TEXTURE_DESC *desc)
{
    CUtexObject tex = 0;
    CUresult r = cuTexObjectCreate(&tex, res, desc, NULL); // want "\btex\b.*leak"
    if (r != CUDA_SUCCESS)
        return 1;
    void *args[] = {&tex};
    cuLaunchKernel(f, 1, 1, 1, 256, 1, 1, 0, NULL, args, NULL);
    cuCtxSynchronize();
    return 0;
}

void twice(const CUDA_RESOURCE_DESC *res, const CUDA_TEXTURE_DESC *desc)
{
    CUtexObject tex;
    check(cuTexObjectCreate(&tex, res, desc, NULL), __LINE__);
    check(cuTexObjectDestroy(tex), __LINE__);
    check(cuTexObjectDestroy(tex), __LINE__); // want "\btex\b.*(destroyed|released) (twice|again)"
}

// Clean from here on.
void destroyed(CUfunction f, const CUDA_RESOURCE_DESC *res, const CUDA_TEXTURE_DESC *desc)
{
    CUtexObject tex;
    check(cuTexObjectCreate(&tex, res, desc, NULL), __LINE__);
    void *args[] = {&tex};
    check(cuLaunchKernel(f, 1, 1, 1, 256, 1, 1, 0, NULL, args, NULL), __LINE__);
    check(cuCtxSynchronize(), __LINE__);
    check(cuTexObjectDestroy(tex), __LINE__);
}

CUtexObject returned(const CUDA_RESOURCE_DESC *res, const CUDA_TEXTURE_DESC *desc)
{
    CUtexObject tex;
    if (cuTexObjectCreate(&tex, res, desc, NULL) != CUDA_SUCCESS)
        return 0;
    return tex;
}

struct Stage {
    CUtexObject input;
    CUdeviceptr output;
};

CUresult stage_init(Stage *s, const CUDA_RESOURCE_DESC *res, const CUDA_TEXTURE_DESC *desc)
{
    CU_RETURN(cuTexObjectCreate(&s->input, res, desc, NULL));
    CU_RETURN(cuMemAlloc(&s->output, 1024));
    return CUDA_SUCCESS;
}
