// flags: set=constant-overflow.near-percent=50
__constant__ float table[9000];  // want "^proven: .*takes at least 36,000 of the 65,536 bytes that a module can have .54 %.: table 36,000; the size of other is unknown"
__constant__ Unseen other;
