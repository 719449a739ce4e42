package sema

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A sketch tells what a class and the classes inside it may declare, in all arms of their
// conditionals. It depends on the text of the file only, so that all translation units
// that include the file share it.
type sketch struct {
	functions, statics, records nameSet
	// heads are the words before the names of member functions, which may be macros for
	// the qualifiers; qualifiers are those that are in sight.
	heads      []string
	declared   []sketched // functions and static members
	qualifiers ast.Qualifiers
	// declares is set where a member function may have no body in the class.
	declares bool
	// inexact is set where the class may declare less than the sketch has, as in an arm of a
	// conditional.
	inexact bool
	// eager is set for static members in a memory space of the device and for explicit
	// specialisations.
	eager bool
	// deep is set where conditionals are nested deeper than is looked at: the class may
	// declare anything.
	deep bool
}

// A sketched is a member function or a static member that a class declares.
type sketched struct {
	name     string
	function *prototype // nil for a static member
}

// sketchOf returns the sketch of a class specifier.
func sketchOf(specifier ast.Node) *sketch {
	return writtenIn(specifier).sketches.get(specifier, func(n ast.Node) *sketch {
		s := &sketch{}
		s.class(n, 0)
		for _, names := range []*nameSet{&s.functions, &s.statics, &s.records} {
			names.close()
		}
		slices.Sort(s.heads)
		s.heads, s.declared = slices.Clip(slices.Compact(s.heads)), slices.Clip(s.declared)
		return s
	})
}

func (s *sketch) class(specifier ast.Node, depth int) {
	if depth > maxClassNest {
		return
	}
	name := specifier.Child(ast.FieldName)
	if name.Is(ast.TemplateType) {
		name = name.Child(ast.FieldName)
	}
	s.records.add(name.LastName().Text())
	s.members(membersOf(specifier), depth)
}

func (s *sketch) members(list []memberItem, depth int) {
	types := map[string]bool{}
	for i := range list {
		switch it := &list[i]; it.kind {
		case memberMethod:
			p := prototypeOf(it.node, it.declarator)
			s.functions.add(p.fn.Name)
			s.declared = append(s.declared, sketched{p.fn.Name, p})
			s.qualifiers |= p.fn.Qualifiers
			s.heads = append(append(s.heads, p.words.inside...), p.words.before...)
			s.declares = s.declares || !p.fn.Body.Valid()
			s.eager = s.eager || it.template.Valid() && len(templateParams(it.template)) == 0
		case memberStatic:
			s.statics.add(it.name)
			s.declared = append(s.declared, sketched{it.name, nil})
			s.eager = s.eager || spaceOfQualifiers(it.node.Qualifiers()) != NoSpace
		case memberType:
			// Specialisations and classes without a name are found through their types only.
			if it.node.Is(ast.EnumSpecifier) || it.special || it.name == "" {
				continue
			}
			s.inexact = s.inexact || types[it.name]
			types[it.name] = true
			s.class(it.node, depth+1)
		case memberArms:
			s.inexact = true
			s.conditional(it.node, depth+1)
		}
	}
}

// conditional takes in the members in all arms of a conditional.
func (s *sketch) conditional(n ast.Node, depth int) {
	if depth > maxClassNest {
		s.deep = true
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
				arm := memberReader{}
				arm.read(c, ast.Node{})
				s.members(arm.items, depth)
			}
		}
		n = next
	}
}
