package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/wording"
)

// printEmpty names the given folders in which no source was found.
func (c *Command) printEmpty(paths []string, found []discover.Input) {
	var all []string
	for _, in := range found {
		if name, err := filepath.Abs(in.Path); err == nil {
			all = append(all, name)
		}
	}
	for _, p := range paths {
		folder, err := filepath.Abs(p)
		info, statErr := os.Stat(p)
		if err != nil || statErr != nil || !info.IsDir() {
			continue
		}
		below := strings.TrimSuffix(folder, string(filepath.Separator)) + string(filepath.Separator)
		if !slices.ContainsFunc(all, func(name string) bool { return strings.HasPrefix(name, below) }) {
			fmt.Fprintf(c.Stderr, "cudalint: no CUDA sources in %s\n", wording.Printable(p))
		}
	}
}

// printNotLinted says why files that were named are not linted, and if nothing was.
func (run *checkRun) printNotLinted(result *engine.Result) {
	named := map[string]bool{}
	for _, p := range run.args {
		named[reported(p)] = true
	}
	for _, path := range result.HIP {
		if named[path] {
			fmt.Fprintf(run.Stderr, "cudalint: %s is not linted: it is HIP code (HIP's headers are included, CUDA's are not)\n", wording.Printable(path))
		}
	}
	fatal := slices.ContainsFunc(result.Problems, func(p lint.Problem) bool { return p.Fatal() })
	if n := len(run.inputs); n > 0 && result.Files == 0 && len(result.HIP) == 0 && !fatal {
		fmt.Fprintf(run.Stderr, "cudalint: none of the %s holds CUDA code\n", wording.Plural(n, "C++ file"))
	}
}
