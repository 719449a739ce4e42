package pointer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A machine interprets one function with its callees.
type machine struct {
	*Analysis
	effects *Effects
	unknown *object // memory of unknown origin
	scratch *object // shared by all variables whose types hold no pointers
	objects int
	frame   *frame
	frames  map[string]*frame // calls that were followed, by function and arguments
	numbers map[*ir.Func]int  // numbers of functions, for keys
	nodes   map[ast.Node]int  // numbers of syntax nodes, for keys
	globals map[ast.Node]*object
	around  callLoop         // the outermost loop around the current operation
	breaks  bool             // a break here leaves that loop
	ends    bool             // the current operation runs at most once in that loop
	op      ir.ID            // the current operation
	at      ast.Node         // its syntax node, or that of the last one that has one
	place   ast.Node         // the expression that applies the operator whose body is being executed
	escapes int              // counts calls of escape
	active  []*sema.Function // the call stack
	calls   int              // its depth
	steps   int
	// notInlined counts the functions on the call stack that are not inlined.
	notInlined int
	// stale is set if an object got another pointer after it was read: another pass is needed.
	stale bool
	// integers are the parameters whose pointer was converted to an integer. wild is set once
	// memory of unknown origin is accessed: then such an integer may have become a pointer
	// again.
	integers map[int]bool
	wild     bool
	seen     map[accessKey]bool
	// changes counts, for each loop, the operations that change each variable; see changesIn.
	changes   map[callLoop]map[ir.ID]int
	hasImages map[*ir.Func]bool // results of images
	// recursive are the functions that call themselves: they are not inlined.
	recursive map[*sema.Function]bool
}

// An accessKey tells accesses apart.
type accessKey struct {
	node             ast.Node
	kind             Kind
	notInlined, ends bool
	around           callLoop
	locs             string
}

// A frame is one call of a function. All passes share it.
type frame struct {
	id     int
	ir     *ir.Func
	vals   []pointers
	vars   map[ir.ID]*object
	result pointers
	// sites are the calls that have this frame, at most maxSites and one more.
	sites []site
	read  bool // its result was read in this pass
	done  bool // its body was executed in this pass
}

// A site is a call in a frame.
type site struct {
	frame *frame
	call  ir.ID
}

// maxSites bounds the calls that one frame stands for and that are told apart.
const maxSites = 8

func newMachine(a *Analysis) *machine {
	m := &machine{Analysis: a, frames: map[string]*frame{}, numbers: map[*ir.Func]int{}, nodes: map[ast.Node]int{}, globals: map[ast.Node]*object{}, changes: map[callLoop]map[ir.ID]int{},
		hasImages: map[*ir.Func]bool{}}
	m.unknown, m.scratch = m.object(otherObject), m.object(localObject)
	m.unknown.content = m.behind().content
	return m
}

func (m *machine) object(kind objectKind) *object {
	m.objects++
	return &object{kind: kind, id: m.objects}
}

// follow executes a function with given parameters, pass after pass, until a fixed point: a
// pass that finds no new pointer.
func (m *machine) follow(e *Effects, body *ir.Func, params []pointers) {
	for pass := 0; ; pass++ {
		if pass == maxPasses {
			e.Unknown = "its pointers take too long to follow"
			break
		}
		m.begin(e)
		m.frame = m.frameOf("", body)
		for i, id := range body.Params {
			m.frame.vals[id] = params[i]
		}
		m.run(&body.Body)
		if !m.stale || e.Unknown != "" {
			break
		}
	}
	m.finish(e)
}

// begin starts a pass.
func (m *machine) begin(e *Effects) {
	m.effects = e
	e.Accesses, e.Callees, e.Variables, e.Dependent, e.images = nil, nil, nil, false, nil
	for i := range e.Params {
		e.Params[i].Escapes, e.Params[i].Writable = false, false
	}
	for _, f := range m.frames {
		f.read, f.done = false, false
		for _, o := range f.vars {
			o.read = false
		}
	}
	m.stale, m.wild, m.at = false, false, ast.Node{}
	m.around, m.ends, m.place = callLoop{}, false, ast.Node{}
	m.integers, m.seen, m.recursive = map[int]bool{}, map[accessKey]bool{}, map[*sema.Function]bool{}
}

// frameOf returns the frame of a call, by its callKey.
func (m *machine) frameOf(key string, body *ir.Func) *frame {
	f := m.frames[key]
	if f == nil {
		f = &frame{id: len(m.frames), ir: body, vals: make([]pointers, body.Len()), vars: map[ir.ID]*object{}}
		m.frames[key] = f
	}
	return f
}

// step counts one operation. It returns false once the analysis has to stop.
func (m *machine) step() bool {
	m.steps++
	if m.steps > maxSteps || m.steps%1024 == 0 && m.ctx.Err() != nil {
		m.effects.Unknown = "it takes too long to follow"
	}
	return m.effects.Unknown == ""
}

