// References that are members of templates, inside templates.
template <typename T>
struct Words {
    typedef T Word;
};

namespace {
template <typename T>
struct Iterator {
    template <int ID>
    struct Unique {
        typedef typename Words<T>::Word Word;
        typedef texture<Word> TexRef;
        static TexRef ref;  // want "proven: texture reference ref \(1D, 1 fetch, bound at 1 place\)"
        static cudaError_t bind(void* in, size_t& offset) { return cudaBindTexture(&offset, ref, in); }
        static cudaError_t unbind() { return cudaUnbindTexture(ref); }
        static __device__ T fetch(int i) { return tex1Dfetch(ref, i); }
    };
};
}

template <typename T>
struct Vector {
    typedef texture<T, cudaTextureType1D, cudaReadModeElementType> TexRef;
    static TexRef values;
    static __device__ T load(int i) { return tex1Dfetch(Vector<T>::values, i); }
};
template <typename T>
typename Vector<T>::TexRef Vector<T>::values = 0;  // want "proven: texture reference values \(1D, 1 fetch\)"
