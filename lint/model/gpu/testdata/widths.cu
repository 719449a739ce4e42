// Latency and throughput of one table lookup of a warp by element size, memory and lane pattern.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <string>
#include <algorithm>
#include <cstring>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e){printf("ERR %s line %d\n",cudaGetErrorString(e),__LINE__);exit(1);} }while(0)
__constant__ uint4 ctab[4096];
enum Space {CONST_, LDG_, SHARED_, TEX_};
__device__ __forceinline__ unsigned fold(unsigned char v){return v;}
__device__ __forceinline__ unsigned fold(unsigned short v){return v;}
__device__ __forceinline__ unsigned fold(unsigned v){return v;}
__device__ __forceinline__ unsigned fold(uint2 v){return v.x|v.y;}
__device__ __forceinline__ unsigned fold(uint4 v){return v.x|v.y|v.z|v.w;}
template<int S,class T> __device__ __forceinline__ unsigned rd(unsigned i,const T* g,const T* sh,cudaTextureObject_t t){
  if constexpr(S==CONST_) return fold(reinterpret_cast<const T*>(ctab)[i]);
  else if constexpr(S==LDG_) return fold(__ldg(g+i));
  else if constexpr(S==SHARED_) return fold(sh[i]);
  else return fold(tex1Dfetch<T>(t,i));
}
extern __shared__ uint4 dyn[];
template<int S,class T> __global__ void lat(const unsigned* start,const T* g,cudaTextureObject_t t,int iters,int n,long long* out,unsigned* sink){
  T* sh=reinterpret_cast<T*>(dyn);
  if(S==SHARED_) for(int i=threadIdx.x;i<n;i+=blockDim.x) sh[i]=g[i];
  __syncthreads();
  unsigned i=start[threadIdx.x&31];
  for(int k=0;k<64;k++) i=rd<S,T>(i,g,sh,t);
  long long t0=clock64();
  #pragma unroll 16
  for(int k=0;k<iters;k++) i=rd<S,T>(i,g,sh,t);
  long long t1=clock64();
  sink[threadIdx.x]=i; if(threadIdx.x==0) out[0]=t1-t0;
}
template<int S,class T> __global__ void thr(const unsigned* start,const T* g,cudaTextureObject_t t,int iters,int n,long long* out,unsigned* sink){
  T* sh=reinterpret_cast<T*>(dyn);
  if(S==SHARED_) for(int i=threadIdx.x;i<n;i+=blockDim.x) sh[i]=g[i];
  __syncthreads();
  unsigned a[8]; unsigned b=start[threadIdx.x&31];
  #pragma unroll
  for(int j=0;j<8;j++) a[j]=b;
  __syncthreads();
  long long t0=clock64();
  for(int k=0;k<iters;k++){
    #pragma unroll
    for(int j=0;j<8;j++) a[j]=rd<S,T>(a[j],g,sh,t);
  }
  __syncthreads();
  long long t1=clock64();
  unsigned s=0;
  #pragma unroll
  for(int j=0;j<8;j++) s+=a[j];
  sink[threadIdx.x]=s; if(threadIdx.x==0) out[0]=t1-t0;
}
struct P{std::string name; unsigned s[32];};
unsigned *ds,*sink; long long*dout;
template<int S,class T> void run(const char* sn,const P&p,const T*dg,cudaTextureObject_t t){
  CK(cudaMemcpy(ds,p.s,128,cudaMemcpyHostToDevice));
  int n=1; for(int i=0;i<32;i++) n=std::max(n,(int)p.s[i]+1);
  size_t shb=S==SHARED_?(size_t)n*sizeof(T)+16:16; if(shb>160*1024) return;
  CK(cudaFuncSetAttribute(lat<S,T>,cudaFuncAttributeMaxDynamicSharedMemorySize,160*1024));
  CK(cudaFuncSetAttribute(thr<S,T>,cudaFuncAttributeMaxDynamicSharedMemorySize,160*1024));
  long long best=1LL<<60,bt=1LL<<60,c;
  for(int r=0;r<3;r++){ lat<S,T><<<1,32,shb>>>(ds,dg,t,512,n,dout,sink); CK(cudaMemcpy(&c,dout,8,cudaMemcpyDeviceToHost)); best=std::min(best,c);}
  for(int r=0;r<3;r++){ thr<S,T><<<1,1024,shb>>>(ds,dg,t,64,n,dout,sink); CK(cudaMemcpy(&c,dout,8,cudaMemcpyDeviceToHost)); bt=std::min(bt,c);}
  printf("%s,%d,%s,%.2f,%.3f,",sn,(int)sizeof(T),p.name.c_str(),best/512.0,bt/(64.0*8*32));
  for(int i=0;i<32;i++) printf("%u%s",p.s[i],i<31?" ":"\n");
}
template<class T> void fill(std::vector<T>&h){ for(size_t i=0;i<h.size();i++){ h[i]=T{}; unsigned v=(unsigned)i; size_t b=sizeof(T)<4?sizeof(T):4; memcpy(&h[i],&v,b);} }
template<class T> cudaTextureObject_t texOf(const T*dg,size_t bytes){
  cudaResourceDesc r={}; r.resType=cudaResourceTypeLinear; r.res.linear.devPtr=(void*)dg; r.res.linear.desc=cudaCreateChannelDesc<T>(); r.res.linear.sizeInBytes=bytes; cudaTextureDesc td={}; td.readMode=cudaReadModeElementType; cudaTextureObject_t t; CK(cudaCreateTextureObject(&t,&r,&td,0)); return t;
}
template<class T> void all(const std::vector<P>&ps,bool texOnly){
  std::vector<T> h(65536/sizeof(T)); fill(h);
  T*dg; CK(cudaMalloc(&dg,65536)); CK(cudaMemcpy(dg,h.data(),65536,cudaMemcpyHostToDevice)); CK(cudaMemcpyToSymbol(ctab,h.data(),65536));
  cudaTextureObject_t t=texOf(dg,65536);
  for(auto&p:ps){ bool ok=true; for(int i=0;i<32;i++) ok=ok&&p.s[i]<65536/sizeof(T)&&(sizeof(T)>1||p.s[i]<256); if(!ok) continue;
    if(!texOnly){ run<CONST_,T>("const",p,dg,t); run<LDG_,T>("ldg",p,dg,t); run<SHARED_,T>("shared",p,dg,t);} 
    run<TEX_,T>("tex1dfetch",p,dg,t);} 
  CK(cudaDestroyTextureObject(t)); CK(cudaFree(dg));
}
int main(){
  CK(cudaMalloc(&ds,128)); CK(cudaMalloc(&sink,1<<16)); CK(cudaMalloc(&dout,8));
  printf("space,bytes,pattern,lat_cycles,thr_cycles,indexes\n");
  std::vector<P> ps; P p;
  auto add=[&](std::string n,auto f){ p.name=n; for(unsigned l=0;l<32;l++) p.s[l]=f(l); ps.push_back(p); };
  for(unsigned n:{1,2,4,8,16,32}) add("mod"+std::to_string(n),[=](unsigned l){return l%n;});
  for(unsigned n:{2,4,8}) add("div"+std::to_string(n),[=](unsigned l){return l/n;});
  add("offset1",[](unsigned l){return l+1;}); add("offset3",[](unsigned l){return l+3;}); add("reverse",[](unsigned l){return 31-l;});
  for(unsigned s:{2,4,8,16,32,64}) add("stride"+std::to_string(s),[=](unsigned l){return l*s;});
  for(unsigned s:{8,32}) add("mod8stride"+std::to_string(s),[=](unsigned l){return l%8*s;});
  add("tile8x4",[](unsigned l){return l%8+l/8*64;}); add("tile4x8",[](unsigned l){return l%4+l/4*64;});
  srand(7); for(unsigned T:{32,128,512,2048}) for(int d=0;d<3;d++) add("random"+std::to_string(T),[=](unsigned){return rand()%T;});
  all<unsigned char>(ps,false); all<unsigned short>(ps,false); all<unsigned>(ps,false); all<uint2>(ps,false); all<uint4>(ps,false);
  ps.clear();
  for(unsigned s:{1,2,4,8,16,32,64,128}) { add("q2s"+std::to_string(s),[=](unsigned l){return l%2*s;}); add("q4s"+std::to_string(s),[=](unsigned l){return l%4*s;}); add("o4s"+std::to_string(s),[=](unsigned l){return l%8*s;}); add("quad"+std::to_string(s),[=](unsigned l){return l/4*s;}); add("pair"+std::to_string(s),[=](unsigned l){return l/2*s;}); add("h2s"+std::to_string(s),[=](unsigned l){return (l/2)%2*s;}); add("q3s"+std::to_string(s),[=](unsigned l){return l%4==3?s:0;}); add("f2s"+std::to_string(s),[=](unsigned l){return (l/4)%2*s;}); }
  for(unsigned T:{2,4,8,16,32,64,128,256,512,1024,4096,16384}) for(int d=0;d<4;d++) add("random"+std::to_string(T),[=](unsigned){return rand()%T;});
  for(unsigned T:{64,1024}) for(int d=0;d<3;d++){ unsigned v[8]; for(auto&x:v)x=rand()%T; add("quadrandom"+std::to_string(T),[=](unsigned l){return v[l/4];}); }
  all<unsigned>(ps,true);
}
