// flags: define=COUNT=9000
__constant__ double table[COUNT];  // want "^proven: .*takes 72,000 bytes"
