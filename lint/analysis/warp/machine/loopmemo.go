package warp

import (
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// A loopMemo holds the changes that one abstract pass over a loop found. When the loop around
// it is passed over again, the inner loop starts from these changes and one pass confirms
// them. Without it, the cost of a loop nest would be exponential in its depth.
type loopMemo struct {
	changes []rememberedChange
	inner   memos
	outcome uint64 // see fixpoint
}

// memos holds the loopMemo of each loop in the body of one loop.
type memos map[loopKey]*loopMemo

// A loopKey identifies one run of a loop: path is a hash of the calls and iterations that
// lead to it.
type loopKey struct {
	loop *ir.Op
	path uint64
}

// A rememberedChange is a change to an object, which is made anew where its declaration
// is inside a loop.
type rememberedChange struct {
	change
	declared declaration
}

// pathUnder returns the path of what a call or an iteration leads to.
func (m *machine) pathUnder(step uint64) uint64 {
	h := (m.path ^ step) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// declare notes which object a declaration stands for now.
func (m *machine) declare(o *object, op *ir.Op) {
	if m.memos != nil {
		o.declared = declaration{op, m.path}
		m.latest[o.declared] = o
	}
}

// recall returns what the last pass over a loop found, as changes to the objects that
// there are now; nil where there was none.
func (m *machine) recall(l *ir.Op) (changes []change, inner memos, outcome uint64) {
	memo := m.memos[loopKey{l, m.path}]
	if memo == nil {
		return nil, nil, 0
	}
	for _, r := range memo.changes {
		c := r.change
		if o := m.latest[r.declared]; o != nil {
			c.obj = o
		} else if c.obj.id > m.oldest {
			continue // a temporary, which is gone
		}
		i := c.obj.state.find(c.off)
		if i < 0 || c.obj.state.cells[i].val.undefined {
			continue
		}
		c.start = c.obj.state.cells[i].val
		if c.step != nil && c.start.num == nil && len(c.start.ptr) != 1 || c.targets != nil || c.step == nil && c.start.ptr != nil {
			return nil, nil, 0 // found faster anew
		}
		c.uniform = c.uniform && isUniform(c.start)
		c.data = c.data || isData(c.start)
		if c.alike != nil && m.d.Parts(c.alike, c.start.num) {
			c.alike = m.d.Loaded(lanes.Int64, c.alike, c.start.num)
		}
		c.phi = 0
		changes = append(changes, c)
	}
	return changes, memo.inner, memo.outcome
}

// remember keeps what a pass over a loop found for the next pass over the loop around it.
func (m *machine) remember(l *ir.Op, f *fixpoint) {
	if m.memos == nil {
		return
	}
	memo := &loopMemo{inner: f.inner, outcome: f.outcome}
	for _, c := range f.changes {
		memo.changes = append(memo.changes, rememberedChange{c, c.obj.declared})
	}
	m.memos[loopKey{l, m.path}] = memo
}

// within runs a part of a loop's body with what is remembered of the loops in it.
func (m *machine) within(inner memos, run func()) {
	outer := m.memos
	m.memos = inner
	run()
	m.memos = outer
}

// A point is where threads are, besides the states of objects.
type point struct {
	mask   mask
	away   []*departure
	guards int
	frame  frame
	loops  loopContext
}

// here returns the present point.
func (m *machine) here() point {
	p := point{mask: m.mask, away: m.away[:len(m.away):len(m.away)], guards: m.rec.guards, frame: *m.frame}
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
	m.mask, m.away, m.rec.guards = p.mask, p.away, p.guards
}

// attempt runs something without recording accesses and takes its effects back; it
// returns where it led to and what was written.
func (m *machine) attempt(run func()) (end point, w journal) {
	start, work := m.here(), m.work
	m.work = nil
	m.dry++
	m.openJournal()
	youngest := m.objects
	run()
	m.hideSince(youngest)
	w, end = m.closeJournal(), m.here()
	m.dry--
	m.goTo(&start)
	m.work = work
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
