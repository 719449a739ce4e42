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

// A NameSet is a set of variables and other names that conditions have, by their
// bits.
type NameSet []uint64

func newSet(n int) NameSet { return make(NameSet, (n+63)/64) }

func (s NameSet) has(bit int) bool { return s[bit/64]&(1<<(bit%64)) != 0 }
func (s NameSet) add(bit int)      { s[bit/64] |= 1 << (bit % 64) }

// nameUse is what a block does to names: those it asks for before it gives them
// a value, and those it gives one.
type nameUse struct{ asked, set map[string]bool }

// analyzeNames finds, for each block, the names that matter to conditions which
// can still be reached: what is known of others need not be kept.
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
			if !u.set[name] {
				u.asked[name] = true
			}
		}
		if b.Condition.Is(ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef) {
			u.asked[ArmName(b.Condition)] = true
		}
		uses[b] = u
		for name := range u.asked {
			if _, ok := f.bits[name]; !ok {
				f.bits[name] = len(f.bits)
			}
		}
	}
	f.Live = map[*cfg.Block]NameSet{}
	made := map[*cfg.Block]NameSet{} // the names that a block gives a value
	for _, b := range f.Graph.Blocks {
		f.Live[b], made[b] = newSet(len(f.bits)), newSet(len(f.bits))
		for name, bit := range f.bits {
			if uses[b].asked[name] {
				f.Live[b].add(bit)
			}
			if uses[b].set[name] {
				made[b].add(bit)
			}
		}
	}
	flowBack(f.Graph, f.Live, made)
}

// flowBack adds to what blocks need what the blocks behind them need, and they do not make.
func flowBack(g *cfg.Graph, need, made map[*cfg.Block]NameSet) {
	for changed := true; changed; {
		changed = false
		for _, b := range slices.Backward(g.ReversePostorder()) {
			for _, e := range b.Succs {
				for w, bits := range need[e.To] {
					if bits &^= made[b][w]; need[b][w]|bits != need[b][w] {
						need[b][w] |= bits
						changed = true
					}
				}
			}
		}
	}
}

// Prune drops what is known and can decide nothing any more.
func (f *Function) Prune(st *state.State, live NameSet) {
	for k := range st.Facts {
		if k != state.LastError && !f.matters(live, k, st) {
			delete(st.Facts, k)
		}
	}
}

// matters reports whether what is known under a key can still decide something
// where these names are asked for.
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

// noteEnd notes the names that the end of a block asks for.
func (f *Function) noteEnd(asked map[string]bool, b *cfg.Block) {
	f.noteAsked(asked, b.Test, 0)
	for _, e := range b.Succs {
		if e.Yields != 0 {
			f.noteAsked(asked, e.Value, 0)
		}
	}
}

// noteOp notes the names that an operation asks for, because it compares, indexes, returns,
// copies or hands on what they hold, and the variable that it gives a value.
func (f *Function) noteOp(u nameUse, id ir.ID, o *ir.Op) {
	asked := map[string]bool{}
	switch o.Code {
	case ir.OpBinary:
		if state.ComparisonOf(o.Operator) != state.NoComparison {
			f.noteAsked(asked, id, 0)
		}
	case ir.OpUnary, ir.OpTruth:
		f.noteAsked(asked, id, 0)
	case ir.OpIndex:
		f.noteAsked(asked, o.B, 0)
	case ir.OpReturn:
		f.noteAsked(asked, o.A, 0)
	case ir.OpCall, ir.OpExternal:
		for _, arg := range o.X.Args {
			f.noteCopied(asked, arg)
		}
	case ir.OpStore:
		f.noteCopied(asked, o.B)
	case ir.OpUnknown:
		if o.X != nil && o.X.Name == "[]" {
			f.noteAsked(asked, o.X.Args[0], 0)
		}
	}
	if o.Node.Valid() {
		noteSplit(asked, f.Statement(id))
	}
	for name := range asked {
		if !u.set[name] {
			u.asked[name] = true
		}
	}
	if v := f.VariableOf(o.A); o.Code == ir.OpStore && v != nil && !v.Reference() {
		from := map[string]bool{}
		f.noteAsked(from, o.B, 0)
		if !from[v.Place()] { // as i++ is
			u.set[v.Place()] = true
		}
	} else if v := f.VariableOf(id); v != nil && !v.Reference() {
		u.set[v.Place()] = true
	}
}

// noteCopied notes a variable or member whose value is taken over as it is.
func (f *Function) noteCopied(asked map[string]bool, id ir.ID) {
	for f.Code.Op(id).Code == ir.OpConvert {
		id = f.Code.Op(id).A
	}
	if o := f.Code.Op(id); o.Code == ir.OpLoad || o.Code == ir.OpUnknown || o.Code == ir.OpParam || o.Code == ir.OpVar {
		f.noteAsked(asked, id, 0)
	}
}

// noteAsked adds the names that a value is made of; for a reference or pointer also what it
// was made from.
func (f *Function) noteAsked(set map[string]bool, top ir.ID, depth int) {
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
					f.noteAsked(set, s.B, depth+20)
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
			f.noteAsked(set, r.Value, depth+1)
		}
	}
	for v := range o.Operands {
		f.noteAsked(set, v, depth+1)
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

// noteSplit adds the keys of the #ifs in the middle of a node that the tree does
// not have.
func noteSplit(asked map[string]bool, n ast.Node) {
	if !n.Valid() || len(n.File().Repairs) == 0 {
		return
	}
	for _, line := range strings.Split(n.Text(), "\n") {
		if directive, ok := strings.CutPrefix(strings.TrimSpace(line), "#"); ok {
			if key, _ := ArmOfDirective(strings.TrimSpace(directive)); key != "" {
				asked[key] = true
			}
		}
	}
}

// Words returns the identifiers in a text.
func Words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r > 127 || !source.WordByte(byte(r)) })
}
