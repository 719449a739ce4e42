package engine

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/lint/discover"
)

// isHIP reports whether the unit is for HIP: one of its files includes a header of HIP, whatever
// macros are defined, and none includes one of CUDA. A file that was found by searching proves
// nothing, as it may be that of another program.
func (u *unitRun) isHIP() bool {
	pre := u.unit.Preprocessed()
	return pre != nil && forHIP(pre) // nil in a unit that a test made
}

// forHIP is isHIP of what the preprocessor made of a unit.
func forHIP(pre *preproc.Unit) bool {
	hip := false
	for _, file := range pre.Files {
		ofHIP, ofCUDA := discover.Runtimes(file.Outline)
		if ofCUDA {
			return false
		}
		hip = hip || ofHIP && file.Certain && !file.Guess
	}
	return hip
}

// filesOnly returns a summary that says which files the unit consists of, and nothing of what is in
// them.
func (u *unitRun) filesOnly() *program.Summary {
	s := &program.Summary{}
	for _, file := range u.unit.Files {
		s.Files = append(s.Files, u.linter.display(file.Source.Path))
	}
	return s
}

// hipInputs returns the inputs that are not linted because they are for HIP: the units for HIP,
// and the headers that only these include.
func (j *joinedUnits[T]) hipInputs() (inputs []int) {
	p := &j.program
	if !slices.ContainsFunc(j.outcomes, func(o *fileOutcome[T]) bool { return o.HIP }) {
		return nil
	}
	ofCUDA, ofHIP := map[string]bool{}, map[string]bool{}
	for i, o := range j.outcomes {
		if o.Summary == nil || p.covered[i] && !o.HIP {
			continue
		}
		files := ofCUDA
		if o.HIP {
			files = ofHIP
		}
		for _, path := range o.Summary.Files {
			files[path] = true
		}
	}
	for i, o := range j.outcomes[:p.inputs] {
		if s := o.Summary; j.owned[i] && s != nil && ofHIP[s.Files[0]] && !ofCUDA[s.Files[0]] {
			inputs = append(inputs, i)
		}
	}
	return inputs
}
