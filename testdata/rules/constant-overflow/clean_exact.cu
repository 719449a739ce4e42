// flags: set=constant-overflow.near-percent=0
__constant__ char first[8];
__constant__ double table[8190];
__constant__ char last[8];
