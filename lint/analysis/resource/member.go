package resource

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/follow"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
	"github.com/cudalint/cudalint/lint/analysis/resource/repair"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// member reports a handle that is left in a member of a class if all that can be
// done to the member is in sight, and nothing releases it.
func (r *reporter) member(a *follow.Analysis, s follow.Site) {
	record := s.Function.Sema.Record
	path := ""
	for _, x := range a.Exits {
		if x.State.Status != state.Live {
			continue
		}
		for _, p := range x.State.Places {
			if a.Function.Outlives(p) && state.Root(p) != "this'" {
				return
			}
			if state.Root(p) == "this'" {
				path = strings.TrimPrefix(state.WithoutIndexes(p, true), "this'.")
			}
		}
	}
	array := strings.Contains(path, "[*]")
	path = strings.ReplaceAll(path, "[*]", "")
	if record == nil || len(sema.MembersOf(record).Methods) == 0 || !handlePath(record, path) {
		return
	}
	in := record
	fields := strings.Split(path, ".")
	for i, field := range fields {
		outer := ""
		if i > 0 {
			outer = fields[i-1]
		}
		if !r.u.onlyUsed(repair.GenericRecord(record), repair.GenericRecord(in), field, outer) {
			return
		}
		if f, ok := in.FieldNamed(field); ok && f.Type != nil && f.Type.Record != nil {
			in = f.Type.Record
		}
	}
	record = repair.GenericRecord(record)
	// Other units are asked last: an answer has this one analysed again.
	field := fields[len(fields)-1]
	if !r.u.methodsSeen(record) || r.u.releasedElsewhere(field) {
		return
	}
	field = path
	release := r.u.Kind.ReleaseFor(body.CalleeName(s.Call()))
	r.findings = append(r.findings, Finding{
		Problem: Leak, Kind: r.u.Kind, Node: body.SpelledCall(s.Call()), Function: s.Function.Sema, Handle: field,
		Message: fmt.Sprintf("%s %s leaks: no method of %s %s it", r.u.Kind.Name, field, record.Name, r.u.Kind.Destroy),
		Label:   fmt.Sprintf("%s here, into a member", handle.PastTense(r.u.Kind.Create)),
		Help:    fmt.Sprintf("call %s(%s) in the destructor of %s", release, field, record.Name),
		Related: []Related{{record.Node, record.Name + " is declared here"}},
		Exits:   []Exit{{record.Node, body.Line(record.Node), "end"}},
		repair:  func() *repair.Proposal { return repair.FindMember(r.u.Unit, s, record, path, array) },
	})
}

// handlePath reports whether fields lead to a plain handle that the object holds
// by itself: through structures without destructors.
func handlePath(r *sema.Record, path string) bool {
	for {
		field, rest, more := strings.Cut(path, ".")
		if !more {
			return handleField(r, field)
		}
		f, ok := r.FieldNamed(field)
		if !ok || f.Type == nil || f.Type.Kind != sema.RecordKind || f.Type.Record == nil || len(f.Type.Record.Bases) > 0 || len(sema.MembersOf(f.Type.Record).Methods) > 0 {
			return false
		}
		r, path = f.Type.Record, rest
	}
}

// constructing reports whether a path leaves a constructor with the handle only in
// members of an object that will not be destroyed.
func constructing(a *follow.Analysis, st *state.State) bool {
	r := a.Function.Sema.Record
	if r == nil || a.Function.Sema.Name != r.Name || a.Function.Lambda() {
		return false
	}
	for _, p := range st.Places {
		if a.Function.Outlives(p) && (state.Root(p) != "this'" || !handlePath(r, strings.TrimPrefix(p, "this'."))) {
			return false
		}
	}
	return true
}

// handleField reports whether a class has a data member of its own that is a
// plain handle, or an array of them.
func handleField(r *sema.Record, name string) bool {
	for _, f := range r.Complete().Fields {
		if f.Name != name {
			continue
		}
		t := f.Type
		for t != nil && t.Kind == sema.Array {
			t = t.Elem
		}
		if t == nil {
			return false
		}
		switch t.Kind {
		case sema.Int, sema.Pointer:
			return true
		case sema.UnknownType:
			return handle.PlainType(t.Name)
		}
		return false
	}
	return false
}

// methodsSeen reports whether the bodies of all methods of a class are in sight,
// here or in other units.
func (u *checker) methodsSeen(r *sema.Record) bool {
	for n := range r.Node.Descendants() {
		if n.Is(ast.FriendDeclaration) {
			return false // may be anywhere
		}
	}
	for name, methods := range sema.MembersOf(r).Methods {
		for _, m := range methods {
			if m.Body.Valid() || m.Node.ChildOf(ast.DefaultMethodClause, ast.DeleteMethodClause).Valid() {
				continue
			}
			if !u.definedElsewhere(methodKey(r, name, len(m.Params))) {
				return false
			}
		}
	}
	return true
}

