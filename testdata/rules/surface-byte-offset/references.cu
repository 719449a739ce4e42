// flags: cuda=11.8
// Surface references have the same unit.
surface<void, 2> canvas;
surface<void, 3> cloud;
#define PUT(v, x, y) surf2Dwrite(v, canvas, x, y)

__global__ void k(float* p) {
    int x = threadIdx.x;
    surf2Dwrite(p[x], canvas, x, 0);  // want "proven: x of surf2Dwrite is in bytes"
    surf3Dwrite(p[x], cloud, x, 0, 0);  // want "proven: x of surf3Dwrite is in bytes"
    surf2Dread(p + x, canvas, x, 0);  // want "proven: x of surf2Dread is in bytes"
    PUT(p[0], x, 1);  // want "proven: x of surf2Dwrite is in bytes"
    PUT(p[0], x * 4, 1);
}
