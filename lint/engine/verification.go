package engine

import (
	"fmt"
	"path"
	"strings"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/verify"
)

// verify compares what the units predict with the measurements, and tells the
// findings.
func (l *Linter) verify(predictions []prediction, launched map[string]bool, findings []lint.Diagnostic) *lint.Verified {
	if l.opts.Measurements == nil {
		return nil
	}
	kept := predictions[:0]
	for _, p := range predictions {
		if !launched[p.assumed] {
			kept = append(kept, p)
		}
	}
	kept = distinct(kept)
	kernels := make([]verify.Kernel, len(kept))
	for i := range kept {
		kernels[i] = kept[i].Kernel
	}
	v := &lint.Verified{}
	v.Kernels, v.Foreign = verify.Compare(kernels, l.opts.Measurements)
	reached := map[readPlace][]*verify.Result{}
	for i := range kept {
		for _, at := range kept[i].reads {
			reached[at] = append(reached[at], &v.Kernels[i])
		}
	}
	for i := range findings {
		d := &findings[i]
		if !d.Origin.ConstantRead {
			continue
		}
		if r := telling(reached[placeKey(d.Place)]); r != nil {
			verified(d, r, l.opts.Measurements)
		}
	}
	return v
}

// telling returns the result that decides about a read that several kernels reach:
// one that agrees confirms it; it is refuted only if no other kernel may have it.
func telling(results []*verify.Result) *verify.Result {
	for _, status := range []verify.Status{verify.Agrees, verify.CannotTell, verify.Disagrees, verify.DidNotRun} {
		var most *verify.Result
		for _, r := range results {
			if r.Status == status && (most == nil || r.Most > most.Most) {
				most = r
			}
		}
		if most != nil {
			return most
		}
	}
	return nil
}

// verified takes the outcome of the comparison of a kernel to a finding in it. What
// did not happen when it was measured is worth knowing, but no warning.
func verified(d *lint.Diagnostic, r *verify.Result, measurements []*verify.Export) {
	v := &lint.Verification{Status: r.Status, Kernel: r.Name.String(), Measured: r.PerInstruction(), Predicted: r.Mean}
	in := fileList(r.Files)
	switch r.Status {
	case verify.Agrees:
		v.Note = fmt.Sprintf("confirmed: %s per divergent instruction measured in %s, %s predicted", r.MeasuredText(), in, r.PredictedText())
		if r.Why != "" {
			v.Note += "; " + r.Why
		}
		// What was assumed about the shape has been seen to be so.
		if d.Confidence == lint.Likely && r.Exact && r.SameShape {
			d.Confidence = lint.Proven
			v.Note += ", with blocks of " + r.Block.String()
		}
	case verify.CannotTell:
		v.Note = "not verified by " + in + ": " + r.Why
	case verify.Disagrees:
		d.Severity, d.Confidence = lint.Info, lint.Possible
		withdrawPrice(d)
		v.Note = "not confirmed by " + in + ": " + r.Why
	case verify.DidNotRun:
		var files []string
		for _, m := range measurements {
			files = append(files, m.File)
		}
		d.Severity = lint.Info
		withdrawPrice(d)
		v.Note = "kernel " + v.Kernel + " did not run in " + fileList(files)
	}
	if r.Next != "" {
		v.Note += "; " + r.Next
	}
	d.Verification = v
}

// withdrawPrice marks the price as one of something else than what was measured.
func withdrawPrice(d *lint.Diagnostic) {
	if d.Impact != nil {
		i := *d.Impact
		i.Unconfirmed = true
		d.Impact = &i
	}
}

// fileList names files for a sentence.
func fileList(files []string) string {
	var names []string
	for _, f := range files {
		names = append(names, path.Base(f))
	}
	const most = 3
	if len(names) > most {
		return fmt.Sprintf("%s and %d more files", strings.Join(names[:most-1], ", "), len(names)-most+1)
	}
	return strings.Join(names, ", ")
}
