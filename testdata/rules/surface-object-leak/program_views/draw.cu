#include "view.cuh"

bool left_open(cudaArray_t array, int width)
{
    cudaSurfaceObject_t view = view_of(array); // want "\bview\b.*leak.*\bline 7\b"
    if (width > 256)
        return false;
    fill<<<16, 256>>>(view, width, 16);
    end_view(view);
    return true;
}

// Clean: each view ends.
void ended(cudaArray_t *arrays, int n)
{
    for (int i = 0; i < n; i++) {
        const cudaSurfaceObject_t view = view_of(arrays[i]);
        fill<<<16, 256>>>(view, 16, 16);
        end_view(view);
    }
}
