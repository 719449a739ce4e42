// A 3-point read (x,y), (x+1,y), (x,y+1) of a 2048 x 2048 float image through a
// texture object over a CUDA array and through __ldg, for several maps from warp
// and lane to texel; each thread stores its sum at its own linear place.
// texture_patterns.csv is its output (medians of 21 runs on one H200, CUDA 13.0,
// nvcc -O3 -arch=sm_90) with Nsight Compute's counters for one launch each:
// requests, sector lookups and sector misses of
// l1tex__t_{requests,sectors,sectors_..._lookup_miss}_pipe_tex_mem_texture and
// ..._pipe_lsu_mem_global_op_ld, and sm__cycles_elapsed.max.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e){printf("ERR %s line %d\n",cudaGetErrorString(e),__LINE__);exit(1);} }while(0)
constexpr int W=2048;
__device__ __forceinline__ unsigned hash(unsigned v){v^=v>>16;v*=0x7feb352du;v^=v>>15;v*=0x846ca68bu;v^=v>>16;return v;}
// place gives the texel of a thread of a block of 256.
template<int P> __device__ __forceinline__ void place(int b,int t,int&x,int&y){
  int warp=t>>5,lane=t&31,bx=b&63,by=b>>6;           // 64 blocks in a row of 2048 texels
  if(P==0){x=bx*32+lane;y=by*8+warp;}                              // warps of 32 x 1, block 32 x 8
  if(P==1){x=bx*32+(warp&1)*16+(lane&15);y=by*8+(warp>>1)*2+(lane>>4);} // 16 x 2
  if(P==2){x=bx*32+(warp&3)*8+(lane&7);y=by*8+(warp>>2)*4+(lane>>3);}   // 8 x 4
  if(P==3){x=bx*32+2*(lane&15);y=by*32+2*(warp*2+(lane>>4));}      // every second pixel, 16 x 2 lanes, block covers 32 x 32
  if(P==4){bx=b&31;by=b>>5;x=bx*64+2*lane;y=by*16+2*warp;}         // every second pixel, 32 x 1 lanes, block covers 64 x 16
  if(P==5){bx=b&255;by=b>>8;x=bx*8+warp;y=by*32+lane;}             // 1 x 32
  if(P==6){int u=bx*32+lane,v=by*8+warp;                           // 32 x 1 rotated by 45 degrees, wrapped
    x=(int)floorf((u-v)*0.70710678f)&(W-1);y=(int)floorf((u+v)*0.70710678f)&(W-1);}
  if(P==7){unsigned h=hash(b*256+t);x=h&(W-1);y=(h>>11)&(W-1);}    // random
  if(P==8){x=bx*32+lane;y=by*32+warp*4;}                           // 32 x 1, every fourth row
}
template<int P> __global__ void tex(cudaTextureObject_t t,float*o){
  int x,y;place<P>(blockIdx.x,threadIdx.x,x,y);
  o[blockIdx.x*256+threadIdx.x]=tex2D<float>(t,x+.5f,y+.5f)+tex2D<float>(t,x+1.5f,y+.5f)+tex2D<float>(t,x+.5f,y+1.5f);
}
template<int P> __global__ void glob(const float*__restrict__ in,float*o){
  int x,y;place<P>(blockIdx.x,threadIdx.x,x,y);int x1=min(x+1,W-1),y1=min(y+1,W-1);
  o[blockIdx.x*256+threadIdx.x]=__ldg(in+y*W+x)+__ldg(in+y*W+x1)+__ldg(in+y1*W+x);
}
int reps=21;
template<class F> float tm(F f){ cudaEvent_t a,b; cudaEventCreate(&a); cudaEventCreate(&b); if(reps==1){f();CK(cudaDeviceSynchronize());return 0;} for(int i=0;i<3;i++) f(); std::vector<float> v; for(int i=0;i<reps;i++){ cudaEventRecord(a); f(); cudaEventRecord(b); cudaEventSynchronize(b); float ms; cudaEventElapsedTime(&ms,a,b); v.push_back(ms);} CK(cudaGetLastError()); std::sort(v.begin(),v.end()); return v[reps/2]; }
template<int P> void run(const char*name,int blocks,cudaTextureObject_t t,const float*in,float*o){
  float a=tm([&]{tex<P><<<blocks,256>>>(t,o);}),b=tm([&]{glob<P><<<blocks,256>>>(in,o);});
  printf("%s,%d,%.5f,%.5f\n",name,blocks,a,b);
}
int main(int argc,char**argv){ if(argc>1)reps=atoi(argv[1]);
  std::vector<float> hb((size_t)W*W); for(auto&x:hb)x=(rand()&255)/100.f;
  cudaChannelFormatDesc d=cudaCreateChannelDesc<float>(); cudaArray_t a; CK(cudaMallocArray(&a,&d,W,W)); CK(cudaMemcpy2DToArray(a,0,0,hb.data(),W*4,W*4,W,cudaMemcpyHostToDevice));
  cudaResourceDesc r={}; r.resType=cudaResourceTypeArray; r.res.array.array=a; cudaTextureDesc td={}; td.addressMode[0]=td.addressMode[1]=cudaAddressModeClamp; td.filterMode=cudaFilterModePoint; td.readMode=cudaReadModeElementType; cudaTextureObject_t t; CK(cudaCreateTextureObject(&t,&r,&td,0));
  float*in,*o; CK(cudaMalloc(&in,(size_t)W*W*4)); CK(cudaMalloc(&o,(size_t)W*W*4)); CK(cudaMemcpy(in,hb.data(),(size_t)W*W*4,cudaMemcpyHostToDevice));
  printf("pattern,blocks,texture_ms,global_ms\n"); int n=W*W/256;
  run<0>("row32x1",n,t,in,o); run<1>("tile16x2",n,t,in,o); run<2>("tile8x4",n,t,in,o); run<3>("second16x2",n/4,t,in,o); run<4>("second32x1",n/4,t,in,o);
  run<5>("column1x32",n,t,in,o); run<6>("rotated45",n,t,in,o); run<7>("random",n,t,in,o); run<8>("fourthrow32x1",n/4,t,in,o);
  CK(cudaDeviceSynchronize()); CK(cudaDestroyTextureObject(t)); cudaFreeArray(a); return 0; }
