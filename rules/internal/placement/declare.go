package placement

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
)

// The qualifiers as they are written.
const (
	constantWord = "__constant__"
	deviceWord   = "__device__"
)

// A declaration declares at least one of the variables that move.
type declaration struct {
	file        *ast.File
	node        ast.Node
	declarators []ast.Node
	moves       []bool // whether the variable of each declarator moves
	// qualifiers are the spans of __constant__; device is set if the declaration has
	// __device__ as well.
	qualifiers []source.Span
	device     bool
}

// declarations returns the declarations of the variables with the given names in all
// files of a unit. refusal is the reason if they cannot all be changed, else "".
func declarations(pass *lint.Pass, names map[string]bool) (found []declaration, refusal string) {
	plain := map[string]bool{}
	for name := range names {
		plain[lastPart(name)] = true
	}
	for _, file := range pass.Unit.Files {
		declared := map[source.Span]bool{} // the names found
		for i := range file.Len() {
			n := file.At(i)
			if !n.Is(ast.Declaration, ast.FieldDeclaration) {
				continue
			}
			d, why := declarationOf(pass.Unit, n, names, plain, declared)
			if why != "" {
				return nil, why
			}
			if d != nil {
				found = append(found, *d)
			}
		}
		left, ok := hidden(file, plain, declared)
		if !ok {
			return nil, "one of its declarations cannot be read"
		}
		found = append(found, left...)
	}
	for _, v := range pass.Unit.Variables {
		if !names[v.QualifiedName()] || v.Space != sema.ConstantSpace {
			continue
		}
		if !lint.Written(v.Node) || !slices.ContainsFunc(found, func(d declaration) bool { return d.declares(v.Node) }) {
			return nil, "a macro spells its declaration"
		}
	}
	return found, ""
}

func (d *declaration) declares(name ast.Node) bool {
	return name.File() == d.file && d.node.Span().Start <= name.Span().Start && name.Span().End <= d.node.Span().End
}

// extern reports whether the declaration has extern, or extern "C" without braces.
func (d *declaration) extern() bool {
	return d.node.Qualifiers()&ast.Extern != 0 || d.node.Parent().Is(ast.LinkageSpecification)
}

// declarationOf parses one declaration. It returns nil if that declares none of the names.
func declarationOf(u *sema.Unit, n ast.Node, names, plain map[string]bool, declared map[source.Span]bool) (*declaration, string) {
	d := &declaration{file: n.File(), node: n}
	any := false
	for c := range n.ChildrenWith(ast.FieldDeclarator) {
		name := declaredName(c)
		moves := false
		if last := name.LastName(); plain[last.Text()] && n.Is(ast.Declaration) {
			declared[last.Span()] = true
			switch inside := n.Enclosing(ast.FunctionDefinition, ast.CompoundStatement); {
			case !inside.Valid():
				moves = names[meaning(u, n, name)]
			case n.Qualifiers()&ast.Extern != 0:
				return nil, "a function has an extern declaration of it"
			}
		}
		any = any || moves
		d.declarators, d.moves = append(d.declarators, c), append(d.moves, moves)
	}
	if !any {
		return nil, ""
	}
	return d, d.read(n)
}

// meaning returns the qualified name of a variable that is declared outside of functions.
func meaning(u *sema.Unit, n, name ast.Node) string {
	scope := u.ScopeAt(n)
	if scope.Record != nil {
		return ""
	}
	if name.Is(ast.QualifiedIdentifier) {
		if v := scope.Variable(name); v != nil {
			return v.QualifiedName()
		}
		return ""
	}
	if scope.Namespace == "" {
		return name.Text()
	}
	return scope.Namespace + "::" + name.Text()
}

// read finds the qualifiers of a declaration. It returns the reason if they cannot be
// changed, else "".
func (d *declaration) read(n ast.Node) string {
	first := d.declarators[0].Span().Start
	before := []source.Span{{Start: n.Span().Start, End: first}}
	if t := n.Child(ast.FieldType); t.Child(ast.FieldBody).Valid() { // a class is defined in it
		before = []source.Span{{Start: n.Span().Start, End: t.Span().Start}, {Start: t.Span().End, End: first}}
	}
	other := ""
	for _, span := range before {
		words(d.file, span, func(word string, at source.Span) bool {
			switch word {
			case constantWord:
				d.qualifiers = append(d.qualifiers, at)
			case deviceWord:
				d.device = true
			case "__managed__", "__shared__", "__attribute__", "__declspec":
				other = word
			}
			return true
		})
		if strings.Contains(d.file.Source.Slice(span), "#") {
			return "conditional compilation divides its declaration"
		}
	}
	switch {
	case len(d.qualifiers) == 0:
		return "one of its declarations does not spell __constant__: a macro or another declaration does"
	case other == "__managed__" || other == "__shared__":
		return "it is also declared " + other
	}
	return ""
}

