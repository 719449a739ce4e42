package ast

import "slices"

// A Subtree is a node with its descendants, to be inserted into a tree. The Parent and Next
// of its records are not used.
type Subtree struct {
	Record
	Children []Subtree
}

// SubtreeOf returns a copy of a node with its descendants.
func SubtreeOf(n Node) Subtree {
	t := Subtree{Record: *n.record()}
	for c := range n.Children() {
		t.Children = append(t.Children, SubtreeOf(c))
	}
	return t
}

// Retyped returns a node of another kind in the place of n.
func (n Node) Retyped(kind Kind, field Field, children ...Subtree) Subtree {
	r := n.record()
	return Subtree{Record{Start: r.Start, End: r.End, Kind: kind, Field: field}, children}
}

// Amended returns a copy of f after amend has changed its records. Amend must not change the
// links.
func (f *File) Amended(amend func(records []Record)) *File {
	out := f.clone()
	out.nodes = slices.Clone(f.nodes)
	amend(out.nodes)
	return out
}

// Replaced returns a copy of f with the subtree by[i] in the place of nodes[i]. The nodes are
// in source order, none inside another.
func (f *File) Replaced(nodes []Node, by []Subtree) *File {
	out := f.clone()
	out.nodes = make([]Record, 0, len(f.nodes)+len(f.nodes)/64)
	moved := make([]uint32, len(f.nodes))
	var added [][2]int // ranges of out.nodes whose inner links are set
	for i := 0; i < len(f.nodes); {
		moved[i] = uint32(len(out.nodes))
		if len(nodes) > 0 && nodes[0].Index() == i {
			first := len(out.nodes)
			out.nodes = appendSubtree(out.nodes, by[0])
			out.nodes[first].Parent, out.nodes[first].Next = f.nodes[i].Parent, f.nodes[i].Next
			added = append(added, [2]int{first, len(out.nodes)})
			i, nodes, by = nodes[0].End(), nodes[1:], by[1:]
			continue
		}
		out.nodes = append(out.nodes, f.nodes[i])
		i++
	}
	for i := 0; i < len(out.nodes); i++ {
		r := &out.nodes[i]
		r.Parent, r.Next = moved[r.Parent], moved[r.Next]
		if len(added) > 0 && added[0][0] == i {
			i, added = added[0][1]-1, added[1:] // only the links of the subtree's root lead out
		}
	}
	return out
}

// appendSubtree appends the records of a subtree, linked to each other.
func appendSubtree(nodes []Record, t Subtree) []Record {
	at := uint32(len(nodes))
	t.Record.Next = 0
	nodes = append(nodes, t.Record)
	last := at
	for i, c := range t.Children {
		child := uint32(len(nodes))
		if i > 0 {
			nodes[last].Next = child
		}
		c.Record.Parent = at
		nodes = appendSubtree(nodes, c)
		last = child
	}
	return nodes
}
