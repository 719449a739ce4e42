package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/autofix"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/wording"
)

// fix applies the fixes of selected findings, or prints them as a diff with --diff. It returns
// the result to report and calls end when the checks are done.
func (c *Command) fix(ctx context.Context, f *checkFlags, chosen *choice, opts engine.Options, inputs []discover.Input, end func()) (*engine.Result, error) {
	stdin := stdinOf(inputs)
	fixing := autofix.Options{Filter: chosen.filter, Unsafe: f.unsafeFixes}
	if stdin != nil {
		fixing.Only = stdin.Path
	}
	fixed := autofix.Inputs(ctx, engine.New(opts), inputs, fixing)
	end()
	if f.diff {
		err := c.write(&f.inputFlags, func(w io.Writer, _ bool) error {
			for _, file := range fixed.Files {
				if _, err := io.WriteString(w, fixes.Diff(file.Path, file.Before, file.After)); err != nil {
					return err
				}
			}
			return nil
		})
		c.printFixed(f, fixed, nil, "would fix")
		result := fixed.First
		result.Problems = append(fixed.Problems, result.Problems...)
		return result, err
	}
	if stdin != nil {
		text := stdin.Text
		for _, file := range fixed.Files {
			text = file.After
		}
		if _, err := c.Stdout.Write(text); err != nil {
			return nil, err
		}
		stdin.Text = text // findings are reported in the fixed text
		c.printFixed(f, fixed, nil, "fixed")
		fixed.Last.Problems = append(fixed.Problems, fixed.Last.Problems...)
		displayOnlyElsewhere(fixed.Last, stdin.Path)
		return fixed.Last, nil
	}
	failed, problems := writeFixed(ctx, fixed)
	c.printFixed(f, fixed, failed, "fixed")
	result := fixed.Last
	if len(failed) > 0 {
		// Findings in files that could not be written remain.
		result = engine.New(opts).Check(ctx, inputs)
		result.Edited = slices.DeleteFunc(slices.Clone(fixed.Files), func(file engine.EditedFile) bool { return failed[file.Path] })
	}
	result.Problems = append(append(problems, fixed.Problems...), result.Problems...)
	return result, nil
}

// displayOnlyElsewhere makes fixes that edit other files than standard input display-only.
// Such fixes cannot be applied to standard input.
func displayOnlyElsewhere(r *engine.Result, stdin string) {
	for i := range r.Findings {
		list := slices.Clone(r.Findings[i].Fixes)
		for k := range list {
			other := slices.IndexFunc(list[k].Edits, func(e fixes.Edit) bool { return e.Path != stdin })
			if other >= 0 && list[k].Safety != fixes.Display {
				list[k].Safety = fixes.Display
				list[k].Title += " (edits " + list[k].Edits[other].Path + ", which is not standard input)"
			}
		}
		r.Findings[i].Fixes = list
	}
}

// stdinOf returns the input that is standard input, nil if there is none.
func stdinOf(inputs []discover.Input) *discover.Input {
	for i := range inputs {
		if inputs[i].HasText {
			return &inputs[i]
		}
	}
	return nil
}

// writeFixed writes each group of files, all or none, and returns the paths that it could not
// write. It finishes a group it has begun even if ctx ends.
func writeFixed(ctx context.Context, fixed *autofix.Fixed) (failed map[string]bool, problems []lint.Problem) {
	failed = map[string]bool{}
	written := map[string]string{} // new texts by the path that symbolic links lead to
	for _, group := range fixed.Groups() {
		err := ctx.Err()
		if err == nil {
			err = writeGroup(group, written)
		}
		if err == nil {
			continue
		}
		for _, file := range group {
			failed[file.Path] = true
		}
		if ctx.Err() == nil {
			problems = append(problems, notWritten(group, err))
		}
	}
	if len(failed) > 0 && ctx.Err() != nil {
		problems = append(problems, lint.Interruption(fmt.Sprintf("%d of %d files were fixed", len(fixed.Files)-len(failed), len(fixed.Files))))
	}
	return failed, problems
}

// writeGroup writes the files of a group. It skips a file that was written already through a
// symbolic link.
func writeGroup(group []engine.EditedFile, written map[string]string) error {
	var files []fixes.File
	texts := map[string]string{}
	for _, file := range group {
		target := file.Path
		if real, err := filepath.EvalSymlinks(file.Path); err == nil {
			target = real
		}
		after := string(file.After)
		if text, ok := written[target]; ok && text == after {
			continue
		}
		if text, ok := texts[target]; ok && text == after {
			continue
		}
		texts[target] = after
		files = append(files, fixes.File{Path: filepath.FromSlash(file.Path), Before: file.Before, After: file.After})
	}
	if err := fixes.Write(files); err != nil {
		return err
	}
	for target, text := range texts {
		written[target] = text
	}
	return nil
}

// notWritten returns the problem of a group that was not written.
func notWritten(group []engine.EditedFile, err error) lint.Problem {
	p := lint.Problem{Kind: lint.IO, Path: group[0].Path, Message: "is not fixed: " + err.Error()}
	var others []string
	for _, file := range group {
		if why, ok := strings.CutPrefix(err.Error(), filepath.FromSlash(file.Path)+": "); ok {
			p.Path, p.Message = file.Path, "is not fixed: "+why
		}
	}
	for _, file := range group {
		if file.Path != p.Path {
			others = append(others, file.Path)
		}
	}
	if len(others) > 0 {
		p.Message += "; neither is what changes together with it: " + strings.Join(others, ", ")
	}
	return p
}

// printFixed prints to standard error what was fixed, with -v each finding. It leaves out the
// failed files.
func (c *Command) printFixed(f *checkFlags, fixed *autofix.Fixed, failed map[string]bool, did string) {
	if f.quiet {
		return
	}
	n := 0
	for _, a := range fixed.Applied {
		if failed[a.Paths[0]] {
			continue
		}
		n++
		if f.verbose {
			fmt.Fprintln(c.Stderr, wording.Printable(fmt.Sprintf("%s:%d: %s: %s [%s]", a.Path, a.Start.Line, did, a.Title, a.Rule)))
		}
	}
	if f.verbose {
		for _, w := range fixed.Waited {
			fmt.Fprintln(c.Stderr, wording.Printable(fmt.Sprintf("%s:%d: conflict: %s [%s]: waited for %s", w.Fix.Path, w.Fix.Start.Line, w.Fix.Title, w.Fix.Rule, &w.With)))
		}
	}
	files := len(fixed.Files) - len(failed)
	switch {
	case n > 0 && fixed.Unsafe > 0:
		fmt.Fprintf(c.Stderr, "cudalint: %s %s in %s (%d more with --unsafe-fixes)\n", did, wording.Plural(n, "finding"), wording.Plural(files, "file"), fixed.Unsafe)
	case n > 0:
		fmt.Fprintf(c.Stderr, "cudalint: %s %s in %s\n", did, wording.Plural(n, "finding"), wording.Plural(files, "file"))
	case len(failed) > 0:
		fmt.Fprintf(c.Stderr, "cudalint: %s nothing\n", did)
	case fixed.Unsafe > 0:
		fmt.Fprintf(c.Stderr, "cudalint: nothing to fix (%s with --unsafe-fixes)\n", wording.Plural(fixed.Unsafe, "finding"))
	default:
		fmt.Fprintln(c.Stderr, "cudalint: nothing to fix")
	}
}
