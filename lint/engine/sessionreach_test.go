package engine_test

import "testing"

// reachProgram are the lines of the files of a program, each with what may stand there. What
// is found in its kernels depends on what functions, constants, macros, types, launches and
// lambda expressions elsewhere say; comments and empty lines only move it.
var reachProgram = map[string][][]string{
	"a.cu": {
		{"// The kernels.", "", "/* The kernels\n   of this file. */", "#define UNUSED 1"},
		{"#include \"step.cuh\""},
		{"__constant__ float table[1024];", "__constant__ float table[2048];", "__constant__ double table[1024];"},
		{"static const int half = 2;", "static const int half = 4;", "constexpr int half = 1;"},
		{"__device__ int last(int i) { return i / half; }", "__device__ int last(int i) { // all\n  return i;\n}", "__device__ int last(int i) { return 0; }"},
		{"__device__ int callee(int i) { return last(i); }", "__device__ int callee(int i) { return last(i) * STEP; }"},
		{"struct Index {"},
		{"  int first;", "  int first, second;", "  char first; // narrow", "  double first;"},
		{"  __device__ int at(int i) const { return i * (int)sizeof(Index) / 4; }", "  __device__ int at(int i) const { return callee(i); }", "  __device__ int at(int i) const;"},
		{"  __device__ int operator()(int i) const { return i; }", "  __device__ int operator()(int i) const { return last(i); }"},
		{"};"},
		{"__device__ int Index::at(int i) const { return i / STEP; }", "", "// at is in the class"},
		{"template <int N> __device__ int scaled(int i) { return i * N; }", "template <int N> __device__ int scaled(int i) { return i / N; }"},
		{"__global__ void direct(float *out) { out[threadIdx.x] = table[callee(threadIdx.x)]; }", "__global__ void direct(float *out) {\n\n  out[threadIdx.x] = table[scaled<STEP>(threadIdx.x)]; // here\n}"},
		{"__device__ int deepest(int i) { return i; }", "__device__ int deepest(int i) { return i / 2; }", "__device__ int deepest(int) { return 3; }"},
		{"__device__ int deep(int i) { return deepest(i); }", "__device__ int deep(int i) { /* the same */ return deepest(i); }"},
		{"__global__ void chain(float *out) { out[threadIdx.x] = table[deep(threadIdx.x)]; }", "__global__ void chain(float *out) { float read = table[deep(threadIdx.x)];\n  out[threadIdx.x] = read; }"},
		{"", "// cudalint: ignore[missing-restrict]", "// NOLINTNEXTLINE"},
		{"__global__ void typed(float *out, Index x) { out[threadIdx.x] = table[x.at(threadIdx.x)]; }", "__global__ void typed(float *out, Index x) { out[threadIdx.x] = table[x(threadIdx.x) + x.first]; }"},
		{"template <class F> __global__ void with(float *out, F f) { out[threadIdx.x] = table[f(threadIdx.x) % 1024]; }"},
		{"template <class F> void start(float *out, F f) { with<<<1, 64>>>(out, f); }", "template <class F> void start(float *out, F f) { with<<<1, BLOCK>>>(out, f); }"},
		{"void host(float *out, int n) { start(out, [=] __device__ (int i) { return i; }); }", "void host(float *out, int n) { start(out, [=] __device__ (int i) { return i * half; }); }",
			"void host(float *out, short n) {\n  start(out, [=] __device__ (int i) { return 7; });\n  start(out, [=] __device__ (int i) { return callee(i) + half; });\n}"},
		{"void unrelated() { int i = 1; }", "void unrelated() { // a comment\n  int i = 2; }", "void unrelated() { int i = ", ""},
		{"void launch(float *out) { direct<<<1, 64>>>(out); }", "void launch(float *out) { direct<<<1, dim3(16, 16)>>>(out); }", "void launch(float *out) { direct<<<1, BLOCK>>>(out); }"},
		{"void object(float *out) { Index x{1}; typed<<<1, 128>>>(out, x); start(out, x); }", "void object(float *out) { Index x{1}; typed<<<1, BLOCK>>>(out, x); }"},
	},
	"b.cu": {
		{"#include \"step.cuh\""},
		{"struct Index { int first; };"},
		{"__global__ void direct(float *out);"},
		{"void other(float *out) { direct<<<2, 96>>>(out); }", "void other(float *out) { direct<<<2, BLOCK>>>(out); }", ""},
	},
	"step.cuh": {
		{"#pragma once"},
		{"#define STEP 1", "#define STEP 2", "#define STEP callee", "enum { STEP = 4 };"},
		{"#define BLOCK 32", "#define BLOCK (64 / STEP)", "const int BLOCK = 256;"},
		{"", "#define half 8", "// nothing"},
	},
}

// TestSessionFollowsReach compares a session with a fresh run while what its kernels depend
// on changes, and what they do not.
func TestSessionFollowsReach(t *testing.T) { followChoices(t, reachProgram, 400) }
