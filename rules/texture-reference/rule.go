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

// Rule reports declarations of texture and surface references with their uses, and calls of
// their interface that name no visible reference.
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
	// Reference is the qualified name, "" for a call that names no visible reference.
	Reference string `json:"reference"`
	Surface   bool   `json:"surface"`
	// Texel is the element type, Shape the kind of texture ("2D", "cubemap"), Mode the read
	// mode. Each is "" if there is none or it is not known.
	Texel string `json:"texel"`
	Shape string `json:"shape"`
	Mode  string `json:"mode"`
	// Fetches, Binds, Settings and Others count the uses, including those in other files.
	Fetches  int `json:"fetches"`
	Binds    int `json:"binds"`
	Settings int `json:"settings"`
	Others   int `json:"others"`
}

// removed reports whether the target's toolkit no longer has references.
func removed(t lint.Target) bool {
	var major int
	fmt.Sscanf(t.CUDA, "%d", &major) // an unknown version counts as a new one
	return major == 0 || major >= 12
}

// references returns the references of the unit. They are searched once.
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
		far := importFacts(pass, r)
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
