// Package rules is the one list of the rules of cudalint.
package rules

import (
	"github.com/cudalint/cudalint/lint"
	constantdevicewrite "github.com/cudalint/cudalint/rules/constant-device-write"
	constantdivergentindex "github.com/cudalint/cudalint/rules/constant-divergent-index"
	constantsymbolcopy "github.com/cudalint/cudalint/rules/constant-symbol-copy"
	missingrestrict "github.com/cudalint/cudalint/rules/missing-restrict"
)

// All returns every rule, by name.
func All() []*lint.Rule {
	return []*lint.Rule{
		constantdevicewrite.Rule,
		constantdivergentindex.Rule,
		constantsymbolcopy.Rule,
		missingrestrict.Rule,
	}
}
