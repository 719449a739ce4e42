extern __constant__ float table[10000];
extern __constant__ float table[10000];
__constant__ float table[10000];
extern __constant__ float table[10000];
namespace a { extern __constant__ int n; }
namespace a { __constant__ int n; }
