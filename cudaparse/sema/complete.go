package sema

import "sync/atomic"

// Most classes of a header are reached by nothing that a unit is asked for. The members of
// those at file and namespace scope are named when a query may be about them (see class);
// their base classes, data members and sizes are found when somebody looks inside.

// maxCompletions bounds classes that are completed for each other, so that a chain of
// them does not fill the stack.
const maxCompletions = 2000

// ClassMembers are the members of a class other than its data members. Its record has those.
type ClassMembers struct {
	// Methods holds member functions by name; "()" "[]" "+" and so on for
	// operators, the record's name for constructors.
	Methods map[string][]*Function
	// Statics holds static data members by name.
	Statics map[string]*Variable
	// Scope is where names inside the class are looked up, nil for the class of a lambda
	// expression.
	Scope *Scope

	record      *Record
	named       atomic.Bool // methods, static members, member classes and enumerations are declared
	listed      bool        // among those of a class of the unit
	inner       []*typeDecl // the listed classes inside it, once it is named
	aliased     bool        // decls has the aliases
	decl        *typeDecl
	decls       map[string]*typeDecl
	enumerators map[string]*enumerator
	closure     *Closure
}

// libraryClass has the members of classes that no source declares: none.
var libraryClass = func() *ClassMembers {
	m := &ClassMembers{}
	m.named.Store(true)
	return m
}()

// MembersOf returns the members of a class. A class that no source declares has none.
func MembersOf(r *Record) *ClassMembers {
	if r != nil {
		if m, ok := r.Members.(*ClassMembers); ok {
			return m
		}
	}
	return libraryClass
}

// Complete implements types.Members.
func (m *ClassMembers) Complete() {
	if e := evalIn(m.Scope); e != nil {
		e.ready(m.record)
	}
}

// DeclaresType reports whether a class itself, not a base, has a member type or member template
// with a name.
func DeclaresType(r *Record, name string) bool { return MembersOf(r.Complete()).decls[name] != nil }

// ready completes a record, unless a caller is completing it.
func (e *eval) ready(r *Record) {
	if r.Done() {
		return
	}
	e.withLock(func(e *eval) { e.finishRecord(r) })
}

// finishRecord is completeRecord for a record that may be listed. Its steps do not count for the
// current question, which may have few steps left. The lock is held.
func (e *eval) finishRecord(r *Record) {
	if !MembersOf(r).listed {
		e.completeRecord(r)
		return
	}
	e.nameMembers(r)
	if !r.Pending() {
		return
	}
	e.nameAliases(r)
	if e.completing >= maxCompletions {
		return
	}
	e.u.completed++
	own := &eval{u: e.u, locked: true, returning: e.returning, completing: e.completing + 1}
	own.completeRecord(r)
	statics := MembersOf(r).Statics
	for _, name := range sortedKeys(statics) {
		own.depth, own.steps = 0, 0
		own.typeVariable(statics[name])
	}
}
