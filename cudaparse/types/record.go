package types

import (
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
)

// A Record is a struct, class or union, with its layout when that is known. A
// class template has TemplateParams; an instance of it has Bindings and Generic.
type Record struct {
	Name      string // "" where it has none
	Namespace string // enclosing namespaces and classes, "a::b"
	Node      ast.Node
	Union     bool
	Fields    []Field
	Bases     []*Type
	// Size and Align are in bytes, -1 where they cannot be determined.
	Size, Align    int64
	TemplateParams []decl.TemplateParam
	Generic        *Record
	Bindings       *Bindings
	// Members are the members of a class that a source declares, nil for a class that is built
	// in or of the library.
	Members Members
	// Key names the record, or the instance of a class template, to compare types.
	Key string
	// Self is the type of the class itself, nil for a class that is built in.
	Self *Type
	// Virtual is set for a class with virtual functions. Special is set for one with a
	// constructor, a destructor or an assignment operator. Base classes count for Virtual once
	// the layout is known.
	Virtual, Special bool

	progress atomic.Int32 // layoutPending .. layoutDone
	copies   []*Type      // types to be given the layout once it is known
	hidden   bool         // has data members that are not public
	dataSize int64        // without padding at the end
	pack     int64        // what #pragma pack limits alignments to, 0 for no limit
}

// Members are what package sema knows of the members of a class.
type Members interface {
	// Complete finds the base classes, the data members and the layout of the class.
	Complete()
}

// A Field is a non-static data member.
type Field struct {
	Name   string
	Type   *Type
	Offset int64 // bytes from the start of the record, -1 where not known
	Node   ast.Node
	Init   ast.Node // default member initialiser, if any
}

// The progress of a layout.
const (
	layoutPending int32 = iota
	layoutBusy          // base classes and data members are being found
	layoutDone
)

// Pending reports whether nobody has begun the layout. It is false for a class that is built in.
func (r *Record) Pending() bool { return r.progress.Load() == layoutPending }

// Done reports whether the bases, the fields and the layout are known.
func (r *Record) Done() bool { return r.progress.Load() == layoutDone }

// Begin says that the base classes and data members of the record are being found from now on.
func (r *Record) Begin() { r.progress.Store(layoutBusy) }

// End says that all of the record is known. The types made of it meanwhile get its layout.
func (r *Record) End() {
	r.Self.Size, r.Self.Align = r.Size, r.Align
	for _, t := range r.copies {
		t.Size, t.Align = r.Size, r.Align
	}
	r.copies = nil
	r.progress.Store(layoutDone)
}

// done marks a record as complete that is built in.
func (r *Record) done() *Record {
	r.progress.Store(layoutDone)
	return r
}

// remember notes a copy of the record's type made while its layout is not known.
func (r *Record) remember(t *Type) {
	if r.progress.Load() == layoutBusy {
		r.copies = append(r.copies, t)
	}
}

// Complete computes Fields, Bases, Size and Align of a record and the types of its static data
// members, and returns the record. Records that are not part of a Type may lack them until then.
func (r *Record) Complete() *Record {
	if r != nil && !r.Done() && r.Members != nil {
		r.Members.Complete()
	}
	return r
}

// FieldNamed returns a data member, base classes and anonymous members included,
// with its offset from the start of r.
func (r *Record) FieldNamed(name string) (Field, bool) {
	if r == nil {
		return Field{}, false
	}
	return r.Complete().KnownField(name)
}

// KnownField is FieldNamed among the members that are known so far.
func (r *Record) KnownField(name string) (Field, bool) { return r.fieldNamed(name, 0) }

func (r *Record) fieldNamed(name string, depth int) (Field, bool) {
	if depth > 32 || name == "" {
		return Field{}, false
	}
	for _, f := range r.Fields {
		if f.Name == name {
			return f, true
		}
	}
	shift := func(f Field, by int64) Field {
		if f.Offset < 0 || by < 0 {
			f.Offset = -1
		} else {
			f.Offset += by
		}
		return f
	}
	for _, f := range r.Fields {
		if f.Name == "" && f.Type != nil && f.Type.Record != nil && f.Type.Record != r {
			if g, ok := f.Type.Record.fieldNamed(name, depth+1); ok {
				return shift(g, f.Offset), true
			}
		}
	}
	for i, b := range r.Bases {
		if b.Record != nil && b.Record != r {
			if g, ok := b.Record.fieldNamed(name, depth+1); ok {
				return shift(g, r.baseOffset(i)), true
			}
		}
	}
	return Field{}, false
}

// Contains reports whether an object of class r is or has an object of class part. A class
// that contains itself is not C++, but occurs while someone types. Its bases and members must
// not form a cycle: many functions walk through them.
func (r *Record) Contains(part *Record) bool {
	seen := map[*Record]bool{}
	var walk func(r *Record) bool
	walk = func(r *Record) bool {
		if r == part {
			return true
		}
		if r == nil || seen[r] {
			return false
		}
		seen[r] = true
		for _, b := range r.Bases {
			if b != nil && walk(b.Record) {
				return true
			}
		}
		for i := range r.Fields {
			if walk(r.Fields[i].Type.elementRecord()) {
				return true
			}
		}
		return false
	}
	return walk(r)
}

// elementRecord returns the class of a type or of the elements of an array, nil for none.
func (t *Type) elementRecord() *Record {
	for t != nil && t.Kind == Array {
		t = t.Elem
	}
	if t == nil || t.Kind != RecordKind {
		return nil
	}
	return t.Record
}
