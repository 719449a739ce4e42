// At least some bytes, and no more is known.
__constant__ Unseen a[50000];
__constant__ float b[UNSEEN];
__constant__ float c[1000];
