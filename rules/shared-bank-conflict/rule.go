// Package sharedbankconflict reports accesses of shared memory that take several times as many
// wavefronts as they have to, because lanes of a warp meet in one bank.
package sharedbankconflict

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/rules/internal/traffic"
)

//go:embed doc.md
var doc string

// Rule reports accesses whose wavefronts are at least twice the ideal.
var Rule = &lint.Rule{
	Name:      "shared-bank-conflict",
	Severity:  lint.Warning,
	Summary:   "lanes of one warp access different words of one bank of shared memory",
	Doc:       doc,
	Options:   []lint.Option{gathers.Option},
	AllMemory: true,
	Check:     check,
}

var gathers = lint.NewOption("gathers", false, "report accesses at indexes that are data, too")

// Data is what the rule adds to a finding in JSON.
type Data struct {
	Conflict float64 `json:"conflict"` // wavefronts, as a multiple of the ideal, the mean
	Stride   int64   `json:"stride"`   // bytes between neighbouring lanes, 0 if it is not one number
	Banks    int     `json:"banks"`    // that the lanes of the worst warp use, 0 if not known
	Padding  int     `json:"padding"`  // elements that the fix adds to a row, 0 for none
	Pattern  string  `json:"pattern"`
	Object   string  `json:"object"`
	Kernel   string  `json:"kernel"`
}

// A group is the accesses of one array in a kernel whose lanes are equally far apart.
type group struct {
	object string
	stride int64
}

func check(pass *lint.CheckPass) error {
	kernels, err := pass.Kernels()
	if err != nil {
		return err
	}
	c := checker{CheckPass: pass, kernels: kernels, data: gathers.Of(pass.Pass), remedies: map[remedyKey]remedy{}}
	for i := range kernels {
		if err := pass.Context.Err(); err != nil {
			return err
		}
		c.checkKernel(&kernels[i])
	}
	return nil
}

// A checker is the check of one unit.
type checker struct {
	*lint.CheckPass
	kernels []warp.Result
	// data is the option gathers.
	data bool
	// remedies are those of arrays, found so far.
	remedies map[remedyKey]remedy
	spent    int // the work of analysing edited texts, see maxSpent
}

// checkKernel reports the accesses of one kernel under one launch, one finding for each group.
func (c *checker) checkKernel(kernel *warp.Result) {
	groups := map[group][]*warp.Access{}
	var order []group
	for j := range kernel.Accesses {
		a := &kernel.Accesses[j]
		if a.Space != sema.SharedSpace || a.Pattern == warp.DataDependent && !c.data || !apart(kernel, a) {
			continue
		}
		g := group{a.Object, a.Stride}
		if groups[g] == nil {
			order = append(order, g)
		}
		groups[g] = append(groups[g], a)
	}
	for _, g := range order {
		c.report(kernel, groups[g])
	}
}

// conflict returns the wavefronts of an access as a multiple of the ideal, 0 if not known.
// Neighbouring elements that one instruction accesses have an ideal of their own.
func conflict(a *warp.Access) float64 {
	if !a.BankConflict.Known() {
		return 0
	}
	return max(1, a.BankConflict.Mean/max(1, a.Vector))
}

func (c *checker) report(kernel *warp.Result, accesses []*warp.Access) {
	a := worst(accesses)
	f := lint.Finding{
		Node: a.Node, Function: a.Function, Access: a, Kernel: kernel, Confidence: traffic.Confidence(kernel, a, a.Ranges.BankConflict),
		Remedy: lint.AvoidConflicts, Remedied: accesses,
		Message: message(a), Label: fmt.Sprintf("%s-way bank conflict", traffic.Number(conflict(a))),
		Assumptions: c.Assumptions(kernel, a),
	}
	for _, other := range accesses {
		if other.Node != a.Node {
			f.Related = append(f.Related, lint.RelatedNode{Node: other.Node, Message: fmt.Sprintf("%s-way here", traffic.Number(conflict(other)))})
		}
	}
	var r remedy
	if _, worth := c.Remedy(kernel, f.Remedy, f.Remedied); worth {
		r = c.remedyOf(a)
	}
	if r.declaration.Valid() {
		f.Related = append(f.Related, lint.RelatedNode{Node: r.declaration, Message: a.Object + " is declared here"})
	}
	f.Help, f.Fixes = r.help, r.fixes
	f.Data = Data{Conflict: conflict(a), Stride: a.Stride, Banks: banks(a), Padding: r.padding, Pattern: a.Pattern.String(), Object: a.Object, Kernel: a.Kernel.Name}
	c.Report(f)
}

// worst returns the access that takes the most wavefronts in vain over the kernel's run.
func worst(accesses []*warp.Access) *warp.Access {
	waste := func(a *warp.Access) float64 { return (conflict(a) - 1) * max(1, a.Executions) }
	return slices.MaxFunc(accesses, func(a, b *warp.Access) int {
		switch x, y := waste(a), waste(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
}

func message(a *warp.Access) string {
	mean := ""
	if float64(a.BankConflict.Worst) > a.BankConflict.Mean {
		mean = " on average"
	}
	ways := traffic.Number(conflict(a))
	article := "a"
	if strings.HasPrefix(ways, "8") || strings.HasPrefix(ways, "11") || strings.HasPrefix(ways, "18") {
		article = "an"
	}
	return fmt.Sprintf("%s has %s %s-way bank conflict%s: %s", traffic.Subject(a), article, ways, mean, reason(a))
}

// reason returns why lanes meet in a bank, as the end of a sentence.
func reason(a *warp.Access) string {
	where := "several in each bank"
	switch n := banks(a); {
	case n == 1:
		where = "all in one bank"
	case n > 1:
		where = fmt.Sprintf("in %d of the %d banks", n, bankCount)
	}
	switch {
	case a.Pattern == warp.DataDependent:
		return "the index depends on data"
	case changes(a):
		return "the distance between lanes changes from one execution to the next"
	case a.Stride != 0:
		return fmt.Sprintf("lanes are %d bytes apart, %s", max(a.Stride, -a.Stride), where)
	}
	return "lanes access different words, " + where
}

// changes reports whether the lanes of the worst execution are elsewhere than Lanes and Stride say,
// which are those of the first one.
func changes(a *warp.Access) bool {
	active := slices.DeleteFunc(slices.Clone(a.Lanes), func(at int64) bool { return at < 0 })
	return a.Bytes == bankBytes && len(active) > 0 && degree(active) < a.BankConflict.Worst
}

// The banks of shared memory, on all architectures.
const (
	bankCount = 32
	bankBytes = 4
)

// banks returns how many banks the lanes of the worst warp use; 0 if that is not known or if all of
// them are used.
func banks(a *warp.Access) int {
	used := map[int64]bool{}
	for _, at := range a.Lanes {
		if at < 0 {
			continue
		}
		for word := at / bankBytes; word <= (at+a.Bytes-1)/bankBytes; word++ {
			used[word%bankCount] = true
		}
	}
	if len(used) == bankCount {
		return 0
	}
	return len(used)
}
