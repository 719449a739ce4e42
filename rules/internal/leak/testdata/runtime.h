// Stands in for the CUDA runtime on the host: it counts texture objects that are left,
// destroyed twice, destroyed while work that uses them runs, and used afterwards.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <type_traits>

typedef unsigned long long cudaTextureObject_t;
enum cudaError_t { cudaSuccess };
struct cudaResourceDesc {};
struct cudaTextureDesc {};

static std::set<cudaTextureObject_t> made, running;
static cudaTextureObject_t newest;
static int left, twice, early, late, steps;
static unsigned seed;
static long trace; // of what the program does otherwise

static unsigned number() { return (seed = seed * 1664525u + 1013904223u) >> 16; }
static int did(int what) { return trace = trace * 31 + what, what; }
static int in(int what) { return did(what), ++steps > 400 ? 1 : number() & 1; }
static int more() { return ++steps > 200 ? 0 : number() % 3 != 0; }
static int pick() { return number() % 3; }
static int work(int what) { return did(what + 100); }

static cudaError_t cudaCreateTextureObject(cudaTextureObject_t *t, const cudaResourceDesc *, const cudaTextureDesc *, void *)
{
    did(50);
    made.insert(*t = ++newest);
    return cudaSuccess;
}
static cudaError_t cudaDestroyTextureObject(cudaTextureObject_t t)
{
    if (t != 0 && !made.erase(t))
        twice++;
    else if (running.count(t))
        early++;
    return cudaSuccess;
}
static cudaError_t cudaDeviceSynchronize() { return running.clear(), cudaSuccess; }
static cudaError_t cudaGetLastError() { return did(60), cudaSuccess; }
static void use(cudaTextureObject_t t) { late += 1000 < t && t <= newest && !made.count(t); }
static void launch(cudaTextureObject_t t) { use(t), running.insert(t); }
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) abort(); } while (0)

template <class F> void runs(int which, F f)
{
    long hash = left = twice = early = late = 0;
    for (int i = 0; i < 300; i++) {
        made.clear(), running.clear();
        newest = 1000, steps = 0, seed = i * 7919 + 13, trace = 0;
        if constexpr (std::is_void_v<decltype(f())>)
            f();
        else
            did(f());
        left += made.size();
        hash = hash * 1000003 + trace;
    }
    printf("%d %d %d %d %d %ld\n", which, left, twice, early, late, hash);
}
