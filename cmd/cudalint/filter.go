package main

import "github.com/cudalint/cudalint/lint"

// filter is the lint.Filter of what is asked for: findings that are severe and costly
// enough.
func (ch *choice) filter(*lint.Result) func(*lint.Diagnostic) bool {
	return func(d *lint.Diagnostic) bool {
		return d.Severity >= ch.minSeverity && (d.Impact == nil || d.Impact.Level >= ch.minImpact)
	}
}
