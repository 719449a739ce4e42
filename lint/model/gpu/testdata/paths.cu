// Throughput of the other paths, one SM, 32 warps: fresh random and walking constant reads, uniform loops, shuffles, stores, and pairs of pipes together.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e){printf("ERR %s line %d\n",cudaGetErrorString(e),__LINE__);exit(1);} }while(0)
__constant__ unsigned ctab[16384];
#define HEAD(...) (int iters,long long*out,unsigned*sink,__VA_ARGS__){ unsigned s=0; __syncthreads(); long long t0=clock64();
#define TAIL __syncthreads(); long long t1=clock64(); sink[blockIdx.x*blockDim.x+threadIdx.x]=s; if(threadIdx.x==0&&blockIdx.x==0) out[0]=t1-t0; }
// each group of lanes with the same lane % d draws its own addresses
__global__ void c_rand HEAD(unsigned words,int d) unsigned x=(threadIdx.x>>5)*7919u+(threadIdx.x%32%d)*104729u+12345u+blockIdx.x*31337u;
 #pragma unroll 4
 for(int k=0;k<iters;k++){ x=x*1664525u+1013904223u; s+=ctab[__umulhi(x,words)]; } TAIL
__global__ void g_rand HEAD(unsigned words,int d,const unsigned*__restrict__ g) unsigned x=(threadIdx.x>>5)*7919u+(threadIdx.x%32%d)*104729u+12345u+blockIdx.x*31337u;
 #pragma unroll 4
 for(int k=0;k<iters;k++){ x=x*1664525u+1013904223u; s+=__ldg(g+__umulhi(x,words)); } TAIL
__global__ void t_rand HEAD(unsigned words,int d,cudaTextureObject_t t) unsigned x=(threadIdx.x>>5)*7919u+(threadIdx.x%32%d)*104729u+12345u+blockIdx.x*31337u;
 #pragma unroll 4
 for(int k=0;k<iters;k++){ x=x*1664525u+1013904223u; s+=tex1Dfetch<unsigned>(t,__umulhi(x,words)); } TAIL
extern __shared__ unsigned sh[];
__global__ void s_rand HEAD(unsigned words,int d) unsigned x=(threadIdx.x>>5)*7919u+(threadIdx.x%32%d)*104729u+12345u;
 #pragma unroll 4
 for(int k=0;k<iters;k++){ x=x*1664525u+1013904223u; s+=sh[__umulhi(x,words)]; } TAIL
// lane i % d at i * laneStride words, moving by step words; warps start apart words apart
__global__ void c_walk HEAD(unsigned mask,int d,int laneStride,int step,int apart) unsigned i=threadIdx.x%32%d*laneStride+(threadIdx.x>>5)*apart;
 #pragma unroll 4
 for(int k=0;k<iters;k++){ s+=ctab[i&mask]; i+=step; } TAIL
__global__ void u_loop HEAD(unsigned mask,int step) unsigned i=blockIdx.x;
 for(int k=0;k<iters;k++){ s+=ctab[i&mask]; i+=step; } TAIL
__global__ void w_loop HEAD(unsigned mask,int step) unsigned i=threadIdx.x>>5;
 for(int k=0;k<iters;k++){ s+=ctab[i&mask]; i+=step; } TAIL
__global__ void shfl HEAD(unsigned mul) unsigned v=threadIdx.x*mul;
 #pragma unroll 8
 for(int k=0;k<iters;k++){ v=__shfl_sync(~0u,v,v&31); } s=v; TAIL
__global__ void shfl2 HEAD(unsigned mul) unsigned v=threadIdx.x*mul,w=v+1,x=v+2,y=v+3;
 #pragma unroll 8
 for(int k=0;k<iters;k+=4){ v=__shfl_sync(~0u,v,v); w=__shfl_sync(~0u,w,w); x=__shfl_sync(~0u,x,x); y=__shfl_sync(~0u,y,y);} s=v+w+x+y; TAIL