// record adds an access to places. address is the operation that yields the address.
func (m *machine) record(kind Kind, address ir.ID, n ast.Node, places pointers, plain bool) {
	if !slices.ContainsFunc(places, func(l loc) bool { return l.obj.kind != localObject }) {
		return // the usual case
	}
	switch {
	case m.place.Valid():
		n = m.place
	case !n.Valid():
		n = m.at
	}
	a := Access{Kind: kind, Node: n, NotInlined: m.notInlined > 0, Loop: m.around.node(), around: m.around, ends: m.ends,
		in: m.frame.ir, frame: m.frame, address: address, op: m.op}
	a.Plain = plain && kind == Load && !a.NotInlined
	reached := false
	for _, l := range places {
		switch l.obj.kind {
		case paramObject:
			a.Params = appendNew(a.Params, l.obj.param)
		case variableObject:
			a.Other, a.Variables = true, appendNew(a.Variables, l.obj.name)
			if kind != Load {
				m.effects.Variables = appendNew(m.effects.Variables, l.obj.name)
			}
		case deepObject:
			a.Other, a.held = true, true
		case otherObject:
			a.Other, a.unfollowed, m.wild = true, true, true
		default:
			// The load may be from memory that the read-only path cannot reach.
			a.Plain = false
			continue
		}
		reached = true
		a.Plain = a.Plain && !l.unaffected
	}
	if !reached {
		return
	}
	var b strings.Builder
	key(&b, places.entries())
	m.add(a, b.String())
}

// add adds an access unless it was recorded before. locs is the key of its places.
func (m *machine) add(a Access, locs string) {
	k := accessKey{a.Node, a.Kind, a.NotInlined, a.ends, a.around, locs}
	if !m.seen[k] {
		m.seen[k] = true
		m.effects.Accesses = append(m.effects.Accesses, a)
	}
}

// appendNew appends an element that the list does not contain yet.
func appendNew[T comparable](list []T, x T) []T {
	if slices.Contains(list, x) {
		return list
	}
	return append(list, x)
}

// escape marks pointers as passed to code that is not visible, together with all pointers held
// by the objects that they point to.
func (m *machine) escape(v pointers) {
	m.escapes++
	m.escapeTo(v.entries(), 0)
}

func (m *machine) escapeTo(v []entry, depth int) {
	for _, e := range v {
		switch o := e.to.obj; o.kind {
		case paramObject:
			m.effects.Params[o.param].Escapes = true
		case localObject:
			if depth < 64 && o.escaped != m.escapes {
				o.read, o.escaped = true, m.escapes
				m.escapeTo(o.content, depth+1)
			}
		}
	}
}

// exposed marks the parameters whose memory may be written by code that is not visible, as that
// gets a reference to it.
func (m *machine) exposed(v pointers) {
	for _, l := range v {
		if l.obj.kind == paramObject && !l.obj.constant {
			m.effects.Params[l.obj.param].Escapes = true
		}
	}
}

// bound marks pointer parameters whose own variable is bound to a reference or has its address
// taken. Declared __restrict__, such a parameter would no longer match the type of the
// reference.
func (m *machine) bound(v pointers) {
	for _, l := range v {
		if l.obj.own {
			m.escape(m.fetch(pointers{{obj: l.obj}}))
		}
	}
}

// writable marks the parameters whose pointers are converted to pointers to t, if t is not
// const.
func (m *machine) writable(v pointers, t *sema.Type) {
	if !writes(t) {
		return
	}
	for _, l := range v {
		if l.obj.kind == paramObject && !l.obj.constant {
			m.effects.Params[l.obj.param].Writable = true
		}
	}
}

// places returns the places that an address may refer to: memory of unknown origin if none is
// known.
func (m *machine) places(id ir.ID) pointers {
	if v := m.frame.vals[id]; len(v) > 0 {
		return v
	}
	return pointers{{obj: m.unknown}}
}

// hold adds pointers to what a variable holds.
func (m *machine) hold(o *object, e entry) {
	if o == m.scratch || len(o.content) >= maxValue || len(e.path) > maxPath || slices.Contains(o.content, e) {
		return
	}
	o.content = append(o.content, e)
	m.stale = m.stale || o.read
}

// store adds the pointers of a value to the contents of places.
func (m *machine) store(places pointers, v []entry) {
	for _, l := range places {
		for _, e := range v {
			if l.obj.kind == localObject {
				m.hold(l.obj, entry{l.path + e.path, e.to})
			} else {
				m.escape(pointers{e.to})
			}
		}
	}
}

// holds returns the pointers in the objects at places.
func (m *machine) holds(places pointers) []entry {
	var out []entry
	for _, l := range places {
		l.obj.read = true
		for _, e := range l.obj.content {
			rest, ok := below(e.path, l.path)
			if l.obj.kind != localObject {
				rest, ok = "", true
			}
			e.path, e.to.unaffected = rest, e.to.unaffected || l.indexed
			if ok && len(out) < maxValue && !slices.Contains(out, e) {
				out = append(out, e)
			}
		}
	}
	return out
}

// fetch returns the places that the pointers stored at places refer to.
func (m *machine) fetch(places pointers) pointers {
	var out pointers
	for _, e := range m.holds(places) {
		out = out.add(e.to)
	}
	return out
}

// finish completes the accesses and the parameters once the last pass is done.
func (m *machine) finish(e *Effects) {
	for i := range e.Accesses {
		if a := &e.Accesses[i]; m.recursive[a.in.Instance.Function] {
			a.Plain, a.NotInlined = false, true
		}
	}
	for i := range m.integers {
		e.Params[i].Escapes = e.Params[i].Escapes || m.wild
	}
}

// number returns a short name for a function, for keys.
func (m *machine) number(f *ir.Func) string {
	n, ok := m.numbers[f]
	if !ok {
		n = len(m.numbers)
		m.numbers[f] = n
	}
	return strconv.Itoa(n)
}

// placeNumber returns a short name for m.place, for keys.
func (m *machine) placeNumber() string {
	n, ok := m.nodes[m.place]
	if !ok {
		n = len(m.nodes)
		m.nodes[m.place] = n
	}
	return strconv.Itoa(n)
}
