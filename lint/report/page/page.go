// Package page writes the report command's page: one HTML file that needs no network and no scripts.
// It gets the kernels and the findings of a run. Every text of a source is escaped by html/template.
package page

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lint/wording"
)

// Bounds of a page: a repository can have thousands of kernels, and a source can be of any size.
const (
	maxRows     = 10000 // kernels in the table
	maxDetails  = 100   // kernels with their source
	maxLines    = 300   // lines of one kernel
	maxLine     = 300   // characters of one line
	maxFindings = 20    // findings of one kernel
	maxDrawings = 4     // accesses drawn of one kernel
	maxOthers   = 100   // findings about no kernel of which the source is shown
	maxEdits    = 8     // edits shown of one fix
)

// An Input is what a page shows.
type Input struct {
	Version  string
	Table    *inspect.KernelTable[inspect.DetailedKernel]
	Findings []lint.Diagnostic
	// Text returns the text of a file, see report.Options.
	Text func(path string) ([]byte, bool)
}

//go:embed page.html
var pageHTML string

var layout = template.Must(template.New("page").Parse(pageHTML))

// Write writes a page.
func Write(w io.Writer, in *Input) error { return layout.Execute(w, viewOf(in)) }

// A view is what the template shows.
type view struct {
	Version, Target, Files string
	Kernels                string
	Rows                   []row
	Details                []detail
	Others                 []finding
	LeftOut                []string
	Pipes                  []string
}

// A row is one kernel of the table.
type row struct {
	Name, Place, Block, Bound, Cycles, Occupancy, Costliest string
	Saving                                                  string
	Level                                                   string // of the saving, for the style
	Bars                                                    string // the path of a small chart
	Anchor                                                  string // of the detail, "" for none
}

func viewOf(in *Input) *view {
	kernels := slices.Clone(in.Table.Kernels)
	slices.SortStableFunc(kernels, func(a, b inspect.DetailedKernel) int {
		return cmp.Or(cmp.Compare(gain(&b.Kernel), gain(&a.Kernel)), cmp.Compare(weight(&b.Kernel), weight(&a.Kernel)))
	})
	v := &view{Version: in.Version, Target: cmp.Or(in.Table.Target.Product, in.Table.Target.GPU), Files: wording.Plural(in.Table.Files, "file"),
		Kernels: wording.Plural(len(kernels), "kernel"), Pipes: pipeNames()}
	d := &details{in: in, lines: map[string][]string{}, shown: map[string]bool{}}
	for i := range kernels {
		k := &kernels[i]
		if i == maxRows {
			v.LeftOut = append(v.LeftOut, fmt.Sprintf("%d kernels that save less are left out; cudalint kernels lists all", len(kernels)-maxRows))
			break
		}
		r := rowOf(&k.Kernel)
		if i < maxDetails {
			r.Anchor = fmt.Sprintf("k%d", i+1)
			v.Details = append(v.Details, d.of(k, r))
		}
		v.Rows = append(v.Rows, r)
	}
	if more := len(kernels) - maxDetails; more > 0 {
		v.LeftOut = append(v.LeftOut, fmt.Sprintf("the sources of %d kernels are left out: those of the first %d are below", more, maxDetails))
	}
	others := 0
	for i := range in.Findings {
		if f := &in.Findings[i]; !d.shown[f.Fingerprint] {
			if others++; others <= maxOthers {
				v.Others = append(v.Others, d.finding(f))
			}
		}
	}
	if others > maxOthers {
		v.LeftOut = append(v.LeftOut, fmt.Sprintf("%d findings outside of these sources are left out; cudalint check lists all", others-maxOthers))
	}
	return v
}

// gain orders kernels by what their findings save; those of which that is not known come last.
func gain(k *inspect.Kernel) int {
	switch {
	case !k.SavingKnown:
		return -2
	case k.Findings == 0:
		return -1
	}
	return k.Saving
}

// weight orders kernels with equal savings by the time of a warp.
func weight(k *inspect.Kernel) float64 {
	if k.Cost == nil {
		return -1
	}
	return k.Cost.Cycles
}
