package resource

// member reports a handle that is left in a member of a class none of whose
// methods releases it.
func (r *reporter) member(a *analysis, s site) {}
