package decl

import (
	"slices"
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// MaxClassNest bounds how deep classes inside a class are followed.
const MaxClassNest = 20

// A ClassSummary says what a class and the classes inside it may declare, in all arms of their
// conditionals.
type ClassSummary struct {
	Functions, Statics, Classes NameSet // names of member functions, static members, classes
	// Heads are the words before the names of member functions, which may be macros for
	// qualifiers. Qualifiers are those that are written out.
	Heads      []string
	Declared   []DeclaredMember // functions and static members
	Qualifiers ast.Qualifiers
	// words are those in the text of the class, nil before they are asked for.
	words atomic.Pointer[NameSet]
	// MayDeclare is set where a member function may have no body in the class.
	MayDeclare bool
	// Inexact is set where the class may declare less than the summary has, such as in an arm
	// of a conditional.
	Inexact bool
	// Eager is set for static members in a memory space of the device and for explicit
	// specialisations.
	Eager bool
	// TooDeep is set where conditionals are nested so deep that some are not read: the class
	// may declare anything.
	TooDeep bool
}

// A DeclaredMember is a member function or a static member that a class declares.
type DeclaredMember struct {
	Name     string
	Function *Prototype // nil for a static member
}

// SummarizeClass returns the summary of a class specifier.
func SummarizeClass(specifier ast.Node) *ClassSummary {
	return declarationsIn(specifier).summaries.get(specifier, func(n ast.Node) *ClassSummary {
		s := &ClassSummary{}
		s.class(n, 0)
		for _, names := range []*NameSet{&s.Functions, &s.Statics, &s.Classes} {
			names.close()
		}
		slices.Sort(s.Heads)
		s.Heads, s.Declared = slices.Clip(slices.Compact(s.Heads)), slices.Clip(s.Declared)
		return s
	})
}

// Words returns the words in the text of the class. specifier is its node.
func (s *ClassSummary) Words(specifier ast.Node) NameSet {
	known := s.words.Load()
	if known == nil {
		words := WordsIn(specifier.Bytes())
		known = &words
		s.words.Store(known)
	}
	return *known
}

func (s *ClassSummary) class(specifier ast.Node, depth int) {
	if depth > MaxClassNest {
		return
	}
	name := specifier.Child(ast.FieldName)
	if name.Is(ast.TemplateType) {
		name = name.Child(ast.FieldName)
	}
	s.Classes.add(name.LastName().Text())
	s.members(MembersOf(specifier), depth)
}

func (s *ClassSummary) members(list []Member, depth int) {
	types := map[string]bool{}
	for i := range list {
		switch it := &list[i]; it.Kind {
		case MethodMember:
			p := PrototypeOf(it.Node, it.Declarator)
			s.Functions.add(p.Name)
			s.Declared = append(s.Declared, DeclaredMember{p.Name, p})
			s.Qualifiers |= p.Qualifiers
			s.Heads = append(append(s.Heads, p.Words.Inside...), p.Words.Before...)
			s.MayDeclare = s.MayDeclare || !p.Body.Valid()
			s.Eager = s.Eager || it.Template.Valid() && len(TemplateParams(it.Template)) == 0
		case StaticMember:
			s.Statics.add(it.Name)
			s.Declared = append(s.Declared, DeclaredMember{it.Name, nil})
			s.Eager = s.Eager || it.Node.Qualifiers()&(ast.Constant|ast.Shared|ast.Device|ast.Managed) != 0
		case TypeMember:
			// Specialisations and classes without a name are found through their types only.
			if it.Node.Is(ast.EnumSpecifier) || it.Special || it.Name == "" {
				continue
			}
			s.Inexact = s.Inexact || types[it.Name]
			types[it.Name] = true
			s.class(it.Node, depth+1)
		case ConditionalMember:
			s.Inexact = true
			s.conditional(it.Node, depth+1)
		}
	}
}

// conditional adds the members in all arms of a conditional.
func (s *ClassSummary) conditional(n ast.Node, depth int) {
	if depth > MaxClassNest {
		s.TooDeep = true
		return
	}
	for n.Valid() {
		next := ast.Node{}
		for c := range n.Children() {
			switch {
			case c.Field() == ast.FieldCondition || c.Field() == ast.FieldName:
			case c.Field() == ast.FieldAlternative:
				next = c
			case c.Is(ast.PreprocIf, ast.PreprocIfdef):
				s.conditional(c, depth+1)
			default:
				s.members(MembersIn(c), depth)
			}
		}
		n = next
	}
}
