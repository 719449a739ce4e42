package sema

import "github.com/cudalint/cudalint/cudaparse/ast"

// Most classes of a header are reached by nothing that a unit is asked for. Those at
// file and namespace scope are listed with their member functions, whose bodies may
// hold kernels' helpers and launches; their base classes, data members and sizes are
// found when somebody looks inside.

// maxCompletions bounds classes that are completed for each other, so that a chain of
// them does not fill the stack.
const maxCompletions = 2000

// Complete computes the Fields, Bases, Size and Align of a record and the types of its
// Statics, and returns the record. The records in Unit.Records and those of Functions may
// lack them until then. Those that a Type refers to have them.
func (r *Record) Complete() *Record {
	if r == nil || r.state.Load() == recordDone {
		return r
	}
	if e := evalIn(r.Scope); e != nil {
		e.ready(r)
	}
	return r
}

// DeclaresType reports whether the class itself, not a base, has a member type or member
// template with a name.
func (r *Record) DeclaresType(name string) bool { return r.Complete().decls[name] != nil }

// ready completes a record, unless that is being done further up.
func (e *eval) ready(r *Record) {
	if r.state.Load() == recordDone {
		return
	}
	e.withLock(func(e *eval) { e.finishRecord(r) })
}

// finishRecord is completeRecord for a record that may be listed: what that takes does
// not count for the question that needs it, which may be the last of many. The lock
// is held.
func (e *eval) finishRecord(r *Record) {
	if !r.listed {
		e.completeRecord(r)
		return
	}
	if r.state.Load() != recordNamed {
		return
	}
	e.nameAliases(r)
	if e.completing >= maxCompletions {
		return
	}
	e.u.completed++
	own := &eval{u: e.u, locked: true, returning: e.returning, completing: e.completing + 1}
	own.completeRecord(r)
	for _, name := range sortedKeys(r.Statics) {
		own.depth, own.steps = 0, 0
		own.typeVariable(r.Statics[name])
	}
}

// list enters a class, its methods and the classes inside it into the unit's lists,
// while the unit is built.
func (e *eval) list(d *typeDecl, owner *Record, seen map[*Record]bool, depth int) {
	r := e.bodyRecord(d, d.node, d.scope, owner)
	if seen[r] || depth > 20 {
		return
	}
	seen[r] = true
	e.nameMembers(r)
	r.listed = true
	r.TemplateParams = d.params
	u := e.u
	u.Records = append(u.Records, r)
	for _, name := range sortedKeys(r.Methods) {
		u.Functions = append(u.Functions, r.Methods[name]...)
	}
	for _, name := range sortedKeys(r.Statics) {
		u.Variables = append(u.Variables, r.Statics[name])
	}
	for _, name := range sortedKeys(r.decls) {
		if inner := r.decls[name]; inner.isRecord() && inner.node.Child(ast.FieldBody).Valid() {
			e.list(inner, r, seen, depth+1)
		}
	}
}

// A recordIndex finds the records of a unit, and their member functions.
type recordIndex struct {
	byNode  map[ast.Node]*Record
	methods map[string][]*Function
}

// indexRecords makes the index, once all records are listed.
func (u *Unit) indexRecords() *recordIndex {
	u.recordsOnce.Do(func() {
		x := &u.records
		x.byNode, x.methods = make(map[ast.Node]*Record, len(u.Records)), map[string][]*Function{}
		for _, r := range u.Records {
			if x.byNode[r.Node] == nil {
				x.byNode[r.Node] = r
			}
			for name, methods := range r.Methods {
				x.methods[name] = append(x.methods[name], methods...)
			}
		}
	})
	return &u.records
}

// methodsNamed returns the member functions of a name of all classes.
func (u *Unit) methodsNamed(name string) []*Function { return u.indexRecords().methods[name] }

// recordOf returns the first record of a class body, nil for none.
func (u *Unit) recordOf(body ast.Node) *Record { return u.indexRecords().byNode[body] }
