__constant__ float table[15000];  // want "^proven: __constant__ data of this translation unit takes 60,000 of the 65,536 bytes that a module can have .91 %.: table 60,000$"
