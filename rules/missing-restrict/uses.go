package missingrestrict

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
)

// A role is the kind of a use of a kernel's name.
type role uint8

const (
	// other is any other use: it may depend on the type of the kernel.
	other role = iota
	definition
	declaration
	// instance is an explicit instantiation or specialisation, or another definition.
	instance
	launch
	// launchText is a launch in the text of a macro or in an #if arm that is not compiled.
	launchText
	// handle is an argument of a runtime function, a cast to void *, or a string.
	handle
)

// A use is one use of the name of a kernel.
type use struct {
	role role
	name ast.Node // not valid if the use is not in the tree
	// head is the function declarator of a declaration.
	head ast.Node
}

// usesIn returns the uses of a kernel's name in a file. defined is the node of the kernel's
// definition.
func usesIn(file *ast.File, name string, defined ast.Node) []use {
	var out []use
	for _, at := range occurrences(file, name) {
		n := nodeAt(file, at)
		for n.Valid() && n.Span().End < at+len(name) {
			n = n.Parent()
		}
		switch {
		case n.Is(ast.StringLiteral, ast.StringContent, ast.RawStringLiteral, ast.RawStringContent, ast.PreprocInclude, ast.SystemLibString):
			if strings.Trim(n.Text(), `"`) == name { // the driver may look it up
				out = append(out, use{role: handle})
			}
		case n.Span().Start == at && n.Span().End == at+len(name):
			out = append(out, roleOf(n, defined))
		case quoted(file.Source.Text, at):
		case launches(file.Source.Text[at+len(name):]):
			out = append(out, use{role: launchText})
		default:
			out = append(out, use{role: other})
		}
	}
	return out
}

// occurrences returns the offsets of a name in the text of a file, outside of comments.
func occurrences(file *ast.File, name string) []int {
	var out []int
	text := file.Source.Text
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(name))
		if i < 0 {
			return out
		}
		at := from + i
		from = at + len(name)
		if at > 0 && source.WordByte(text[at-1]) || from < len(text) && source.WordByte(text[from]) {
			continue
		}
		if !file.InComment(at) {
			out = append(out, at)
		}
	}
}

// nodeAt returns the last node that starts at or before an offset.
func nodeAt(file *ast.File, at int) ast.Node {
	i := sort.Search(file.Len(), func(i int) bool { return file.At(i).Span().Start > at })
	if i == 0 {
		return ast.Node{}
	}
	return file.At(i - 1)
}

// quoted reports whether an offset is inside a string literal, which starts on its line.
func quoted(text []byte, at int) bool {
	line := text[bytes.LastIndexByte(text[:at], '\n')+1 : at]
	return (bytes.Count(line, []byte{'"'})-bytes.Count(line, []byte(`\"`)))%2 == 1
}

// launches reports whether the text after the name of a kernel is that of a launch: "<<<"
// or "<int, 4><<<".
func launches(rest []byte) bool {
	const most = 200 // bytes of template arguments
	rest = bytes.TrimLeft(rest[:min(len(rest), most)], " \t")
	if bytes.HasPrefix(rest, []byte("<<<")) {
		return true
	}
	i := bytes.Index(rest, []byte("<<<"))
	return i > 0 && rest[0] == '<' && !bytes.ContainsAny(rest[:i], ";{}\"")
}

// roleOf returns the use of a kernel's name at a node of the tree.
func roleOf(n, defined ast.Node) use {
	u, top := use{name: n}, n
	for top.Parent().Is(ast.TemplateFunction, ast.QualifiedIdentifier) && top.Field() == ast.FieldName {
		top = top.Parent()
	}
	p := top.Parent()
	switch {
	case p.Kind() == ast.FunctionDeclarator && top.Field() == ast.FieldDeclarator:
		u.head = p
		u.role = roleOfHead(p, top.Kind() == ast.TemplateFunction, defined)
	case p.Kind() == ast.CallExpression && top.Field() == ast.FieldFunction:
		if p.ChildOf(ast.KernelCallSyntax).Valid() {
			u.role = launch
		}
	case isHandle(top):
		u.role = handle
	}
	return u
}

