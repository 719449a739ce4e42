package machine

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// control executes an operation that decides what runs.
func (m *machine) control(o *ir.Op) {
	switch o.Code {
	case ir.OpIf:
		m.executeIf(o)
	case ir.OpArms:
		// As under a condition that is the same for all threads.
		m.branch(m.Lanes.UniformOf(lanes.Bool), m.region(o, 0), m.region(o, 1))
	case ir.OpBlock:
		m.executeBlock(o)
	case ir.OpTry:
		m.run(&o.X.Regions[0])
	case ir.OpLoop:
		m.runLoop(o)
	case ir.OpSwitch:
		m.executeSwitch(o)
	case ir.OpReturn:
		m.executeReturn(o)
	case ir.OpBreak:
		m.leave(opgraph.ExitBreak)
	case ir.OpContinue:
		m.leave(opgraph.ExitContinue)
	case ir.OpGoto:
		if m.frame.label == o.X.Name {
			m.leave(opgraph.ExitReturn)
		} else {
			m.forgetAfterGoto(o.Node)
		}
	}
}

// executeBlock runs a block. A jump to the label behind it leaves it as a return leaves a
// function.
func (m *machine) executeBlock(o *ir.Op) {
	if o.X.Name == "" {
		m.run(&o.X.Regions[0])
		return
	}
	f := m.frame
	m.runFrame(&frame{ir: f.ir, vals: f.vals, at: f.at, label: o.X.Name}, &o.X.Regions[0])
}

// region returns a function that runs a region of an operation.
func (m *machine) region(o *ir.Op, i int) func() {
	return func() { m.run(&o.X.Regions[i]) }
}

func (m *machine) executeIf(o *ir.Op) {
	cond := m.Truthy(m.value(o.A))
	m.Graph.BranchOn(m.Graph != nil && opgraph.Predicated(o.Node))
	if len(o.X.Regions[1].Ops) == 0 {
		m.branch(cond, m.region(o, 0), nil)
		return
	}
	m.branch(cond, m.region(o, 0), m.region(o, 1))
}

// executeSwitch interprets a switch as a chain of tests in the order of the labels;
// the section of a label runs on through the following ones until a break.
func (m *machine) executeSwitch(o *ir.Op) {
	ctx := &loopContext{outer: m.loops, isSwitch: true, broke: m.NoThreads(), guards: m.Recorder.Guards}
	m.loops = ctx
	m.tryLabels(m.value(o.A), o.X.Cases, 0)
	m.loops = ctx.outer
	m.Recorder.Guards -= ctx.leftBy
	m.Rejoin(ctx.onBreak, m.Mask.Empty())
	m.Mask = m.Mask.Or(ctx.broke)
}

// maxLabels bounds the labels of one switch that are told apart.
const maxLabels = 64

// tryLabels runs the section of label i for the threads whose value is that of
// the label, and goes on with the next label for the others; default is last.
func (m *machine) tryLabels(v state.Value, cases []ir.Case, i int) {
	if i >= len(cases) || i >= maxLabels {
		for j := range cases {
			if cases[j].Default {
				m.runSections(cases[j:])
				return
			}
		}
		return
	}
	if cases[i].Default {
		m.tryLabels(v, cases, i+1)
		return
	}
	c := m.run(&cases[i].Test)
	m.Charge(labelCost * m.stepCost)
	cond := m.Lanes.Opaque(lanes.Bool, true)
	if m.Graph != nil {
		m.Graph.Test = m.Graph.Relation(ast.Equal, warp.Int32, false, m.NodeOf(v), m.NodeOf(c))
		m.Graph.BranchOn(false)
	}
	if v.Num != nil && c.Num != nil {
		cond = m.Lanes.Equal(lanes.Int64, m.Lanes.Convert(lanes.Int64, v.Num), m.Lanes.Convert(lanes.Int64, c.Num))
	}
	m.branch(cond, func() { m.runSections(cases[i:]) }, func() { m.tryLabels(v, cases, i+1) })
}

// labelCost is what a label counts for, in operations: the state of all threads is kept
// for each, and merged after it. With less, a switch over the 40 operators of an
// expression tree takes half a minute within the bounds.
const labelCost = 100

// runSections runs what stands behind labels one after the other while threads are left.
func (m *machine) runSections(cases []ir.Case) {
	path := m.path
	m.path = m.pathUnder(uint64(len(cases)))
	for i := range cases {
		m.run(&cases[i].Body)
		if m.Mask.Empty() {
			break
		}
	}
	m.path = path
}

// forgetAfterGoto gives up the figures that a goto statement may change: those of what is
// reached from here, and of what stands behind its label, if that comes first.
func (m *machine) forgetAfterGoto(n ast.Node) {
	m.reason = "goto is not followed"
	if m.tracer != nil {
		m.tracer.ReadText()
	}
	var labels []int
	label := n.Child(ast.FieldLabel).Text()
	for d := range m.enclosing().Body.Descendants() {
		if d.Is(ast.LabeledStatement) && d.Child(ast.FieldLabel).Text() == label {
			labels = append(labels, d.Span().Start)
		}
	}
	m.Recorder.Forget(m.enclosing(), labels)
}
