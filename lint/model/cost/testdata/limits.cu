// What bounds a kernel: block launch, streaming memory, issue, and latency by active warps.
#include <cstdio>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
#define CK(x) do{cudaError_t e=(x); if(e){printf("ERR %s line %d\n",cudaGetErrorString(e),__LINE__);return 1;} }while(0)
template<class F> float tm(F f){cudaEvent_t a,b;cudaEventCreate(&a);cudaEventCreate(&b);for(int i=0;i<2;i++)f();std::vector<float>v;for(int i=0;i<9;i++){cudaEventRecord(a);f();cudaEventRecord(b);cudaEventSynchronize(b);float ms;cudaEventElapsedTime(&ms,a,b);v.push_back(ms);}std::sort(v.begin(),v.end());return v[4];}
__global__ void empty(float*o){ if(o==nullptr) return; if(threadIdx.x==9999) o[0]=1; }
__global__ void store(float*o){ o[blockIdx.x*blockDim.x+threadIdx.x]=1; }
__global__ void copy1(const float*__restrict__ in,float*o,int n){int i=blockIdx.x*blockDim.x+threadIdx.x; if(i<n)o[i]=in[i];}
__global__ void copy4(const float4*__restrict__ in,float4*o,int n){int i=blockIdx.x*blockDim.x+threadIdx.x; if(i<n)o[i]=in[i];}
__global__ void copyloop(const float*__restrict__ in,float*o,int n){for(int i=blockIdx.x*blockDim.x+threadIdx.x;i<n;i+=gridDim.x*blockDim.x)o[i]=in[i];}
__global__ void read1(const float*__restrict__ in,float*o,int n){float a=0;for(int i=blockIdx.x*blockDim.x+threadIdx.x;i<n;i+=gridDim.x*blockDim.x)a+=in[i]; if(a==12345.f)o[0]=a;}
__global__ void copybar(const float*__restrict__ in,float*o,int n){__shared__ float s[1024];int i=blockIdx.x*blockDim.x+threadIdx.x; s[threadIdx.x]=in[i];__syncthreads();o[i]=s[(threadIdx.x+1)&(blockDim.x-1)];}
// dependent chains: cycles per access and SM by warps per SM
__constant__ unsigned ct[1024];
enum {SH,CO,GL,L2C,FMA,MIX};
template<int S,int ILP> __global__ void chain(const unsigned*g,int stride,int mask,int iters,long long*out,unsigned*sink){
 __shared__ unsigned sh[1024]; for(int i=threadIdx.x;i<1024;i+=blockDim.x) sh[i]=g[i]; __syncthreads();
 unsigned b=(threadIdx.x%32*stride)&mask; unsigned a[ILP]; for(int j=0;j<ILP;j++)a[j]=b; float f=threadIdx.x; 
 if(S==GL||S==L2C) for(int k=0;k<64;k++){a[0]=g[a[0]];}
 __syncthreads(); long long t0=clock64();
 for(int k=0;k<iters;k++){
 #pragma unroll
  for(int j=0;j<ILP;j++){ if(S==SH)a[j]=sh[a[j]]; if(S==CO)a[j]=ct[a[j]]; if(S==GL)a[j]=__ldg(g+a[j]); if(S==L2C)a[j]=__ldcg(g+a[j]); if(S==FMA){f=f*1.5f+2.f;} if(S==MIX){a[j]=sh[a[j]];f=f*1.5f+(float)0.5f;f=f*1.5f+2.f;f=f*1.5f+2.f;f=f*1.5f+2.f;} }
 }
 __syncthreads(); long long t1=clock64(); unsigned s=__float_as_uint(f); for(int j=0;j<ILP;j++)s+=a[j]; sink[blockIdx.x*blockDim.x+threadIdx.x]=s; if(threadIdx.x==0&&blockIdx.x==0)out[0]=t1-t0; }
template<int S,int ILP> void runchain(const char*name,const unsigned*g,long long*o,unsigned*s,int stride,int mask){
 for(int w:{1,2,4,6,8,12,16,20,24,28,32}){ long long best=1LL<<60,c; int it=S==L2C?128:512; for(int r=0;r<4;r++){chain<S,ILP><<<1,w*32>>>(g,stride,mask,it,o,s);cudaMemcpy(&c,o,8,cudaMemcpyDeviceToHost);best=std::min(best,c);} printf("chain,%s_ilp%d,%d,%.3f\n",name,ILP,w,(double)best/(it*ILP*w)); } }
