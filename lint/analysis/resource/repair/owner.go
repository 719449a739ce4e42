package repair

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/follow"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
)

// FindMember finds the fix for a handle that leaks with its object: the destructor releases it.
// path is the member, or the member of a member; array is set where the handle is an element of an
// array.
func FindMember(u *follow.Unit, s follow.Site, record *sema.Record, path string, array bool) *Proposal {
	if array {
		return Refuse("the class has several handles in one member")
	}
	destructor := destructorOf(u, record)
	if !destructor.Valid() {
		return Refuse("%s has no visible destructor", record.Name)
	}
	m := &Proposal{Create: body.SpelledCall(s.Call()), Handle: path, Owner: record.Name, Release: u.Kind.ReleaseFor(body.CalleeName(s.Call()))}
	m.Pointer = u.Kind == handle.Array || u.Kind == handle.MipmappedArray
	m.Guard = strings.HasPrefix(m.Release, "cuArray") || strings.HasPrefix(m.Release, "cuMipmapped")
	m.Points = []Point{{Node: destructor, End: true, Early: true, Maybe: true}}
	m.Doubts = []string{"kernels may still use it when the object dies"}
	if !noCopies(record) {
		m.Doubts = append(m.Doubts, "a copy of the object would release it again")
		// A destructor that is not empty makes copies wrong already.
		m.Shown = destructor.FirstChild() == ast.Node{}
	}
	if name, needed := uninitialised(record, path, s); needed {
		if !name.Valid() || name.Origin() != name {
			return Refuse("%s has an unknown value where it is not created", path)
		}
		m.Declaration = name
	}
	return m
}

// destructor returns the body of a class's destructor in this unit.
func destructorOf(u *follow.Unit, record *sema.Record) ast.Node {
	for _, f := range u.FunctionsNamed("~" + record.Name) {
		if f.Record != nil && GenericRecord(f.Record) == record && f.Body.Is(ast.CompoundStatement) && f.Body.Origin() == f.Body && !f.Body.HasError() {
			return f.Body
		}
	}
	return ast.Node{}
}

// noCopies reports whether a class says that it is not copied, or how.
func noCopies(record *sema.Record) bool {
	for _, f := range sema.MembersOf(record).Methods[record.Name] {
		if len(f.Params) == 1 && strings.Contains(f.Params[0].Node.Text(), record.Name) && strings.Contains(f.Params[0].Node.Text(), "&") {
			return true
		}
	}
	return false
}

// uninitialised returns the name in the declaration of a member that may have any
// value when the destructor runs; needed is set for one that may.
func uninitialised(record *sema.Record, path string, s follow.Site) (name ast.Node, needed bool) {
	field, rest, _ := strings.Cut(path, ".")
	constructors := 0
	for _, f := range sema.MembersOf(record).Methods[record.Name] {
		if !f.Node.ChildOf(ast.DeleteMethodClause).Valid() {
			constructors++
		}
	}
	if constructors == 1 && s.Function.Sema.Name == record.Name && !s.Function.Lambda() && onlyInBody(s) {
		return name, false // made by every constructor
	}
	f, ok := record.FieldNamed(field)
	if !ok || f.Init.Valid() && rest == "" {
		return name, !ok
	}
	if rest != "" {
		return name, true
	}
	for n := range f.Node.Descendants() {
		if n.Is(ast.FieldIdentifier, ast.Identifier) && n.Text() == field {
			return n, true
		}
	}
	return name, true
}

// onlyInBody reports whether a call runs whenever its function does.
func onlyInBody(s follow.Site) bool {
	for p := s.Call().Origin().Parent(); p.Valid() && p != s.Function.Node; p = p.Parent() {
		if p.Is(ast.IfStatement, ast.ForStatement, ast.WhileStatement, ast.DoStatement, ast.SwitchStatement, ast.ConditionalExpression, ast.PreprocIf, ast.PreprocIfdef) {
			return false
		}
	}
	return true
}

// GenericRecord returns the class template of an instance, any other class as it is.
func GenericRecord(r *sema.Record) *sema.Record {
	if r.Generic != nil {
		return r.Generic
	}
	return r
}
