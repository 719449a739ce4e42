package sema

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A layout places the data members of a record as the Itanium C++ ABI does on
// x86-64, which nvcc follows in device code.
type layout struct {
	e *eval
	r *Record

	size  int64 // bytes so far, -1 once unknown
	align int64
	bits  int64 // bit position of the next bit-field, in bits from the start
	inBit bool
	pack  int64 // largest alignment of a member, 0 for no limit
	open  bool  // members are public here
}

func (l *layout) run(body ast.Node) {
	l.align = 1
	head := l.head(body)
	if l.pack = l.e.u.packAt(l.r.Node); strings.Contains(head, "packed") {
		l.pack = 1
	}
	l.r.pack = l.pack
	l.open = l.r.Node.Kind() != ast.ClassSpecifier
	l.bases()
	l.e.armChildren(body, l.member)
	if forced := l.e.alignment(l.r.Scope, l.r.Node, head); forced < 0 {
		l.size = -1
	} else if forced > 0 {
		l.align = max(l.align, forced)
	}
	l.endBits()
	r := l.r
	for i := range r.Fields {
		if r.Fields[i].Offset < 0 {
			l.size = -1
		}
	}
	if l.size < 0 {
		r.Size, r.Align = -1, -1
		return
	}
	r.dataSize = l.size
	if l.size == 0 {
		l.size = 1
	}
	r.Size, r.Align = roundUp(l.size, l.align), l.align
}

// head returns the source of the specifier before its body, and what follows
// it up to the end of the declaration: where attributes stand.
func (l *layout) head(body ast.Node) string {
	text := l.r.Node.File().Source.Text
	start, end := l.r.Node.Span().Start, body.Span().Start
	head := string(text[start:min(end, start+400)])
	tail := string(text[body.Span().End:min(len(text), body.Span().End+80)])
	if i := strings.IndexByte(tail, ';'); i >= 0 {
		tail = tail[:i]
	}
	if strings.Contains(tail, "__attribute__") {
		head += tail
	}
	return head
}

// baseOffset returns where base i starts.
func (r *Record) baseOffset(i int) int64 {
	offset := int64(0)
	if r.virtual {
		offset = 8
		if len(r.Bases) > 0 && r.Bases[0].Record != nil && r.Bases[0].Record.virtual {
			offset = 0
		}
	}
	for k, b := range r.Bases {
		if b.Size < 0 || b.Record == nil {
			return -1
		}
		if b.Record.empty() {
			if k == i {
				return 0
			}
			continue
		}
		offset = roundUp(offset, packed(b.Align, r.pack))
		if k == i {
			return offset
		}
		offset += b.Record.baseSize()
	}
	return -1
}

// baseSize is the room a class takes as a base. The members of a derived class
// go into the padding at its end, unless it is plain old data as C++03 has it.
func (r *Record) baseSize() int64 {
	if r.plain(0) {
		return r.Size
	}
	return r.dataSize
}

// hasConstructor reports whether a type of the CUDA headers is a class with a
// constructor.
func (t *Type) hasConstructor() bool {
	switch t.Name {
	case "__half", "__half2", "__nv_bfloat16", "__nv_bfloat162", "dim3", "__nv_fp8_e4m3", "__nv_fp8_e5m2":
		return t.Record == nil || !t.Record.Node.Valid()
	}
	return false
}

// plain reports whether a class is plain old data for the purpose of layout.
func (r *Record) plain(depth int) bool {
	if r.virtual || r.hidden || len(r.Bases) > 0 || len(r.Methods[r.Name]) > 0 || len(r.Methods["~"+r.Name]) > 0 || len(r.Methods["="]) > 0 || depth > 20 {
		return false
	}
	for _, f := range r.Fields {
		t := f.Type
		for t != nil && t.Kind == Array {
			t = t.Elem
		}
		if t == nil || t.Kind == Reference || t.hasConstructor() || t.Record != nil && t.Record != r && !t.Record.plain(depth+1) {
			return false
		}
	}
	return true
}

// emptyBaseOf reports whether an empty base at the start of the class is of the
// type of an object at the start of a member.
func (l *layout) emptyBaseOf(t *Type, depth int) bool {
	for t != nil && t.Kind == Array {
		t = t.Elem
	}
	if t == nil || t.Record == nil || depth > 20 {
		return false
	}
	if l.r.hasEmptyBase(t.Record, 0) {
		return true
	}
	for _, b := range t.Record.Bases {
		if l.emptyBaseOf(b, depth+1) {
			return true
		}
	}
	return len(t.Record.Fields) > 0 && t.Record.Fields[0].Offset == 0 && l.emptyBaseOf(t.Record.Fields[0].Type, depth+1)
}

func (r *Record) hasEmptyBase(b *Record, depth int) bool {
	for _, base := range r.Bases {
		if base.Record != nil && depth < 20 && base.Record.empty() && (base.Record.self.Same(b.self) || base.Record.hasEmptyBase(b, depth+1)) {
			return true
		}
	}
	return false
}

func (r *Record) empty() bool {
	if r.virtual || len(r.Fields) > 0 {
		return false
	}
	for _, b := range r.Bases {
		if b.Record == nil || !b.Record.empty() {
			return false
		}
	}
	return true
}

func (l *layout) bases() {
	r := l.r
	for _, b := range r.Bases {
		if b.Record != nil && b.Record.virtual {
			r.virtual = true
		}
	}
	if r.virtual {
		l.align = 8
		l.size = 8
	}
	for i, b := range r.Bases {
		offset := r.baseOffset(i)
		if offset < 0 {
			l.size = -1
			return
		}
		l.align = max(l.align, l.packed(b.Align))
		if !b.Record.empty() {
			l.size = max(l.size, offset+b.Record.baseSize())
		}
	}
}

