__constant__ char tag;
__constant__ __align__(256) float table[16300];  // want "^proven: .*takes 65,537 bytes.*: table 65,200, tag 1, end 1; .*0x10001 bytes"
alignas(512) __constant__ char end;
