// The project's own function of the name.
__constant__ float table[64];

int cudaMemcpyToSymbol(const char *name, const void *from, size_t bytes);

void upload(const void *h) { cudaMemcpyToSymbol("table", h, 1024); }
