package migrate

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A reference has a binding on each device, a handle is one object of one device.

// devices leaves out the references that are bound on several devices: in a loop that
// sets the device, or in a function that is called in one.
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
			at = at.Origin()
			for _, r := range s.refs {
				r.refuse(fmt.Sprintf("it is bound on several devices at line %d", at.File().Source.Position(at.Span().Start).Line))
			}
		}
	}
}

// setsDevice returns the loop around a node in which the device is set, not valid for
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
