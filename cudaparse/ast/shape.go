package ast

import "encoding/binary"

// ShapeSize is how many bytes AppendShape appends for a node.
const ShapeSize = 24

// AppendShape appends what a subtree consists of: two subtrees with the same bytes have
// the same nodes at the same places, counted from the start of each.
func (n Node) AppendShape(buf []byte) []byte {
	if n.file == nil {
		return buf
	}
	base := n.record().Start
	for i, end := n.index, uint32(n.End()); i < end; i++ {
		r := &n.file.nodes[i]
		up := i - r.Parent
		if i == n.index {
			up = 0 // where the subtree hangs is no part of it
		}
		buf = binary.LittleEndian.AppendUint64(buf, uint64(r.Start-base)<<32|uint64(r.End-base))
		buf = binary.LittleEndian.AppendUint64(buf, uint64(up)<<32|uint64(r.Qualifiers))
		buf = binary.LittleEndian.AppendUint64(buf, uint64(r.Kind)|uint64(r.Field)<<8|uint64(r.Op)<<16|uint64(r.Flags)<<24)
	}
	return buf
}
