package pointer

import (
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

func writeInt(b *strings.Builder, i int) {
	b.WriteString(strconv.Itoa(i))
	b.WriteByte(',')
}

// lambda returns a lambda expression as an object.
func (m *machine) lambda(n ast.Node) *object {
	o := m.declared(n, closureObject)
	o.lambda = n
	if o.frame == m.frame && len(o.content) == 0 {
		// It sees the names in sight here, wherever it is called. What it captures
		// by value is taken to be what it was copied from: the copy points to the
		// same memory.
		f := &frame{fn: m.frame.fn, outer: m.frame.outer, this: m.frame.this}
		f.blocks = append(f.blocks, m.frame.blocks...)
		o.frame = f
	}
	for c := range n.Child(ast.FieldCaptures).Children() {
		if c.Kind() == ast.LambdaCaptureInitializer {
			name := c.Child(ast.FieldLeft)
			v := m.declared(name, localObject)
			v.name = name.Text()
			m.hold(v, m.eval(c.Child(ast.FieldRight)))
			o.frame.blocks = append(o.frame.blocks, map[string]*object{v.name: v})
		}
	}
	return o
}

// callLambda follows the body of a lambda.
func (m *machine) callLambda(c *object, nodes []ast.Node) value {
	var b strings.Builder
	b.WriteString("lambda")
	writeInt(&b, c.id)
	if m.outer.Valid() {
		writeInt(&b, m.outer.Index())
	}
	var args []argument
	list := c.lambda.Child(ast.FieldDeclarator).Child(ast.FieldParameters)
	p := list.FirstChild()
	for _, node := range nodes {
		a := argument{node: node}
		if shapeOf(p.Child(ast.FieldDeclarator)).reference {
			a.places = m.place(node)
		} else {
			a.v = m.eval(node)
		}
		a.v.key(&b)
		pointerTo(a.places).key(&b)
		args = append(args, a)
		p = p.Next()
	}
	if m.calls >= maxCalls {
		return nil
	}
	f := m.frames[b.String()]
	if f == nil {
		f = &frame{fn: c.frame.fn}
		f.scope = &sema.Scope{Unit: m.unit, Outer: c.frame.fn.Scope, Local: f.local}
		m.frames[b.String()] = f
	}
	f.outer = c.frame
	if f.done == 0 {
		f.done = 1
		keep := m.frame
		m.frame = f
		m.calls++
		f.blocks = []map[string]*object{{}}
		i := 0
		for p := range list.Children() {
			name := nameOf(p.Child(ast.FieldDeclarator))
			if i < len(args) && name.Valid() {
				o := m.bind(name, localObject)
				o.decl = p
				m.writable(args[i].v.union(pointerTo(args[i].places)), p, shapeOf(p.Child(ast.FieldDeclarator)))
				if args[i].places != nil {
					o.reference = true
					m.hold(o, pointerTo(args[i].places))
				} else {
					m.hold(o, args[i].v)
				}
			}
			i++
		}
		m.exec(c.lambda.Child(ast.FieldBody))
		m.calls--
		m.frame = keep
	}
	f.read = true
	return f.result
}

// construct follows T x(a, b), T x{a, b} and T(a, b), and returns the value.
func (m *machine) construct(n ast.Node, o *object, s shape, list ast.Node, scalar bool) value {
	args := argumentsOf(list)
	if scalar || s.pointer || s.array {
		var out value
		for _, a := range args {
			out = out.union(m.eval(a))
		}
		return out
	}
	t := o.typeOf()
	if o.typ == nil && s.name.Valid() {
		o.decl, o.name = n, s.name.Text()
		t = o.typeOf()
	}
	if t == nil || t.Kind != sema.RecordKind || t.Record == nil {
		if t.Known() && t.Kind != sema.Builtin {
			var out value
			for _, a := range args {
				out = out.union(m.eval(a))
			}
			return out
		}
		return m.unseen(n, args, "is given to an object whose class is not in sight")
	}
	if methods := t.Record.MethodsNamed(t.Record.Name); len(methods) > 0 && t.Record.Node.Valid() {
		m.callAny(n, methods, nil, args, value{{to: loc{obj: o}}})
		m.members(t.Record, o)
		o.read = true
		return o.content
	}
	var out value
	for i, a := range args {
		if a.Kind() == ast.InitializerPair {
			field := strings.TrimPrefix(strings.TrimSpace(a.Child(ast.FieldDesignator).Text()), ".")
			out = out.union(m.eval(a.Child(ast.FieldValue)).under("." + field))
			continue
		}
		var v value
		if i < len(t.Record.Fields) && t.Record.Fields[i].Type != nil && t.Record.Fields[i].Type.Kind == sema.Reference {
			v = pointerTo(m.place(a))
		} else {
			v = m.eval(a)
		}
		if i < len(t.Record.Fields) {
			m.writableMember(v, t.Record.Fields[i].Type)
		}
		if !t.Record.Union && i < len(t.Record.Fields) && t.Record.Node.Valid() && len(t.Record.Bases) == 0 {
			v = v.under("." + t.Record.Fields[i].Name)
		}
		out = out.union(v)
	}
	return out
}

// writableMember notes that pointers become members that may be written through.
func (m *machine) writableMember(v value, t *sema.Type) {
	if t == nil || t.Elem == nil || t.Elem.Qualifiers&ast.Const != 0 {
		return
	}
	for _, e := range v {
		if o := e.to.obj; o.kind == paramObject && !o.constant {
			m.effects.Params[o.param].Writable = true
		}
	}
}

// members follows the default initialisers of data members.
func (m *machine) members(r *sema.Record, o *object) {
	for _, f := range r.Fields {
		if f.Init.Valid() && f.Type != nil && f.Type.Kind == sema.Pointer {
			m.hold(o, m.eval(f.Init).under("."+f.Name))
		}
	}
}

// defaultConstruct follows the constructor of a variable without initialiser.
func (m *machine) defaultConstruct(n ast.Node, o *object) {
	t := o.recordType()
	if t == nil || !t.Record.Node.Valid() {
		return
	}
	for _, f := range t.Record.MethodsNamed(t.Record.Name) {
		if len(f.Params) == 0 && f.Body.Valid() {
			m.invoke(n, f, nil, nil, value{{to: loc{obj: o}}})
		}
	}
}

// initialize follows one member initialiser of a constructor.
func (m *machine) initialize(f *frame, c ast.Node) {
	var name string
	var args []ast.Node
	for x := range c.Children() {
		if x.Is(ast.ArgumentList, ast.InitializerList) {
			args = argumentsOf(x)
		} else {
			name = x.LastName().Text()
		}
	}
	var v value
	for _, a := range args {
		v = v.union(m.eval(a))
	}
	if f.fn.Record == nil || len(v) == 0 {
		return
	}
	field, ok := f.fn.Record.FieldNamed(name)
	if !ok { // a base class, or another constructor
		for _, l := range f.this.pointers() {
			m.assign([]loc{l}, v, c)
		}
		return
	}
	if field.Type != nil && field.Type.Kind == sema.Reference && len(args) == 1 {
		v = pointerTo(m.place(args[0]))
	}
	m.assign(within(f.this.pointers(), "."+name), v, c)
}
