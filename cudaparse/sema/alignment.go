package sema

import (
	"bytes"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/expand"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// alignWords are followed by what they ask for in parentheses.
var alignWords = map[string]bool{
	"__align__": true, "alignas": true, "__aligned__": true, "aligned": true, "__builtin_align__": true, "_Alignas": true,
}

// maxAligns bounds the attributes that are read of one declaration.
const maxAligns = 4

// alignment returns the alignment that attributes in a text ask for, macros that
// stand for such attributes included, 0 for none, -1 where it cannot be
// determined. The text is part of the declaration at a node.
func (e *eval) alignment(s *Scope, at ast.Node, text string) int64 {
	text = e.u.attributeText(text, at)
	if !strings.Contains(text, "lign") {
		return 0
	}
	out := int64(0)
	for _, argument := range alignArguments(text) {
		n := e.alignValue(s, at, argument)
		if n < 0 {
			return -1
		}
		out = max(out, n)
	}
	return out
}

// alignArguments returns what stands in the parentheses after the alignWords of a text.
func alignArguments(text string) []string {
	var out []string
	src := []byte(text)
	tokens := preproc.Lex(src, 0)
	for i := 0; i+1 < len(tokens) && len(out) < maxAligns; i++ {
		if tokens[i].Kind != preproc.Word || !alignWords[tokens[i].In(src)] || !tokens[i+1].Is(src, "(") {
			continue
		}
		open, depth := i+1, 0
		for i = open; i < len(tokens); i++ {
			if tokens[i].Is(src, "(") {
				depth++
			} else if tokens[i].Is(src, ")") {
				depth--
			}
			if depth == 0 {
				out = append(out, strings.TrimSpace(text[tokens[open].End():tokens[i].Start()]))
				break
			}
		}
	}
	return out
}

// attributeText replaces the macros in the text of a declaration if there are
// any, and drops its comments.
func (u *Unit) attributeText(text string, at ast.Node) string {
	macro := false
	for i := 0; i < len(text); i++ {
		j := i
		for j < len(text) && decl.IdentByte(text[j]) {
			j++
		}
		if j > i && u.Macros.Table().Known(text[i:j]) || text[i] == '/' && strings.Contains(text, "lign") {
			macro = true
			break
		}
		i = max(i, j-1)
	}
	if macro {
		if full, ok := u.ExpandText(text, at); ok {
			return full
		}
	}
	return text
}

// alignValue returns the alignment that an argument asks for: a constant, or
// that of a type.
func (e *eval) alignValue(s *Scope, at ast.Node, text string) int64 {
	if k := types.ParseNumber(text); k.Known() && k.Type.Kind == Int {
		return k.Int
	}
	if n := expand.ParseAt(text, expand.Expression, at); n.Valid() {
		if k := e.constant(s, n); k.Known() && k.Int > 0 && k.Int <= 1<<20 {
			return k.Int
		}
	}
	if n := expand.ParseAt(text, expand.Type, at); n.Valid() { // alignas(float4)
		if t := e.typeOf(s, n); t.Align > 0 {
			return t.Align
		}
	}
	return -1
}

// declaredAlign returns the alignment written on the declaration of a variable,
// as alignment does.
func (e *eval) declaredAlign(s *Scope, declaration, declarator ast.Node) int64 {
	const reach = 200 // bytes before and after that attributes may stand in
	text := declaration.File().Source.Text
	span := declaration.Span()
	head := beforeDeclaration(string(text[max(0, span.Start-reach):span.Start]))
	spec := declaration.Child(ast.FieldType)
	first := declaration.Child(ast.FieldDeclarator).Span().Start
	if body := spec.Child(ast.FieldBody); body.Valid() {
		head += string(text[min(spec.Span().End, first):first]) // what is before it aligns the type
	} else {
		head += string(text[span.Start:max(first, span.Start)])
	}
	end := declarator.Span().End
	tail := string(text[declarator.Span().Start:end])
	if init := declarator.Initializer(); init.Valid() {
		tail = declaration.File().Source.Slice(source.Span{Start: declarator.Span().Start, End: init.Span().Start})
	} else {
		after := string(text[end:min(len(text), end+reach)])
		if i := strings.IndexAny(after, ",;={"); i >= 0 {
			tail += after[:i]
		}
	}
	return e.alignment(s, declaration, head+" "+tail)
}

// beforeDeclaration returns the end of a text that can belong to the declaration
// after it.
func beforeDeclaration(text string) string {
	if i := strings.LastIndexAny(text, ";{}"); i >= 0 {
		text = text[i+1:]
	}
	lines := strings.Split(text, "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		line := strings.TrimSpace(lines[i])
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "//") || strings.HasSuffix(line, "*/") {
			return strings.Join(lines[i+1:], "\n")
		}
	}
	return text
}

// maxPacks bounds the directives that are read of a file.
const maxPacks = 1000

// A packing is what #pragma pack asks for from an offset of a file on: the largest
// alignment of a member, 0 for no limit.
type packing struct {
	offset int
	limit  int64
}

// packAt returns the limit that #pragma pack sets for a class, 0 for none. Those
// of other files do not count.
func (u *Unit) packAt(n ast.Node) int64 {
	n = n.Origin()
	limit := int64(0)
	for _, p := range packings(n.File()) {
		if p.offset > n.Span().Start {
			break
		}
		limit = p.limit
	}
	return limit
}

// PackDirectives returns where the lines of #pragma pack in a file start; those in comments
// count.
func PackDirectives(file *ast.File) []int {
	var out []int
	for _, p := range packings(file) {
		out = append(out, p.offset)
	}
	return out
}

type packingsKey struct{}

// packings returns the directives of a file.
func packings(file *ast.File) []packing {
	return ast.Derive(file, packingsKey{}, func(file *ast.File) []packing { return readPackings(file.Source.Text) })
}

func readPackings(text []byte) []packing {
	var out []packing
	if !bytes.Contains(text, []byte("pack")) {
		return out
	}
	var stack []int64
	limit := int64(0)
	lines := preproc.NewLexer(text, preproc.Lines)
	for t, ok := lines.Next(); ok && len(out) < maxPacks; t, ok = lines.Next() {
		if t.Kind != preproc.Line {
			continue
		}
		arguments, ok := packArguments(text, t)
		if !ok {
			continue
		}
		pushed := false
		if strings.TrimSpace(arguments) == "" {
			limit = 0
		}
		for _, word := range strings.Split(arguments, ",") {
			word = strings.TrimSpace(word)
			switch k := types.ParseNumber(word); {
			case word == "push":
				stack, pushed = append(stack, limit), true
			case word == "pop":
				if len(stack) > 0 && !pushed {
					limit, stack = stack[len(stack)-1], stack[:len(stack)-1]
				}
			case k.Known() && k.Type.Kind == Int && k.Int >= 0 && k.Int <= 16:
				limit = k.Int
			}
		}
		out = append(out, packing{t.Start(), limit})
	}
	return out
}

// packArguments returns what stands in the parentheses of #pragma pack; ok is false for
// other lines.
func packArguments(text []byte, line preproc.Token) (arguments string, ok bool) {
	x := preproc.NewLexer(text[line.Start():line.End()], 0)
	text = text[line.Start():line.End()]
	for _, want := range []string{"#", "pragma", "pack", "("} {
		if t, ok := x.Next(); !ok || !t.Is(text, want) {
			return "", false
		}
	}
	first, more := x.Next()
	for t := first; more; t, more = x.Next() {
		if t.Is(text, ")") {
			return string(text[first.Start():t.Start()]), true
		}
	}
	return "", false
}
