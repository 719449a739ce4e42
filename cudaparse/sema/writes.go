package sema

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// NeverWritten reports whether a host variable of the source is never written to, and its address
// never taken. It is true for a variable with external linkage only if main is in the same file:
// then the code that sets options from the command line is in sight.
func (u *Unit) NeverWritten(v *Variable) bool {
	if u.writtenNames == nil || v.Space != NoSpace || v.Record != nil || v.Node.File() != u.File || v.unlikely || v.Qualifiers&ast.Extern != 0 {
		return false
	}
	return (v.Qualifiers&ast.Static != 0 || u.hasMain) && !u.writtenNames[v.Name]
}

// findWritten lists the names that the source writes to anywhere. It runs while the unit is built.
func (u *Unit) findWritten() {
	u.writtenNames = map[string]bool{}
	for _, f := range u.FunctionsNamed("main") {
		u.hasMain = u.hasMain || f.Body.File() == u.File
	}
	e := &eval{u: u, locked: true}
	for i := range u.File.Len() {
		n := u.File.At(i)
		target := mayWrite(n)
		switch n.Kind() {
		case ast.CallExpression:
			u.passed(e, n)
		case ast.BinaryExpression:
			if n.Op() == ast.Shr {
				target = n.Child(ast.FieldRight)
			}
		case ast.PreprocArg:
			// A macro may write to any name in its text.
			for j, tokens := 0, preproc.Spell(n.Text()); j < len(tokens); j++ {
				if tokens[j].Kind == preproc.Word {
					u.writtenNames[tokens[j].Text] = true
				}
			}
		}
		if root := target.LvalueRoot(); root.Valid() {
			u.writtenNames[root.Text()] = true
		}
	}
}

// mayWrite returns the operand of an assignment, of ++, -- or &, or the initialiser of a reference.
// The expression writes to it, or later code may. It returns the zero Node for any other node.
func mayWrite(n ast.Node) ast.Node {
	switch n.Kind() {
	case ast.AssignmentExpression:
		return n.Child(ast.FieldLeft)
	case ast.UpdateExpression:
		return n.Child(ast.FieldArgument)
	case ast.PointerExpression:
		if n.Op() == ast.And {
			return n.Child(ast.FieldArgument)
		}
	case ast.InitDeclarator:
		if n.NearestDeclarator().Kind() == ast.ReferenceDeclarator {
			return n.Child(ast.FieldValue)
		}
	}
	return ast.Node{}
}

// passed adds the arguments of a call to the written names where the function may write to them.
func (u *Unit) passed(e *eval, call ast.Node) {
	if call.ChildOf(ast.KernelCallSyntax).Valid() {
		return
	}
	i := -1
	for a := range call.Child(ast.FieldArguments).Children() {
		i++
		root := a.LvalueRoot()
		if !root.Valid() || u.writtenNames[root.Text()] {
			continue
		}
		e.depth, e.steps = 0, 0
		if !e.takesValue(u.Global, call.Child(ast.FieldFunction), i) {
			u.writtenNames[root.Text()] = true
		}
	}
}

// WritersOf returns the functions of the unit that may write to a member with a name. They assign
// to it, take its address, or pass it to a function that may write to it.
func (u *Unit) WritersOf(name string) (out []*Function) {
	e := &eval{u: u}
	names := map[string]bool{name: true}
	for _, f := range u.FunctionsMentioning(names) {
		if !f.deviceOnly() && !u.System(f.Body.File()) && e.writesMember(f.Body, name) {
			out = append(out, f)
		}
	}
	return out
}

// writesMember reports whether a function body may write to a member with a name.
func (e *eval) writesMember(body ast.Node, name string) bool {
	for n := range body.Descendants() {
		target := mayWrite(n)
		if n.Kind() == ast.CallExpression {
			i := 0
			for a := range n.Child(ast.FieldArguments).Children() {
				e.depth, e.steps = 0, 0
				if inPath(a, name) && !n.ChildOf(ast.KernelCallSyntax).Valid() && !e.takesValue(e.u.Global, n.Child(ast.FieldFunction), i) {
					return true
				}
				i++
			}
		}
		if inPath(target, name) {
			return true
		}
	}
	return false
}

// inPath reports whether an lvalue is a member with a name, or a part of such a member.
func inPath(lvalue ast.Node, name string) bool {
	for range 50 {
		switch lvalue.Kind() {
		case ast.Identifier:
			return lvalue.Text() == name
		case ast.FieldExpression:
			if lvalue.Child(ast.FieldField).Text() == name {
				return true
			}
			lvalue = lvalue.Child(ast.FieldArgument)
		case ast.SubscriptExpression:
			lvalue = lvalue.Child(ast.FieldArgument)
		case ast.ParenthesizedExpression:
			lvalue = lvalue.FirstChild()
		default:
			return false
		}
	}
	return false
}

// valuePrefixes are how the names of functions start that are known to take their arguments by value
// or constant reference.
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
