package decl

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// A Prototype is what one declaration or definition of a function says by its text. Its slices
// must not be changed.
type Prototype struct {
	Name string
	// Node is the declaration or definition, Body the compound statement of a definition.
	Node, Body ast.Node
	Qualifiers ast.Qualifiers
	Params     []Param
	Variadic   bool
	// Const is set for methods that cannot change their object.
	Const bool
	// Initializers are the member initialisers of a constructor.
	Initializers []ast.Node
	// Declarator is the function_declarator or operator_cast, Result the type specifier.
	Declarator, Result ast.Node
	Words              DeclarationWords

	spelled atomic.Pointer[Spelling]
}

// A Param is one parameter of a function.
type Param struct {
	Name string // "" where it has none
	Node ast.Node
	// Default is the default argument, if any.
	Default ast.Node
	Pack    bool
}

// Changes reports whether the function may change what it is given for the parameter: it is
// declared as a reference to what is not const.
func (p Param) Changes() bool {
	d := p.Node.Child(ast.FieldDeclarator).NearestDeclarator()
	if !d.Is(ast.ReferenceDeclarator, ast.AbstractReferenceDeclarator) {
		return false
	}
	// In const int *&p, what p points to is const.
	for n := range p.Node.Child(ast.FieldDeclarator).Descendants() {
		if n.Is(ast.PointerDeclarator, ast.AbstractPointerDeclarator) {
			return true
		}
	}
	return p.Node.Qualifiers()&ast.Const == 0
}

// A Spelling is how the parameters of a function are spelled, without names and defaults.
type Spelling struct {
	Params []string
	// plain is equal for parameters of which sameParams holds in functions that are no
	// templates, open in all functions.
	plain, open uint64
}

// Digest is equal for functions with the same parameters. A template's parameters may be
// spelled otherwise in another declaration of it, so those of templates have a weaker digest.
func (s *Spelling) Digest(template bool) uint64 {
	if template {
		return s.open
	}
	return s.plain
}

// PrototypeOf returns the prototype of a definition or declaration. declarator is its
// function_declarator or operator_cast.
func PrototypeOf(n, declarator ast.Node) *Prototype {
	if !declarator.Valid() { // in a source that does not parse
		return newPrototype(n, declarator)
	}
	return declarationsIn(declarator).functions.get(declarator, func(ast.Node) *Prototype { return newPrototype(n, declarator) })
}

func newPrototype(n, declarator ast.Node) *Prototype {
	f := &Prototype{Node: n, Words: WordsOf(n, declarator), Qualifiers: n.Qualifiers(), Declarator: declarator, Result: n.Child(ast.FieldType)}
	f.Body = n.Child(ast.FieldBody)
	if f.Body.Kind() != ast.CompoundStatement {
		f.Body = ast.Node{}
		if try := n.ChildOf(ast.TryStatement); try.Valid() {
			f.Body = try.Child(ast.FieldBody)
		}
	}
	params := declarator.Child(ast.FieldParameters)
	if declarator.Kind() == ast.OperatorCast {
		f.Name = "operator " + declarator.Child(ast.FieldType).Text()
		inner := declarator.Child(ast.FieldDeclarator)
		for inner.Is(ast.AbstractPointerDeclarator, ast.AbstractReferenceDeclarator) {
			inner = inner.InnerDeclarator()
		}
		params = inner.Child(ast.FieldParameters)
		f.Const = inner.Qualifiers()&ast.Const != 0
		f.Result = declarator.Child(ast.FieldType)
	} else {
		f.Name = declarator.Child(ast.FieldDeclarator).PlainName()
		if p := declarator.Child(ast.FieldDeclarator); p.Kind() == ast.ParenthesizedDeclarator {
			f.Name = p.DeclaredName().PlainName()
		}
		f.Const = declarator.Qualifiers()&ast.Const != 0
	}
	f.Params, f.Variadic = ParamsOf(params)
	if list := n.ChildOf(ast.MemberInitializerList); list.Valid() {
		for c := range list.Children() {
			f.Initializers = append(f.Initializers, c)
		}
	}
	f.Params, f.Initializers = slices.Clip(f.Params), slices.Clip(f.Initializers)
	return f
}

// ParamsOf returns the parameters of a parameter_list. variadic is set where it ends in "...".
func ParamsOf(list ast.Node) (params []Param, variadic bool) {
	if n := list.ChildCount(); n > 0 {
		params = make([]Param, 0, n)
	}
	for p := range list.Children() {
		switch p.Kind() {
		case ast.ParameterDeclaration, ast.OptionalParameterDeclaration, ast.VariadicParameterDeclaration:
		default:
			continue
		}
		d := p.Child(ast.FieldDeclarator)
		param := Param{Name: d.DeclaredName().Text(), Node: p, Default: p.Child(ast.FieldDefaultValue), Pack: p.Kind() == ast.VariadicParameterDeclaration}
		if !d.Valid() && p.Child(ast.FieldType).Text() == "void" {
			continue
		}
		params = append(params, param)
	}
	return params, list.Op() == ast.Ellipsis
}

// Spelling returns how the parameters are spelled.
func (f *Prototype) Spelling() *Spelling {
	if known := f.spelled.Load(); known != nil {
		return known
	}
	out := SpellingOf(f.Params)
	f.spelled.Store(out)
	return out
}

// SpellingOf returns how some parameters are spelled.
func SpellingOf(params []Param) *Spelling {
	s := &Spelling{Params: make([]string, len(params))}
	var plain, open maphash.Hash
	plain.SetSeed(nameSeed)
	open.SetSeed(nameSeed)
	for i, p := range params {
		text := ParamText(p)
		s.Params[i] = text
		if !strings.ContainsAny(text, "*&") {
			text = strings.TrimPrefix(text, "const")
		}
		plain.WriteString(text)
		plain.WriteByte(0)
		for j := range len(text) {
			if b := text[j]; !source.WordByte(b) && b != ' ' {
				open.WriteByte(b)
			}
		}
		open.WriteByte(0)
	}
	s.plain, s.open = plain.Sum64(), open.Sum64()
	return s
}

// ParamText spells a parameter without its name and default.
func ParamText(p Param) string {
	text := p.Node.File().Source.Text
	span := p.Node.Span()
	end := span.End
	// Its own default: Default may be that of a declaration in another file.
	if own := p.Node.Child(ast.FieldDefaultValue); own.Valid() {
		end = own.Span().Start
	}
	name := p.Node.Child(ast.FieldDeclarator).DeclaredName().Span()
	out := string(text[span.Start:end])
	if name.Len() > 0 && name.Start >= span.Start && name.End <= end {
		out = string(text[span.Start:name.Start]) + " " + string(text[name.End:end])
	}
	out = strings.TrimRight(out, "= ")
	if strings.ContainsAny(out, `/\"'`) { // comments, splices, and texts that look like them
		out = preproc.Join(preproc.Trim(preproc.Spell(out)))
	}
	var words []string
	for _, w := range strings.Fields(out) {
		switch w {
		case "__restrict__", "__restrict", "restrict", "__grid_constant__", "struct", "class", "typename":
		default:
			words = append(words, w)
		}
	}
	out = strings.Join(words, "")
	return sameParam.Replace(out)
}

// sameParam respells what parameters of one type may be spelled as.
var sameParam = strings.NewReplacer("[]", "*", "__restrict__", "", "__restrict", "")
