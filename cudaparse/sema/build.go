package sema

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// A builder fills a unit from the indexes of its files, in the order of a
// preprocessor.
type builder struct {
	u        *Unit
	ctx      context.Context
	loader   loader
	loaded   map[*preproc.File]bool
	launches []launchPlace
	pending  []pendingMember
	calls    int  // macro calls at file scope that were expanded
	certain  bool // what is read now is read whatever macros out of sight are
	e        *eval
}

// A launchPlace is a call that may start a kernel.
type launchPlace struct {
	node ast.Node
	sp   *space
}

// enterFile adds what a file declares.
func (b *builder) enterFile(pf *preproc.File, ix *decl.File) {
	b.u.Files = append(b.u.Files, ix.Tree)
	b.u.indexes = append(b.u.indexes, ix)
	b.u.preFiles[ix.Tree] = pf
	b.items(pf, ix, "", pf.Likely, pf.Depth)
}

// load adds what an included file declares, unless that is done.
func (b *builder) load(pf *preproc.File) {
	if b.loaded[pf] || b.ctx.Err() != nil {
		return
	}
	b.loaded[pf] = true
	if ix := b.loader.included(pf); ix != nil {
		b.enterFile(pf, ix)
	}
}

// items adds what a file, or an expansion with pf nil, declares in a namespace.
func (b *builder) items(pf *preproc.File, ix *decl.File, namespace string, likely bool, depth int) {
	whole := &preproc.ArmState{Taken: True, Likely: likely, Certain: b.certain}
	if pf != nil {
		whole = pf.Whole()
	}
	states := make([]*preproc.ArmState, len(ix.Arms))
	states[0] = whole
	spaces := make([]*space, len(ix.Namespaces)) // each is opened by its first item
	certain := b.certain
	defer func() { b.certain = certain }()
	for i := range ix.Items {
		if i%1024 == 0 && b.ctx.Err() != nil {
			return
		}
		it := &ix.Items[i]
		st := armState(pf, ix, states, it.Arm)
		if st.Taken == False {
			continue
		}
		b.certain = st.Certain
		if spaces[it.Namespace] == nil {
			spaces[it.Namespace] = b.u.space(decl.Inside(namespace, ix.Namespaces[it.Namespace]))
		}
		b.item(pf, spaces[it.Namespace], it, st.Likely, depth)
	}
}

// armState returns the state of arm i of a file's index.
func armState(pf *preproc.File, ix *decl.File, states []*preproc.ArmState, i int32) *preproc.ArmState {
	if states[i] == nil {
		if states[i] = pf.Arm(ix.Arms[i].Node.Span().Start); states[i] == nil {
			states[i] = armState(pf, ix, states, ix.Arms[i].Outer)
		}
	}
	return states[i]
}

func (b *builder) item(pf *preproc.File, sp *space, it *decl.Item, likely bool, depth int) {
	u := b.u
	switch it.Kind {
	case decl.IncludeItem:
		if in := pf.IncludeAt(it.Node.Span().Start); in != nil && in.File != nil {
			b.load(in.File)
		}
	case decl.NamespaceItem:
		if it.Node.Qualifiers()&ast.Inline != 0 {
			outer := u.space("")
			if p, _ := splitPath(sp.path); p != "" {
				outer = u.space(p)
			}
			outer.use(sp)
		}
	case decl.NamespaceAliasItem:
		b.spaceAlias(sp, it.Node)
	case decl.UsingItem:
		b.using(sp, it.Node)
	case decl.TypeItem:
		b.typ(sp, it, likely)
	case decl.TypedefItem:
		b.typedef(sp, it, likely)
	case decl.FunctionItem:
		b.function(sp, it, it.Node.Child(ast.FieldDeclarator), likely)
	case decl.DeclarationItem:
		b.declaration(sp, it, likely)
	case decl.LaunchItem:
		b.launches = append(b.launches, launchPlace{it.Node, sp})
	case decl.CallItem:
		b.call(sp, it, likely, depth)
	}
}
