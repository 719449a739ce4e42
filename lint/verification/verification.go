// Package verification compares findings about constant memory with measurements. It gets the
// lane values of kernels, of which it predicts the counters of a profiler (Predict), and the
// exports of a profiler, with which it compares the predictions (Compare). Package verify reads
// the exports and decides whether counters agree.
package verification

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/verify"
)

// Compare compares predictions with measurements, and fills in the verifications of findings.
// launched has the keys of assumptions that a launch replaces; predictions with one of these are
// left out. Compare returns nil if there are no measurements.
func Compare(predictions []Prediction, launched map[string]bool, findings []lint.Diagnostic, measurements []*verify.Export) *lint.Verified {
	if measurements == nil {
		return nil
	}
	v := &lint.Verified{}
	predictions = slices.DeleteFunc(predictions, func(p Prediction) bool { return launched[p.Assumed] })
	var lines []verify.LinePrediction
	for i := range predictions {
		lines = append(lines, predictions[i].Lines...)
	}
	v.Lines = verify.CompareLines(lines, measurements)
	applyLines(findings, v.Lines, measurements)
	if measurements = launchesOnly(measurements); len(measurements) == 0 {
		return v
	}
	predictions = distinct(predictions)
	kernels := make([]verify.Kernel, len(predictions))
	for i := range predictions {
		kernels[i] = predictions[i].Kernel
	}
	v.Kernels, v.Foreign = verify.Compare(kernels, measurements)
	reached := map[ReadPlace][]*verify.Result{}
	for i := range predictions {
		for _, at := range predictions[i].ReadPlaces {
			reached[at] = append(reached[at], &v.Kernels[i])
		}
	}
	for i := range findings {
		d := &findings[i]
		if !d.Origin.ConstantRead {
			continue
		}
		if r := decisive(reached[placeKey(d.Place)]); r != nil {
			apply(d, r, measurements)
		}
	}
	return v
}

// decisive returns the result that decides about a read that several kernels reach. One result that
// agrees confirms the finding. One that disagrees refutes it only if every other kernel did not run
// or disagrees, too.
func decisive(results []*verify.Result) *verify.Result {
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

// apply fills in the verification of a finding from the result of its kernel. A finding that the
// measured run did not show gets severity info.
func apply(d *lint.Diagnostic, r *verify.Result, measurements []*verify.Export) {
	v := &lint.Verification{Status: r.Status, Kernel: r.Name.String(), Measured: r.PerInstruction(), Predicted: r.Mean}
	in := fileList(r.Files)
	switch r.Status {
	case verify.Agrees:
		v.Note = fmt.Sprintf("confirmed: %s per divergent instruction measured in %s, %s predicted", r.MeasuredText(), in, r.PredictedText())
		if r.Why != "" {
			v.Note += "; " + r.Why
		}
		// The measurement confirms the assumed block shape.
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

// withdrawPrice marks the price of a finding as not confirmed.
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
