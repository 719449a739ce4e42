__constant__ float other[10000];
int main() { return 1; }
