// Package ldgofwritten reports loads through the read-only path of memory that the same kernel
// writes.
package ldgofwritten

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/pointer"
)

//go:embed doc.md
var doc string

// Rule reports __ldg of memory that the kernel writes.
var Rule = &lint.Rule{
	Name:     "ldg-of-written",
	Severity: lint.Error,
	Summary:  "__ldg reads memory that the same kernel writes",
	Doc:      doc,
	Check:    check,
}

// Data is what the rule adds to a finding in JSON.
type Data struct {
	Kernel string `json:"kernel"`
	// Object is the parameter or variable that is read, Written the one that is written. They
	// differ where a launch passes one buffer for both.
	Object  string `json:"object"`
	Written string `json:"written"`
	// Loads counts the places that read the object by __ldg.
	Loads int `json:"loads"`
}

func check(pass *lint.CheckPass) error {
	analysis := pointer.Shared(pass.Once, pass.Context, pass.Unit, pass.Builder())
	byName := mentions(pass.Unit)
	for _, k := range pass.Unit.Kernels() {
		if err := pass.Context.Err(); err != nil {
			return err
		}
		if k.Body.Valid() && pointer.MayMerge(k) {
			if e := analysis.Effects(k); e.Unknown == "" {
				for _, m := range e.Merges() {
					reportMerge(pass, k, &m)
				}
			}
		}
		if byName {
			if e := analysis.Effects(k); e.Unknown == "" {
				checkKernel(pass, e)
			}
		}
	}
	return nil
}

// mentions reports whether a unit contains the name of the function.
func mentions(u *sema.Unit) bool {
	for _, f := range u.Files {
		if f.Source.Contains("__ldg") {
			return true
		}
	}
	return false
}

// A conflict is a load by __ldg, and the write that reaches its bytes.
type conflict struct {
	object      string
	load, write *pointer.Access
	meeting     pointer.Meeting
	loads       []ast.Node
	// launch is set where the launch makes the two parameters overlap; written is the name of
	// the one that is written.
	launch  *sema.Launch
	written string
}

// checkKernel reports the worst conflict of each object.
func checkKernel(pass *lint.CheckPass, e *pointer.Effects) {
	var found []*conflict
	for i := range e.Accesses {
		load := &e.Accesses[i]
		if !load.ReadOnlyLoad() || !single(load) {
			continue
		}
		for j := range e.Accesses {
			write := &e.Accesses[j]
			if write.Kind == pointer.Load || !single(write) {
				continue
			}
			if c := meet(pass, e, load, write); c != nil {
				found = add(found, c)
			}
		}
	}
	for _, c := range found {
		report(pass, e.Function, c)
	}
}

// single reports whether an access is of one known object.
func single(a *pointer.Access) bool {
	return len(a.Params) == 1 && !a.Other || len(a.Params) == 0 && len(a.Variables) == 1
}

// objectOf returns the name of the parameter or the variable that an access is of.
func objectOf(e *pointer.Effects, a *pointer.Access) string {
	if len(a.Params) == 1 {
		return e.Function.Params[a.Params[0]].Name
	}
	return a.Variables[0]
}

// meet returns the conflict of a load and a write, nil if it is not shown that there is one.
func meet(pass *lint.CheckPass, e *pointer.Effects, load, write *pointer.Access) *conflict {
	c := &conflict{object: objectOf(e, load), written: objectOf(e, write), load: load, write: write, loads: []ast.Node{load.Node}}
	if len(load.Params) != len(write.Params) {
		return nil
	}
	if len(load.Params) == 0 || load.Params[0] == write.Params[0] {
		c.meeting = e.Meet(load, write, 0)
		if c.meeting == pointer.NotShown || c.meeting == pointer.Probable && apart(pass, e, load, write) {
			return nil
		}
		return c
	}
	return c.launched(pass, e)
}

// apart reports whether the ranges of a load and a write are known for all visible launches, and
// do not overlap in any.
func apart(pass *lint.CheckPass, e *pointer.Effects, load, write *pointer.Access) bool {
	launches := pass.LaunchesOf(e.Function)
	for _, l := range launches {
		a, ok := e.RangeOf(load, l)
		b, both := e.RangeOf(write, l)
		if !ok || !both || a.Overlaps(b, 0) {
			return false
		}
	}
	return len(launches) > 0
}

