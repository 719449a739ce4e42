// Handles at file scope, and locals that look like them.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

cudaTextureObject_t image_tex, table_tex;
static cudaTextureObject_t levels[4];
extern cudaTextureObject_t outside_tex;
namespace render {
cudaTextureObject_t shadow_tex;
}
struct Scene {
    static cudaTextureObject_t sky;
    cudaTextureObject_t ground;
};
cudaTextureObject_t Scene::sky;
Scene scene;

// A local hides the global of the same name; free_all destroys the global one.
void hides_the_global(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t table_tex;
    cudaCreateTextureObject(&table_tex, &res, &desc, NULL); // want "\btable_tex\b.*leak"
}

// Kept only when there is none yet.
void kept_sometimes(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, NULL); // want "\btex\b.*leak"
    sample<<<1, 256>>>(tex, out, 256);
    if (!image_tex)
        image_tex = tex;
}

// Clean from here on.
void at_file_scope(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaCreateTextureObject(&image_tex, &res, &desc, NULL);
    cudaCreateTextureObject(&::table_tex, &res, &desc, NULL);
    cudaCreateTextureObject(&outside_tex, &res, &desc, NULL);
    cudaCreateTextureObject(&render::shadow_tex, &res, &desc, NULL);
    cudaCreateTextureObject(&Scene::sky, &res, &desc, NULL);
    cudaCreateTextureObject(&scene.ground, &res, &desc, NULL);
    for (int i = 0; i < 4; i++)
        cudaCreateTextureObject(&levels[i], &res, &desc, NULL);
}

void free_all()
{
    cudaDestroyTextureObject(image_tex);
    cudaDestroyTextureObject(table_tex);
}

void filter_mode(const cudaResourceDesc &res, bool linear)
{
    if (image_tex)
        cudaDestroyTextureObject(image_tex);
    cudaTextureDesc desc = {};
    desc.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
    cudaCreateTextureObject(&image_tex, &res, &desc, NULL);
}

void local_to_global(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t tex;
    if (cudaCreateTextureObject(&tex, &res, &desc, NULL) != cudaSuccess)
        return;
    image_tex = tex;
}

// Made once for the life of the process.
cudaTextureObject_t made_once(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    static cudaTextureObject_t tex = 0;
    if (!tex)
        cudaCreateTextureObject(&tex, &res, &desc, NULL);
    return tex;
}

void made_once_and_used(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    static cudaTextureObject_t tex;
    static bool made = false;
    if (!made) {
        cudaCreateTextureObject(&tex, &res, &desc, NULL);
        made = true;
    }
    sample<<<1, 256>>>(tex, out, 256);
}

void through_a_pointer_to_a_global(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t *t = &levels[2];
    cudaCreateTextureObject(t, &res, &desc, NULL);
    Scene &s = scene;
    cudaCreateTextureObject(&s.ground, &res, &desc, NULL);
}
