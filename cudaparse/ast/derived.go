package ast

// Derive returns what derive makes of the tree of a file alone, of which it may hold nodes:
// source.File.Remember, for what the text tells, may serve several trees of the same text.
// It is made once for each key, and kept as long as the file, so that units which include
// the same header make it once. Keys are constants of the program: nothing bounds how many
// there are.
func Derive[T any](f *File, key any, derive func(*File) T) T {
	if kept, ok := f.derived.Load(key); ok {
		return kept.(T)
	}
	kept, _ := f.derived.LoadOrStore(key, derive(f))
	return kept.(T)
}

// clone returns another file of the same tree, of which nothing is derived.
func (f *File) clone() *File {
	return &File{
		Source: f.Source, Comments: f.Comments, Errors: f.Errors, Repaired: f.Repaired, BlankedBytes: f.BlankedBytes, Repairs: f.Repairs,
		Inactive: f.Inactive, Expansion: f.Expansion, Expanded: f.Expanded, nodes: f.nodes,
	}
}

// ExpansionOf returns a file of the same tree as what an invocation of a macro expands to.
func (f *File) ExpansionOf(n Node) *File {
	own := f.clone()
	own.Expansion = n
	return own
}
