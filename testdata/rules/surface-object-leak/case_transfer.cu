// Surface objects given away: returned, stored, passed.
#include <cuda_runtime.h>
#include <map>
#include <vector>

__global__ void fill(cudaSurfaceObject_t surf, int width, int height);

static cudaSurfaceObject_t open_surface(cudaArray_t array)
{
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = array;
    cudaSurfaceObject_t surf;
    if (cudaCreateSurfaceObject(&surf, &res) != cudaSuccess)
        return 0;
    return surf;
}

static void close_surface(cudaSurfaceObject_t surf)
{
    if (surf)
        cudaDestroySurfaceObject(surf);
}

void registered(cudaSurfaceObject_t surf);
std::map<int, cudaSurfaceObject_t> by_id;
cudaSurfaceObject_t current;

void opened_only(cudaArray_t array)
{
    cudaSurfaceObject_t s = open_surface(array); // want "\bs\b.*leak"
    fill<<<1, 256>>>(s, 16, 16);
}

int opened_and_returned(cudaArray_t array, int width)
{
    cudaSurfaceObject_t out = open_surface(array); // want "\bout\b.*leak.*\bline 39\b"
    if (width < 16)
        return -1;
    fill<<<1, 256>>>(out, width, 16);
    close_surface(out);
    return 0;
}

bool stored_on_one_path(const cudaResourceDesc &res, int id)
{
    cudaSurfaceObject_t surf;
    if (cudaCreateSurfaceObject(&surf, &res) != cudaSuccess) // want "\bsurf\b.*leak.*\bline 51\b"
        return false;
    if (by_id.count(id))
        return true;
    by_id[id] = surf;
    return true;
}

// Only its number is printed.
static unsigned long long number(cudaSurfaceObject_t surf) { return surf & 0xffff; }

unsigned long long numbered(const cudaResourceDesc &res)
{
    cudaSurfaceObject_t surf;
    cudaCreateSurfaceObject(&surf, &res); // want "\bsurf\b.*leak"
    return number(surf);
}

// Clean from here on.
void opened_and_closed(cudaArray_t array)
{
    cudaSurfaceObject_t s = open_surface(array);
    if (!s)
        return;
    fill<<<1, 256>>>(s, 16, 16);
    close_surface(s);
}

cudaSurfaceObject_t opened_for_the_caller(cudaArray_t array)
{
    cudaSurfaceObject_t s = open_surface(array);
    fill<<<1, 256>>>(s, 16, 16);
    return s;
}

void opened_into(cudaArray_t *arrays, cudaSurfaceObject_t *surfs, int n)
{
    for (int i = 0; i < n; i++)
        surfs[i] = open_surface(arrays[i]);
}

void stored(const cudaResourceDesc &res, int id)
{
    cudaSurfaceObject_t surf;
    cudaCreateSurfaceObject(&surf, &res);
    auto old = by_id.find(id);
    if (old != by_id.end())
        cudaDestroySurfaceObject(old->second);
    by_id[id] = surf;
}

void made_current(const cudaResourceDesc &res)
{
    cudaSurfaceObject_t surf;
    if (cudaCreateSurfaceObject(&surf, &res) != cudaSuccess)
        return;
    close_surface(current);
    current = surf;
}

void known_elsewhere(const cudaResourceDesc &res)
{
    cudaSurfaceObject_t surf;
    cudaCreateSurfaceObject(&surf, &res);
    registered(surf);
}

void copied_to_the_device(const cudaResourceDesc *res, cudaSurfaceObject_t *host, cudaSurfaceObject_t *device, int n)
{
    for (int i = 0; i < n; i++)
        cudaCreateSurfaceObject(host + i, res + i);
    cudaMemcpy(device, host, n * sizeof(*host), cudaMemcpyHostToDevice);
}

bool given_by_reference(const cudaResourceDesc &res, cudaSurfaceObject_t &surf)
{
    return cudaCreateSurfaceObject(&surf, &res) == cudaSuccess;
}
