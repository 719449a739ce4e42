package ast

import "encoding/binary"

// A Packed is the tree of a file in about a tenth of its memory. It is immutable.
//
// Nodes are in preorder. Each has the number of its shape, then where it starts,
// counted from the end of the sibling before it, or from the start of the parent.
// After the last node below it follows where it ends, counted from the end of the last
// child, or from its own start. Links to other nodes follow from the shapes.
type Packed struct {
	file   *File // its nodes are dropped
	count  int
	shapes []shape
	data   []byte
}

// A shape is what many nodes have in common.
type shape struct {
	qualifiers     Qualifiers
	kind           Kind
	field          Field
	op             Op
	flags          uint8
	parent, sister bool // whether the node has children, and a sibling after it
}

// Pack returns the tree in its packed form.
func (f *File) Pack() *Packed {
	p := &Packed{file: f.clone(), count: len(f.nodes)}
	p.file.nodes = nil
	numbers := map[shape]uint64{}
	data := make([]byte, 0, 4*len(f.nodes))
	from := uint32(0) // where the node before ended, or the parent starts
	for i := range f.nodes {
		r := &f.nodes[i]
		s := shape{r.Qualifiers, r.Kind, r.Field, r.Op, r.Flags, i+1 < len(f.nodes) && int(f.nodes[i+1].Parent) == i, r.Next != 0}
		number, known := numbers[s]
		if !known {
			number = uint64(len(p.shapes))
			numbers[s] = number
			p.shapes = append(p.shapes, s)
		}
		data = appendDistance(binary.AppendUvarint(data, number), from, r.Start)
		from = r.Start
		if s.parent {
			continue
		}
		for {
			data = appendDistance(data, from, r.End)
			from = r.End
			if r.Next != 0 || r == &f.nodes[0] {
				break
			}
			r = &f.nodes[r.Parent]
		}
	}
	p.data = append([]byte(nil), data...)
	return p
}

// Size returns about how many bytes the packed tree takes with its text.
func (p *Packed) Size() int { return len(p.file.Source.Text) + len(p.data) + len(p.shapes)*packedShape }

// packedShape is the size of a shape in bytes.
const packedShape = 12

// File returns the tree, which is a new one each time.
func (p *Packed) File() *File {
	f := p.file.clone()
	f.nodes = make([]Record, p.count)
	at, from, parent, before := 0, uint32(0), uint32(0), uint32(0)
	for i := range f.nodes {
		number, n := binary.Uvarint(p.data[at:])
		at += n
		s, r := &p.shapes[number], &f.nodes[i]
		r.Qualifiers, r.Kind, r.Field, r.Op, r.Flags, r.Parent = s.qualifiers, s.kind, s.field, s.op, s.flags, parent
		r.Start, at = p.distance(at, from)
		from = r.Start
		if before != 0 {
			f.nodes[before].Next = uint32(i)
		}
		if s.sister {
			r.Next = 1 // until it is known
		}
		if before = 0; s.parent {
			parent = uint32(i)
			continue
		}
		for k := uint32(i); ; k = r.Parent {
			r = &f.nodes[k]
			r.End, at = p.distance(at, from)
			from, parent = r.End, r.Parent
			if r.Next != 0 {
				before = k
				break
			}
			if k == 0 {
				break
			}
		}
	}
	return f
}

// appendDistance appends how far it is from one offset to another one.
func appendDistance(b []byte, from, to uint32) []byte {
	return binary.AppendVarint(b, int64(to)-int64(from))
}

// distance returns the offset whose distance from another one is at a place of the data,
// and the next place.
func (p *Packed) distance(at int, from uint32) (to uint32, next int) {
	d, n := binary.Varint(p.data[at:])
	return uint32(int64(from) + d), at + n
}