// roleOfHead returns the role of a name in a function declarator. arguments is set if it
// has template arguments.
func roleOfHead(head ast.Node, arguments bool, defined ast.Node) role {
	d := head.Enclosing(ast.FunctionDefinition, ast.Declaration, ast.TemplateInstantiation, ast.ParameterDeclaration, ast.CompoundStatement)
	switch {
	case d == defined:
		return definition
	case d.Kind() == ast.TemplateInstantiation, d.Kind() == ast.FunctionDefinition, arguments:
		return instance
	case d.Kind() != ast.Declaration || d.Qualifiers()&ast.Global == 0:
		return other
	case d.Parent().Kind() == ast.TemplateDeclaration && d.Parent().Child(ast.FieldParameters).ChildCount() == 0:
		return instance
	}
	return declaration
}

// isHandle reports whether the name of a kernel is an argument of a runtime or driver
// function, or is cast to void *: neither depends on the type of the kernel.
func isHandle(n ast.Node) bool {
	for range 8 {
		p := n.Parent()
		switch p.Kind() {
		case ast.ParenthesizedExpression, ast.PointerExpression:
		case ast.CastExpression:
			return strings.Contains(p.Child(ast.FieldType).Text(), "void") && strings.HasSuffix(p.Child(ast.FieldType).Text(), "*") &&
				!strings.Contains(p.Child(ast.FieldType).Text(), "(")
		case ast.ArgumentList:
			name := p.Parent().Child(ast.FieldFunction).Text()
			return strings.HasPrefix(name, "cuda") || strings.HasPrefix(name, "cuLaunch") || strings.HasPrefix(name, "hip")
		default:
			return false
		}
		n = p
	}
	return false
}

// programOf returns the units that use a kernel: its own, which is the first, those that
// include its definition, and those that declare it without a definition, unless the
// definition of another kernel of that name is nearer to them.
func programOf(passes []*lint.Pass, k *kernel) []*lint.Pass {
	own := passes[0]
	out := []*lint.Pass{own}
	for _, pass := range passes[1:] {
		if k.in(pass) || !k.internal && k.declared(pass) && !slices.ContainsFunc(passes[1:], func(rival *lint.Pass) bool {
			return rival != pass && k.defined(rival) && !k.in(rival) && common(pass, rival) > common(pass, own)
		}) {
			out = append(out, pass)
		}
	}
	return out
}

// common returns the number of leading folders that the paths of two units share.
func common(a, b *lint.Pass) int {
	x, y := strings.Split(a.Unit.File.Source.Path, "/"), strings.Split(b.Unit.File.Source.Path, "/")
	n := 0
	for n < len(x)-1 && n < len(y)-1 && x[n] == y[n] {
		n++
	}
	return n
}

// addressTaken returns an expression, in the file of the kernel or in the checked file, that
// takes the kernel's address and may lead to a launch. Arguments of functions that only query
// the kernel, such as cudaFuncGetAttributes, do not count.
func addressTaken(u *sema.Unit, k *sema.Function) ast.Node {
	own := k.Node.Origin().File()
	for _, file := range []*ast.File{own, u.File} {
		for _, use := range usesIn(file, k.Name, k.Node) {
			if !use.name.Valid() || use.head.Valid() || use.role != handle && use.role != other {
				continue
			}
			if of := use.name.Enclosing(ast.CallExpression).Child(ast.FieldFunction).Text(); strings.HasPrefix(of, "cudaFunc") || strings.HasPrefix(of, "cudaOccupancy") {
				continue
			}
			if use.name.Enclosing(ast.CompoundStatement).Valid() {
				return use.name
			}
		}
	}
	return ast.Node{}
}
