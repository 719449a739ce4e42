package types

import "github.com/cudalint/cudalint/cudaparse/ast"

// A Layout places the data members of a record as the Itanium C++ ABI does on
// x86-64, which nvcc follows in device code.
type Layout struct {
	r *Record

	size  int64 // bytes so far, -1 once unknown
	align int64
	bits  int64 // bit position of the next bit-field, in bits from the start
	inBit bool
}

// NewLayout begins the layout of a record and places its base classes. pack is the largest
// alignment of a member, 0 for no limit.
func NewLayout(r *Record, pack int64) *Layout {
	r.pack = pack
	l := &Layout{r: r, align: 1}
	l.bases()
	return l
}

// Unknown says that the size of the record cannot be determined.
func (l *Layout) Unknown() { l.size = -1 }

// Finish gives the record its size and alignment, which is at least least.
func (l *Layout) Finish(least int64) {
	l.align = max(l.align, least)
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
	r.Size, r.Align = RoundUp(l.size, l.align), l.align
}

// baseOffset returns where base i starts.
func (r *Record) baseOffset(i int) int64 {
	offset := int64(0)
	if r.Virtual {
		offset = 8
		if len(r.Bases) > 0 && r.Bases[0].Record != nil && r.Bases[0].Record.Virtual {
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
		offset = RoundUp(offset, packed(b.Align, r.pack))
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
	if r.Virtual || r.hidden || len(r.Bases) > 0 || r.Special || depth > 20 {
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

// hasEmptyBase reports whether a class has an empty base class b, or a base class that has.
func (r *Record) hasEmptyBase(b *Record, depth int) bool {
	for _, base := range r.Bases {
		if base.Record != nil && depth < 20 && base.Record.empty() && (base.Record.Self.Same(b.Self) || base.Record.hasEmptyBase(b, depth+1)) {
			return true
		}
	}
	return false
}

// empty reports whether objects of a class have no bytes of their own.
func (r *Record) empty() bool {
	if r.Virtual || len(r.Fields) > 0 {
		return false
	}
	for _, b := range r.Bases {
		if b.Record == nil || !b.Record.empty() {
			return false
		}
	}
	return true
}

// emptyBaseOf reports whether an empty base at the start of the class is of the
// type of an object at the start of a member.
func (l *Layout) emptyBaseOf(t *Type, depth int) bool {
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

func (l *Layout) bases() {
	r := l.r
	for _, b := range r.Bases {
		if b.Record != nil && b.Record.Virtual {
			r.Virtual = true
		}
	}
	if r.Virtual {
		l.align = 8
		l.size = 8
	}
	for i, b := range r.Bases {
		offset := r.baseOffset(i)
		if offset < 0 {
			l.size = -1
			return
		}
		l.align = max(l.align, packed(b.Align, l.r.pack))
		if !b.Record.empty() {
			l.size = max(l.size, offset+b.Record.baseSize())
		}
	}
}

// Place adds a data member. forced is the alignment that its declaration asks for, 0 for none and
// -1 for one that is not known; public is set for a public member.
func (l *Layout) Place(f Field, forced int64, public bool) {
	if c := f.Type.elementRecord(); c != nil && c.Contains(l.r) {
		f.Type = Unknown
	}
	l.endBits()
	f.Offset = -1
	size, align := f.Type.Size, f.Type.Align
	if f.Type.Kind == Array && f.Type.Len < 0 && f.Type.Elem.Size >= 0 && !f.Node.Parent().Child(ast.FieldSize).Valid() {
		size = 0 // a flexible array at the end
	}
	align = max(packed(align, l.r.pack), forced)
	if l.size >= 0 && size >= 0 && align > 0 && forced >= 0 {
		l.align = max(l.align, align)
		if l.r.Union {
			f.Offset = 0
			l.size = max(l.size, size)
		} else {
			f.Offset = RoundUp(l.size, align)
			if f.Offset == 0 && l.emptyBaseOf(f.Type, 0) {
				f.Offset = align // objects of one type do not share an address
			}
			l.size = f.Offset + size
		}
		if l.size > MaxBytes {
			l.size = -1
		}
	} else {
		l.size = -1
	}
	l.add(f, public)
}

// packed returns an alignment as #pragma pack limits it.
func packed(align, limit int64) int64 {
	if limit > 0 {
		return min(align, limit)
	}
	return align
}

func (l *Layout) add(f Field, public bool) {
	l.r.hidden = l.r.hidden || !public
	l.r.Fields = append(l.r.Fields, f)
}

// BitField places a bit-field: in the storage unit of its type that the bits
// before it left off in, if it fits there.
func (l *Layout) BitField(f Field, width Const, public bool) {
	f.Offset = -1
	if !width.Known() || f.Type.Size <= 0 || l.size < 0 || width.Int > f.Type.Size*8 || width.Int < 0 {
		l.size = -1
		if f.Name != "" {
			l.add(f, public)
		}
		return
	}
	unit := f.Type.Size * 8
	if l.r.Union {
		l.size = max(l.size, (width.Int+7)/8)
		l.align = max(l.align, packed(f.Type.Align, l.r.pack))
		f.Offset = 0
		l.add(f, public)
		return
	}
	if !l.inBit {
		l.bits, l.inBit = l.size*8, true
	}
	if width.Int == 0 {
		l.bits = RoundUp(l.bits, unit)
		l.endBits()
		return
	}
	if l.r.pack == 0 && l.bits/unit != (l.bits+width.Int-1)/unit {
		l.bits = RoundUp(l.bits, unit)
	}
	f.Offset = l.bits / unit * f.Type.Size
	l.bits += width.Int
	if f.Name != "" {
		l.align = max(l.align, packed(f.Type.Align, l.r.pack))
		l.add(f, public)
	}
	l.size = (l.bits + 7) / 8
}

func (l *Layout) endBits() {
	if l.inBit {
		l.inBit = false
		if l.size >= 0 {
			l.size = (l.bits + 7) / 8
		}
	}
}