// issue: loops of known instructions over the whole GPU
template<int M> __global__ void mixk(float*o,int*p,int it){ float a=threadIdx.x,b=a+1,c=a+2,d=a+3; int i=threadIdx.x,j=i+1,k=i+2,l=i+3; int q=p[0],q2=p[1];
#pragma unroll 4
 for(int n=0;n<it;n++){ 
  if(M==0||M==2){a=a*1.5f+b;b=b*1.5f+c;c=c*1.5f+d;d=d*1.5f+a;}
  if(M==1||M==2){i=(i+q)^q2;j=(j+q)^q2;k=(k+q)^q2;l=(l+q)^q2;}
  if(M==3){i=i*q+q2;j=j*q+q2;k=k*q+q2;l=l*q+q2;}
  if(M==4){a=__expf(a);b=__expf(b);}
  if(M==5){i=(int)(float)i+q;j=(int)(float)j+q;}
  if(M==6){i=__shfl_xor_sync(~0u,i,1);j=__shfl_xor_sync(~0u,j,2);k=__shfl_xor_sync(~0u,k,3);l=__shfl_xor_sync(~0u,l,4);}
  if(M==7){a=sqrtf(a);b=1.0f/b;}
  if(M==8){i=i/q+1;j=j/q+1;}
 } o[blockIdx.x*blockDim.x+threadIdx.x]=a+b+c+d+i+j+k+l; }
int main(){ float*in,*out;unsigned*g,*s;long long*o;int*p; size_t N=1<<26; CK(cudaMalloc(&in,N*4+4096));CK(cudaMalloc(&out,N*4+4096));CK(cudaMemset(in,0,N*4));CK(cudaMalloc(&g,1<<20));CK(cudaMalloc(&s,1<<22));CK(cudaMalloc(&o,8));CK(cudaMalloc(&p,8));int hp[2]={3,5};CK(cudaMemcpy(p,hp,8,cudaMemcpyHostToDevice));
 std::vector<unsigned>h(1<<18);for(unsigned i=0;i<h.size();i++)h[i]=i;CK(cudaMemcpy(g,h.data(),1<<20,cudaMemcpyHostToDevice));CK(cudaMemcpyToSymbol(ct,h.data(),4096));
 printf("test,case,x,value\n");
 for(int T:{32,64,128,256,512,1024}) for(int B:{1,132,1056,4096,65536,524288}) printf("empty,%d,%d,%.5f\n",T,B,tm([&]{empty<<<B,T>>>(out);}));
 for(int T:{32,128,256,1024}) for(int lg:{20,22,24,26}){ int n=1<<lg; printf("store%d,%d,%d,%.5f\n",T,T,lg,tm([&]{store<<<n/T,T>>>(out);})); printf("copy1_%d,%d,%d,%.5f\n",T,T,lg,tm([&]{copy1<<<n/T,T>>>(in,out,n);})); printf("copybar_%d,%d,%d,%.5f\n",T,T,lg,tm([&]{copybar<<<n/T,T>>>(in,out,n);})); printf("copy4_%d,%d,%d,%.5f\n",T,T,lg,tm([&]{copy4<<<n/4/T,T>>>((float4*)in,(float4*)out,n/4);}));
  printf("copyloop_%d,%d,%d,%.5f\n",T,T,lg,tm([&]{copyloop<<<132*2048/T,T>>>(in,out,n);})); printf("read1_%d,%d,%d,%.5f\n",T,T,lg,tm([&]{read1<<<132*2048/T,T>>>(in,out,n);})); }
 runchain<SH,1>("shared1",g,o,s,1,1023); runchain<SH,1>("shared8",g,o,s,8,1023); runchain<SH,4>("shared1",g,o,s,1,1023); runchain<CO,1>("const4",g,o,s,1,3); runchain<CO,1>("const32",g,o,s,1,31); runchain<CO,4>("const4",g,o,s,1,3); runchain<GL,1>("global1",g,o,s,1,1023); runchain<GL,4>("global1",g,o,s,1,1023); runchain<L2C,1>("l2",g,o,s,8,262143); runchain<FMA,1>("fma",g,o,s,1,1023); runchain<MIX,1>("mix",g,o,s,1,1023); runchain<MIX,2>("mix",g,o,s,1,1023);
#define MX(m) printf("mix,%d,0,%.5f\n",m,tm([&]{mixk<m><<<132*8,256>>>(out,p,2048);}));
 MX(0)MX(1)MX(2)MX(3)MX(4)MX(5)MX(6)MX(7)MX(8)
 CK(cudaDeviceSynchronize()); return 0; }
