package migrate

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A reference has a binding on each device, a handle refers to an object of one device.

// devices refuses the references that are bound on several devices: in a loop that sets the
// device, or in a function that such a loop calls.
func (p *program) devices() {
	for _, s := range p.sites {
		if s.action != bind && s.action != pass && s.action != invoke || !s.node.Valid() || !p.binds(s) {
			continue
		}
		at := s.node
		if loop := setsDevice(s.unit, at); !loop.Valid() {
			in := s.unit.FunctionAt(at)
			if in == nil {
				continue
			}
			at = ast.Node{}
			for _, call := range s.unit.Calls(in.Name) {
				if setsDevice(s.unit, call).Valid() {
					at = call
				}
			}
		}
		if at.Valid() {
			for _, r := range s.refs {
				r.refuse("it is bound on several devices at " + lineOf(at))
			}
		}
	}
}

// shared reports whether a bind depends on an integer parameter of its function, such as the
// number of a device or a thread: each of these had bindings of its own.
func (p *program) shared() bool {
	return slices.ContainsFunc(p.sites, func(s *site) bool {
		if s.action != bind && s.action != invoke || s.macro != nil || len(s.live()) == 0 || !p.binds(s) {
			return false
		}
		for n := range s.node.Enclosing(ast.ArgumentList).Descendants() {
			if n.Kind() != ast.SubscriptExpression {
				continue
			}
			for index := range n.Child(ast.FieldIndices).Descendants() {
				if l := s.unit.LocalAt(index, index.Text()); index.Kind() == ast.Identifier && l != nil && l.Param {
					return true
				}
			}
		}
		return false
	})
}

// setsDevice returns the loop around a node that sets the device. It is not valid if there is
// none.
func setsDevice(u *sema.Unit, n ast.Node) ast.Node {
	for _, call := range u.Calls("cudaSetDevice") {
		call = call.Origin()
		if call.File() != n.Origin().File() {
			continue
		}
		for loop := n.Origin().Enclosing(ast.ForStatement, ast.WhileStatement, ast.DoStatement, ast.ForRangeLoop); loop.Valid(); loop = loop.Enclosing(ast.ForStatement, ast.WhileStatement, ast.DoStatement, ast.ForRangeLoop) {
			if span := loop.Span(); span.Contains(call.Span().Start) {
				return loop
			}
		}
	}
	return ast.Node{}
}
