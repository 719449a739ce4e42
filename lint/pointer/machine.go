package pointer

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A machine follows one function.
type machine struct {
	*Analysis
	effects *Effects
	unknown *object // memory of unknown origin
	objects int
	frame   *frame
	frames  map[string]*frame // calls that were followed, by function and arguments
	made    map[madeAt]*object
	shared  map[ast.Node]*object
	outer   ast.Node         // the outermost loop
	escapes int              // counts calls of escape
	aside   int              // functions around that are not inlined
	calls   int              // functions around
	active  []*sema.Function // those that are followed
	depth   int
	steps   int
	// stale is set where an object got another pointer after it was read.
	stale bool
	// integers are the parameters whose pointer became an integer; wild is set
	// where memory of unknown origin is stored to or loaded from.
	integers map[int]ast.Node
	wild     ast.Node
	seen     map[accessKey]bool
	// recursive are the functions that call themselves: they are not inlined.
	recursive map[*sema.Function]bool
}

// madeAt identifies an object: where it is declared, in which call.
type madeAt struct {
	frame *frame
	node  ast.Node
}

type accessKey struct {
	node        ast.Node
	kind        Kind
	aside, loop bool
	locs        string
}

// A frame is one call of a function or lambda.
type frame struct {
	fn      *sema.Function
	scope   *sema.Scope
	outer   *frame // where a lambda was written
	blocks  []map[string]*object
	this    value
	result  value
	results bool // returns a reference: result holds pointers to what it refers to
	read    bool
	done    int // the pass in which the call was followed
}

func (m *machine) object(kind objectKind) *object {
	m.objects++
	return &object{kind: kind, id: m.objects}
}

// begin starts a pass.
func (m *machine) begin(e *Effects) {
	m.effects = e
	e.Accesses, e.Calls, e.Variables, e.Dependent = nil, nil, nil, false
	for i := range e.Params {
		e.Params[i].Escape, e.Params[i].Reason, e.Params[i].Writable = ast.Node{}, "", false
	}
	if m.made == nil {
		m.made, m.shared = map[madeAt]*object{}, map[ast.Node]*object{}
		m.frames = map[string]*frame{}
	}
	for _, o := range m.made {
		o.read = false
	}
	for _, f := range m.frames {
		f.read, f.done = false, 0
	}
	m.recursive = map[*sema.Function]bool{}
	m.stale, m.integers, m.wild, m.seen = false, map[int]ast.Node{}, ast.Node{}, map[accessKey]bool{}
}

// root follows the function itself.
func (m *machine) root(fn *sema.Function, args []*object) {
	f := m.frameOf("", fn, fn.Scope)
	f.blocks = []map[string]*object{{}}
	for i, p := range fn.Params {
		if p.Name != "" {
			f.blocks[0][p.Name] = args[i]
			args[i].read, args[i].frame = false, f
		}
	}
	if fn.Record != nil {
		this := m.object(deepObject)
		this.content = value{{to: loc{obj: this}}}
		f.this = value{{to: loc{obj: this}}}
	}
	keep := m.frame
	m.frame = f
	m.exec(fn.Body)
	m.frame = keep
}

// frameOf returns the frame of a call, kept from pass to pass.
func (m *machine) frameOf(key string, fn *sema.Function, scope *sema.Scope) *frame {
	f := m.frames[key]
	if f == nil {
		f = &frame{fn: fn}
		f.scope = &sema.Scope{Unit: m.unit, Outer: scope, Local: f.local}
		m.frames[key] = f
	}
	return f
}

// local is what sema asks for the names of a function body.
func (f *frame) local(name string) (sema.LocalName, bool) {
	o := f.lookup(name)
	if o == nil || o.kind == closureObject {
		return sema.LocalName{}, false
	}
	return sema.LocalName{Type: o.typeOf()}, true
}

// typeOf returns the declared type of a variable, nil where it is not known.
func (o *object) typeOf() *sema.Type {
	if o == nil {
		return nil
	}
	if o.typ == nil && o.argument.Valid() {
		arg := o.argument
		o.argument = ast.Node{}
		o.typ = o.frame.scope.ExprType(arg)
	}
	if o.typ == nil && o.decl.Valid() && o.frame != nil {
		decl := o.decl
		o.decl = ast.Node{} // against declarations in a circle
		for _, d := range o.frame.scope.Declarators(decl) {
			if d.Name == o.name {
				o.typ = d.Type
			}
		}
	}
	return o.typ
}

func (f *frame) lookup(name string) *object {
	for fr := f; fr != nil; fr = fr.outer {
		for i := len(fr.blocks) - 1; i >= 0; i-- {
			if o := fr.blocks[i][name]; o != nil {
				return o
			}
		}
	}
	return nil
}

func (f *frame) push() { f.blocks = append(f.blocks, map[string]*object{}) }
func (f *frame) pop()  { f.blocks = f.blocks[:len(f.blocks)-1] }

// declared returns the object that a node declares or makes in this call.
func (m *machine) declared(n ast.Node, kind objectKind) *object {
	key := madeAt{m.frame, n}
	o := m.made[key]
	if o == nil {
		o = m.object(kind)
		o.frame = m.frame
		m.made[key] = o
	}
	return o
}

