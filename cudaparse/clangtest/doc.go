// Package clangtest is a test that compares cudalint's trees of real sources with those of
// clang. It has no other code.
//
// The test is skipped unless CUDALINT_CLANG is set:
//
//	CUDALINT_CLANG        a folder of sources; each folder in it is a repository
//	CUDALINT_CLANG_QUERY  the clang-query program ("clang-query")
//	CUDALINT_CLANG_CXX    the clang++ program of the same version ("clang++")
//	CUDALINT_CLANG_FLAGS  compiler flags, such as --cuda-path=DIR -std=c++17
//	CUDALINT_CLANG_SEED   the seed of the random choice of files (1)
//	CUDALINT_CLANG_COUNT  the number of files that compile to compare (200)
//	CUDALINT_CLANG_LIST   a file to which the differences are written
package clangtest
