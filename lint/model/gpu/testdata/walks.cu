// Constant reads of fixed and walking lanes with one or all SMs busy, and stores: cycles per warp instruction, mean over the blocks.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e){printf("ERR %s line %d\n",cudaGetErrorString(e),__LINE__);exit(1);} }while(0)
__constant__ unsigned ctab[16384];
#define HEAD(...) (int iters,long long*out,unsigned*sink,__VA_ARGS__){ unsigned s=0; __syncthreads(); long long t0=clock64();
#define TAIL __syncthreads(); long long t1=clock64(); sink[blockIdx.x*blockDim.x+threadIdx.x]=s; if(threadIdx.x==0) out[blockIdx.x]=t1-t0; }
extern __shared__ unsigned sh[];
// lane i % d at i * laneStride words, moving by step words; warps start apart words apart
__global__ void c_walk HEAD(unsigned mask,int d,int laneStride,int step,int apart) unsigned i=threadIdx.x%32%d*laneStride+(threadIdx.x>>5)*apart;
 #pragma unroll 4
 for(int k=0;k<iters;k++){ s+=ctab[i&mask]; i+=step; } TAIL
// rows of `row` neighbouring words at a random place each
__global__ void c_rows HEAD(unsigned rows,int row,int d) unsigned x=(threadIdx.x>>5)*7919u+(threadIdx.x%32%d+1)*2654435761u+blockIdx.x*31337u; x^=x>>15; x*=2246822519u; x^=x>>13;
 for(int k=0;k<iters;k+=row){ x=x*1664525u+1013904223u; unsigned at=__umulhi(x,rows)*row; for(int j=0;j<row;j++) s+=ctab[at+j]; } TAIL
__device__ void put(unsigned a,unsigned v){asm volatile("st.shared.u32 [%0], %1;"::"r"(a),"r"(v));}
__device__ void put(unsigned a,uint2 v){asm volatile("st.shared.v2.u32 [%0], {%1,%2};"::"r"(a),"r"(v.x),"r"(v.y));}
__device__ void put(unsigned a,uint4 v){asm volatile("st.shared.v4.u32 [%0], {%1,%2,%3,%4};"::"r"(a),"r"(v.x),"r"(v.y),"r"(v.z),"r"(v.w));}
template<class T> __global__ void s_store HEAD(int stride) unsigned i=threadIdx.x%32*stride; T v; for(int w=0;w<sizeof(T)/4;w++) ((unsigned*)&v)[w]=threadIdx.x+w;
 for(int k=0;k<iters;k+=8){
 #pragma unroll
 for(int j=0;j<8;j++){ put((unsigned)__cvta_generic_to_shared(sh)+i*(unsigned)sizeof(T)+j*4096,v); } } s=sh[threadIdx.x]; TAIL
template<class T> __global__ void g_store HEAD(T*g,int stride,int fresh,unsigned mask) unsigned i=threadIdx.x%32*stride+((threadIdx.x>>5)+blockIdx.x*32)*32*stride; T v; for(int w=0;w<sizeof(T)/4;w++) ((unsigned*)&v)[w]=threadIdx.x+w;
 for(int k=0;k<iters;k+=8){
 #pragma unroll
 for(int j=0;j<8;j++){ g[(i+(k+j)*fresh)&mask]=v; asm volatile("" ::: "memory"); } } TAIL
int main(){ unsigned*sink,*g; long long*dout; CK(cudaMalloc(&sink,1<<21)); CK(cudaMalloc(&dout,8*1024)); CK(cudaMalloc(&g,1<<27)); CK(cudaMemset(g,0,1<<27));
 std::vector<unsigned> h(16384,1); CK(cudaMemcpyToSymbol(ctab,h.data(),65536));
 printf("path,bytes,blocks,table,d,lane_stride,step,apart,cycles\n");
 auto tm=[&](int blocks,auto f){ double best=1e30; std::vector<long long> c(blocks); for(int r=0;r<3;r++){ f(); CK(cudaGetLastError()); CK(cudaMemcpy(c.data(),dout,8*blocks,cudaMemcpyDeviceToHost)); double sum=0; for(auto x:c)sum+=x; best=std::min(best,sum/blocks);} return best; };
 const int it=512;
 for(int b:{1,132}) for(int d:{2,8,16,32}) for(int ls:{16,32,64,128,256}) for(int st:{0,1,16,64}) for(int ap:{0,4}) { if(ap&&st!=1) continue; printf("const_walk,4,%d,65536,%d,%d,%d,%d,%.3f\n",b,d,ls*4,st*4,ap*4,tm(b,[&]{c_walk<<<b,1024>>>(it,dout,sink,16383u,d,ls,st,ap);})/it/32);}
 for(int d:{1,4,32}) for(int ls:{1}) for(int st:{16,32,64}) for(int kb:{4,16,64}) printf("const_walk,4,132,%d,%d,%d,%d,0,%.3f\n",kb*1024,d,ls*4,st*4,tm(132,[&]{c_walk<<<132,1024>>>(it,dout,sink,kb*256u-1,d,ls,st,0);})/it/32);
 for(int b:{1,132}) for(int kb:{4,16,64}) for(int row:{1,2,4,8,16}) for(int d:{4,32}) printf("const_rows,4,%d,%d,%d,%d,,,%.3f\n",b,kb*1024,d,row*4,tm(b,[&]{c_rows<<<b,1024>>>(it,dout,sink,kb*256u/row,row,d);})/it/32);
 for(int st:{0,1,2,8,32}) { printf("shared_store,4,1,,,%d,,,%.3f\n",st*4,tm(1,[&]{s_store<unsigned><<<1,1024,40960>>>(it,dout,sink,st);})/it/32); }
 for(int st:{0,1,2,8}) { printf("shared_store,8,1,,,%d,,,%.3f\n",st*8,tm(1,[&]{s_store<uint2><<<1,1024,40960>>>(it,dout,sink,st);})/it/32); printf("shared_store,16,1,,,%d,,,%.3f\n",st*16,tm(1,[&]{s_store<uint4><<<1,1024,40960>>>(it,dout,sink,st);})/it/32);}
 for(int b:{1,132}) for(int fresh:{0,1}) for(int st:{0,1,2,4,8,32}) printf("global_store,4,%d,%d,,%d,,,%.3f\n",b,fresh,st*4,tm(b,[&]{g_store<unsigned><<<b,1024>>>(it,dout,sink,g,st,fresh?32*std::max(st,1)*32*b:0,(1u<<23)-1);})/it/32);
 for(int b:{1,132}) for(int fresh:{0,1}) for(int st:{1,2}) { printf("global_store,8,%d,%d,,%d,,,%.3f\n",b,fresh,st*8,tm(b,[&]{g_store<uint2><<<b,1024>>>(it,dout,sink,(uint2*)g,st,fresh?32*st*32*b:0,(1u<<22)-1);})/it/32); printf("global_store,16,%d,%d,,%d,,,%.3f\n",b,fresh,st*16,tm(b,[&]{g_store<uint4><<<b,1024>>>(it,dout,sink,(uint4*)g,st,fresh?32*st*32*b:0,(1u<<21)-1);})/it/32); }
}
