package warp

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/lint/warp/lanes"
)

// A loop is a loop statement taken apart.
type loop struct {
	node      ast.Node // the statement
	condition ast.Node // not valid for an endless loop
	update    ast.Node
	body      func()
	testLast  bool // do ... while
	// opaque is set where how often the loop runs cannot be told, though it is the
	// same for all threads.
	opaque bool
	// unroll is what #pragma unroll says: 0 nothing, -1 no number.
	unroll int
}

// runLoop interprets a loop for the active threads: iteration by iteration while
// the condition is known and the iterations are few, else all iterations at once
// by a fixed point.
func (m *machine) runLoop(l loop) {
	ctx := &loopContext{outer: m.loops, broke: m.noThreads()}
	m.loops = ctx
	defer func() { m.loops = ctx.outer }()
	exited := m.noThreads()
	limit := m.concreteLimit
	n, most, ok := m.predictTrips(l)
	if ok && n > int64(limit) {
		limit = 0
	}
	nest := m.enterLoop(l, most)
	for i := 0; !m.mask.empty(); i++ {
		m.step()
		if i > 0 || !l.testLast {
			if i >= limit || !m.decided(l) {
				m.runAbstract(l, ctx, nest)
				break
			}
			m.beginIteration(nest, l, ctx, i == 0)
			cond := m.loopCondition(l)
			m.tested(nest)
			exited = exited.or(m.mask.and(cond, false))
			m.mask = m.mask.and(cond, true)
			if m.mask.empty() {
				break
			}
		}
		m.beginBody(nest)
		m.iterate(l, ctx)
		m.endBody(nest)
	}
	m.leaveLoop(nest)
	m.mask = m.mask.or(exited)
	m.rejoin(ctx.onBreak, m.mask.empty())
	m.mask = m.mask.or(ctx.broke)
}

// runElements runs a loop body once for each of a known number of elements.
func (m *machine) runElements(count int64, body func(i int64)) {
	ctx := &loopContext{outer: m.loops, broke: m.noThreads()}
	m.loops = ctx
	defer func() { m.loops = ctx.outer }()
	for i := int64(0); i < count && !m.mask.empty(); i++ {
		m.step()
		m.frame.push()
		m.iterate(loop{body: func() { body(i) }}, ctx)
		m.frame.pop()
	}
	m.rejoin(ctx.onBreak, m.mask.empty())
	m.mask = m.mask.or(ctx.broke)
}

// iterate runs the body and the update once.
func (m *machine) iterate(l loop, ctx *loopContext) {
	ctx.continued, ctx.onRepeat = m.noThreads(), nil
	l.body()
	m.rejoin(ctx.onRepeat, m.mask.empty())
	m.mask = m.mask.or(ctx.continued)
	if l.update.Valid() && !m.mask.empty() {
		m.eval(l.update)
	}
}

func (m *machine) loopCondition(l loop) *lanes.Value {
	switch {
	case l.opaque:
		return m.d.UniformOf(lanes.Bool)
	case !l.condition.Valid():
		return m.d.Const(lanes.Bool, 1)
	}
	return m.condition(l.condition)
}

// trial runs something without recording accesses and takes its effects back;
// it returns what was written.
func (m *machine) trial(run func()) journal {
	k, away, frame, work := m.mask, slices.Clone(m.away), *m.frame, m.work
	m.work = nil
	var saved loopContext
	if m.loops != nil {
		saved = *m.loops
	}
	m.dry++
	m.openJournal()
	youngest := m.objects
	run()
	m.hideSince(youngest)
	w := m.closeJournal()
	m.dry--
	if m.loops != nil {
		*m.loops = saved
	}
	*m.frame = frame
	m.mask, m.away, m.work = k, away, work
	return w
}

// decided reports whether the loop's condition is known for every active thread.
func (m *machine) decided(l loop) bool {
	yes := true
	m.trial(func() {
		cond := m.loopCondition(l)
		for i, t := range m.mask.truth {
			yes = yes && (t == lanes.False || cond.TruthAt(i) != lanes.Maybe)
			if !yes || cond.IsUniform() && t != lanes.False {
				break
			}
		}
	})
	return yes
}

