// Fetches, binds and settings are counted and related to the declaration.
texture<float, 1, cudaReadModeElementType> linear;   // want "proven: texture reference linear \(float, 1D, 2 fetches, bound at 1 place\)"
texture<float, 2, cudaReadModeElementType> plane;    // want "proven: texture reference plane \(float, 2D, 5 fetches, bound at 2 places\)"
texture<float, 3, cudaReadModeElementType> block;    // want "proven: texture reference block \(float, 3D, 3 fetches, bound at 1 place\)"
texture<float, cudaTextureType1DLayered> strips;     // want "proven: texture reference strips \(float, 1D layered, 3 fetches\)"
texture<float, cudaTextureType2DLayered> sheets;     // want "proven: texture reference sheets \(float, 2D layered, 3 fetches\)"
texture<float, cudaTextureTypeCubemap> sky;          // want "proven: texture reference sky \(float, cubemap, 2 fetches, bound at 1 place\)"
texture<float, cudaTextureTypeCubemapLayered> skies; // want "proven: texture reference skies \(float, cubemap layered, 2 fetches\)"
surface<void, 1> line;                               // want "proven: surface reference line \(1D, 2 accesses\)"
surface<void, 2> canvas;                             // want "proven: surface reference canvas \(2D, 3 accesses, bound at 1 place\)"
surface<void, 3> cloud;                              // want "proven: surface reference cloud \(3D, 2 accesses\)"
surface<void, cudaSurfaceType2DLayered> pages;       // want "proven: surface reference pages \(2D layered, 2 accesses\)"
surface<void, cudaSurfaceTypeCubemap> box;           // want "proven: surface reference box \(cubemap, 2 accesses\)"

__global__ void read_all(float* out, float x, float y, float z) {
    float v = tex1Dfetch(linear, 3) + tex1D(linear, x);
    v += tex2D(plane, x, y) + tex2DLod(plane, x, y, 1.0f) + tex2DGrad(plane, x, y, make_float2(0, 1), make_float2(1, 0));
    v += tex2Dgather(plane, x, y, 0).x;
    v += tex3D(block, x, y, z) + tex3DLod(block, x, y, z, 0.0f) + tex3DGrad(block, x, y, z, make_float4(0, 0, 0, 0), make_float4(0, 0, 0, 0));
    v += tex1DLayered(strips, x, 1) + tex1DLayeredLod(strips, x, 1, 0.0f) + tex1DLayeredGrad(strips, x, 1, 0.0f, 0.0f);
    v += tex2DLayered(sheets, x, y, 1) + tex2DLayeredLod(sheets, x, y, 1, 0.0f) + tex2DLayeredGrad(sheets, x, y, 1, make_float2(0, 1), make_float2(1, 0));
    v += texCubemap(sky, x, y, z) + texCubemapLod(sky, x, y, z, 0.0f);
    v += texCubemapLayered(skies, x, y, z, 1) + texCubemapLayeredLod(skies, x, y, z, 1, 0.0f);
    v += ::tex2D(plane, y, x);
    out[threadIdx.x] = v;
}

__global__ void surfaces(float* out) {
    float v;
    surf1Dread(&v, line, 4);
    surf1Dwrite(v, line, 8);
    v = surf2Dread<float>(canvas, 4, 1);
    surf2Dread(&v, canvas, 4, 1, cudaBoundaryModeTrap);
    surf2Dwrite(v, canvas, 8, 1);
    surf3Dread(&v, cloud, 4, 1, 1);
    surf3Dwrite(v, cloud, 8, 1, 1);
    surf2DLayeredread(&v, pages, 4, 1, 1);
    surf2DLayeredwrite(v, pages, 4, 1, 1);
    surfCubemapread(&v, box, 4, 1, 1);
    surfCubemapwrite(v, box, 4, 1, 1);
    out[0] = v;
}

void bind(float* data, size_t bytes, cudaArray_t array, cudaMipmappedArray_t mips) {
    linear.addressMode[0] = cudaAddressModeClamp;
    linear.filterMode = cudaFilterModePoint;
    linear.normalized = false;
    cudaBindTexture(0, linear, data, bytes);
    cudaBindTexture2D(0, plane, data, 64, 64, 256);
    cudaBindTextureToArray(plane, array);
    cudaBindTextureToArray(&block, array, &block.channelDesc);
    cudaBindTextureToMipmappedArray(sky, mips);
    cudaBindSurfaceToArray(canvas, array);
    cudaUnbindTexture(linear);
}
