package ir

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// lambda lowers a lambda expression to an object of its closure class.
func (l *lowerer) lambda(n ast.Node) operand {
	inits := map[ast.Node]operand{}
	c := sema.NewClosure(n, sema.Surroundings{
		Scope: l.scopeHere(), In: l.f.Instance.Function, This: l.this.typ, Variable: l.captured,
		Init: func(init ast.Node) *sema.Type {
			v := l.expr(init)
			inits[init] = v
			return v.typ
		},
	})
	l.b.closures[c] = l.names
	object := l.variable("", c.Type, Temporary)
	for _, k := range c.Captures {
		l.capture(object, k, inits)
	}
	return operand{id: object, typ: c.Type, node: n}
}

// captured returns the type of a local variable that a lambda expression can capture, or
// the types of the elements of a parameter pack; see sema.Surroundings.
func (l *lowerer) captured(name string) (types []*sema.Type, pack, ok bool) {
	b := l.names.find(name)
	switch {
	case b == nil || b.isType || b.static != nil || b.addr == 0 && !b.isPack, b.value.Known() && !l.b.device:
		// The kernel that gets an object of host code sees the constant in any case.
		return nil, false, false
	case b.isPack:
		for _, e := range b.pack {
			types = append(types, e.typ)
		}
		return types, true, true
	}
	return []*sema.Type{b.typ}, false, true
}

// capture initialises the data member of one capture.
func (l *lowerer) capture(object ID, c sema.Capture, inits map[ast.Node]operand) {
	from := l.this
	if c.Init.Valid() {
		from = inits[c.Init]
	} else if b := l.names.find(c.Name); b != nil {
		if c.Element >= 0 {
			b = &b.pack[c.Element]
		}
		from = operand{id: b.addr, typ: b.typ, lvalue: true}
	}
	member := l.member(operand{id: object, lvalue: true}, c.Field)
	l.f.ops[member.id].Flags |= Deduced
	if c.ByReference {
		l.emit(Op{Code: OpStore, A: member.id, B: l.address(from), Type: c.Field.Type})
		return
	}
	l.assign(member.id, c.Field.Type, from, ast.Node{})
}

// bindCaptures declares the captures of a closure in the body of its lambda expression.
// object is the address of the closure object.
func (l *lowerer) bindCaptures(c *sema.Closure, object ID) {
	l.names = l.b.closures[c].inner()
	l.names.outside = true
	packs := map[string]binding{}
	for _, k := range c.Captures {
		member := l.member(operand{id: object, lvalue: true}, k.Field)
		if k.Name == "this" {
			l.this = operand{id: l.load(member, ast.Node{}).id, typ: elemOf(k.Field.Type), lvalue: true}
			continue
		}
		b := binding{addr: member.id, typ: k.Field.Type}
		if k.ByReference {
			b = binding{addr: l.load(member, ast.Node{}).id, typ: elemOf(k.Field.Type)}
		}
		if k.Element >= 0 {
			b = binding{isPack: true, pack: append(packs[k.Name].pack, b)}
			packs[k.Name] = b
		}
		l.names.bind(k.Name, b)
	}
}
