package follow

import (
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// temporary reports whether a place is in the result of a call, or in an object without a
// name.
func (e evaluator) temporary(place string) bool {
	if place[0] == 'r' {
		return true
	}
	v := e.Function.VariableAt(place)
	return v != nil && e.op(v.Id).Flags.Has(ir.Temporary)
}

// neededRoot reports whether an object without a name is used behind operation i of a
// block.
func (e evaluator) neededRoot(place string, b *cfg.Block, i int) bool {
	v := e.Function.VariableAt(place)
	return v != nil && e.Function.Needed(v.Id, b, i)
}

// hasTemporary reports whether a key is about the result of a call.
func hasTemporary(key string) bool {
	for i := 0; i < len(key); i++ {
		if key[i] == 'r' && (i == 0 || !source.WordByte(key[i-1])) {
			j := i + 1
			for j < len(key) && '0' <= key[j] && key[j] <= '9' {
				j++
			}
			if j > i+1 && j < len(key) && key[j] == '\'' {
				return true
			}
		}
	}
	return false
}
