__constant__ double first[5000];  // want "^likely: __constant__ data of 2 files that are linked together takes 72,000 bytes"
int main() { return 0; }
