// flags: rdc=true
extern __constant__ float elsewhere[16384];
__constant__ float own[10000];
