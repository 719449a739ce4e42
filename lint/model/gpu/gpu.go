// Package gpu holds models of GPUs as data, and computes what one memory access of one warp
// costs on them. It does not know source code.
package gpu
