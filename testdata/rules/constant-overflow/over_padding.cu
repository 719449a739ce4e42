// 1 + 65,528 + 1 bytes would fit; the gap before the doubles does not.
__constant__ char first;
__constant__ double values[8191];  // want "^proven: .*takes 65,537 bytes.*values 65,528, first 1, last 1; .*0x10001 bytes"
__constant__ char last;
