package machine

import (
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// A loopSummary holds the changes found by executing a loop with all iterations at once. When
// the loop around it is executed again, the inner loop starts from these changes, and one pass
// confirms them. Without it, the cost of a loop nest would be exponential in its depth.
type loopSummary struct {
	changes []summaryChange
	inner   summaries
	outcome uint64 // see fixpoint
}

// summaries has the summary of each loop in the body of a loop.
type summaries map[loopKey]*loopSummary

// A loopKey identifies one run of a loop: path is a hash of the calls and iterations that
// lead to it.
type loopKey struct {
	loop *ir.Op
	path uint64
}

// A summaryChange is a change to an object. An object declared inside a loop is another one in
// each pass; it is found by its declaration.
type summaryChange struct {
	change
	declared state.Declaration
}

// A loopStore keeps the summaries of loops for the next pass over the loop around them.
type loopStore struct {
	// summaries are of the loops in the body of the innermost loop that is followed abstractly, nil
	// outside of one.
	summaries summaries
	path      uint64 // of the place that is executed
	// latest says which object a declaration stands for; objects up to oldest were there before the
	// outermost such loop.
	latest map[state.Declaration]*state.Object
	oldest int
}

// pathUnder returns the path of what a call or an iteration leads to.
func (s *loopStore) pathUnder(step uint64) uint64 {
	h := (s.path ^ step) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// declare notes which object a declaration stands for now.
func (s *loopStore) declare(o *state.Object, op *ir.Op) {
	if s.summaries != nil {
		o.Declared = state.Declaration{Op: op, Path: s.path}
		s.latest[o.Declared] = o
	}
}

// lookUpSummary returns the summary of a loop, with changes to the present objects; nil where
// there is none.
func (l *loopRun) lookUpSummary() (changes []change, inner summaries, outcome uint64) {
	memo := l.summaries[loopKey{l.op, l.path}]
	if memo == nil {
		return nil, nil, 0
	}
	for _, r := range memo.changes {
		c := r.change
		if o := l.latest[r.declared]; o != nil {
			c.obj = o
		} else if c.obj.ID > l.oldest {
			continue // a temporary that no longer exists
		}
		i := c.obj.Contents.Find(c.off)
		if i < 0 || c.obj.Contents.Cells[i].Value.Undefined {
			continue
		}
		c.start = c.obj.Contents.Cells[i].Value
		if c.step != nil && c.start.Num == nil && len(c.start.Ptr) != 1 || c.targets != nil || c.step == nil && c.start.Ptr != nil {
			return nil, nil, 0 // finding the changes is faster
		}
		c.uniform = c.uniform && state.IsUniform(c.start)
		c.data = c.data || state.IsData(c.start)
		if c.equalLanes != nil && l.Lanes.Separates(c.equalLanes, c.start.Num) {
			c.equalLanes = l.Lanes.Loaded(lanes.Int64, c.equalLanes, c.start.Num)
		}
		c.phi = 0
		changes = append(changes, c)
	}
	return changes, memo.inner, memo.outcome
}

// storeSummary stores the summary of a loop for the next pass over the loop around it.
func (l *loopRun) storeSummary(f *fixpoint) {
	if l.summaries == nil {
		return
	}
	memo := &loopSummary{inner: f.inner, outcome: f.outcome}
	for _, c := range f.changes {
		memo.changes = append(memo.changes, summaryChange{c, c.obj.Declared})
	}
	l.summaries[loopKey{l.op, l.path}] = memo
}

// withSummaries runs a part of a loop's body with the summaries of the loops in it.
func (s *loopStore) withSummaries(inner summaries, run func()) {
	outer := s.summaries
	s.summaries = inner
	run()
	s.summaries = outer
}

// A point is where threads are in the execution, without the contents of objects.
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

// attempt runs something without recording accesses and undoes its effects. It returns the
// point it led to and what it stored.
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

// A pass executes all iterations of a loop at once, under an assumption about their changes.
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
