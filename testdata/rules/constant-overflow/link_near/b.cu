__constant__ double other[4001];  // want "^proven: __constant__ data of 2 files that are linked together takes 64,008 of the 65,536 bytes that a module can have .97 %.: other 32,008, table 32,000$"
