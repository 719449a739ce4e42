package body

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
)

// Uses returns the operations that use a variable after its declaration.
func (f *Function) Uses(v *Variable) []ir.ID {
	return slices.DeleteFunc(slices.Clone(f.Users[v.Id]), func(id ir.ID) bool { return f.Initializes(id, v) })
}

// Initializes reports whether an operation gives a variable its first value.
func (f *Function) Initializes(id ir.ID, v *Variable) bool {
	o := f.Code.Op(id)
	switch o.Code {
	case ir.OpStore, ir.OpCopy, ir.OpZero, ir.OpForget, ir.OpIndex, ir.OpMember:
		return o.A == v.Id && Within(f.Statement(id), v.Node)
	}
	return false
}

// Derived visits the operations that a value takes part in, directly or through what is
// computed from it, calls aside.
func (f *Function) Derived(id ir.ID, visit func(user ir.ID, o *ir.Op)) {
	seen := map[ir.ID]bool{id: true}
	for work := []ir.ID{id}; len(work) > 0; {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, u := range f.Users[v] {
			o := f.Code.Op(u)
			if seen[u] {
				continue
			}
			seen[u] = true
			visit(u, o)
			switch o.Code {
			case ir.OpCopy, ir.OpStore, ir.OpCall, ir.OpExternal, ir.OpLaunch, ir.OpReturn, ir.OpForget:
				if o.Code == ir.OpExternal && handle.RoleOf(o.X.Name) == handle.ReturnsArgument {
					work = append(work, u)
				}
				if dst := f.Code.Op(o.A); (o.Code == ir.OpCopy || o.Code == ir.OpStore) && o.A != v && dst.Flags.Has(ir.Temporary) {
					work = append(work, o.A)
				}
			default:
				work = append(work, u)
			}
		}
	}
}

// Root returns the variable that an address is part of, 0 for none.
func (f *Function) Root(id ir.ID) ir.ID {
	for range maxWalk {
		switch o := f.Code.Op(id); o.Code {
		case ir.OpVar, ir.OpParam:
			return id
		case ir.OpMember, ir.OpBase, ir.OpIndex, ir.OpBind, ir.OpConvert, ir.OpAddress:
			id = o.A
		case ir.OpUnknown:
			if o.X == nil || len(o.X.Args) == 0 {
				return 0
			}
			id = o.X.Args[len(o.X.Args)-1]
		default:
			return 0
		}
	}
	return 0
}

// SourceNode returns the node of the source that an operation belongs to.
func (f *Function) SourceNode(id ir.ID) ast.Node { return f.Statement(id).Origin() }

// UsesAny reports whether values are computed from one of some variables.
func (f *Function) UsesAny(ids []ir.ID, names map[string]bool) bool {
	used := map[string]bool{}
	for _, id := range ids {
		f.Names(used, id)
	}
	for name := range used {
		if names[name] {
			return true
		}
	}
	return false
}

// OnlyMade reports whether only the results of calls that acquire, and zeros, are stored in a
// variable: before an acquisition it has the value of its declaration.
func (f *Function) OnlyMade(v *Variable, acquiring map[ir.ID]bool) bool {
	for _, id := range f.Uses(v) {
		o := f.Code.Op(id)
		ok := false
		switch o.Code {
		case ir.OpStore:
			b := o.B
			for f.Code.Op(b).Code == ir.OpConvert {
				b = f.Code.Op(b).A
			}
			c := f.Code.Op(b)
			ok = acquiring[b] || c.Code == ir.OpNull || c.Code == ir.OpConst && c.Int == 0 || c.Code == ir.OpUnknown && IsZeroText(c.Node.Text())
		case ir.OpAddress:
			ok = f.onlyGiven(id, acquiring)
		case ir.OpLoad:
			ok = !f.changedThrough(id)
		case ir.OpCall:
			ok = acquiring[id]
		}
		if !ok {
			return false
		}
	}
	return true
}

// onlyGiven reports whether an address is only an argument of some calls.
func (f *Function) onlyGiven(address ir.ID, calls map[ir.ID]bool) bool {
	for _, u := range f.Users[address] {
		if f.Code.Op(u).Code == ir.OpConvert {
			if !f.onlyGiven(u, calls) {
				return false
			}
		} else if !calls[u] {
			return false
		}
	}
	return true
}

// changedThrough reports whether a loaded value is an argument of a function out of sight, which
// may take it by reference.
func (f *Function) changedThrough(load ir.ID) bool {
	for _, u := range f.Users[load] {
		if o := f.Code.Op(u); o.Code == ir.OpExternal && !handle.IsAPI(o.X.Name) || o.Code == ir.OpForget {
			return true
		}
	}
	return false
}

// LambdaOf reports whether an address is part of the object of a lambda expression.
func (f *Function) LambdaOf(id ir.ID) bool {
	r := f.Root(id)
	if r == 0 {
		return false
	}
	t := ir.Strip(f.Code.Op(r).Type)
	return ir.IsKind(t, sema.RecordKind) && t.Record != nil && sema.ClosureOf(t.Record) != nil
}

// Written returns the operation that a value was converted from.
func (f *Function) Written(id ir.ID) ir.ID {
	for f.Code.Op(id).Code == ir.OpConvert {
		id = f.Code.Op(id).A
	}
	return id
}

// Leading returns the variable that the source names in front of a member, the object or a pointer
// to it; 0 for none.
func (f *Function) Leading(id ir.ID) ir.ID {
	for range maxWalk {
		if f.Code.Op(id).Code == ir.OpBind {
			return id
		}
		if r := f.Root(id); r != 0 {
			return r
		}
		switch o := f.Code.Op(id); {
		case o.Code == ir.OpLoad, o.Code == ir.OpMember:
			id = o.A
		case o.Code == ir.OpUnknown && o.X != nil && len(o.X.Args) > 0:
			id = o.X.Args[len(o.X.Args)-1]
		default:
			return 0
		}
	}
	return 0
}

// IsZeroText reports whether a text is one of the spellings of zero.
func IsZeroText(text string) bool {
	switch strings.TrimSpace(text) {
	case "0", "NULL", "nullptr", "{}", "0ULL", "0ull", "0u":
		return true
	}
	return false
}
