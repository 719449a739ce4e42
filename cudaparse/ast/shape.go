package ast

import "encoding/binary"

// ShapeSize is the number of bytes that AppendShape appends for each node.
const ShapeSize = 24

// AppendShape appends a description of a subtree, which is the same for two subtrees if and
// only if they have the same nodes at the same offsets from their starts.
func (n Node) AppendShape(buf []byte) []byte {
	if n.file == nil {
		return buf
	}
	base := n.record().Start
	for i, end := n.index, uint32(n.End()); i < end; i++ {
		r := &n.file.nodes[i]
		up := i - r.Parent
		if i == n.index {
			up = 0 // the parent is not part of the subtree
		}
		buf = binary.LittleEndian.AppendUint64(buf, uint64(r.Start-base)<<32|uint64(r.End-base))
		buf = binary.LittleEndian.AppendUint64(buf, uint64(up)<<32|uint64(r.Qualifiers))
		buf = binary.LittleEndian.AppendUint64(buf, uint64(r.Kind)|uint64(r.Field)<<8|uint64(r.Op)<<16|uint64(r.Flags)<<24)
	}
	return buf
}
