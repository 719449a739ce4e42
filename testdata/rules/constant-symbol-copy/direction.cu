// The direction, and the direction in the place of the offset.
__constant__ float table[64];
__device__ float global[64];
#define TO_DEVICE cudaMemcpyHostToDevice

void directions(float *h, float *d, cudaStream_t s) {
    cudaMemcpyToSymbol(table, h, 16, 0, cudaMemcpyDeviceToHost);     // want "proven: cudaMemcpyToSymbol with cudaMemcpyDeviceToHost fails with cudaErrorInvalidMemcpyDirection: the symbol is on the device"
    cudaMemcpyToSymbol(table, h, 16, 0, cudaMemcpyHostToHost);       // want "with cudaMemcpyHostToHost fails"
    cudaMemcpyToSymbolAsync(table, h, 16, 0, cudaMemcpyDeviceToHost, s); // want "cudaMemcpyToSymbolAsync with cudaMemcpyDeviceToHost fails"
    cudaMemcpyFromSymbol(h, table, 16, 0, cudaMemcpyHostToDevice);   // want "cudaMemcpyFromSymbol with cudaMemcpyHostToDevice fails"
    cudaMemcpyFromSymbol(h, global, 16, 0, TO_DEVICE);               // want "with cudaMemcpyHostToDevice fails"
    cudaMemcpyFromSymbolAsync(h, table, 16, 0, cudaMemcpyKind::cudaMemcpyHostToHost, s); // want "with cudaMemcpyHostToHost fails"
    cudaMemcpyToSymbol(table, h, sizeof(table), cudaMemcpyHostToDevice); // want "proven: cudaMemcpyToSymbol gets cudaMemcpyHostToDevice as the offset, which makes the offset 1: the direction comes after the offset"
    cudaMemcpyFromSymbol(h, table, sizeof(table), cudaMemcpyDeviceToHost); // want "gets cudaMemcpyDeviceToHost as the offset, which makes the offset 2"
    cudaMemcpyToSymbol(table, h, 16, TO_DEVICE);                     // want "as the offset"
    float local[4];
    cudaMemcpyToSymbol(table, local, 16, 0, cudaMemcpyDeviceToDevice); // want "proven: cudaMemcpyToSymbol with cudaMemcpyDeviceToDevice fails with cudaErrorInvalidValue: local is host memory"
    cudaMemcpyFromSymbol(local, table, 16, 0, cudaMemcpyDeviceToDevice); // want "local is host memory"
}
