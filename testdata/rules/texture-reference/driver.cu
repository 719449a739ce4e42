// The driver's calls are deprecated and still there: a warning for each handle.
#include <cuda.h>

void bind(CUmodule module, CUarray array, CUdeviceptr data, CUfunction kernel) {
    CUtexref ref;  // want "proven: driver texture reference ref \(9 calls\) is used by deprecated driver calls: texture and surface references of the driver API are deprecated since CUDA 11.0"
    cuModuleGetTexRef(&ref, module, "image");
    cuTexRefSetArray(ref, array, CU_TRSA_OVERRIDE_FORMAT);
    cuTexRefSetAddressMode(ref, 0, CU_TR_ADDRESS_MODE_CLAMP);
    cuTexRefSetFilterMode(ref, CU_TR_FILTER_MODE_LINEAR);
    cuTexRefSetFlags(ref, CU_TRSF_NORMALIZED_COORDINATES);
    cuTexRefSetFormat(ref, CU_AD_FORMAT_FLOAT, 1);
    size_t offset;
    cuTexRefSetAddress(&offset, ref, data, 1024);
    cuTexRefGetAddress(&data, ref);
    cuParamSetTexRef(kernel, CU_PARAM_TR_DEFAULT, ref);

    CUsurfref surf;  // want "proven: driver surface reference surf \(2 calls\)"
    cuModuleGetSurfRef(&surf, module, "output");
    cuSurfRefSetArray(surf, array, 0);
}

CUtexref global_ref;  // want "proven: driver texture reference global_ref \(1 call\)"
void create() { cuTexRefCreate(&global_ref); }

struct Texture {
    CUtexref handle;  // want "proven: driver texture reference handle \(2 calls\)"
    CUtexref get() const;
    ~Texture() { cuTexRefDestroy(handle); }
};
void filter(Texture& t) { cuTexRefSetFilterMode(t.handle, CU_TR_FILTER_MODE_POINT); }

void parameter(CUtexref given) {  // want "proven: driver texture reference given \(1 call\)"
    cuTexRefSetFlags(given, 0);
}

// What the call is for is not in sight.
void unknown(Texture& t) {
    cuTexRefSetFlags(t.get(), 0);  // want "proven: cuTexRefSetFlags is deprecated: texture and surface references of the driver API are deprecated since CUDA 11.0"
}
