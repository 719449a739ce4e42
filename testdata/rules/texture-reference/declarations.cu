// Every way to declare a reference, each without a use.
texture<float, 2, cudaReadModeElementType> full;                 // want "proven: texture reference full \(float, 2D\) does not compile with CUDA 13.0: texture references were removed in CUDA 12.0"
texture<uchar4, 2, cudaReadModeNormalizedFloat> normalized_tex;  // want "proven: texture reference normalized_tex \(uchar4, 2D, normalized\)"
texture<int, 1> two_arguments;                                   // want "proven: texture reference two_arguments \(int, 1D\)"
texture<short2> one_argument;                                    // want "proven: texture reference one_argument \(short2, 1D\)"
texture<float, cudaTextureType3D> named_shape;                   // want "proven: texture reference named_shape \(float, 3D\)"
texture<float4, cudaTextureTypeCubemap> cube;                    // want "proven: texture reference cube \(float4, cubemap\)"
texture<float, cudaTextureType2DLayered> layers;                 // want "proven: texture reference layers \(float, 2D layered\)"
texture<float, cudaTextureType1DLayered> rows;                   // want "proven: texture reference rows \(float, 1D layered\)"
texture<float, cudaTextureTypeCubemapLayered> cubes;             // want "proven: texture reference cubes \(float, cubemap layered\)"
surface<void, 2> surf;                                           // want "proven: surface reference surf \(2D\) does not compile with CUDA 13.0: surface references were removed in CUDA 12.0"
surface<void, cudaSurfaceType3D> surf3;                          // want "proven: surface reference surf3 \(3D\)"
static texture<float, 2> internal_tex;                           // want "proven: texture reference internal_tex"
extern texture<float, 2> outside;                                // want "proven: texture reference outside"
texture<float, 1> first,                                         // want "proven: texture reference first"
    second;                                                      // want "proven: texture reference second"
texture<unsigned int, 1> array_of_them[4];                       // want "proven: texture reference array array_of_them \(unsigned int, 1D\)"
texture<float, 2, cudaReadModeElementType> constructed(0, cudaFilterModeLinear, cudaAddressModeClamp);  // want "proven: texture reference constructed"
::texture<float, 1> global_name;                                 // want "proven: texture reference global_name"
const int dims = 2;
texture<float, dims> computed_shape;                             // want "proven: texture reference computed_shape \(float, 2D\)"

namespace image {
texture<float, 2> spaced;  // want "proven: texture reference spaced"
namespace {
texture<float, 2> unnamed;  // want "proven: texture reference unnamed"
}
}

struct Holder {
    static texture<float, 2> member;  // want "proven: texture reference member"
};

template <class T>
struct Generic {
    static texture<T, 1> lookup;  // want "proven: texture reference lookup \(1D\)"
};

extern "C" {
texture<int4, 1> in_c;  // want "proven: texture reference in_c"
}
