// flags: rdc=true
// The assembler refuses the object before anything is linked.
extern __constant__ float elsewhere[16384];
__constant__ char first;
__constant__ double table[8192];  // want "^proven: .*this translation unit takes 65,537 bytes.*: table 65,536, first 1; ptxas will say .*0x10001 bytes"