// launched returns the conflict with the first launch that passes one buffer for both parameters.
// Where one of the two is __restrict__, the rule restrict-alias reports that launch.
func (c *conflict) launched(pass *lint.CheckPass, e *pointer.Effects) *conflict {
	i, j := c.load.Params[0], c.write.Params[0]
	if !e.Params[i].Pointer || !e.Params[j].Pointer || e.Params[i].Restrict || e.Params[j].Restrict {
		return nil
	}
	for _, l := range pass.DistinctLaunches(pass.LaunchesOf(e.Function)) {
		for _, row := range pass.Host().Pointers(l) {
			if max(i, j) >= len(row) {
				continue
			}
			a, b := row[i], row[j]
			if a.Same == "" || a.Same != b.Same || !a.OffsetKnown || !b.OffsetKnown || a.Null || b.Null {
				continue
			}
			if m := e.Meet(c.load, c.write, b.Offset-a.Offset); m > c.meeting {
				c.meeting, c.launch = m, l
			}
		}
	}
	if c.meeting == pointer.NotShown {
		return nil
	}
	return c
}

// add adds a conflict to a list that has one for each pair of objects.
func add(list []*conflict, c *conflict) []*conflict {
	for _, o := range list {
		if o.object != c.object || o.written != c.written {
			continue
		}
		if !slices.Contains(o.loads, c.load.Node) {
			o.loads = append(o.loads, c.load.Node)
		}
		if c.meeting > o.meeting {
			o.load, o.write, o.meeting, o.launch = c.load, c.write, c.meeting, c.launch
		}
		return list
	}
	return append(list, c)
}

func report(pass *lint.CheckPass, k *sema.Function, c *conflict) {
	f := lint.Finding{Node: c.load.Node, Function: k, Confidence: lint.Proven,
		Data:    Data{Kernel: k.Name, Object: c.object, Written: c.written, Loads: len(c.loads)},
		Label:   "read through a cache that does not see stores of the running kernel",
		Related: []lint.RelatedNode{{Node: c.write.Node, Message: c.written + " is written here"}}}
	read := shorten(c.load.Node.Text())
	what := fmt.Sprintf("%s reads what kernel %s writes", read, k.Name)
	if c.launch != nil {
		what = fmt.Sprintf("%s reads what kernel %s writes through %s, because the launch at %s passes one buffer for %s and %s", read, k.Name, c.written, pass.LaunchAt(c.launch), c.object, c.written)
	}
	f.Message = what + ": a read-only load may return the value from before the write"
	f.Help = fmt.Sprintf("read %s without __ldg, or write the results to another buffer", c.object)
	if c.launch != nil {
		f.Help = fmt.Sprintf("pass another buffer for %s, or read %s without __ldg", c.written, c.object)
	}
	if c.meeting != pointer.Sure {
		f.Confidence, f.Severity = lint.Likely, lint.Warning
		f.Assumptions = []string{"some thread loads at the offset at which some thread writes"}
	}
	for _, n := range c.loads {
		if n != c.load.Node {
			f.Related = append(f.Related, lint.RelatedNode{Node: n, Message: c.object + " is read here, too"})
		}
	}
	pass.Report(f)
}

// reportMerge reports a load through a pointer that may be of two parameters.
func reportMerge(pass *lint.CheckPass, k *sema.Function, m *pointer.Merge) {
	object, written := k.Params[m.ReadOnly].Name, k.Params[m.Written].Name
	pass.Report(lint.Finding{Node: m.Load.Node, Function: k, Confidence: lint.Likely, Severity: lint.Warning,
		Data: Data{Kernel: k.Name, Object: object, Written: written, Loads: 1},
		Message: fmt.Sprintf("%s may read %s, which kernel %s writes: nvcc makes it a read-only load, because the pointer may also be %s, which is __restrict__ and only read",
			shorten(m.Load.Node.Text()), written, k.Name, object),
		Label:       "may be read through a cache that does not see stores of the running kernel",
		Help:        fmt.Sprintf("drop __restrict__ from %s: its loads are then plain ones", object),
		Assumptions: []string{"the compiler does not resolve at compile time which pointer it is"},
		Related: []lint.RelatedNode{{Node: m.Write.Node, Message: written + " is written here"},
			{Node: k.Params[m.ReadOnly].Node, Message: object + " is declared here"}}})
}

// shorten returns a text on one line, at most 60 bytes of it.
func shorten(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 60 {
		text = strings.ToValidUTF8(text[:57], "") + "..."
	}
	return text
}