template<int A> __device__ __forceinline__ unsigned one(unsigned i,const unsigned*__restrict__ g,cudaTextureObject_t t){ if(A==0) return ctab[i]; if(A==1) return __ldg(g+i); if(A==2) return sh[i]; if(A==3) return tex1Dfetch<unsigned>(t,i); return __shfl_sync(~0u,i,i); }
// one load of each of two paths per iteration, chains of their own
template<int A,int B> __global__ void both HEAD(const unsigned*__restrict__ g,cudaTextureObject_t t,int sa,int sb) for(int i=threadIdx.x;i<4096;i+=1024) sh[i]=i; __syncthreads(); t0=clock64(); unsigned a[4],b[4];
 #pragma unroll
 for(int j=0;j<4;j++){ a[j]=threadIdx.x%32*sa; b[j]=threadIdx.x%32*sb; }
 for(int k=0;k<iters;k+=4){
 #pragma unroll
 for(int j=0;j<4;j++){ a[j]=one<A>(a[j],g,t); if(B>=0) b[j]=one<B<0?0:B>(b[j],g,t); } } for(int j=0;j<4;j++) s+=a[j]+b[j]; TAIL
__global__ void s_store HEAD(int stride,int zero) unsigned i=threadIdx.x%32*stride;
 #pragma unroll 8
 for(int k=0;k<iters;k++){ ((volatile unsigned*)sh)[i]=k; } s=sh[0]; TAIL
__global__ void g_store HEAD(unsigned*g,int stride,int mask) unsigned i=threadIdx.x%32*stride+(threadIdx.x>>5)*32*stride;
 #pragma unroll 8
 for(int k=0;k<iters;k++){ ((volatile unsigned*)g)[(i+k*1024*stride)&mask]=k; } TAIL
// streams of one SM: misses of L1 that hit L2
__global__ void g_walk HEAD(const unsigned*__restrict__ g,int stride,int mask) unsigned i=threadIdx.x*stride;
 #pragma unroll 8
 for(int k=0;k<iters;k++){ s+=__ldcg(g+((i+k*1024*stride)&mask)); } TAIL
