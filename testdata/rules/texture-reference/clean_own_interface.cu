// An emulator or loader declares the interface itself.
struct textureReference {
    int normalized;
};
typedef struct CUtexref_st* CUtexref;
extern "C" int cudaBindTexture(size_t* offset, const textureReference* ref, const void* data, size_t size);
extern "C" int cudaUnbindTexture(const textureReference* ref) { return ref->normalized; }
typedef int tcuTexRefSetFlags(CUtexref ref, unsigned int flags);
extern tcuTexRefSetFlags* cuTexRefSetFlags;
static int (*cuTexRefDestroy)(CUtexref);

int use(const textureReference* ref, const void* data, CUtexref handle) {
    size_t offset;
    return cudaBindTexture(&offset, ref, data, 16) + cudaUnbindTexture(ref) + cuTexRefSetFlags(handle, 0) + cuTexRefDestroy(handle);
}
