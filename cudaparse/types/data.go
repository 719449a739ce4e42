package types

import "github.com/cudalint/cudalint/cudaparse/ast"

// A TypeData describes a type to other units. It holds no syntax tree and can be encoded. The
// fields are those of Type, Record those of a class that is built in or of the library, such as
// float4 or std::pair<int, float>. No source in sight defines it.
type TypeData struct {
	_           struct{} `cbor:",toarray"`
	Kind        TypeKind
	Name        string
	Size, Align int64
	Signed      bool
	Elem        *TypeData
	Len         int64
	Record      *RecordData
	Qualifiers  ast.Qualifiers
	Args        []TemplateArgData
}

// A RecordData describes a class; see TypeData.
type RecordData struct {
	_           struct{} `cbor:",toarray"`
	Name        string
	Size, Align int64
	Fields      []FieldData
}

// A FieldData describes a member of a class; see TypeData.
type FieldData struct {
	_      struct{} `cbor:",toarray"`
	Name   string
	Type   *TypeData
	Offset int64
}

// A ConstData describes a Const as TypeData does its type.
type ConstData struct {
	_     struct{} `cbor:",toarray"`
	Type  *TypeData
	Int   int64
	Float float64
}

// A TemplateArgData describes a TemplateArg as TypeData does its types.
type TemplateArgData struct {
	_     struct{} `cbor:",toarray"`
	Type  *TypeData
	Const ConstData
	Pack  []TemplateArgData
}

// Known reports whether the value has been determined.
func (d ConstData) Known() bool { return d.Type != nil }

// The bounds of a description. Types that are larger are unknown.
const (
	maxDataDepth = 40
	maxDataTypes = 1000
)

// A describer makes the description of one value. types is how many types it has met.
type describer struct{ types int }

// Data returns the description of a type, nil where it is made of a class or a template of a
// source.
func (t *Type) Data() *TypeData { return new(describer).typ(t, 0) }

// Data returns the description of an argument. It is unknown where it is made of a class of a
// source.
func (a TemplateArg) Data() TemplateArgData { return new(describer).arg(a, 0) }

// Data returns the description of a constant. It is unknown where its type is a class of a source.
func (c Const) Data() ConstData { return new(describer).constant(c, 0) }

func (d *describer) typ(t *Type, depth int) *TypeData {
	d.types++
	if t == nil || depth > maxDataDepth || d.types > maxDataTypes || t.Kind == Dependent || t.Kind == Auto || t.Kind == FunctionKind {
		return nil
	}
	// Another unit compares enumerations by name.
	out := &TypeData{Kind: t.Kind, Name: t.Name, Size: t.Size, Align: t.Align, Signed: t.Signed, Len: t.Len, Qualifiers: t.Qualifiers}
	if out.Elem = d.typ(t.Elem, depth+1); t.Elem != nil && out.Elem == nil {
		return nil
	}
	if out.Record = d.record(t.Record, depth+1); t.Record != nil && out.Record == nil {
		return nil
	}
	for _, a := range t.Args {
		out.Args = append(out.Args, d.arg(a, depth+1))
	}
	return out
}

func (d *describer) record(r *Record, depth int) *RecordData {
	if r == nil || r.Node.Valid() || r.Members != nil || r.Generic != nil || r.Bindings != nil || r.Namespace != "" || r.Union || r.Key != "" ||
		len(r.Bases)+len(r.TemplateParams) > 0 || !r.Done() {
		return nil
	}
	out := &RecordData{Name: r.Name, Size: r.Size, Align: r.Align}
	for _, f := range r.Fields {
		t := d.typ(f.Type, depth+1)
		if t == nil || f.Node.Valid() || f.Init.Valid() {
			return nil
		}
		out.Fields = append(out.Fields, FieldData{Name: f.Name, Type: t, Offset: f.Offset})
	}
	return out
}

func (d *describer) arg(a TemplateArg, depth int) TemplateArgData {
	out := TemplateArgData{Type: d.typ(a.Type, depth), Const: d.constant(a.Const, depth)}
	if a.Pack != nil && depth <= maxDataDepth {
		out.Pack = make([]TemplateArgData, len(a.Pack))
		for i, p := range a.Pack {
			out.Pack[i] = d.arg(p, depth+1)
		}
	}
	return out
}

func (d *describer) constant(c Const, depth int) ConstData {
	t := d.typ(c.Type, depth)
	if t == nil {
		return ConstData{}
	}
	return ConstData{Type: t, Int: c.Int, Float: c.Float}
}

// Described returns the type that a description is of, nil for nil.
func (d *TypeData) Described() *Type {
	if d == nil {
		return nil
	}
	t := &Type{Kind: d.Kind, Name: d.Name, Size: d.Size, Align: d.Align, Signed: d.Signed, Elem: d.Elem.Described(), Len: d.Len, Record: d.Record.described(), Qualifiers: d.Qualifiers}
	for _, a := range d.Args {
		t.Args = append(t.Args, a.Described())
	}
	return t
}

func (d *RecordData) described() *Record {
	if d == nil {
		return nil
	}
	if t := builtinTypes[d.Name]; t != nil && t.Record != nil && t.Record.Name == d.Name && t.Size == d.Size && t.Align == d.Align {
		return t.Record
	}
	r := &Record{Name: d.Name, Size: d.Size, Align: d.Align}
	for _, f := range d.Fields {
		r.Fields = append(r.Fields, Field{Name: f.Name, Type: f.Type.Described(), Offset: f.Offset})
	}
	return r.done()
}

// Described returns the argument that a description is of.
func (d TemplateArgData) Described() TemplateArg {
	a := TemplateArg{Type: d.Type.Described(), Const: d.Const.Described()}
	if d.Pack != nil {
		a.Pack = make([]TemplateArg, len(d.Pack))
		for i, p := range d.Pack {
			a.Pack[i] = p.Described()
		}
	}
	return a
}

// Described returns the constant that a description is of.
func (d ConstData) Described() Const {
	return Const{Type: d.Type.Described(), Int: d.Int, Float: d.Float}
}
