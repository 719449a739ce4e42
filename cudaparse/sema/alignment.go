package sema

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

var alignPattern = regexp.MustCompile(`\b(?:__align__|alignas|__aligned__|aligned|__builtin_align__|_Alignas)\s*\(`)

// alignment returns the alignment that attributes in a text ask for, macros that
// stand for such attributes included, 0 for none, -1 where it cannot be
// determined. The text is part of the declaration at a node.
func (e *eval) alignment(s *Scope, at ast.Node, text string) int64 {
	text = e.u.attributeText(text, at)
	if !strings.Contains(text, "lign") {
		return 0
	}
	out := int64(0)
	for _, found := range alignPattern.FindAllStringIndex(text, 4) {
		argument, ok := untilClosed(text[found[1]:])
		if !ok {
			continue
		}
		n := e.alignValue(s, at, strings.TrimSpace(argument))
		if n < 0 {
			return -1
		}
		out = max(out, n)
	}
	return out
}

// untilClosed returns the text up to the parenthesis that closes one opened
// before it.
func untilClosed(text string) (string, bool) {
	depth := 1
	for i, c := range text {
		if c == '(' {
			depth++
		} else if c == ')' {
			if depth--; depth == 0 {
				return text[:i], true
			}
		}
	}
	return "", false
}

// attributeText replaces the macros in the text of a declaration if there are
// any, and drops its comments.
func (u *Unit) attributeText(text string, at ast.Node) string {
	macro := false
	for i := 0; i < len(text); i++ {
		j := i
		for j < len(text) && isIdentRune(rune(text[j])) {
			j++
		}
		if j > i && u.macros.Known(text[i:j]) || text[i] == '/' && strings.Contains(text, "lign") {
			macro = true
			break
		}
		i = max(i, j-1)
	}
	if macro {
		if full, ok := u.expandText(text, at); ok {
			return full
		}
	}
	return text
}

// alignValue returns the alignment that an argument asks for: a constant, or
// that of a type.
func (e *eval) alignValue(s *Scope, at ast.Node, text string) int64 {
	if k := parseNumber(text); k.Known() && k.Type.Kind == Int {
		return k.Int
	}
	if _, n := parseAs(text, inExpression); n.Valid() {
		own := *n.File()
		own.Expansion = at
		n = unwrap(&own, inExpression)
		if k := e.constant(s, n); k.Known() && k.Int > 0 && k.Int <= 1<<20 {
			return k.Int
		}
	}
	if _, n := parseAs(text, inType); n.Valid() { // alignas(float4)
		own := *n.File()
		own.Expansion = at
		if t := e.typeOf(s, unwrap(&own, inType)); t.Align > 0 {
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
	if init := initializer(declarator); init.Valid() {
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

var packPattern = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*pragma[ \t]+pack[ \t]*\(([^)\n]*)\)`)

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
	file := n.File()
	v, ok := u.packings.Load(file)
	if !ok {
		v, _ = u.packings.LoadOrStore(file, packings(file.Source.Text))
	}
	limit := int64(0)
	for _, p := range v.([]packing) {
		if p.offset > n.Span().Start {
			break
		}
		limit = p.limit
	}
	return limit
}

// packings reads the directives of a file.
func packings(text []byte) []packing {
	var out []packing
	if !bytes.Contains(text, []byte("pack")) {
		return out
	}
	var stack []int64
	limit := int64(0)
	for _, at := range packPattern.FindAllSubmatchIndex(text, 1000) {
		pushed := false
		if string(bytes.TrimSpace(text[at[2]:at[3]])) == "" {
			limit = 0
		}
		for _, word := range strings.Split(string(text[at[2]:at[3]]), ",") {
			word = strings.TrimSpace(word)
			switch k := parseNumber(word); {
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
		out = append(out, packing{at[0], limit})
	}
	return out
}