// hidden returns the __constant__ declarations of the given names in #if arms that are
// not in the tree (see ast.File.Inactive), as declarations without declarators. ok is
// false if another one is missing in the tree: in a macro, in code that does not parse,
// or one of several variables.
func hidden(file *ast.File, plain map[string]bool, declared map[source.Span]bool) (out []declaration, ok bool) {
	text := file.Source.Text
	var qualifier source.Span
	pending, from, ok := false, 0, true
	words(file, source.Span{Start: 0, End: len(text)}, func(word string, at source.Span) bool {
		if pending && strings.ContainsAny(string(text[from:at.Start]), ";={}") {
			pending = false
		}
		switch {
		case word == constantWord:
			pending, qualifier = true, at
		case pending && plain[word] && !declared[at]:
			if ok = leftOut(file, qualifier, at); !ok {
				return false
			}
			out = append(out, declaration{file: file, qualifiers: []source.Span{qualifier}})
			pending = false
		}
		from = at.End
		return true
	})
	return out, ok
}

// leftOut reports whether a declaration, from its qualifier on, is in an #if arm that is
// not in the tree, and declares only one variable.
func leftOut(file *ast.File, qualifier, name source.Span) bool {
	text := string(file.Source.Text)
	rest := text[name.End:]
	if end := strings.IndexAny(rest, ";={"); end >= 0 {
		rest = rest[:end]
	}
	before := text[max(0, qualifier.Start-300):qualifier.Start]
	before = before[strings.LastIndexAny(before, ";}")+1:]
	whole := text[qualifier.Start:name.End] + rest
	if strings.ContainsAny(whole, ",#") || strings.Contains(before+whole, deviceWord) {
		return false
	}
	return slices.ContainsFunc(file.Inactive, func(arm source.Span) bool {
		return arm.Start <= qualifier.Start && name.End+len(rest) <= arm.End
	})
}

// declaredName returns the name inside a declarator.
func declaredName(d ast.Node) ast.Node {
	for range 100 {
		if d.Is(ast.Identifier, ast.QualifiedIdentifier, ast.None) {
			return d
		}
		next := d.Child(ast.FieldDeclarator)
		if !next.Valid() {
			next = d.ChildOf(ast.Identifier, ast.QualifiedIdentifier, ast.ArrayDeclarator, ast.PointerDeclarator,
				ast.ReferenceDeclarator, ast.ParenthesizedDeclarator, ast.AttributedDeclarator)
		}
		d = next
	}
	return ast.Node{}
}

// edits returns the edits that declare the variables that move __device__. refusal is the
// reason if that is not possible, else "".
func (d *declaration) edits(pass *lint.Pass) (out []fixes.Edit, refusal string) {
	if slices.Contains(d.moves, false) {
		return d.split(pass)
	}
	for i, at := range d.qualifiers {
		if i == 0 && !d.device {
			out = append(out, pass.EditSpan(d.file, at, deviceWord))
			continue
		}
		out = append(out, pass.EditSpan(d.file, d.withSpace(at), ""))
	}
	return out, ""
}

// withSpace extends a span by the blanks that follow it.
func (d *declaration) withSpace(at source.Span) source.Span {
	text := d.file.Source.Text
	for at.End < len(text) && (text[at.End] == ' ' || text[at.End] == '\t') {
		at.End++
	}
	return at
}

// split inserts a declaration of the variables that move before that of the others.
func (d *declaration) split(pass *lint.Pass) (out []fixes.Edit, refusal string) {
	const refused = "it shares a declaration with variables that stay"
	start, end := d.node.Span().Start, d.node.Span().End
	last := d.declarators[len(d.declarators)-1].Span().End
	indent, alone := indentAt(d.file, start)
	if !alone || d.node.Parent().Is(ast.TemplateDeclaration, ast.LinkageSpecification) || comments(d.file, source.Span{Start: start, End: last}) ||
		d.node.Child(ast.FieldType).Child(ast.FieldBody).Valid() || last > end {
		return nil, refused
	}
	text := d.file.Source.Text
	var b strings.Builder
	at := start
	for i, q := range d.qualifiers {
		if i > 0 || d.device {
			q = d.withSpace(q)
		}
		b.Write(text[at:q.Start])
		if i == 0 && !d.device {
			b.WriteString(deviceWord)
		}
		at = q.End
	}
	b.Write(text[at:d.declarators[0].Span().Start])
	var moved []string
	for i, c := range d.declarators {
		if d.moves[i] {
			moved = append(moved, c.Text())
		}
	}
	b.WriteString(strings.Join(moved, ", ") + ";\n" + indent)
	out = append(out, pass.EditSpan(d.file, source.Span{Start: start, End: start}, b.String()))
	return append(out, d.removeMoved(pass)...), ""
}

// removeMoved deletes the variables that move from the list of declarators.
func (d *declaration) removeMoved(pass *lint.Pass) (out []fixes.Edit) {
	first := slices.Index(d.moves, false)
	if first > 0 {
		out = append(out, pass.EditSpan(d.file, source.Span{Start: d.declarators[0].Span().Start, End: d.declarators[first].Span().Start}, ""))
	}
	for i := first + 1; i < len(d.moves); i++ {
		if !d.moves[i] {
			continue
		}
		from := d.declarators[i-1].Span().End
		for i+1 < len(d.moves) && d.moves[i+1] {
			i++
		}
		out = append(out, pass.EditSpan(d.file, source.Span{Start: from, End: d.declarators[i].Span().End}, ""))
	}
	return out
}
