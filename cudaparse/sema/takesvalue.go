package sema

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
)

// valuePrefixes start names of functions that are known to take their arguments
// by value or constant reference.
var valuePrefixes = []string{"cuda", "hip", "cu", "print", "fprint", "sprint", "snprint", "mem", "str", "make_", "thrust", "min", "max", "ceil", "floor", "sqrt", "pow", "log", "abs", "fabs", "round",
	"malloc", "calloc", "realloc", "free", "exit", "assert", "rand", "srand", "ato", "to_string", "dim3", "size", "int", "unsigned", "float", "double", "exp", "fclose", "fopen", "fread", "fwrite", "puts",
	"omp_", "MPI_", "nvtx", "setw", "aligned_alloc", "vector", "string", "uint", "long", "usleep", "sleep", "static_assert", "gettimeofday", "clock", "CHECK", "Check", "check", "iDivUp", "divup", "div_up",
	"fill", "generate", "iota", "EXPECT", "ASSERT", "sdk", "getLastCudaError", "static_cast", "reinterpret_cast", "const_cast", "new", "resize", "reserve", "assign", "push_back", "at", "insert", "emplace_back", "data",
	"atomic", "__ld", "__st", "sincos"}

// writesNamed are functions that write to their arguments.
var writesNamed = map[string]bool{"swap": true, "exchange": true, "tie": true, "getline": true, "ref": true, "memset": true}

// TakesValues reports whether a function that is not declared in sight is known by its name
// to take its arguments by value or constant reference.
func TakesValues(name string) bool {
	return !writesNamed[name] && slices.ContainsFunc(valuePrefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}

// takesValue reports whether the function that an expression names in a scope cannot write to
// its argument i.
func (e *eval) takesValue(s *Scope, fn ast.Node, i int) bool {
	name := fn.PlainName()
	if fn.Kind() == ast.FieldExpression {
		name = fn.Child(ast.FieldField).PlainName()
	} else if candidates, _ := e.functionsNamed(s, fn); len(candidates) > 0 {
		return !slices.ContainsFunc(candidates, func(f *Function) bool { return changes(f.Params, i) })
	}
	if writesNamed[name] {
		return false
	}
	if fn.Kind() == ast.FieldExpression {
		if methods := e.u.methodParams(name); len(methods) > 0 {
			return !slices.ContainsFunc(methods, func(params []decl.Param) bool { return changes(params, i) })
		}
	}
	return TakesValues(name) || fn.Is(ast.PrimitiveType, ast.SizedTypeSpecifier, ast.TemplateType) || e.typeOf(s, fn).Known()
}

// declares reports whether the unit has a declaration of the function that an expression names.
func (e *eval) declares(s *Scope, fn ast.Node) bool {
	if fn.Is(ast.FieldExpression) {
		return len(e.u.methodParams(fn.Child(ast.FieldField).PlainName())) > 0
	}
	candidates, _ := e.functionsNamed(s, fn)
	return len(candidates) > 0
}

// changes reports whether a function with some parameters may write to its argument i.
func changes(params []decl.Param, i int) bool { return i < len(params) && params[i].Changes() }
