package ast

// Derive returns the value that derive returned when the key was first used with this tree.
// The value must follow from the tree alone, and may hold nodes of it; for a value that
// follows from the text see source.File.Cached. All units that include the file share the
// value. A key is of an unexported type; there is no limit on their number.
func Derive[T any](f *File, key any, derive func(*File) T) T {
	if value, ok := f.derived.Load(key); ok {
		return value.(T)
	}
	value, _ := f.derived.LoadOrStore(key, derive(f))
	return value.(T)
}

// clone returns another File of the same tree, without derived values.
func (f *File) clone() *File {
	return &File{
		Source: f.Source, Comments: f.Comments, Errors: f.Errors, BlankedBytes: f.BlankedBytes, Repairs: f.Repairs,
		Inactive: f.Inactive, Expansion: f.Expansion, Expanded: f.Expanded, nodes: f.nodes,
	}
}

// ExpansionOf returns another File of the same tree, as the expansion of an invocation.
func (f *File) ExpansionOf(n Node) *File {
	own := f.clone()
	own.Expansion = n
	return own
}
