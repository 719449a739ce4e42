// Package clangtest holds a test that compares cudalint's tree of real sources with
// that of clang. It has no other code.
//
// The test is skipped unless CUDALINT_CLANG names a folder of sources:
//
//	CUDALINT_CLANG        the folder; each folder in it is a repository of its own
//	CUDALINT_CLANG_QUERY  the clang-query program ("clang-query")
//	CUDALINT_CLANG_CXX    the clang++ program of the same version ("clang++")
//	CUDALINT_CLANG_FLAGS  compiler flags, such as --cuda-path=DIR -std=c++17
//	CUDALINT_CLANG_SEED   draws the files (1)
//	CUDALINT_CLANG_COUNT  how many files that compile are compared (200)
//	CUDALINT_CLANG_LIST   a file that takes the list of what differs
package clangtest
