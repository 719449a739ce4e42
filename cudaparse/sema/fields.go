package sema

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// A fieldWalk reads the data members of a class and lays them out.
type fieldWalk struct {
	e      *eval
	r      *Record
	scope  *Scope // of the class
	layout *types.Layout
	public bool // members are public here
}

func (w *fieldWalk) run(body ast.Node) {
	head := w.head(body)
	pack := w.e.u.packAt(w.r.Node)
	if strings.Contains(head, "packed") {
		pack = 1
	}
	w.layout = types.NewLayout(w.r, pack)
	w.public = w.r.Node.Kind() != ast.ClassSpecifier
	w.e.armChildren(body, w.member)
	forced := w.e.alignment(w.scope, w.r.Node, head)
	if forced < 0 {
		w.layout.Unknown()
	}
	w.layout.Finish(forced)
}

// head returns the source of the specifier before its body, and what follows
// it up to the end of the declaration: where attributes stand.
func (w *fieldWalk) head(body ast.Node) string {
	text := w.r.Node.File().Source.Text
	start, end := w.r.Node.Span().Start, body.Span().Start
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

// member places one member declaration.
func (w *fieldWalk) member(n ast.Node) {
	if n.Kind() == ast.AccessSpecifier {
		w.public = strings.HasPrefix(n.Text(), "public")
		return
	}
	if !n.Is(ast.FieldDeclaration, ast.Declaration) || n.Qualifiers()&(ast.Friend|ast.Typedef) != 0 {
		return
	}
	spec := n.Child(ast.FieldType)
	if !spec.Valid() {
		return
	}
	e, s := w.e, w.scope
	base := e.typeOf(s, spec).With(n.Qualifiers())
	if n.Qualifiers()&ast.Static != 0 {
		statics := MembersOf(w.r).Statics
		for d := range n.ChildrenWith(ast.FieldDeclarator) {
			name, t := e.declare(s, base, d)
			if v := statics[name.Text()]; v != nil {
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
				w.layout.BitField(f, e.constant(s, bits.FirstChild()), w.public)
				continue
			}
			w.layout.Place(f, w.memberAlign(n), w.public)
		}
	}
	if found {
		return
	}
	if bits := n.ChildOf(ast.BitfieldClause); bits.Valid() { // unnamed: padding
		w.layout.BitField(Field{Type: base, Name: ""}, e.constant(s, bits.FirstChild()), w.public)
		return
	}
	if base.Kind == RecordKind && spec.Child(ast.FieldBody).Valid() && !spec.Child(ast.FieldName).Valid() {
		w.layout.Place(Field{Type: base, Node: spec}, 0, w.public)
	}
}

// memberAlign returns the alignment written on a member declaration.
func (w *fieldWalk) memberAlign(n ast.Node) int64 {
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
	return w.e.alignment(w.scope, n, text)
}
