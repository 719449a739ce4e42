package sema

import (
	"encoding/binary"
	"slices"
	"sort"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// maxPartWork bounds the work on all bases of a unit, in parts looked at: it is
// reached where 2,000 functions all name each other, by hostile sources that is.
const maxPartWork = 4 << 20

// A Base is what the meaning of a function rests on: the frame of its unit, and plain
// functions.
type Base struct {
	parts *Parts
	// functions are the numbers of the plain functions, in the order of the unit.
	functions []int32
	// Digest is that of all of it, and of which function it is the base.
	Digest Digest
}

// Base returns what a function of the unit rests on together with some nodes, which may be
// in other functions; with whole also all other functions. ok is false where that is not
// known, or would take too long.
func (p *Parts) Base(f *Function, whole bool, also ...ast.Node) (b *Base, ok bool) {
	b = &Base{parts: p}
	if p.work += len(p.base); p.work > maxPartWork {
		return nil, false
	}
	root, plain := p.of[f]
	all := p.everything || whole
	if !all {
		seen := make(map[int32]bool, 16)
		todo := slices.Clone(p.base)
		if plain {
			todo = append(todo, root)
		}
		for _, n := range also {
			id, ok := p.at(n)
			if !ok {
				return nil, false
			}
			if p.list[id].fn != nil {
				todo = append(todo, id)
			}
		}
		for len(todo) > 0 && !all {
			id := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if seen[id] {
				continue
			}
			seen[id] = true
			b.functions = append(b.functions, id)
			var more []int32
			more, all = p.named(id)
			todo = append(todo, more...)
			if p.work += 1 + len(more); p.work > maxPartWork {
				return nil, false
			}
		}
		slices.Sort(b.functions)
	}
	if all {
		if p.work += len(p.list); p.work > maxPartWork {
			return nil, false
		}
		b.functions = b.functions[:0]
		for id := range p.list {
			if p.list[id].fn != nil {
				b.functions = append(b.functions, int32(id))
			}
		}
	}
	ref, ok := b.Ref(f.Node)
	if !ok {
		return nil, false
	}
	content := p.digest.Append(make([]byte, 0, 32+20*len(b.functions)))
	content = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(content, uint32(ref.Part)), uint32(ref.Node))
	for _, id := range b.functions {
		x := &p.list[id]
		content = x.entry.digest.Append(binary.LittleEndian.AppendUint32(content, uint32(x.before)))
	}
	b.Digest = p.cache.Digest(content)
	return b, true
}

// A NodeRef is a node's place in a Base: in all bases with the same digest the same
// NodeRef is the same node.
type NodeRef struct {
	Part int32 // of the functions, or ^ of the frame
	Node int32 // counted from the part's first
}

// at returns the number of the part that a node is in.
func (p *Parts) at(n ast.Node) (id int32, ok bool) {
	ids := p.byFile[n.File()]
	index := n.Index()
	i := sort.Search(len(ids), func(i int) bool { return p.list[ids[i]].entry.node.Index() > index }) - 1
	if i < 0 || !n.Valid() || index >= p.list[ids[i]].entry.node.End() {
		return 0, false
	}
	return ids[i], true
}

// Ref returns the place of a node; ok is false where it is not in the base.
func (b *Base) Ref(n ast.Node) (ref NodeRef, ok bool) {
	id, ok := b.parts.at(n)
	if !ok {
		return ref, false
	}
	x := &b.parts.list[id]
	ref.Node = int32(n.Index() - x.entry.node.Index())
	if x.fn == nil {
		ref.Part = ^x.place
		return ref, true
	}
	at, ok := slices.BinarySearch(b.functions, id)
	ref.Part = int32(at)
	return ref, ok
}

// At returns the node at a place.
func (b *Base) At(ref NodeRef) ast.Node {
	id := int32(0)
	if ref.Part < 0 {
		id = b.parts.frame[^ref.Part]
	} else {
		id = b.functions[ref.Part]
	}
	x := &b.parts.list[id]
	return x.file.At(x.entry.node.Index() + int(ref.Node))
}

// Function returns the function of the unit that a node defines, nil for none.
func (b *Base) Function(n ast.Node) *Function { return b.parts.function(n) }

func (p *Parts) function(n ast.Node) *Function {
	if f := p.functions[n]; f != nil || !n.Valid() {
		return f
	}
	return p.unit.methodOf(n)
}

// Variable returns the variable of the unit whose name a node is, nil for none.
func (b *Base) Variable(n ast.Node) *Variable {
	if v := b.parts.variables[n]; v != nil || !n.Valid() {
		return v
	}
	return b.parts.unit.staticOf(n)
}