// onlyUsed reports whether nothing in sight can release a member, or give it to
// code that may: it is made, read, and passed to kernels and to CUDA only. object
// is the class that is asked about, r the one that declares the member; outer is
// the member of the class that it is in, if any, which itself is not given away.
func (u *checker) onlyUsed(object, r *sema.Record, field, outer string) bool {
	for _, file := range u.Sema.Files {
		if !strings.Contains(string(file.Source.Text), field) {
			continue
		}
		for i := range file.Len() {
			n := file.At(i)
			of := r
			switch {
			case n.Is(ast.This):
				of = object
			case !n.Is(ast.Identifier, ast.FieldIdentifier) || n.Text() != field:
				continue
			case outer != "" && !strings.HasSuffix(n.Parent().Child(ast.FieldArgument).Text(), outer):
				continue
			}
			if !u.ofAnother(n, of) && !u.harmless(n, 0) {
				return false
			}
		}
	}
	return true
}

// ofAnother reports whether a name, or this, is about another class.
func (u *checker) ofAnother(n ast.Node, r *sema.Record) bool {
	in := u.Sema.FunctionAt(n)
	if in == nil { // in the initialisers of a constructor
		if in = u.Sema.FunctionDefinedBy(n.Enclosing(ast.FunctionDefinition)); in == nil {
			return false
		}
	}
	of := in.Record
	if n.Is(ast.FieldIdentifier) && n.Parent().Is(ast.FieldExpression) {
		if of = u.recordOf(n.Parent().Child(ast.FieldArgument)); of == nil {
			return false
		}
	} else if of == nil {
		return true // a function outside of classes has no this
	}
	of = repair.GenericRecord(of)
	if len(of.Complete().Bases) > 0 {
		return false
	}
	return of != r
}

// recordOf returns the class of an object or of what a pointer points to, nil where it is not
// known.
func (u *checker) recordOf(n ast.Node) *sema.Record {
	t := u.Sema.ScopeAt(n).ExprType(n)
	if t == nil {
		return nil
	}
	if t = t.Object(); t.Kind == sema.Pointer && t.Elem != nil {
		t = t.Elem
	}
	return t.Record
}

// harmless reports whether a use of a member, or of an object by this, leaves the
// handle where it is.
func (u *checker) harmless(n ast.Node, depth int) bool {
	if f := u.Around(n); f != nil && n.Is(ast.Identifier) && f.Variable(n.Text(), n) != nil {
		return true // something else of the name
	}
	for {
		p := n.Parent()
		switch p.Kind() {
		case ast.FieldExpression:
			if n.Field() == ast.FieldArgument {
				return true // a member of a member, or this->f: the member counts
			}
		case ast.ParenthesizedExpression, ast.SubscriptExpression, ast.PointerExpression, ast.CastExpression:
		case ast.ArgumentList:
			call := p.Parent()
			if call.ChildOf(ast.KernelCallSyntax).Valid() {
				return true
			}
			if _, ok := u.Expand(call); ok {
				return false
			}
			name := body.CalleeName(call)
			role := handle.RoleOf(name)
			return !slices.Contains(u.Kind.Release, name) && (role == handle.DeviceAPI || role == handle.Library && len(u.FunctionsNamed(name)) == 0)
		case ast.ReturnStatement:
			// A getter: what its callers do counts.
			f := u.Sema.FunctionAt(p)
			if f == nil || f.Name == "" || !source.WordByte(f.Name[0]) || strings.HasPrefix(f.Name, "operator") || depth > 3 {
				return false
			}
			for _, call := range u.Sema.Calls(f.Name) {
				if !u.harmless(call, depth+1) {
					return false
				}
			}
			return !u.releasedElsewhere(f.Name)
		case ast.AssignmentExpression:
			return n.Field() == ast.FieldLeft || u.intoDescriptor(p)
		case ast.FieldDeclaration, ast.ExpressionStatement, ast.BinaryExpression, ast.UnaryExpression, ast.MemberInitializer, ast.ArrayDeclarator,
			ast.ConditionClause, ast.SizeofExpression, ast.UpdateExpression, ast.InitDeclarator:
			return !p.Is(ast.InitDeclarator) || n.Field() == ast.FieldDeclarator
		default:
			return false
		}
		n = p
	}
}

// intoDescriptor reports whether an assignment stores into one of CUDA's own
// structures that describes a resource.
func (u *checker) intoDescriptor(assignment ast.Node) bool {
	n := assignment.Child(ast.FieldLeft)
	for n.Is(ast.FieldExpression, ast.SubscriptExpression) {
		n = n.Child(ast.FieldArgument)
	}
	f := u.Around(assignment)
	if f == nil || !n.Is(ast.Identifier) {
		return false
	}
	v := f.Variable(n.Text(), n)
	return v != nil && handle.PlainType(v.Declared)
}
