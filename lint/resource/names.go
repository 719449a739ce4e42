package resource

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// A nameSet is a set of variables and other names that conditions have, by their
// bits.
type nameSet []uint64

func (s nameSet) has(bit int) bool { return s[bit/64]&(1<<(bit%64)) != 0 }

// nameUse is what a block does to names: those it asks for before it gives them
// a value, and those it gives one.
type nameUse struct{ asked, set map[string]bool }

// analyzeNames finds, for each block, the names that matter to conditions which
// can still be reached: what is known of others need not be kept.
func (f *function) analyzeNames() {
	f.bits, f.inside = map[string]int{}, map[*cfg.Block][]nameSet{}
	uses := map[*cfg.Block]nameUse{}
	for _, b := range f.graph.ReversePostorder() {
		u := nameUse{map[string]bool{}, map[string]bool{}}
		for _, n := range b.Nodes {
			f.noteNode(u, n, n == b.Condition)
		}
		if b.Condition.Is(ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef) {
			u.asked[armName(b.Condition)] = true
		}
		uses[b] = u
		for name := range u.asked {
			if _, ok := f.bits[name]; !ok {
				f.bits[name] = len(f.bits)
			}
		}
	}
	words := (len(f.bits) + 63) / 64
	f.live = map[*cfg.Block]nameSet{}
	kept := map[*cfg.Block]nameSet{} // the names that a block does not give a value
	for _, b := range f.graph.Blocks {
		set, keep := make(nameSet, words), make(nameSet, words)
		for name, bit := range f.bits {
			if uses[b].asked[name] {
				set[bit/64] |= 1 << (bit % 64)
			}
			if !uses[b].set[name] {
				keep[bit/64] |= 1 << (bit % 64)
			}
		}
		f.live[b], kept[b] = set, keep
	}
	order := f.graph.ReversePostorder()
	for changed := true; changed; {
		changed = false
		for _, b := range slices.Backward(order) {
			set, keep := f.live[b], kept[b]
			for _, e := range b.Succs {
				for w, bits := range f.live[e.To] {
					if bits &= keep[w]; set[w]|bits != set[w] {
						set[w] |= bits
						changed = true
					}
				}
			}
		}
	}
}

// liveAfter returns the names that matter to conditions which can still be reached
// after a node of a block.
func (f *function) liveAfter(b *cfg.Block, i int) nameSet {
	if all, ok := f.inside[b]; ok {
		return all[i]
	}
	all := make([]nameSet, len(b.Nodes))
	live := make(nameSet, (len(f.bits)+63)/64)
	for _, e := range b.Succs {
		for w, bits := range f.live[e.To] {
			live[w] |= bits
		}
	}
	for i, n := range slices.Backward(b.Nodes) {
		all[i] = slices.Clone(live)
		u := nameUse{map[string]bool{}, map[string]bool{}}
		f.noteNode(u, n, n == b.Condition)
		for name, bit := range f.bits {
			if u.set[name] {
				live[bit/64] &^= 1 << (bit % 64)
			}
			if u.asked[name] {
				live[bit/64] |= 1 << (bit % 64)
			}
		}
	}
	// What decides an #if is asked by the edges out of the block.
	if name := armName(b.Condition); b.Condition.Is(ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef) {
		if bit, ok := f.bits[name]; ok {
			for _, set := range all {
				set[bit/64] |= 1 << (bit % 64)
			}
		}
	}
	f.inside[b] = all
	return all[i]
}

// prune drops what is known and can decide nothing any more.
func (f *function) prune(st *state, live nameSet) {
	for k := range st.facts {
		if k != lastError && !f.matters(live, k, st) {
			delete(st.facts, k)
		}
	}
}

// matters reports whether what is known under a key can still decide something
// where these names are asked for.
func (f *function) matters(live nameSet, key string, st *state) bool {
	any := false
	for _, name := range f.rootsIn(key) {
		bit, ok := f.bits[name]
		switch {
		case ok && live.has(bit):
			any = true
		case strings.HasSuffix(name, "'") && !st.pointedTo(name):
			return false // of a variable that nobody will ask for
		}
	}
	return any
}

