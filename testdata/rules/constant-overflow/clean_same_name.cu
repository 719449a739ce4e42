namespace a { __constant__ float table[4000]; }
namespace b { __constant__ float table[4000]; }
using namespace a;
__constant__ float other[4000];
