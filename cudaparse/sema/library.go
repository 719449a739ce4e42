package sema

// A LibraryRecord describes a class that is built in or of the library, such as float4 or
// std::pair<int, float>: one that no source in sight defines, and that can be made again
// from this.
type LibraryRecord struct {
	Name        string
	Size, Align int64 // as in Record
	Fields      []LibraryField
}

// A LibraryField is a member of a LibraryRecord; see Field.
type LibraryField struct {
	Name   string
	Type   *Type
	Offset int64
}

// Library returns the description of a record; ok is false for one of a source.
func (r *Record) Library() (l LibraryRecord, ok bool) {
	if r.Node.Valid() || r.Scope != nil || r.Generic != nil || r.Bindings != nil || r.Namespace != "" || r.Union || r.key != "" ||
		len(r.Bases)+len(r.Methods)+len(r.Statics)+len(r.decls)+len(r.TemplateParams) > 0 || r.state.Load() != recordDone {
		return l, false
	}
	l = LibraryRecord{Name: r.Name, Size: r.Size, Align: r.Align}
	for _, f := range r.Fields {
		if f.Node.Valid() || f.Init.Valid() {
			return l, false
		}
		l.Fields = append(l.Fields, LibraryField{f.Name, f.Type, f.Offset})
	}
	return l, true
}

// Record returns the record that is described.
func (l LibraryRecord) Record() *Record {
	if t := builtinTypes[l.Name]; t != nil && t.Record != nil && t.Record.Name == l.Name && t.Size == l.Size && t.Align == l.Align {
		return t.Record
	}
	r := &Record{Name: l.Name, Size: l.Size, Align: l.Align, Methods: map[string][]*Function{}, Statics: map[string]*Variable{}}
	for _, f := range l.Fields {
		r.Fields = append(r.Fields, Field{Name: f.Name, Type: f.Type, Offset: f.Offset})
	}
	r.state.Store(recordDone)
	return r
}
