package inspect

import (
	"bytes"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// maxReachNames bounds the names that are followed from a place to the kernels that reach it. With
// more names, every kernel is taken to reach it.
const maxReachNames = 200

// A reachSearch finds the kernels of a unit that can reach a place. It compares names, and finds
// too many kernels rather than too few.
type reachSearch struct {
	unit    *sema.Unit
	kernels map[*sema.Function]bool
	all     bool // every kernel may
	seen    map[*sema.Function]bool
	names   []string // whose mentions are looked for
	known   map[string]bool
	// launches are the names that only kernels have. Host code that mentions one launches it.
	launches map[string]bool
}

// reaching returns the kernels of a unit that can reach code between offsets start and end
// of a file, in source order. helpers are the device functions in that part. all is set
// where every kernel may reach it, as a lambda expression of host code can be passed to
// any.
func reaching(unit *sema.Unit, file *ast.File, start, end int) (kernels, helpers []*sema.Function, all bool) {
	r := &reachSearch{unit: unit, kernels: map[*sema.Function]bool{}, seen: map[*sema.Function]bool{}, known: map[string]bool{}, launches: map[string]bool{}}
	for _, f := range unit.FunctionsIn(func(f *ast.File) bool { return f == file }) {
		node := f.Node.Origin()
		if !f.Body.Valid() || node.Span().Start > end || node.Span().End < start {
			continue
		}
		switch {
		case f.Kernel():
		case f.OnDevice() || f.Qualifiers&ast.Constexpr != 0:
			helpers = append(helpers, f)
		case lambdaBetween(node, start, end):
			r.all = true
			continue
		default:
			continue
		}
		r.function(f)
	}
	for done := 0; done < len(r.names) && !r.all; done++ {
		for _, f := range unit.Files {
			r.mentions(f, r.names[done])
		}
	}
	for _, k := range unit.Kernels() {
		if r.all || r.kernels[k] {
			kernels = append(kernels, k)
		}
	}
	return kernels, helpers, r.all
}

// function adds a function that reaches the place.
func (r *reachSearch) function(f *sema.Function) {
	if r.seen[f] {
		return
	}
	r.seen[f] = true
	switch {
	case f.Kernel():
		r.kernels[f] = true
		if !r.known[f.Name] {
			r.launches[f.Name] = true
			r.name(f.Name) // a kernel may start another
		}
	case !plainName(f.Name) || f.Record != nil && f.Record.Name == f.Name:
		r.all = true // called without its name
	default:
		delete(r.launches, f.Name)
		r.name(f.Name)
	}
}

func (r *reachSearch) name(name string) {
	if r.known[name] {
		return
	}
	if len(r.names) == maxReachNames {
		r.all = true
		return
	}
	r.known[name], r.names = true, append(r.names, name)
}

// plainName reports whether a function is called by its name: it is no operator and no
// destructor.
func plainName(name string) bool {
	for i := range len(name) {
		if !source.WordByte(name[i]) {
			return false
		}
	}
	return name != ""
}

// mentions adds all code of a file that mentions a name.
func (r *reachSearch) mentions(file *ast.File, name string) {
	text := file.Source.Text
	for from := 0; !r.all; {
		i := bytes.Index(text[from:], []byte(name))
		if i < 0 {
			return
		}
		at := from + i
		from = at + len(name)
		if at > 0 && source.WordByte(text[at-1]) || from < len(text) && source.WordByte(text[from]) || file.InComment(at) {
			continue
		}
		r.mention(file, at, from)
	}
}

// mention adds the code around one mention of a name.
func (r *reachSearch) mention(file *ast.File, start, end int) {
	renamed := false // it has another name from here on
	for n := file.NodeAt(start); n.Valid(); n = n.Parent() {
		switch n.Kind() {
		case ast.PreprocDef, ast.PreprocFunctionDef:
			r.name(n.Child(ast.FieldName).Text())
			return
		case ast.FunctionDeclarator:
			if d := n.Child(ast.FieldDeclarator); d.Span().Contains(start) {
				return // a declaration of it
			}
		case ast.FunctionDefinition:
			r.inFunction(n, start, end)
			return
		case ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier:
			r.name(n.Child(ast.FieldName).LastName().Text())
			return
		case ast.Declaration, ast.TypeDefinition, ast.AliasDeclaration:
			renamed = true
		case ast.TranslationUnit:
			r.all = r.all || renamed
			// A macro that makes functions may stand here; comments do more often.
			r.expanded(file, start)
		}
	}
}

// inFunction adds the function whose definition mentions a name.
func (r *reachSearch) inFunction(definition ast.Node, start, end int) {
	for _, f := range r.unit.FunctionsIn(func(f *ast.File) bool { return f == definition.Origin().File() }) {
		if f.Node != definition {
			continue
		}
		if f.OnDevice() || f.Qualifiers&ast.Constexpr != 0 {
			r.function(f)
			continue
		}
		// Host code reaches device code only by launches. A function that it passes on may
		// end up in a kernel.
		if r.launches[string(definition.File().Source.Text[start:end])] {
			continue
		}
		text := bytes.TrimLeft(definition.File().Source.Text[end:definition.Span().End], " \t\r\n")
		if len(text) == 0 || text[0] != '(' || lambdaBetween(definition, start, end) {
			r.all = true
		}
	}
}

// expanded adds the functions that a macro invocation around an offset expands to.
func (r *reachSearch) expanded(file *ast.File, offset int) {
	for _, f := range r.unit.FunctionsIn(func(f *ast.File) bool { return f == file }) {
		if o := f.Node.Origin(); o != f.Node && o.Span().Contains(offset) {
			r.function(f)
		}
	}
}

// lambdaBetween reports whether a lambda expression in a node overlaps start to end.
func lambdaBetween(n ast.Node, start, end int) bool {
	for d := range n.Descendants() {
		if s := d.Span(); d.Is(ast.LambdaExpression) && s.Start <= end && s.End >= start {
			return true
		}
	}
	return false
}
