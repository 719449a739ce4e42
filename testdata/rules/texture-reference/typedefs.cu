// Types with other names. nvcc stops at the typedef; the finding is at what is declared.
typedef texture<float, 2, cudaReadModeElementType> Image;
Image picture;  // want "proven: texture reference picture \(float, 2D\)"

using Volume = texture<unsigned char, 3, cudaReadModeNormalizedFloat>;
Volume volume;  // want "proven: texture reference volume \(unsigned char, 3D, normalized\)"

typedef float real;
texture<real, 1, cudaReadModeElementType> reals;  // want "proven: texture reference reals \(float, 1D\)"

typedef Image AgainImage;
AgainImage twice;  // want "proven: texture reference twice"

typedef texture<int, 1> NobodyUsesIt;  // want "proven: texture reference type NobodyUsesIt \(int, 1D\)"

template <class T>
struct Traits {
    typedef texture<T, 1, cudaReadModeElementType> type;  // want "proven: texture reference type type \(1D\)"
};
