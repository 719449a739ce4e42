__constant__ double table[4000];
