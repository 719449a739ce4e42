package depend

import (
	"encoding/binary"
	"slices"
	"sort"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// maxWork bounds the work on all slices of a unit, in parts looked at. Only hostile sources
// reach it: 2,000 functions that all name each other.
const maxWork = 4 << 20

// A Slice is what the meaning of a function depends on: the frame of its unit and some plain
// functions.
type Slice struct {
	parts *Parts
	// functions are the numbers of the plain functions, in the order of the unit.
	functions []int32
	// Digest is that of the slice and of the place of its function.
	Digest Digest
}

// Slice returns what a function of the unit and some nodes depend on; the nodes may be in other
// functions. With whole it has all functions of the unit. ok is false where the slice is not
// known, or would take too long.
func (p *Parts) Slice(f *sema.Function, whole bool, also ...ast.Node) (b *Slice, ok bool) {
	b = &Slice{parts: p}
	if p.work += len(p.framed); p.work > maxWork {
		return nil, false
	}
	root, plain := p.of[f]
	all := p.namesAll || whole
	if !all {
		seen := make(map[int32]bool, 16)
		todo := slices.Clone(p.framed)
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
			if p.work += 1 + len(more); p.work > maxWork {
				return nil, false
			}
		}
		slices.Sort(b.functions)
	}
	if all {
		if p.work += len(p.list); p.work > maxWork {
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

// A NodeRef is a node's place in a Slice. In all slices with the same digest one NodeRef is the
// same node.
type NodeRef struct {
	Part int32 // number among the slice's functions, or ^number among the parts of the frame
	Node int32 // counted from the part's first node
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

// Ref returns the place of a node; ok is false where it is not in the slice.
func (b *Slice) Ref(n ast.Node) (ref NodeRef, ok bool) {
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
func (b *Slice) At(ref NodeRef) ast.Node {
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
func (b *Slice) Function(n ast.Node) *sema.Function { return b.parts.function(n) }

func (p *Parts) function(n ast.Node) *sema.Function {
	if f := p.functions[n]; f != nil || !n.Valid() {
		return f
	}
	return p.unit.MethodDeclaredBy(n)
}

// Variable returns the variable of the unit whose name a node is, nil for none.
func (b *Slice) Variable(n ast.Node) *sema.Variable {
	if v := b.parts.variables[n]; v != nil || !n.Valid() {
		return v
	}
	return b.parts.unit.StaticDeclaredBy(n)
}
