package report

import (
	"bufio"
	"fmt"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/verify"
	"github.com/cudalint/cudalint/lint/wording"
)

// linesText writes the lines of which a source page says something else than predicted, and counts
// the others.
func linesText(b *bufio.Writer, lines []verify.LineResult) {
	if len(lines) == 0 {
		return
	}
	counts := map[verify.Status]int{}
	for i := range lines {
		r := &lines[i]
		if counts[r.Status]++; r.Status == verify.Disagrees {
			memory := "global"
			if r.Shared {
				memory = "shared"
			}
			fmt.Fprintf(b, "verify: %s:%d: %s of %s memory differs: %s\n", r.Path, r.Line, r.Kind, memory, r.Text())
		}
	}
	fmt.Fprintf(b, "verify: of the accesses of %s, %d agree, %d differ, %d did not run, %d have no instruction, %d cannot be told\n", wording.Plural(len(lines), "line"),
		counts[verify.Agrees], counts[verify.Disagrees], counts[verify.DidNotRun], counts[verify.NoInstruction], counts[verify.CannotTell])
}

// jsonLine compares the accesses of a kind on one line with a source page.
type jsonLine struct {
	Path      string    `json:"path"`
	Line      int       `json:"line"`
	Kernels   []string  `json:"kernels"`
	Space     string    `json:"space"`
	Kind      string    `json:"kind"`
	Unit      string    `json:"unit"`
	Predicted *jsonSpan `json:"predicted"`
	Measured  *float64  `json:"measured"`
	Requests  float64   `json:"requests"`
	Verdict   string    `json:"verdict"`
}

type jsonSpan struct {
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
}

// verdicts are the names of the outcomes of a line in JSON.
var verdicts = map[verify.Status]string{verify.Agrees: "agrees", verify.Disagrees: "differs", verify.DidNotRun: "not-run",
	verify.NoInstruction: "no-instruction", verify.CannotTell: "unknown"}

func linesJSON(v *lint.Verified) (out []jsonLine) {
	for i := range v.Lines {
		r := &v.Lines[i]
		l := jsonLine{Path: r.Path, Line: r.Line, Kernels: nonNil(r.Kernels), Space: "global", Kind: string(r.Kind), Unit: "sectors/request",
			Measured: positive(r.Measured), Requests: r.Requests, Verdict: verdicts[r.Status]}
		if r.Shared {
			l.Space, l.Unit = "shared", "wavefronts/ideal"
		}
		if r.Known {
			l.Predicted = &jsonSpan{r.Least, r.Most}
		}
		out = append(out, l)
	}
	return out
}
