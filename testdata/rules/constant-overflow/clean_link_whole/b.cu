static __constant__ float other[10000];
