// flags: rdc=true set=constant-overflow.near-percent=0
// In relocatable code the doubles come first, and there is no gap.
__constant__ char first;
__constant__ double table[8191];
__constant__ char last;
