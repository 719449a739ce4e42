#include <math.h>
#include <stdio.h>
#include <vector>
#include <cuda_runtime.h>

extern "C" int filter(const float4 *points, const float *gain, float *out, int n);

int main()
{
    const int n = 1000;
    std::vector<float4> p(n);
    std::vector<float> out(n), gain(16);
    for (int i = 0; i < n; i++)
        p[i] = make_float4(i, 1.0f / (i + 1), i % 7, 3);
    for (int i = 0; i < 16; i++)
        gain[i] = 0.5f * i;
    int bad = filter(&p[0], &gain[0], &out[0], n);
    for (int i = 0; i < n; i++) {
        float want = (p[i].x * p[i].w - p[i].y * p[i].z) * gain[i % 16];
        if (!(fabs(want - out[i]) <= 1e-4 * (1 + fabs(want))))
            bad++;
    }
    if (bad)
        printf("FAIL %d of %d\n", bad, n);
    else
        printf("OK\n");
    return bad != 0;
}
