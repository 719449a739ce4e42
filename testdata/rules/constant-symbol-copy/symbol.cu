// What stands in the symbol's place.
struct Params {
    float a;
    int n;
    double d[4];
};

__constant__ float table[256];
__constant__ float scalar;
__constant__ float grid[4][8];
__constant__ Params params;
__device__ int counter;
__device__ float *buffer;
namespace filter {
__constant__ float taps[9];
}

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) fail(#call, e); } while (0)
#define NAME "table"
#define ADDRESS_OF(x) (&(x))

float host_table[256]; // filled below
static int host_count;

void strings(const float *h) {
    cudaMemcpyToSymbol("table", h, 16);      // want `proven: cudaMemcpyToSymbol gets the string "table" as the symbol, which fails with cudaErrorInvalidSymbol since CUDA 5.0`
    CHECK(cudaMemcpyToSymbol("table", h, 16)); // want "gets the string"
    cudaMemcpyToSymbol(NAME, h, 16);         // want "gets the string"
    float r;
    cudaMemcpyFromSymbol(&r, "scalar", 4);   // want "cudaMemcpyFromSymbol gets the string"
    void *p;
    cudaGetSymbolAddress(&p, "table");       // want "cudaGetSymbolAddress gets the string"
    size_t n;
    cudaGetSymbolSize(&n, "table");          // want "cudaGetSymbolSize gets the string"
    const char *name = "table";
    cudaMemcpyToSymbol(name, h, 16);         // want "gets name, a host variable, as the symbol"
}

void addresses(const float *h) {
    cudaMemcpyToSymbol(&table, h, 16);       // want "proven: cudaMemcpyToSymbol gets the address of table instead of the variable itself, which fails with cudaErrorInvalidSymbol"
    cudaMemcpyToSymbol(&scalar, h, 4);       // want "the address of scalar"
    CHECK(cudaMemcpyToSymbol(&params, h, sizeof(Params))); // want "the address of params"
    cudaMemcpyToSymbol(ADDRESS_OF(scalar), h, 4); // want "the address of scalar"
    cudaMemcpyToSymbolAsync(&table, h, 16, 0, cudaMemcpyHostToDevice, 0); // want "cudaMemcpyToSymbolAsync gets the address of table"
    cudaMemcpyToSymbol(&filter::taps, h, 36); // want "the address of taps"
    cudaMemcpyToSymbol(&buffer, &h, 8);      // want "the address of buffer"
    cudaMemcpyToSymbol(table + 3, h, 4);     // want "a pointer to table instead"
    cudaMemcpyToSymbol(&table[3], h, 4);     // want "a pointer to table instead"
    cudaMemcpyToSymbol(&table[0], h, 4);     // want "a pointer to table instead"
    cudaMemcpyToSymbol((void *)&table, h, 4); // want "a pointer to table instead"
    cudaMemcpyToSymbol((float *)table, h, 4); // want "a pointer to table instead"
    cudaMemcpyToSymbol(static_cast<const char *>(table), h, 4); // want "a pointer to table instead"
    int r;
    cudaMemcpyFromSymbol(&r, &counter, 4);   // want "cudaMemcpyFromSymbol gets the address of counter"
    void *p;
    cudaGetSymbolAddress(&p, &table);        // want "cudaGetSymbolAddress gets the address of table"
    size_t n;
    cudaGetSymbolSize(&n, &params);          // want "cudaGetSymbolSize gets the address of params"
    float *alias = table;
    cudaMemcpyToSymbol(alias, h, 16);        // want "gets a pointer to table instead"
    cudaMemcpyToSymbol(new float[4], h, 16); // want `gets a pointer \(float \*\) as the symbol`
}

void parts(const float *h, int i) {
    cudaMemcpyToSymbol(table[3], h, 4);      // want "proven: cudaMemcpyToSymbol gets a part of __constant__ table as the symbol, 12 bytes from its start, which fails"
    cudaMemcpyToSymbol(params.n, h, 4);      // want "a part of __constant__ params as the symbol, 4 bytes"
    cudaMemcpyToSymbol(params.d, h, 32);     // want "a part of __constant__ params as the symbol, 8 bytes"
    cudaMemcpyToSymbol(grid[2], h, 32);      // want "a part of __constant__ grid as the symbol, 64 bytes"
    cudaMemcpyToSymbol(table[i], h, 4);      // want "likely: .*a part of __constant__ table as the symbol, which fails with cudaErrorInvalidSymbol unless it is the first"
    cudaMemcpyToSymbol((const void *)(table + 3), h, 4); // want "12 bytes from its start"
    void *p;
    cudaGetSymbolAddress(&p, table[3]);      // want "12 bytes from its start"
}

void host(const float *h, float *pointer) {
    host_table[0] = host_count + 1;
    float local[4];
    float *device;
    cudaMalloc(&device, 16);
    cudaMemcpyToSymbol(local, h, 16);        // want "proven: cudaMemcpyToSymbol gets local, a host variable, as the symbol, which fails with cudaErrorInvalidSymbol"
    cudaMemcpyToSymbol(device, h, 16);       // want "gets device, a host variable"
    cudaMemcpyToSymbol(host_table, h, 16);   // want "gets host_table, a host variable"
    cudaMemcpyToSymbol(host_count, h, 4);    // want "gets host_count, a host variable"
    cudaMemcpyToSymbol(pointer, h, 16);      // want "gets pointer, a host variable"
    cudaMemcpyFromSymbol(table, host_table, 16); // want "gets host_table, a host variable"
    cudaMemcpyFromSymbol(&host_count, pointer, 4); // want "gets pointer, a host variable"
}
