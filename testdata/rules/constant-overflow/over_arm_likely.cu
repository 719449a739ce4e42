// No source says whether SMALL is defined.
#ifndef SMALL
__constant__ float table[20000];  // want "^likely: .*takes 80,000 bytes.*0x13880 bytes"
#else
__constant__ float table[200];
#endif