// member places one member declaration.
func (l *layout) member(n ast.Node) {
	if n.Kind() == ast.AccessSpecifier {
		l.open = strings.HasPrefix(n.Text(), "public")
		return
	}
	if !n.Is(ast.FieldDeclaration, ast.Declaration) || n.Qualifiers()&(ast.Friend|ast.Typedef) != 0 {
		return
	}
	spec := n.Child(ast.FieldType)
	if !spec.Valid() {
		return
	}
	e, s := l.e, l.r.Scope
	base := e.typeOf(s, spec).With(n.Qualifiers())
	if n.Qualifiers()&ast.Static != 0 {
		for d := range n.ChildrenWith(ast.FieldDeclarator) {
			name, t := e.declare(s, base, d)
			if v := l.r.Statics[name.Text()]; v != nil {
				v.Type = e.initialized(s, t, v.Init)
			}
		}
		return
	}
	found := false
	for c := range n.Children() {
		if c.Field() == ast.FieldDeclarator {
			found = true
			if c.FunctionDeclarator().Valid() {
				continue
			}
			name, t := e.declare(s, base, c)
			f := Field{Name: name.Text(), Type: t, Node: name, Init: n.Child(ast.FieldDefaultValue)}
			if !f.Init.Valid() {
				f.Init = c.Initializer()
			}
			if bits := c.Next(); bits.Kind() == ast.BitfieldClause {
				l.bitField(f, e.constant(s, bits.FirstChild()))
				continue
			}
			l.place(f, l.memberAlign(n))
		}
	}
	if found {
		return
	}
	if bits := n.ChildOf(ast.BitfieldClause); bits.Valid() { // unnamed: padding
		l.bitField(Field{Type: base, Name: ""}, e.constant(s, bits.FirstChild()))
		return
	}
	if base.Kind == RecordKind && spec.Child(ast.FieldBody).Valid() && !spec.Child(ast.FieldName).Valid() {
		l.place(Field{Type: base, Node: spec}, 0)
	}
}

// memberAlign returns the alignment written on a member declaration.
func (l *layout) memberAlign(n ast.Node) int64 {
	text := n.Text()
	if body := n.Child(ast.FieldType).Child(ast.FieldBody); body.Valid() {
		return 0 // what is written inside belongs to the members there
	}
	if start := n.Span().Start; start > 0 { // the parser leaves attributes out of the tree
		file := n.File().Source.Text
		text = beforeDeclaration(string(file[max(0, start-200):start])) + " " + text
	}
	if strings.Contains(text, "no_unique_address") {
		return -1 // it may share its place with the next member
	}
	return l.e.alignment(l.r.Scope, n, text)
}

func (l *layout) place(f Field, forced int64) {
	if c := f.Type.elementRecord(); c != nil && c.contains(l.r) {
		f.Type = unknownType
	}
	l.endBits()
	f.Offset = -1
	size, align := f.Type.Size, f.Type.Align
	if f.Type.Kind == Array && f.Type.Len < 0 && f.Type.Elem.Size >= 0 && !f.Node.Parent().Child(ast.FieldSize).Valid() {
		size = 0 // a flexible array at the end
	}
	align = max(l.packed(align), forced)
	if l.size >= 0 && size >= 0 && align > 0 && forced >= 0 {
		l.align = max(l.align, align)
		if l.r.Union {
			f.Offset = 0
			l.size = max(l.size, size)
		} else {
			f.Offset = roundUp(l.size, align)
			if f.Offset == 0 && l.emptyBaseOf(f.Type, 0) {
				f.Offset = align // objects of one type do not share an address
			}
			l.size = f.Offset + size
		}
		if l.size > maxBytes {
			l.size = -1
		}
	} else {
		l.size = -1
	}
	l.add(f)
}

// packed returns an alignment as #pragma pack limits it.
func (l *layout) packed(align int64) int64 { return packed(align, l.pack) }

func packed(align, limit int64) int64 {
	if limit > 0 {
		return min(align, limit)
	}
	return align
}

func (l *layout) add(f Field) {
	l.r.hidden = l.r.hidden || !l.open
	l.r.Fields = append(l.r.Fields, f)
}

// bitField places a bit-field: in the storage unit of its type that the bits
// before it left off in, if it fits there.
func (l *layout) bitField(f Field, width Const) {
	f.Offset = -1
	if !width.Known() || f.Type.Size <= 0 || l.size < 0 || width.Int > f.Type.Size*8 || width.Int < 0 {
		l.size = -1
		if f.Name != "" {
			l.add(f)
		}
		return
	}
	unit := f.Type.Size * 8
	if l.r.Union {
		l.size = max(l.size, (width.Int+7)/8)
		l.align = max(l.align, l.packed(f.Type.Align))
		f.Offset = 0
		l.add(f)
		return
	}
	if !l.inBit {
		l.bits, l.inBit = l.size*8, true
	}
	if width.Int == 0 {
		l.bits = roundUp(l.bits, unit)
		l.endBits()
		return
	}
	if l.pack == 0 && l.bits/unit != (l.bits+width.Int-1)/unit {
		l.bits = roundUp(l.bits, unit)
	}
	f.Offset = l.bits / unit * f.Type.Size
	l.bits += width.Int
	if f.Name != "" {
		l.align = max(l.align, l.packed(f.Type.Align))
		l.add(f)
	}
	l.size = (l.bits + 7) / 8
}

func (l *layout) endBits() {
	if l.inBit {
		l.inBit = false
		if l.size >= 0 {
			l.size = (l.bits + 7) / 8
		}
	}
}
