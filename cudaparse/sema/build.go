package sema

import (
	"context"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A builder fills a unit from the indexes of its files, in the order of a
// preprocessor.
type builder struct {
	u        *Unit
	ctx      context.Context
	included map[string]bool
	launches []pendingLaunch
	records  []*typeDecl
	pending  []pendingMember
	calls    int  // macro calls at file scope that were expanded
	certain  bool // what is read now is read whatever macros out of sight are
	e        *eval
}

// A pendingLaunch is a call that may start a kernel.
type pendingLaunch struct {
	node ast.Node
	sp   *space
}

// An armState says whether an arm of a conditional is read.
type armState struct {
	done   bool
	cond   Truth // of the arm itself
	before Truth // an arm before it is taken
	taken  Truth // it is read, the conditionals around it included
	// The same if macros out of sight are taken not to be defined.
	likelyCond, likelyBefore, likely bool
	// The same in device code.
	deviceCond, deviceBefore, device Truth
}

func and(a, b Truth) Truth {
	switch {
	case a == False || b == False:
		return False
	case a == True && b == True:
		return True
	}
	return Undecided
}

func or(a, b Truth) Truth { return and(a.not(), b.not()).not() }

// arm decides arm i of a file with the macros known so far.
func (b *builder) arm(ix *fileIndex, states []armState, i int32, likely bool) *armState {
	st := &states[i]
	if st.done {
		return st
	}
	st.done = true
	if i == 0 {
		*st = armState{done: true, cond: True, before: False, taken: True, likelyCond: true, likely: likely, device: True}
		return st
	}
	a := ix.arms[i]
	outer := b.arm(ix, states, a.outer, likely)
	st.before, st.deviceBefore = False, False
	if a.prev != 0 {
		p := b.arm(ix, states, a.prev, likely)
		st.before, st.likelyBefore = or(p.before, p.cond), p.likelyBefore || p.likelyCond
		st.deviceBefore = or(p.deviceBefore, p.deviceCond)
	}
	st.cond, st.deviceCond, st.likelyCond = True, True, true
	if a.node.Kind() != ast.PreprocElse {
		if outer.taken == False || st.before == True {
			st.cond, st.deviceCond, st.likelyCond = False, False, false
		} else {
			st.cond, st.deviceCond, st.likelyCond = b.decide(a.node)
		}
	}
	st.device = and(outer.device, and(st.deviceBefore.not(), st.deviceCond))
	st.taken = and(outer.taken, and(st.before.not(), st.cond))
	st.likely = outer.likely && !st.likelyBefore && st.likelyCond
	return st
}

// decide evaluates a condition for both sides of the compiler: what differs
// between them stays undecided.
func (b *builder) decide(n ast.Node) (t, device Truth, likely bool) {
	device = (&conditioner{u: b.u, device: true}).decide(n)
	host := (&conditioner{u: b.u}).decide(n)
	t = device
	if device != host {
		t = Undecided
	}
	if t != Undecided {
		return t, device, t == True
	}
	if includeGuard(n) {
		device = True // the file is read once
	}
	return t, device, (&conditioner{u: b.u, device: true, assume: true}).decide(n) == True
}

// includeGuard reports whether a conditional is one that keeps a file from being
// read again: #ifndef NAME, #define NAME, and what the file is about.
func includeGuard(n ast.Node) bool {
	name := n.Child(ast.FieldName)
	if n.Kind() != ast.PreprocIfdef || !name.Valid() || n.Parent().Parent().Valid() {
		return false
	}
	next := name.Next()
	return next.Kind() == ast.PreprocDef && next.Child(ast.FieldName).Text() == name.Text() && next.Next().Valid()
}

// load enters the items of a file.
func (b *builder) load(ix *fileIndex, likely bool, depth int) {
	if !ix.file.Expansion.Valid() {
		b.u.Files = append(b.u.Files, ix.file)
		b.u.indexes = append(b.u.indexes, ix)
		b.u.macros.mark(ix.file, 0)
	}
	b.items(ix, likely, depth)
}

// items adds what a file declares.
func (b *builder) items(ix *fileIndex, likely bool, depth int) {
	states := make([]armState, len(ix.arms))
	certain := b.certain
	defer func() { b.certain = certain }()
	for i := range ix.items {
		if i%1024 == 0 && b.ctx.Err() != nil {
			return
		}
		it := &ix.items[i]
		st := b.arm(ix, states, it.arm, likely)
		if st.taken == False {
			continue
		}
		b.certain = certain && st.device == True
		b.item(ix, it, st.likely, depth)
	}
}

func (b *builder) item(ix *fileIndex, it *item, likely bool, depth int) {
	u := b.u
	sp := u.space(ix.spaces[it.space])
	switch it.kind {
	case itemDefine:
		if b.inactive(it) {
			return
		}
		m := macroOf(it.node)
		m.unsure = !b.certain
		if now := u.macros.now(m.Name); !likely && now != nil {
			if now.Node.Valid() {
				now.unsure = true
			}
			return
		}
		u.macros.add(m.Name, m, ix.file, it.node.Span().End)
		if m.open() {
			u.openMacros[m.Name] = true
		}
	case itemUndef:
		if likely && !b.inactive(it) {
			u.macros.add(strings.TrimSpace(it.node.Child(ast.FieldArgument).Text()), nil, ix.file, it.node.Span().End)
		}
	case itemInclude:
		b.include(it.node, likely, depth)
		u.macros.mark(ix.file, it.node.Span().End)
	case itemSpace:
		if it.node.Qualifiers()&ast.Inline != 0 {
			outer := u.space("")
			if p, _ := splitPath(sp.path); p != "" {
				outer = u.space(p)
			}
			outer.use(sp)
		}
	case itemSpaceAlias:
		b.spaceAlias(sp, it.node)
	case itemUsing:
		b.using(sp, it.node)
	case itemType:
		b.typ(sp, it, likely)
	case itemTypedef:
		b.typedef(sp, it, likely)
	case itemFunction:
		b.function(sp, it, it.node.Child(ast.FieldDeclarator), likely)
	case itemDeclaration:
		b.declaration(sp, it, likely)
	case itemLaunch:
		b.launches = append(b.launches, pendingLaunch{it.node, sp})
	case itemCall:
		b.call(sp, it, likely, depth)
	}
}

// inactive reports whether a directive inside a function stands in a
// conditional arm that is not read.
func (b *builder) inactive(it *item) bool {
	if !it.inside.Valid() {
		return false // its arm has been decided
	}
	for p := it.node; ; {
		child := p
		p = p.Parent()
		switch p.Kind() {
		case ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef:
			t, _, _ := b.decide(p)
			if t == False && child.Field() != ast.FieldAlternative || t == True && child.Field() == ast.FieldAlternative {
				return true
			}
		}
		if p == it.inside || !p.Valid() {
			return false
		}
	}
}
