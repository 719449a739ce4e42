// The driver's handle types are as they were; so is the object interface.
#include <cuda.h>

struct Texture {
    CUtexref legacy;
    CUtexObject object;
};

// struct textureReference declares a structure of that name if there is none.
struct Keeper {
    const struct textureReference* opaque;
};

void create(CUtexObject* object, const CUDA_RESOURCE_DESC* resource, const CUDA_TEXTURE_DESC* desc, Texture* t) {
    cuTexObjectCreate(object, resource, desc, nullptr);
    cuTexObjectDestroy(*object);
    t->legacy = nullptr;
}
