package follow

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// nextOfMacro begins the next iteration of a loop whose head is a macro. The loop's counter is
// among the arguments of the macro.
func nextOfMacro(header *cfg.Block, st *state.State) {
	loop := header.Condition.Enclosing(ast.WhileStatement)
	if !loop.Valid() || strings.HasPrefix(loop.Text(), "while") {
		return
	}
	for n := range loop.Child(ast.FieldCondition).Descendants() {
		if !n.Is(ast.Identifier) {
			continue
		}
		place := "g:" + n.Text() + "'"
		st.VariableChanged(place)
		for _, p := range st.Places {
			if state.Root(p) == place {
				st.Ignore()
				return
			}
		}
	}
}

// forgetCondition drops the facts about a loop's condition before the next iteration, if nothing
// in sight changes the condition in the loop. Something must change it, or the loop would not end.
func forgetCondition(f *body.Function, header *cfg.Block, st *state.State) {
	l := f.Loops[header]
	if l == nil || header.Test == 0 || header.Condition.Is(ast.ForRangeLoop) {
		return
	}
	names := map[string]bool{}
	f.Names(names, header.Test)
	for name := range names {
		if l.Written[name] {
			return
		}
	}
	for k := range st.Facts {
		for _, name := range f.NamesIn(k) {
			if names[name] {
				delete(st.Facts, k)
				break
			}
		}
	}
}

// releasedByLoop assumes that a loop that releases elements releases all of them, because the
// number of its iterations is unknown. It reports whether an edge leaves such a loop.
func (a *Analysis) releasedByLoop(e *cfg.Edge, st *state.State) bool {
	if st.Status != state.Live || e.Kind != cfg.True && e.Kind != cfg.False {
		return false
	}
	for header, l := range a.Function.Loops {
		if len(l.Released) == 0 || !l.Blocks[e.From] || l.Blocks[e.To] || header != e.From && !header.Condition.Is(ast.ForRangeLoop) && !l.Blocks[header] {
			continue
		}
		if a.Function.ReleasedBy(l, st) {
			a.consumed = true
			a.EndedIn[e.From] = true
			return true
		}
	}
	return false
}