// noteNode notes the names of a node of a block.
func (f *function) noteNode(u nameUse, n ast.Node, condition bool) {
	if n.Is(ast.CatchClause) {
		return
	}
	if n.Is(ast.ForRangeLoop) {
		for d := range n.Child(ast.FieldDeclarator).Descendants() {
			if d.Is(ast.Identifier) {
				f.noteSet(u, d)
			}
		}
		return
	}
	asked := map[string]bool{}
	f.noteConditions(asked, n, condition, 0)
	noteSplit(asked, n)
	for name := range asked {
		if !u.set[name] {
			u.asked[name] = true
		}
	}
	switch {
	case n.Is(ast.Declaration):
		for c := range n.ChildrenWith(ast.FieldDeclarator) {
			f.noteSet(u, declaratorName(c))
		}
	case n.Is(ast.ExpressionStatement):
		if e := n.FirstChild(); e.Is(ast.AssignmentExpression) && e.Op() == ast.Assign && e.Child(ast.FieldLeft).Is(ast.Identifier) {
			f.noteSet(u, e.Child(ast.FieldLeft))
		}
	}
}

// noteSet notes a variable that gets a value, unless it stands for another.
func (f *function) noteSet(u nameUse, name ast.Node) {
	if v := f.variable(name.Text(), name); v != nil && !v.reference() {
		u.set[v.place()] = true
	}
}

// noteConditions adds the names in conditions, in values that are returned, and
// in what is copied to variables, of which conditions may be asked later.
func (f *function) noteConditions(set map[string]bool, top ast.Node, whole bool, depth int) {
	if depth > 8 {
		return
	}
	if whole || top.Is(ast.ReturnStatement) {
		f.noteAsked(set, top, 0)
	}
	for n := range top.Descendants() {
		switch n.Kind() {
		case ast.ConditionalExpression:
			f.noteAsked(set, n.Child(ast.FieldCondition), 0)
		case ast.BinaryExpression:
			if op := n.Op(); op == ast.LogicalAnd || op == ast.LogicalOr || comparisonOf(op) != noComparison {
				f.noteAsked(set, n, 0)
			}
		case ast.UnaryExpression:
			if n.Op() == ast.Not {
				f.noteAsked(set, n, 0)
			}
		case ast.SubscriptExpression:
			f.noteAsked(set, n.Child(ast.FieldIndices), 0)
		case ast.AssignmentExpression:
			if r := n.Child(ast.FieldRight); r.Is(ast.Identifier) {
				f.noteAsked(set, r, 0)
			}
		case ast.InitDeclarator:
			if r := n.Child(ast.FieldValue); r.Is(ast.Identifier) {
				f.noteAsked(set, r, 0)
			}
		case ast.CallExpression:
			if x, ok := f.unit.expand(n); ok {
				f.noteConditions(set, x, whole, depth+1)
			} else {
				for _, arg := range arguments(n) {
					if arg.Is(ast.Identifier, ast.FieldExpression) {
						f.noteAsked(set, arg, 0)
					}
				}
			}
		case ast.Identifier:
			if x, ok := f.unit.expand(n); ok {
				f.noteConditions(set, x, whole, depth+1)
			}
		}
	}
}

// noteAsked adds the names under a node; for a reference or pointer also what it
// was made from.
func (f *function) noteAsked(set map[string]bool, top ast.Node, depth int) {
	for n := range top.Descendants() {
		switch n.Kind() {
		case ast.FieldIdentifier:
			set[n.Text()] = true
		case ast.Identifier, ast.TypeIdentifier:
			v := f.variable(n.Text(), n)
			if v == nil {
				set[n.Text()] = true
				continue
			}
			set[v.place()] = true
			if depth < 3 && (v.reference() || v.pointer() || v.declared == "auto") {
				if d := v.node.Enclosing(ast.InitDeclarator); d.Valid() {
					f.noteAsked(set, d.Child(ast.FieldValue), depth+1)
				}
			}
		}
	}
}

// rootsIn returns the local variables, and the names of all other roots and
// fields, in a key.
func (f *function) rootsIn(key string) []string {
	var out []string
	for i := 0; i < len(key); {
		j := i
		for j < len(key) && (source.WordByte(key[j]) || key[j] == ':' || key[j] == '#') {
			j++
		}
		if j == i {
			i++
			continue
		}
		word := key[i:j]
		if j < len(key) && key[j] == '\'' {
			switch {
			case word[0] == 'v' && isNumber(word[1:]):
				word += "'"
			case word[0] == 'g':
				word = lastPart(word)
			}
		}
		out = append(out, word)
		i = j
	}
	return out
}

// namesIn returns the names of the roots and fields of a key.
func (f *function) namesIn(key string) []string {
	out := f.rootsIn(key)
	for i, name := range out {
		if v := f.variableAt(name); v != nil {
			out[i] = v.name
		}
	}
	return out
}

// firstName returns the name of the root of a place, "" for a place out of sight.
func (f *function) firstName(place string) string {
	if names := f.namesIn(place); len(names) > 0 {
		return names[0]
	}
	return ""
}
