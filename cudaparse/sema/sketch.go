package sema

import (
	"hash/maphash"
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
	declared   []sketchedName // functions and static members
	qualifiers ast.Qualifiers
	// declares is set where a member function may have no body in the class.
	declares bool
	// arms is set where the class has conditionals: it may declare less than the sketch has.
	arms bool
	// eager is set for static members in a memory space of the device and for explicit
	// specialisations.
	eager bool
	// deep is set where conditionals are nested deeper than is looked at: the class may
	// declare anything.
	deep bool
}

// A sketchedName is a name that a class declares.
type sketchedName struct {
	name    string
	defined bool
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
	for i := range list {
		switch it := &list[i]; it.kind {
		case memberMethod:
			p := prototypeOf(it.node, it.declarator)
			s.functions.add(p.fn.Name)
			s.declared = append(s.declared, sketchedName{p.fn.Name, p.fn.Body.Valid()})
			s.qualifiers |= p.fn.Qualifiers
			s.heads = append(append(s.heads, p.words.inside...), p.words.before...)
			s.declares = s.declares || !p.fn.Body.Valid()
			s.eager = s.eager || it.template.Valid() && len(templateParams(it.template)) == 0
		case memberStatic:
			s.statics.add(it.name)
			s.declared = append(s.declared, sketchedName{it.name, true})
			s.eager = s.eager || spaceOfQualifiers(it.node.Qualifiers()) != NoSpace
		case memberType:
			if it.node.Child(ast.FieldBody).Valid() && !it.node.Is(ast.EnumSpecifier) {
				s.class(it.node, depth+1)
			}
		case memberArms:
			s.arms = true
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

// A nameSet is a set of names that may seem to have others, too.
type nameSet struct {
	mask   uint64 // a bit of each
	hashes []uint32
}

var nameSeed = maphash.MakeSeed()

func nameHash(name string) uint32 { return uint32(maphash.String(nameSeed, name)) }

func (s *nameSet) add(name string) { s.addHash(nameHash(name)) }

func (s *nameSet) addHash(h uint32) {
	s.mask |= 1 << (h & 63)
	s.hashes = append(s.hashes, h)
}

// close ends the adding of names.
func (s *nameSet) close() {
	slices.Sort(s.hashes)
	s.hashes = slices.Clip(slices.Compact(s.hashes))
}

func (s *nameSet) has(name string) bool { return s.hasHash(nameHash(name)) }

func (s *nameSet) hasHash(h uint32) bool {
	if s.mask&(1<<(h&63)) == 0 {
		return false
	}
	_, found := slices.BinarySearch(s.hashes, h)
	return found
}
