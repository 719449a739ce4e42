package body

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// A NameSet is a bit set of variables and other names in conditions.
type NameSet []uint64

func newSet(n int) NameSet { return make(NameSet, (n+63)/64) }

func (s NameSet) has(bit int) bool { return s[bit/64]&(1<<(bit%64)) != 0 }
func (s NameSet) add(bit int)      { s[bit/64] |= 1 << (bit % 64) }

// nameUse holds the names that a block reads before it writes them, and those that it writes.
type nameUse struct{ read, written map[string]bool }

// analyzeNames finds, for each block, the names that conditions reachable from it depend on. Facts
// about other names can be dropped.
func (f *Function) analyzeNames() {
	f.bits = map[string]int{}
	uses := map[*cfg.Block]nameUse{}
	for _, b := range f.Graph.ReversePostorder() {
		u := nameUse{map[string]bool{}, map[string]bool{}}
		for _, id := range b.Ops {
			f.noteOp(u, id, f.Code.Op(id))
		}
		end := map[string]bool{}
		f.noteEnd(end, b)
		for name := range end {
			if !u.written[name] {
				u.read[name] = true
			}
		}
		if b.Condition.Is(ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef) {
			u.read[ArmName(b.Condition)] = true
		}
		uses[b] = u
		for name := range u.read {
			if _, ok := f.bits[name]; !ok {
				f.bits[name] = len(f.bits)
			}
		}
	}
	f.Live = map[*cfg.Block]NameSet{}
	written := map[*cfg.Block]NameSet{} // the names that a block gives a value
	for _, b := range f.Graph.Blocks {
		f.Live[b], written[b] = newSet(len(f.bits)), newSet(len(f.bits))
		for name, bit := range f.bits {
			if uses[b].read[name] {
				f.Live[b].add(bit)
			}
			if uses[b].written[name] {
				written[b].add(bit)
			}
		}
	}
	flowBack(f.Graph, f.Live, written)
}

// flowBack adds to the names that a block needs those that its successors need and it does not
// write (backward liveness).
func flowBack(g *cfg.Graph, need, written map[*cfg.Block]NameSet) {
	for changed := true; changed; {
		changed = false
		for _, b := range slices.Backward(g.ReversePostorder()) {
			for _, e := range b.Succs {
				for w, bits := range need[e.To] {
					if bits &^= written[b][w]; need[b][w]|bits != need[b][w] {
						need[b][w] |= bits
						changed = true
					}
				}
			}
		}
	}
}

// Prune drops the facts that no later condition depends on.
func (f *Function) Prune(st *state.State, live NameSet) {
	for k := range st.Facts {
		if k != state.LastError && !f.matters(live, k, st) {
			delete(st.Facts, k)
		}
	}
}

// matters reports whether a later condition can depend on the fact under a key; live are the names
// that later conditions read.
func (f *Function) matters(live NameSet, key string, st *state.State) bool {
	any := false
	for _, name := range f.rootsIn(key) {
		bit, ok := f.bits[name]
		switch {
		case ok && live.has(bit):
			any = true
		case strings.HasSuffix(name, "'") && !st.PointedTo(name):
			return false // of a variable that nobody will ask for
		}
	}
	return any
}

// noteEnd adds the names that the end of a block reads.
func (f *Function) noteEnd(read map[string]bool, b *cfg.Block) {
	f.noteRead(read, b.Test, 0)
	for _, e := range b.Succs {
		if e.Yields != 0 {
			f.noteRead(read, e.Value, 0)
		}
	}
}

