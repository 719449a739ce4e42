package sema

// Most classes of a header are reached by nothing that a unit is asked for. The members of
// those at file and namespace scope are named when a query may be about them (see class);
// their base classes, data members and sizes are found when somebody looks inside.

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

// ready completes a record, unless a caller is completing it.
func (e *eval) ready(r *Record) {
	if r.state.Load() == recordDone {
		return
	}
	e.withLock(func(e *eval) { e.finishRecord(r) })
}

// finishRecord is completeRecord for a record that may be listed. Its steps do not count for the
// current question, which may have few steps left. The lock is held.
func (e *eval) finishRecord(r *Record) {
	if !r.listed {
		e.completeRecord(r)
		return
	}
	e.nameMembers(r)
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
