// Package constantoverflow reports modules whose __constant__ data exceeds constant
// memory, and kernels whose parameters exceed the limit.
package constantoverflow

import (
	"cmp"
	_ "embed"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
)

//go:embed doc.md
var doc string

// Rule reports constant memory that does not fit.
var Rule = &lint.Rule{
	Name:     "constant-overflow",
	Severity: lint.Error,
	Summary:  "__constant__ data or kernel parameters do not fit into constant memory",
	Doc:      doc,
	Options:  []lint.Option{nearPercent.Option},
	Collect:  &lint.Collector{Run: collect},
	Check:    check,
	Program:  program,
	Fix:      fix,
}

var nearPercent = lint.NewOption("near-percent", int64(90),
	"percentage of the 65,536 bytes above which a module is reported as nearly full (info); 0 switches that off")

const limit = lint.ConstantLimit

// Data is what the rule adds to a finding in JSON.
type Data struct {
	Bytes int64 `json:"bytes"` // a lower bound where Unknown is not empty
	Limit int64 `json:"limit"`
	// Variables are the variables or parameters of known size, the largest first.
	Variables []Size `json:"variables"`
	// Unknown names those of unknown size.
	Unknown []string `json:"unknown,omitempty"`
}

// A Size is the size of one variable or parameter.
type Size struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
}

func check(pass *lint.CheckPass) error {
	parameters(pass)
	m := moduleOf(pass.Unit.ConstantObjects(pass.Host().Of), pass.Build.RDC)
	switch {
	case len(m.objects) == 0:
	case m.bytes > limit:
		m.report(pass, lint.Error)
	case !pass.Build.RDC && near(nearPercent.Of(pass), m.bytes):
		m.report(pass, lint.Info)
	}
	return nil
}

// near reports whether a module is reported as nearly full.
func near(percent, bytes int64) bool {
	return percent > 0 && bytes*100 > limit*percent
}

// A module is the constant memory of one translation unit.
type module struct {
	objects []sema.ConstantObject // of known size, the largest first
	laidOut []sema.ConstantObject // the same in the compiler's order
	unknown []string
	// bytes is the size of the layout; sure is the size without the variables that
	// an undefined macro may take away.
	bytes, sure int64
}

// moduleOf lays out objects in the compiler's order.
func moduleOf(objects []sema.ConstantObject, relocatable bool) *module {
	m := &module{bytes: sema.LayOutConstants(objects, relocatable)}
	var certain []sema.ConstantObject
	for _, o := range objects {
		switch {
		case relocatable && o.Extern:
			continue
		case o.Size < 0:
			m.unknown = append(m.unknown, o.Name)
			continue
		case o.Certain:
			certain = append(certain, o)
		}
		m.objects = append(m.objects, o)
	}
	m.laidOut = slices.Clone(m.objects)
	m.sure = sema.LayOutConstants(certain, relocatable)
	slices.SortStableFunc(m.objects, func(a, b sema.ConstantObject) int { return cmp.Compare(b.Size, a.Size) })
	return m
}

func (m *module) report(pass *lint.CheckPass, severity lint.Severity) {
	t := &text{bytes: m.bytes, unknown: m.unknown, tool: "ptxas", exact: true, over: severity == lint.Error}
	for _, o := range m.objects {
		t.sizes = append(t.sizes, Size{o.Name, o.Size})
	}
	f := lint.Finding{Node: m.objects[0].Node, Severity: severity, Confidence: lint.Proven,
		Message: t.message(), Label: t.label(), Help: t.help()}
	if severity == lint.Error && m.sure <= limit || severity == lint.Info && !near(nearPercent.Of(pass), m.sure) {
		f.Confidence = lint.Likely
		f.Assumptions = []string{assumption}
	}
	var nodes []ast.Node
	for i, o := range m.objects[1:] {
		f.SliceNodes = append(f.SliceNodes, o.Node)
		if len(nodes) < maxRelated && o.Size > 0 && !slices.Contains(nodes, o.Node) && o.Node != m.objects[0].Node {
			nodes = append(nodes, o.Node)
			f.Related = append(f.Related, lint.RelatedNode{Node: o.Node, Message: t.related(i + 1)})
		}
	}
	f.Data = t.data()
	if t.over {
		f.Subject = moduleSubject(pass.Pass)
	}
	pass.Report(f)
}

const assumption = "macros that no visible source defines are assumed to be undefined"

// maxRelated bounds the related places of a finding.
const maxRelated = 20
