__global__ void loops(int *p, int n) {
#pragma unroll 4
    for (int i = 0; i < n; i++)
        if (p[i]) continue;
        else break;
    while (int k = p[0]) p[1] = k;
    do n--; while (n > 0);
    for (;;) return;
}

__global__ void choices(int *p, int n) {
    switch (n) {
    case 1: p[0] = 1;
    case 2: {
        int k = 3;
        p[1] = k;
        break;
    }
    default: p[2] = 4;
    }
    if (int m = n + 1; m > 2) p[3] = m;
    if constexpr (sizeof(int) == 4) p[4] = 1;
    else p[5] = 1;
#if OUT_OF_SIGHT
    p[6] = 1;
#else
    p[7] = 1;
#endif
}
