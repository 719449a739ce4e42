package main

import (
	"errors"
	"path/filepath"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/verify"
)

// setMeasurements reads the exports to compare findings with. An unreadable export is a
// problem. If no export is readable, nothing is compared.
func (f *checkFlags) setMeasurements(opts *engine.Options) []lint.Problem {
	var problems []lint.Problem
	for _, name := range f.verify {
		export, err := verify.ReadFile(name)
		if err != nil {
			p := lint.Problem{Kind: lint.IO, Path: filepath.ToSlash(name), Message: err.Error()}
			var parse *verify.ParseError
			if errors.As(err, &parse) {
				p.Line, p.Message = parse.Line, parse.Message
			}
			problems = append(problems, p)
			continue
		}
		opts.Measurements = append(opts.Measurements, export)
	}
	return problems
}
