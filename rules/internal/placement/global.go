package placement

import (
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
)

// SubjectOf identifies a variable for MoveToGlobal. It is nil if the variable cannot be moved.
func SubjectOf(pass *lint.Pass, v *sema.Variable) *lint.Subject {
	key, ok := KeyOf(pass, v)
	if !ok {
		return nil
	}
	return lint.NewSubject(key.Subject(pass, v), key)
}

// MoveToGlobal returns the fix that moves a variable to global memory, none if a kernel that reads
// it would become slower.
func MoveToGlobal(p *lint.FixPass) ([]fixes.Fix, error) {
	key := lint.About[Key](p)
	units, refusal := Holders(p, key)
	if refusal != "" {
		return nil, nil
	}
	uses, known, err := UsesOf(p, units, key)
	if err != nil || !known || !WorthGlobal(uses) {
		return nil, err
	}
	if move, refusal := ToDevice(p, key); refusal == "" {
		return []fixes.Fix{move.Fix}, nil
	}
	return nil, nil
}
