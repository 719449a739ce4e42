package parameter

import (
	"bytes"
	"path"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A place is a place in a file, whichever unit has read it.
type place struct {
	path   string
	offset int
}

func placeOf(n ast.Node) place {
	n = n.Origin()
	return placeIn(n.File(), n.Span().Start)
}

func placeIn(file *ast.File, offset int) place {
	if file == nil {
		return place{}
	}
	return place{path.Clean(file.Source.Path), offset}
}

// written reports whether a node is text of a file, and not of an expansion.
func written(n ast.Node) bool { return n.Valid() && n.Origin() == n }

// A fileIndex finds the places where a file has a name.
type fileIndex struct {
	file *ast.File
	// names are the nodes of identifiers, without those in directives.
	names map[string][]ast.Node
	// at tells which offsets have such a node.
	at      map[int]bool
	tokens  []preproc.Token
	defines []define
}

// A define is a #define.
type define struct {
	name     string
	function bool // it has a list of parameters
	params   []string
	variadic bool
	node     ast.Node // the directive, if it is in the tree
	start    int      // of the directive
	body     []preproc.Token
}

// index returns the index of a file, made on first use.
func (t *threader) index(file *ast.File) *fileIndex {
	if x := t.files[file]; x != nil {
		return x
	}
	x := &fileIndex{file: file, names: map[string][]ast.Node{}, at: map[int]bool{}}
	directives := map[int]ast.Node{}
	for i := range file.Len() {
		n := file.At(i)
		switch n.Kind() {
		case ast.PreprocDef, ast.PreprocFunctionDef:
			directives[n.Span().Start] = n
		case ast.Identifier, ast.FieldIdentifier, ast.TypeIdentifier:
			x.at[n.Span().Start] = true
			if !inDirective(n) {
				x.names[n.Text()] = append(x.names[n.Text()], n)
			}
		}
	}
	text := file.Source.Text
	x.tokens = preproc.Lex(text, preproc.Lines|preproc.Operators)
	for _, tok := range x.tokens {
		if tok.Kind == preproc.Line {
			if d, ok := parseDefine(text, tok); ok {
				d.node = directives[tok.Start()]
				x.defines = append(x.defines, d)
			}
		}
	}
	t.files[file] = x
	return x
}

// inDirective reports whether an identifier is part of a directive: the name of a
// macro, a condition.
func inDirective(n ast.Node) bool {
	for range 100 {
		p := n.Parent()
		switch p.Kind() {
		case ast.PreprocDef, ast.PreprocFunctionDef, ast.PreprocParams, ast.PreprocDefined, ast.PreprocCall, ast.PreprocInclude:
			return true
		case ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef:
			return n.Field() == ast.FieldCondition || n.Field() == ast.FieldName
		case ast.BinaryExpression, ast.UnaryExpression, ast.ParenthesizedExpression, ast.CallExpression, ast.ArgumentList:
			n = p
		default:
			return false
		}
	}
	return false
}

// parseDefine reads a #define.
func parseDefine(text []byte, directive preproc.Token) (d define, ok bool) {
	tokens := preproc.LexAt(text, directive.Start(), directive.End(), preproc.Operators)
	if len(tokens) < 3 || !tokens[1].Is(text, "define") || tokens[2].Kind != preproc.Word {
		return d, false
	}
	d.name, d.start, d.body = tokens[2].In(text), directive.Start(), tokens[3:]
	if len(d.body) == 0 || !d.body[0].Is(text, "(") || d.body[0].Start() != tokens[2].End() {
		return d, true
	}
	end := match(text, d.body, 0)
	if end < 0 {
		return d, false
	}
	d.function = true
	for _, p := range d.body[1:end] {
		switch {
		case p.Kind == preproc.Word:
			d.params = append(d.params, p.In(text))
		case p.Is(text, "..."):
			d.variadic = true
		}
	}
	d.body = d.body[end+1:]
	return d, true
}

// hasWord reports whether a file's text may contain a name.
func hasWord(file *ast.File, name string) bool {
	return bytes.Contains(file.Source.Text, []byte(name))
}

// dead reports whether a node is in code that neither the host nor the device is
// compiled with.
func dead(u *sema.Unit, n ast.Node) bool { return u.Inactive(n, true) && u.Inactive(n, false) }

// leftOut reports whether an offset is in an arm that is not in the tree.
func leftOut(file *ast.File, offset int) bool {
	for _, s := range file.Inactive {
		if s.Contains(offset) {
			return true
		}
	}
	return false
}

// directivesAround returns the conditions under which a place is compiled, as
// written, the outermost first; those of alternatives are left out.
func directivesAround(n ast.Node) []string {
	var out []string
	for n = n.Origin(); n.Valid(); {
		child := n
		n = n.Parent()
		if n.Is(ast.PreprocIf, ast.PreprocIfdef) && child.Field() != ast.FieldAlternative {
			text := n.Text()
			if i := strings.IndexByte(text, '\n'); i >= 0 {
				text = text[:i]
			}
			out = append([]string{normal(text)}, out...)
		}
	}
	return out
}

// normal spells a directive with single blanks.
func normal(line string) string {
	line = strings.Join(strings.Fields(line), " ")
	if rest, ok := strings.CutPrefix(line, "# "); ok {
		return "#" + rest
	}
	return line
}
