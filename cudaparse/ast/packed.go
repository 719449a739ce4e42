package ast

import "encoding/binary"

// A Packed is a tree in about a tenth of the memory of a File. It is immutable.
//
// Its data has the nodes in preorder. A node begins with the index of its shape and its
// start, relative to the end of the previous sibling, or to the start of the parent for a
// first child. After its last descendant comes its end, relative to the end of its last
// child, or to its own start if it has none. Links to other nodes follow from the shapes.
type Packed struct {
	file   *File // without nodes
	count  int
	shapes []shape
	data   []byte
}

// A shape is the part of a node that many nodes have in common.
type shape struct {
	qualifiers        Qualifiers
	kind              Kind
	field             Field
	op                Op
	flags             uint8
	hasChild, hasNext bool // whether the node has children, and a sibling after it
}

// Pack returns the tree in its packed form.
func (f *File) Pack() *Packed {
	p := &Packed{file: f.clone(), count: len(f.nodes)}
	p.file.nodes = nil
	numbers := map[shape]uint64{}
	data := make([]byte, 0, 4*len(f.nodes))
	from := uint32(0) // what the next offset is relative to
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
		if s.hasChild {
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

// Size returns the approximate size of the packed tree with its text, in bytes.
func (p *Packed) Size() int { return len(p.file.Source.Text) + len(p.data) + len(p.shapes)*shapeSize }

// shapeSize is the size of a shape in bytes.
const shapeSize = 12

// File returns a new tree equal to the one that was packed.
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
		if s.hasNext {
			r.Next = 1 // the index is not known yet
		}
		if before = 0; s.hasChild {
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

// appendDistance appends the distance from one offset to another.
func appendDistance(b []byte, from, to uint32) []byte {
	return binary.AppendVarint(b, int64(to)-int64(from))
}

// distance reads a distance at an index of the data. It returns from plus that distance,
// and the index after it.
func (p *Packed) distance(at int, from uint32) (to uint32, next int) {
	d, n := binary.Varint(p.data[at:])
	return uint32(int64(from) + d), at + n
}
