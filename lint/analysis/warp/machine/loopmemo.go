package machine

import (
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// A loopMemo holds the changes that one abstract pass over a loop found. When the loop around
// it is passed over again, the inner loop starts from these changes and one pass confirms
// them. Without it, the cost of a loop nest would be exponential in its depth.
type loopSummary struct {
	changes []summaryChange
	inner   summaries
	outcome uint64 // see fixpoint
}

// memos holds the loopMemo of each loop in the body of one loop.
type summaries map[loopKey]*loopSummary

// A loopKey identifies one run of a loop: path is a hash of the calls and iterations that
// lead to it.
type loopKey struct {
	loop *ir.Op
	path uint64
}

// A rememberedChange is a change to an object, which is made anew where its declaration
// is inside a loop.
type summaryChange struct {
	change
	declared state.Declaration
}

// pathUnder returns the path of what a call or an iteration leads to.
func (m *machine) pathUnder(step uint64) uint64 {
	h := (m.path ^ step) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// declare notes which object a declaration stands for now.
func (m *machine) declare(o *state.Object, op *ir.Op) {
	if m.summaries != nil {
		o.Declared = state.Declaration{Op: op, Path: m.path}
		m.latest[o.Declared] = o
	}
}

// recall returns what the last pass over a loop found, as changes to the objects that
// there are now; nil where there was none.
func (m *machine) lookUpSummary(l *ir.Op) (changes []change, inner summaries, outcome uint64) {
	memo := m.summaries[loopKey{l, m.path}]
	if memo == nil {
		return nil, nil, 0
	}
	for _, r := range memo.changes {
		c := r.change
		if o := m.latest[r.declared]; o != nil {
			c.obj = o
		} else if c.obj.ID > m.oldest {
			continue // a temporary, which is gone
		}
		i := c.obj.Contents.Find(c.off)
		if i < 0 || c.obj.Contents.Cells[i].Value.Undefined {
			continue
		}
		c.start = c.obj.Contents.Cells[i].Value
		if c.step != nil && c.start.Num == nil && len(c.start.Ptr) != 1 || c.targets != nil || c.step == nil && c.start.Ptr != nil {
			return nil, nil, 0 // found faster anew
		}
		c.uniform = c.uniform && state.IsUniform(c.start)
		c.data = c.data || state.IsData(c.start)
		if c.equalLanes != nil && m.Lanes.Parts(c.equalLanes, c.start.Num) {
			c.equalLanes = m.Lanes.Loaded(lanes.Int64, c.equalLanes, c.start.Num)
		}
		c.phi = 0
		changes = append(changes, c)
	}
	return changes, memo.inner, memo.outcome
}

// remember keeps what a pass over a loop found for the next pass over the loop around it.
func (m *machine) storeSummary(l *ir.Op, f *fixpoint) {
	if m.summaries == nil {
		return
	}
	memo := &loopSummary{inner: f.inner, outcome: f.outcome}
	for _, c := range f.changes {
		memo.changes = append(memo.changes, summaryChange{c, c.obj.Declared})
	}
	m.summaries[loopKey{l, m.path}] = memo
}

// within runs a part of a loop's body with what is remembered of the loops in it.
func (m *machine) withSummaries(inner summaries, run func()) {
	outer := m.summaries
	m.summaries = inner
	run()
	m.summaries = outer
}

// A point is where threads are, besides the states of objects.
type point struct {
	mask   state.Mask
	away   []*state.Departure
	guards int
	frame  frame
	loops  loopContext
}

// here returns the present point.
func (m *machine) here() point {
	p := point{mask: m.Mask, away: m.Departures[:len(m.Departures):len(m.Departures)], guards: m.Recorder.Guards, frame: *m.frame}
	if m.loops != nil {
		p.loops = *m.loops
	}
	return p
}

// goTo makes a point the present one.
func (m *machine) goTo(p *point) {
	if m.loops != nil {
		*m.loops = p.loops
	}
	*m.frame = p.frame
	m.Mask, m.Departures, m.Recorder.Guards = p.mask, p.away, p.guards
}

// attempt runs something without recording accesses and takes its effects back; it
// returns where it led to and what was written.
func (m *machine) attempt(run func()) (end point, w state.Journal) {
	start, work := m.here(), m.Graph
	m.Graph = nil
	m.Trials++
	m.OpenJournal()
	youngest := m.Objects
	run()
	m.Unexpose(youngest)
	w, end = m.CloseJournal(), m.here()
	m.Trials--
	m.goTo(&start)
	m.Graph = work
	return end, w
}

// A pass is one look at all iterations of a loop under an assumption about what they
// change.
type pass struct {
	iteration *lanes.Value
	// endless is set where the condition holds in every iteration, together where all
	// threads find it false in the same one.
	endless, together bool
	// read is set where what is in memory decides when a thread finds it false.
	read bool
	// last is the number of the last iteration at most; exact is set if it is that of
	// every thread.
	last  int64
	exact bool
}