int main(){ unsigned*sink,*g; long long*dout; CK(cudaMalloc(&sink,1<<21)); CK(cudaMalloc(&dout,8)); CK(cudaMalloc(&g,1<<26));
 std::vector<unsigned> h(1<<24); for(size_t i=0;i<h.size();i++)h[i]=i%16384; CK(cudaMemcpy(g,h.data(),1<<26,cudaMemcpyHostToDevice)); CK(cudaMemcpyToSymbol(ctab,h.data(),65536));
 cudaResourceDesc rd={}; rd.resType=cudaResourceTypeLinear; rd.res.linear.devPtr=g; rd.res.linear.desc=cudaCreateChannelDesc<unsigned>(); rd.res.linear.sizeInBytes=1<<26; cudaTextureDesc td={}; td.readMode=cudaReadModeElementType; cudaTextureObject_t t; CK(cudaCreateTextureObject(&t,&rd,&td,0));
 printf("path,warps,table,d,lane_stride,step,apart,cycles_per_warp_instr\n");
 auto tm=[&](auto f){ long long best=1LL<<60,c; for(int r=0;r<3;r++){ f(); CK(cudaGetLastError()); CK(cudaMemcpy(&c,dout,8,cudaMemcpyDeviceToHost)); best=std::min(best,c);} return (double)best; };
 const int it=1024;
 for(int w:{1,8,32}) for(int d:{1,2,4,8,16,32}) for(int kb:{1,2,3,4,6,8,16,32,64}){ if(w<32&&d!=1&&d!=8&&d!=32) continue; printf("const_random,%d,%d,%d,,,,%.3f\n",w,kb*1024,d,tm([&]{c_rand<<<1,32*w>>>(it,dout,sink,kb*256u,d);})/it/w);}
 for(int kb:{2,4,8,64}) for(int d:{1,8,32}) printf("const_random_all,32,%d,%d,,,,%.3f\n",kb*1024,d,tm([&]{c_rand<<<264,1024>>>(it,dout,sink,kb*256u,d);})/it/64);
 for(int d:{4,32}) for(int kb:{1,4,16,64,160,512,4096,65536}) printf("ldg_random,32,%d,%d,,,,%.3f\n",kb*1024,d,tm([&]{g_rand<<<1,1024>>>(it,dout,sink,kb*256u,d,g);})/it/32);
 for(int d:{4,32}) for(int kb:{512,4096,32768}) printf("ldg_random_all,32,%d,%d,,,,%.3f\n",kb*1024,d,tm([&]{g_rand<<<264,1024>>>(it,dout,sink,kb*256u,d,g);})/it/64);
 for(int d:{2,4,8,16,32}) for(int b:{64,256,1024,4096,16384,65536}) printf("tex_random,32,%d,%d,,,,%.3f\n",b,d,tm([&]{t_rand<<<1,1024>>>(it,dout,sink,b/4,d,t);})/it/32);
 CK(cudaFuncSetAttribute(s_rand,cudaFuncAttributeMaxDynamicSharedMemorySize,65536));
 for(int d:{2,4,8,16,32}) for(int b:{64,128,256,1024,4096,65536}){ printf("shared_random,32,%d,%d,,,,%.3f\n",b,d,tm([&]{s_rand<<<1,1024,65536>>>(it,dout,sink,b/4,d);})/it/32); printf("ldg_random,32,%d,%d,,,,%.3f\n",b,d,tm([&]{g_rand<<<1,1024>>>(it,dout,sink,b/4u,d,g);})/it/32);}
 for(int kb:{2,4,16,64}) for(int d:{1,4,32}) for(int ls:{1,16,128}) for(int st:{1,16,64}) for(int ap:{0,1,64}) printf("const_walk,32,%d,%d,%d,%d,%d,%.3f\n",kb*1024,d,ls*4,st*4,ap*4,tm([&]{c_walk<<<1,1024>>>(it,dout,sink,kb*256u-1,d,ls,st,ap);})/it/32);
 for(int w:{1,4,8,32}) for(int kb:{1,4,16,64}) for(int st:{1,16}){ printf("uniform_loop,%d,%d,1,,%d,,%.3f\n",w,kb*1024,st*4,tm([&]{u_loop<<<1,32*w>>>(it,dout,sink,kb*256u-1,st);})/it/w); printf("warp_loop,%d,%d,1,,%d,,%.3f\n",w,kb*1024,st*4,tm([&]{w_loop<<<1,32*w>>>(it,dout,sink,kb*256u-1,st);})/it/w);}
 for(int w:{1,4,32}){ printf("shuffle,%d,,,,,,%.3f\n",w,tm([&]{shfl<<<1,32*w>>>(it,dout,sink,7u);})/it/w); printf("shuffle4,%d,,,,,,%.3f\n",w,tm([&]{shfl2<<<1,32*w>>>(it,dout,sink,7u);})/it/w);}
 auto pr=[&](const char*n,auto k){ for(int sa:{1,8}) for(int sb:{1,8}) printf("%s,32,,,%d,%d,,%.3f\n",n,sa*4,sb*4,tm([&]{k<<<1,1024,65536>>>(it,dout,sink,g,t,sa,sb);})/it/32); };
#define B2(A,B,N) CK(cudaFuncSetAttribute(both<A,B>,cudaFuncAttributeMaxDynamicSharedMemorySize,65536)); pr(N,both<A,B>);
 B2(0,-1,"const") B2(1,-1,"ldg") B2(2,-1,"shared") B2(3,-1,"tex") B2(4,-1,"shfl") B2(0,1,"const+ldg") B2(0,2,"const+shared") B2(1,2,"ldg+shared") B2(1,3,"ldg+tex") B2(2,3,"shared+tex") B2(0,3,"const+tex") B2(2,4,"shared+shfl") B2(1,4,"ldg+shfl") B2(0,4,"const+shfl")
 for(int st:{0,1,2,8,32}) printf("shared_store,32,,,%d,,,%.3f\n",st*4,tm([&]{s_store<<<1,1024,65536>>>(it,dout,sink,st,0);})/it/32);
 for(int st:{0,1,2,8,32}) printf("global_store,32,,,%d,,,%.3f\n",st*4,tm([&]{g_store<<<1,1024>>>(it,dout,sink,g,st,(1<<22)-1);})/it/32);
 for(int st:{0,1,2,8,32}) printf("l2_load,32,,,%d,,,%.3f\n",st*4,tm([&]{g_walk<<<1,1024>>>(it,dout,sink,g,st,(1<<22)-1);})/it/32);
 for(int st:{1,8}) printf("l2_load_all,32,,,%d,,,%.3f\n",st*4,tm([&]{g_walk<<<264,1024>>>(it,dout,sink,g,st,(1<<22)-1);})/it/64);
}
