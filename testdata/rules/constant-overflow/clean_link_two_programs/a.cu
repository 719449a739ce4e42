__constant__ float table[10000];
int main() { return 0; }
