// Package texturereference reports texture and surface references, which CUDA
// 12.0 removed.
package texturereference

import (
	_ "embed"
	"fmt"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/texture"
)

//go:embed doc.md
var doc string

// Rule reports declarations of texture and surface references with all that is
// done with them, and calls of their interface that name none in sight.
var Rule = &lint.Rule{
	Name:     "texture-reference",
	Severity: lint.Error,
	Summary:  "texture and surface references, removed in CUDA 12.0",
	Doc:      doc,
	Collect:  &lint.Collector{Run: collect},
	Check:    check,
	Fix:      fix,
}

// Data is what the rule adds to a finding in JSON.
type Data struct {
	// Reference is the qualified name, "" for a call that names none in sight.
	Reference string `json:"reference"`
	Surface   bool   `json:"surface"`
	// Texel is the element type, Shape "2D" or "cubemap", Mode what a fetch returns;
	// each "" where there is none or it is not known.
	Texel string `json:"texel"`
	Shape string `json:"shape"`
	Mode  string `json:"mode"`
	// Fetches, Binds, Settings and Others count the uses, those of other files
	// included.
	Fetches  int `json:"fetches"`
	Binds    int `json:"binds"`
	Settings int `json:"settings"`
	Others   int `json:"others"`
}

// removed reports whether the target's toolkit has no references any more.
func removed(t lint.Target) bool {
	var major int
	fmt.Sscanf(t.CUDA, "%d", &major) // an unknown version has none of the old ones
	return major == 0 || major >= 12
}

// references returns the references of the unit, which Collect and Check look for once.
func references(pass *lint.Pass) *texture.Index {
	type key struct{}
	return pass.Memo(key{}, func() any { return texture.References(pass.Unit) }).(*texture.Index)
}

func check(pass *lint.CheckPass) error {
	index := references(pass.Pass)
	if index == nil {
		return nil
	}
	for _, r := range index.References {
		if pass.Context.Err() != nil {
			return pass.Context.Err()
		}
		far := elsewhere(pass, r)
		if r.Extern && far.defined {
			continue // reported where it is defined
		}
		reference(pass, r, far)
	}
	for _, c := range index.Calls {
		call(pass, c)
	}
	return nil
}
