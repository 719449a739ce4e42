#include <cuda_bf16.h>
#include <cuda_fp16.h>

__constant__ float3 points[1000];      // 12 bytes each, aligned to 4
__constant__ float4 planes[1000];
__constant__ char3 colours[333];
__constant__ double2 phases[800];
__constant__ __half halves[3];
__constant__ __half2 pairs[500];
__constant__ __nv_bfloat16 brain[501];
__constant__ ushort4 shorts[601];
__constant__ longlong3 longs[667];     // want "^proven: .*takes 65,640 bytes, 104 more.*: longs 16,008, planes 16,000, phases 12,800, points 12,000 and 5 smaller; .*0x10068 bytes"