// step counts work; it returns false when the function is given up.
func (m *machine) step() bool {
	m.steps++
	if m.effects.Unknown != "" {
		return false
	}
	if m.steps > maxSteps || m.steps%1024 == 0 && m.ctx.Err() != nil {
		m.effects.Unknown = "it takes too long to follow"
	} else if m.depth > maxDepth {
		m.effects.Unknown = "it is nested too deeply"
	}
	return m.effects.Unknown == ""
}

// record notes an access to places.
func (m *machine) record(kind Kind, n ast.Node, places []loc, plain bool) {
	if len(places) == 1 && places[0].obj.kind == localObject {
		return // most are
	}
	a := Access{Kind: kind, Node: n, In: m.frame.fn, NotInlined: m.aside > 0, Loop: m.outer}
	a.Plain = plain && kind == Load && !a.NotInlined
	reached := false
	for _, l := range places {
		switch l.obj.kind {
		case paramObject:
			a.Params = insert(a.Params, l.obj.param)
		case variableObject:
			a.Other = true
			if kind != Load && !slices.Contains(m.effects.Variables, l.obj.name) {
				m.effects.Variables = append(m.effects.Variables, l.obj.name)
			}
		case deepObject:
			a.Other = true
		case otherObject:
			a.Other, m.wild = true, n
		default:
			// The instruction has to do for other memory, too.
			a.Plain = false
			continue
		}
		reached = true
		a.Plain = a.Plain && !l.settled
	}
	if len(places) == 0 {
		// Memory of unknown origin.
		reached, a.Other, m.wild = true, true, n
	}
	if !reached {
		return
	}
	var b strings.Builder
	pointerTo(places).key(&b)
	key := accessKey{n, kind, a.NotInlined, a.Loop.Valid(), b.String()}
	if m.seen[key] {
		return
	}
	m.seen[key] = true
	if s := n; s.Kind() == ast.SubscriptExpression {
		a.Index = strings.Join(strings.Fields(s.Child(ast.FieldIndices).Text()), "")
	}
	m.effects.Accesses = append(m.effects.Accesses, a)
}

func insert(list []int, i int) []int {
	for _, x := range list {
		if x == i {
			return list
		}
	}
	return append(list, i)
}

// escape notes that the pointers to parameters in a value go out of sight.
func (m *machine) escape(v value, n ast.Node, reason string) {
	m.escapes++
	m.escapeTo(v, n, reason, 0)
}

func (m *machine) escapeTo(v value, n ast.Node, reason string, depth int) {
	for _, e := range v {
		switch o := e.to.obj; o.kind {
		case paramObject:
			if p := &m.effects.Params[o.param]; !p.Escape.Valid() {
				p.Escape, p.Reason = n, reason
			}
		case localObject, closureObject:
			// What a variable holds can be reached through its address.
			if depth < 64 && o.escaped != m.escapes {
				o.read, o.escaped = true, m.escapes
				m.escapeTo(o.content, n, reason, depth+1)
			}
		}
	}
}

// writable notes that pointers become ones to what is not const, as a declaration
// with a type and a declarator has it.
func (m *machine) writable(v value, declaration ast.Node, s shape) {
	if len(v) == 0 || !s.pointer && !s.reference && !s.array || declaration.Qualifiers()&ast.Const != 0 || declaration.Child(ast.FieldType).Is(ast.PlaceholderTypeSpecifier, ast.Auto) {
		return
	}
	for _, e := range v {
		if o := e.to.obj; o.kind == paramObject && !o.constant {
			m.effects.Params[o.param].Writable = true
		}
	}
}

// assign stores a value in places.
func (m *machine) assign(places []loc, v value, n ast.Node) {
	for _, l := range places {
		switch l.obj.kind {
		case localObject, closureObject:
			m.hold(l.obj, v.under(l.path))
		case deepObject, paramObject, sharedObject, variableObject, otherObject:
			m.escape(v, n, "is stored in memory")
		}
	}
}

// hold adds pointers to what a variable holds.
func (m *machine) hold(o *object, v value) {
	for _, e := range v {
		var added bool
		if o.content, added = o.content.add(e); added && o.read {
			m.stale = true
		}
	}
}

// fetch returns what places hold.
func (m *machine) fetch(places []loc) value {
	var out value
	for _, l := range places {
		switch l.obj.kind {
		case localObject:
			l.obj.read = true
			v := l.obj.content.member(l.path)
			if l.picking {
				v = v.settled()
			}
			out = out.union(v)
		case closureObject:
			out = out.union(value{{to: l}})
		default:
			out = out.union(l.obj.content)
		}
	}
	return out
}

// load reads places.
func (m *machine) load(places []loc, n ast.Node) value {
	if len(places) == 0 {
		return nil
	}
	m.record(Load, n, places, true)
	return m.fetch(places)
}

// finish draws the conclusions of the last pass.
func (m *machine) finish(e *Effects) {
	for i := range e.Accesses {
		if a := &e.Accesses[i]; m.recursive[a.In] {
			a.Plain, a.NotInlined = false, true
		}
	}
	if !m.wild.Valid() {
		return
	}
	for i := range m.integers {
		if p := &e.Params[i]; !p.Escape.Valid() {
			p.Escape, p.Reason = m.integers[i], "becomes an integer"
		}
	}
}