// predictTrips returns how often the slowest thread runs a loop that counts up or
// down by a constant to a known bound: rounded down, and up.
func (m *machine) predictTrips(l loop) (trips, up int64, ok bool) {
	cond := unparenthesize(l.condition)
	if !cond.Is(ast.BinaryExpression) || !l.update.Valid() {
		return 0, 0, false
	}
	m.trial(func() {
		step, known := m.updateStep(l.update)
		a, b := m.eval(cond.Child(ast.FieldLeft)), m.eval(cond.Child(ast.FieldRight))
		if !known || step == 0 || a.num == nil || b.num == nil || a.num.Type.Float || b.num.Type.Float {
			return
		}
		ok = true
		for i, t := range m.mask.truth {
			if t == lanes.False {
				continue
			}
			x, known1 := a.num.At(i)
			y, known2 := b.num.At(i)
			if ok = ok && known1 && known2; !ok {
				return
			}
			distance, size := y-x, step
			if step < 0 {
				distance, size = x-y, -step
			}
			trips = max(trips, distance/size)
			if op := cond.Op(); op == ast.LessEqual || op == ast.GreaterEqual {
				distance++
			}
			up = max(up, (distance+size-1)/size)
		}
	})
	if !ok {
		up = 0
	}
	return trips, up, ok
}

// updateStep returns the constant a loop's update adds.
func (m *machine) updateStep(update ast.Node) (int64, bool) {
	update = unparenthesize(update)
	switch update.Op() {
	case ast.Increment:
		return 1, true
	case ast.Decrement:
		return -1, true
	case ast.AddAssign, ast.SubAssign:
		v := m.eval(update.Child(ast.FieldRight))
		if v.num == nil {
			return 0, false
		}
		x, ok := v.num.Constant()
		if update.Op() == ast.SubAssign {
			x = -x
		}
		return x, ok
	}
	return 0, false
}

func unparenthesize(n ast.Node) ast.Node {
	for n.Is(ast.ParenthesizedExpression, ast.ConditionClause) && n.FirstChild().Valid() {
		n = n.FirstChild()
	}
	return n
}

// unrollPragma returns what a #pragma unroll says: see loop.unroll; 0 for any other
// directive.
func unrollPragma(directive string) int {
	words := strings.Fields(strings.NewReplacer("(", " ", ")", " ").Replace(directive))
	if len(words) > 0 && words[0] == "#" {
		words = words[1:]
	}
	if len(words) < 2 || !strings.HasSuffix(words[0], "pragma") || words[1] != "unroll" {
		return 0
	}
	if len(words) > 2 {
		if times, err := strconv.Atoi(words[2]); err == nil && times > 0 {
			return times
		}
	}
	return -1
}

// takePragma returns what a pragma said of the loop that follows it.
func (m *machine) takePragma(loop ast.Node) int {
	p := m.pragma
	m.pragma = 0
	if p == 0 {
		p = pragmaBefore(loop)
	}
	return p
}

// pragmaBefore returns what a pragma says on the line before a loop that is the body of
// another one, where a directive is no statement.
func pragmaBefore(loop ast.Node) int {
	if loop.Origin() != loop || !loop.Parent().Is(ast.ForStatement, ast.WhileStatement, ast.DoStatement) {
		return 0
	}
	text := loop.File().Source.Text
	end := bytes.LastIndexByte(text[:loop.Span().Start], '\n')
	if end < 0 || len(bytes.TrimLeft(text[end+1:loop.Span().Start], " \t")) > 0 {
		return 0
	}
	line := bytes.TrimSpace(text[bytes.LastIndexByte(text[:end], '\n')+1 : end])
	if !bytes.HasPrefix(line, []byte("#")) {
		return 0
	}
	return unrollPragma(string(line))
}
