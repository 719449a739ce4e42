package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/verify"
	"github.com/cudalint/cudalint/lint/wording"
)

// VerifiesApart reports whether a format of check leaves out the verification of the kernels,
// so that Verification has to write it.
func VerifiesApart(format string) bool { return format != "json" && format != "jsonl" }

// Verification compares each kernel with its measurement, for people. It writes one line for
// each kernel that diverges or should, and counts the others. Findings never share its stream.
func Verification(w io.Writer, v *lint.Verified) error {
	return flush(w, func(b *bufio.Writer) error {
		linesText(b, v.Lines)
		agreeing, absent := 0, 0
		for i := range v.Kernels {
			switch r := &v.Kernels[i]; {
			case r.Diverges() || r.Status != verify.Agrees && r.Status != verify.DidNotRun:
				fmt.Fprintf(b, "verify: kernel %s%s: %s\n", r.Name, blockText(r), verificationText(r))
			case r.Status == verify.Agrees:
				agreeing++
			default:
				absent++
			}
		}
		if agreeing > 0 {
			fmt.Fprintf(b, "verify: %s without divergent reads of constant memory, as predicted\n", wording.Plural(agreeing, "other kernel"))
		}
		if absent > 0 {
			fmt.Fprintf(b, "verify: %s without divergent reads of constant memory did not run\n", wording.Plural(absent, "other kernel"))
		}
		if n := len(v.Foreign); n > 0 {
			const most = 5
			names := v.Foreign
			if n > most {
				names = append(names[:most:most], "...")
			}
			fmt.Fprintf(b, "verify: %s not in the sources: %s\n", wording.Plural(n, "measured kernel"), strings.Join(names, "; "))
		}
		return nil
	})
}

func blockText(r *verify.Result) string {
	if !r.Block.Known() {
		return ""
	}
	return ", block " + r.Block.String()
}

// verificationText compares a kernel with its measurement on one line.
func verificationText(r *verify.Result) string {
	text := r.Status.String()
	switch {
	case r.Status == verify.Agrees && r.Instructions == 0:
		text += fmt.Sprintf(": no divergent instruction measured in %s", launches(r.Launches))
	case r.Status == verify.Agrees:
		text += fmt.Sprintf(": %s per divergent instruction measured in %s, %s predicted", r.MeasuredText(), launches(r.Launches), r.PredictedText())
	}
	for i, part := range []string{r.Why, r.Next} {
		switch {
		case part == "":
		case i == 0 && r.Status != verify.Agrees:
			text += ": " + part
		default:
			text += "; " + part
		}
	}
	return text
}

func launches(n int64) string {
	if n == 1 {
		return "1 launch"
	}
	return fmt.Sprintf("%d launches", n)
}

// statusNames are the names of the statuses in JSON.
var statusNames = map[verify.Status]string{
	verify.Agrees: "agrees", verify.Disagrees: "disagrees", verify.DidNotRun: "did-not-run", verify.CannotTell: "cannot-tell", verify.NoInstruction: "no-instruction",
}

// jsonVerification compares a finding with its measurement. Numbers are replays per divergent
// instruction, null if there is none.
type jsonVerification struct {
	Status    string   `json:"status"`
	Kernel    string   `json:"kernel"`
	Measured  *float64 `json:"measured"`
	Predicted *float64 `json:"predicted"`
	Note      string   `json:"note"`
}

func verificationJSON(v *lint.Verification) *jsonVerification {
	if v == nil {
		return nil
	}
	return &jsonVerification{Status: statusNames[v.Status], Kernel: v.Kernel, Measured: positive(v.Measured), Predicted: positive(v.Predicted), Note: v.Note}
}

// positive returns nil, JSON's null, for zero.
func positive(x float64) *float64 {
	if x <= 0 {
		return nil
	}
	return &x
}

type jsonRate struct {
	Least float64  `json:"least"`
	Mean  *float64 `json:"mean"`
	Most  float64  `json:"most"`
}

type jsonMeasured struct {
	Instructions float64 `json:"divergent_instructions"`
	Replays      float64 `json:"replays"`
}

// jsonKernel compares a kernel with its measurement.
type jsonKernel struct {
	Kernel    string        `json:"kernel"`
	Path      string        `json:"path"`
	Line      int           `json:"line"`
	Block     *verify.Shape `json:"block"`
	Status    string        `json:"status"`
	Why       string        `json:"why"`
	Next      string        `json:"next"`
	Files     []string      `json:"files"`
	Launches  int64         `json:"launches"`
	Measured  *jsonMeasured `json:"measured"`
	Predicted jsonRate      `json:"predicted"`
}

func kernelsJSON(v *lint.Verified) *[]jsonKernel {
	out := []jsonKernel{}
	for i := range v.Kernels {
		r := &v.Kernels[i]
		k := jsonKernel{
			Kernel: oneLine(r.Name.String()), Path: r.Path, Line: r.Line, Status: statusNames[r.Status], Why: r.Why, Next: r.Next,
			Files: nonNil(r.Files), Launches: r.Launches, Predicted: jsonRate{r.Least, positive(r.Mean), r.Most},
		}
		if r.Block.Known() {
			k.Block = &r.Block
		}
		if r.Measured {
			k.Measured = &jsonMeasured{r.Instructions, r.ReplaySum}
		}
		out = append(out, k)
	}
	return &out
}
