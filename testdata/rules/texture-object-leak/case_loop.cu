// Texture objects and loops.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

// Each pass overwrites the handle of the one before.
void destroyed_after_the_loop(const cudaResourceDesc *levels, const cudaTextureDesc &desc, float *out, int count)
{
    cudaTextureObject_t tex = 0;
    for (int i = 0; i < count; i++) {
        cudaCreateTextureObject(&tex, &levels[i], &desc, nullptr); // want "\btex\b.*leak"
        sample<<<1, 256>>>(tex, out, 256);
    }
    cudaDestroyTextureObject(tex);
}

void never_in_the_loop(const cudaResourceDesc *levels, const cudaTextureDesc &desc, float *out, int count)
{
    for (int i = 0; i < count; i++) {
        cudaTextureObject_t level;
        cudaCreateTextureObject(&level, &levels[i], &desc, nullptr); // want "\blevel\b.*leak"
        sample<<<1, 256>>>(level, out, 256);
    }
}

void skipped_by_continue(const cudaResourceDesc *levels, const cudaTextureDesc &desc, float *out, const int *sizes, int count)
{
    for (int i = 0; i < count; i++) {
        cudaTextureObject_t tex;
        if (cudaCreateTextureObject(&tex, &levels[i], &desc, nullptr) != cudaSuccess) // want "\btex\b.*leak.*\bline (32|33)\b"
            continue;
        if (sizes[i] == 0)
            continue;
        sample<<<1, 256>>>(tex, out, sizes[i]);
        cudaDestroyTextureObject(tex);
    }
}

void left_by_break(const cudaResourceDesc *levels, const cudaTextureDesc &desc, float *out, const int *sizes, int count)
{
    int i = 0;
    while (i < count) {
        cudaTextureObject_t tex;
        cudaCreateTextureObject(&tex, &levels[i], &desc, nullptr); // want "\btex\b.*leak.*\bline (45|46)\b"
        if (sizes[i] > 4096)
            break;
        sample<<<1, 256>>>(tex, out, sizes[i]);
        cudaDestroyTextureObject(tex);
        i++;
    }
}

int returned_from_the_loop(const cudaResourceDesc *levels, const cudaTextureDesc &desc, float *out, int count)
{
    for (int i = 0; i < count; ++i) {
        cudaTextureObject_t tex;
        cudaCreateTextureObject(&tex, &levels[i], &desc, nullptr); // want "\btex\b.*leak.*\bline 60\b"
        sample<<<1, 256>>>(tex, out, 256);
        if (cudaGetLastError() != cudaSuccess)
            return i;
        cudaDestroyTextureObject(tex);
    }
    return count;
}

// The object made before the loop is overwritten in it.
void overwritten(const cudaResourceDesc *levels, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &levels[0], &desc, nullptr); // want "\btex\b.*leak"
    sample<<<1, 256>>>(tex, out, 256);
    for (int i = 1; i < 4; i++) {
        cudaCreateTextureObject(&tex, &levels[i], &desc, nullptr);
        sample<<<1, 256>>>(tex, out, 256);
        cudaDestroyTextureObject(tex);
    }
}

// Clean from here on.
void at_the_end_of_the_body(const cudaResourceDesc *levels, const cudaTextureDesc &desc, float *out, int count)
{
    cudaTextureObject_t tex;
    for (int i = 0; i < count; i++) {
        cudaCreateTextureObject(&tex, &levels[i], &desc, nullptr);
        sample<<<1, 256>>>(tex, out, 256);
        cudaDeviceSynchronize();
        cudaDestroyTextureObject(tex);
    }
}

void before_continue_and_break(const cudaResourceDesc *levels, const cudaTextureDesc &desc, float *out, const int *sizes)
{
    for (int i = 0;; i++) {
        cudaTextureObject_t tex;
        if (cudaCreateTextureObject(&tex, &levels[i], &desc, nullptr) != cudaSuccess)
            break;
        if (sizes[i] == 0) {
            cudaDestroyTextureObject(tex);
            continue;
        }
        if (sizes[i] < 0) {
            cudaDestroyTextureObject(tex);
            break;
        }
        sample<<<1, 256>>>(tex, out, sizes[i]);
        cudaDestroyTextureObject(tex);
    }
}

// The loop is left with the object live, and it goes after it.
void after_break(const cudaResourceDesc *levels, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    int i = 0;
    while (true) {
        cudaCreateTextureObject(&tex, &levels[i], &desc, nullptr);
        sample<<<1, 256>>>(tex, out, 256);
        if (++i == 4)
            break;
        cudaDestroyTextureObject(tex);
    }
    cudaDestroyTextureObject(tex);
}

void until_it_works(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    while (cudaCreateTextureObject(&tex, &res, &desc, nullptr) != cudaSuccess)
        cudaDeviceSynchronize();
    sample<<<1, 256>>>(tex, out, 256);
    cudaDestroyTextureObject(tex);
}

void once_before_many_launches(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int count)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    do {
        sample<<<1, 256>>>(tex, out, 256);
    } while (--count > 0);
    cudaDestroyTextureObject(tex);
}

void replaced(const cudaResourceDesc *levels, const cudaTextureDesc &desc, float *out, int count)
{
    cudaTextureObject_t current;
    cudaCreateTextureObject(&current, &levels[0], &desc, nullptr);
    for (int i = 1; i < count; i++) {
        cudaTextureObject_t next;
        cudaCreateTextureObject(&next, &levels[i], &desc, nullptr);
        sample<<<1, 256>>>(current, out, 256);
        cudaDestroyTextureObject(current);
        current = next;
    }
    cudaDestroyTextureObject(current);
}

void destroyed_before_the_next(const cudaResourceDesc *levels, const cudaTextureDesc &desc, float *out, int count)
{
    cudaTextureObject_t tex = 0;
    for (int i = 0; i < count; i++) {
        if (tex)
            cudaDestroyTextureObject(tex);
        cudaCreateTextureObject(&tex, &levels[i], &desc, nullptr);
        sample<<<1, 256>>>(tex, out, 256);
    }
    if (tex)
        cudaDestroyTextureObject(tex);
}

void on_the_first_pass(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int count)
{
    cudaTextureObject_t tex = 0;
    for (int i = 0; i < count; i++) {
        if (tex == 0)
            cudaCreateTextureObject(&tex, &res, &desc, nullptr);
        sample<<<1, 256>>>(tex, out, 256);
    }
    if (tex != 0)
        cudaDestroyTextureObject(tex);
}
