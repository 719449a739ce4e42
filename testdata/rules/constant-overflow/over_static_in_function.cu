__device__ float noise(int i) {
    static __constant__ float table[16384];  // want "^likely: .*takes 65,540 bytes.*noise::table 65,536, scale 4; "
    return table[i];
}
__constant__ float scale;
__global__ void apply(float *out) { out[threadIdx.x] = noise(threadIdx.x) * scale; }