// noteOp adds the names that an operation reads, to compare, index, return, copy or pass their
// values, and the variable that it writes.
func (f *Function) noteOp(u nameUse, id ir.ID, o *ir.Op) {
	read := map[string]bool{}
	switch o.Code {
	case ir.OpBinary:
		if state.ComparisonOf(o.Operator) != state.NoComparison {
			f.noteRead(read, id, 0)
		}
	case ir.OpUnary, ir.OpTruth:
		f.noteRead(read, id, 0)
	case ir.OpIndex:
		f.noteRead(read, o.B, 0)
	case ir.OpReturn:
		f.noteRead(read, o.A, 0)
	case ir.OpCall, ir.OpExternal:
		for _, arg := range o.X.Args {
			f.noteCopied(read, arg)
		}
	case ir.OpStore:
		f.noteCopied(read, o.B)
	case ir.OpUnknown:
		if o.X != nil && o.X.Name == "[]" {
			f.noteRead(read, o.X.Args[0], 0)
		}
	}
	if o.Node.Valid() {
		noteSplit(read, f.Statement(id))
	}
	for name := range read {
		if !u.written[name] {
			u.read[name] = true
		}
	}
	if v := f.VariableOf(o.A); o.Code == ir.OpStore && v != nil && !v.Reference() {
		from := map[string]bool{}
		f.noteRead(from, o.B, 0)
		if !from[v.Place()] { // as i++ is
			u.written[v.Place()] = true
		}
	} else if v := f.VariableOf(id); v != nil && !v.Reference() {
		u.written[v.Place()] = true
	}
}

// noteCopied adds a variable or member whose value is copied.
func (f *Function) noteCopied(read map[string]bool, id ir.ID) {
	for f.Code.Op(id).Code == ir.OpConvert {
		id = f.Code.Op(id).A
	}
	if o := f.Code.Op(id); o.Code == ir.OpLoad || o.Code == ir.OpUnknown || o.Code == ir.OpParam || o.Code == ir.OpVar {
		f.noteRead(read, id, 0)
	}
}

// noteRead adds the names that a value is computed from; for a reference or pointer also those in
// its initialiser.
func (f *Function) noteRead(set map[string]bool, top ir.ID, depth int) {
	if depth > maxWalk || top == 0 {
		return
	}
	o := f.Code.Op(top)
	if v := f.VariableOf(top); v != nil {
		set[v.Place()] = true
		if top == f.This {
			return
		}
		if o.Code == ir.OpVar && (v.Pointer() || v.Declared == "auto") {
			for _, u := range f.Users[top] {
				if s := f.Code.Op(u); s.Code == ir.OpStore && s.A == top && !s.Node.Valid() {
					f.noteRead(set, s.B, depth+20)
				}
			}
		}
	} else if name := nameOf(o); name != "" {
		set[name] = true
	}
	switch o.Code {
	case ir.OpCall, ir.OpExternal:
		set[f.Callee(o)] = true
	case ir.OpChoose, ir.OpLogical:
		for _, r := range o.X.Regions {
			f.noteRead(set, r.Value, depth+1)
		}
	}
	for v := range o.Operands {
		f.noteRead(set, v, depth+1)
	}
}

// rootsIn returns the local variables, and the names of all other roots and
// fields, in a key.
func (f *Function) rootsIn(key string) []string {
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
			case word[0] == 'v' && state.IsNumber(word[1:]):
				word += "'"
			case word[0] == 'g':
				word = LastPart(word)
			}
		}
		out = append(out, word)
		i = j
	}
	return out
}

// NamesIn returns the names of the roots and fields of a key.
func (f *Function) NamesIn(key string) []string {
	out := f.rootsIn(key)
	for i, name := range out {
		if v := f.VariableAt(name); v != nil {
			out[i] = v.Name
		}
	}
	return out
}

// FirstName returns the name of the root of a place, "" for a place out of sight.
func (f *Function) FirstName(place string) string {
	if names := f.NamesIn(place); len(names) > 0 {
		return names[0]
	}
	return ""
}

// noteSplit adds the keys of the #ifs in the middle of a node, which are not in the tree.
func noteSplit(read map[string]bool, n ast.Node) {
	if !n.Valid() || len(n.File().Repairs) == 0 {
		return
	}
	for _, line := range strings.Split(n.Text(), "\n") {
		if directive, ok := strings.CutPrefix(strings.TrimSpace(line), "#"); ok {
			if key, _ := ArmOfDirective(strings.TrimSpace(directive)); key != "" {
				read[key] = true
			}
		}
	}
}

// Words returns the identifiers in a text.
func Words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r > 127 || !source.WordByte(byte(r)) })
}
