__constant__ float table[10000];
