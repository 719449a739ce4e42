#define TABLE(type, name, n) __constant__ type name[n]
#define SYMBOL __constant__
TABLE(float, low, 8192);   // want "^proven: .*takes 65,540 bytes.*: low 32,768, high 32,768, count 4;"
TABLE(float, high, 8192);
SYMBOL int count;
