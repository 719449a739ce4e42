package warp

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// control executes an operation that decides what runs.
func (m *machine) control(o *ir.Op) {
	switch o.Code {
	case ir.OpIf:
		m.executeIf(o)
	case ir.OpArms:
		// As under a condition that is the same for all threads.
		m.branch(m.d.UniformOf(lanes.Bool), m.region(o, 0), m.region(o, 1))
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
		m.leave(exitBreak)
	case ir.OpContinue:
		m.leave(exitContinue)
	case ir.OpGoto:
		if m.frame.label == o.X.Name {
			m.leave(exitReturn)
		} else {
			m.goAstray(o.Node)
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
	cond := m.truthy(m.value(o.A))
	m.work.branchOn(m.work != nil && predicated(o.Node))
	if len(o.X.Regions[1].Ops) == 0 {
		m.branch(cond, m.region(o, 0), nil)
		return
	}
	m.branch(cond, m.region(o, 0), m.region(o, 1))
}

// executeSwitch interprets a switch as a chain of tests in the order of the labels;
// the section of a label runs on through the following ones until a break.
func (m *machine) executeSwitch(o *ir.Op) {
	ctx := &loopContext{outer: m.loops, isSwitch: true, broke: m.noThreads(), guards: m.rec.guards}
	m.loops = ctx
	m.tryLabels(m.value(o.A), o.X.Cases, 0)
	m.loops = ctx.outer
	m.rec.guards -= ctx.leftBy
	m.rejoin(ctx.onBreak, m.mask.empty())
	m.mask = m.mask.or(ctx.broke)
}

// maxLabels bounds the labels of one switch that are told apart.
const maxLabels = 64

// tryLabels runs the section of label i for the threads whose value is that of
// the label, and goes on with the next label for the others; default is last.
func (m *machine) tryLabels(v value, cases []ir.Case, i int) {
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
	m.charge(labelCost * m.stepCost)
	cond := m.d.Opaque(lanes.Bool, true)
	if m.work != nil {
		m.work.last = m.work.relation(ast.Equal, Int32, false, m.nodeOf(v), m.nodeOf(c))
		m.work.branchOn(false)
	}
	if v.num != nil && c.num != nil {
		cond = m.d.Equal(lanes.Int64, m.d.Convert(lanes.Int64, v.num), m.d.Convert(lanes.Int64, c.num))
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
		if m.mask.empty() {
			break
		}
	}
	m.path = path
}

// goAstray gives up the figures that a goto statement may change: those of what is
// reached from here, and of what stands behind its label, if that comes first.
func (m *machine) goAstray(n ast.Node) {
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
	m.rec.forget(m.enclosing(), labels)
}
