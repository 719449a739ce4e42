package sema

import "github.com/cudalint/cudalint/cudaparse/ast"

// A returnQuestion asks what auto stands for in a function with template arguments.
type returnQuestion struct {
	f    *Function
	args string // see argsKey
}

// A returnAnswer is what is known of a returnQuestion. The bindings are kept because
// the question names records of theirs by where they are.
type returnAnswer struct {
	typ      *Type
	bindings *Bindings
}

// maxReturned bounds the answers that a unit keeps.
const maxReturned = 1 << 16

// returned is the type that auto stands for in a function of one return. Libraries
// are made of functions that return what others return, with several calls in each:
// without remembering them every level would multiply the work.
func (e *eval) returned(f *Function, b *Bindings) *Type {
	if !f.Body.Valid() || f.Body.ChildCount() != 1 {
		return nil
	}
	ret := f.Body.FirstChild()
	if ret.Kind() != ast.ReturnStatement {
		return nil
	}
	args := make([]TemplateArg, len(f.TemplateParams))
	for i, p := range f.TemplateParams {
		args[i], _ = b.Lookup(p.Name)
	}
	key, ok := argsKey(args, true)
	if !ok || !e.u.declared {
		return e.returnedBy(ret, f, b)
	}
	q := returnQuestion{f, key}
	if v, ok := e.u.returned.Load(q); ok {
		return v.(returnAnswer).typ
	}
	if e.returning[q] {
		return nil // it returns what it returns itself
	}
	if e.returning == nil {
		e.returning = map[returnQuestion]bool{}
	}
	e.returning[q] = true
	t := e.returnedBy(ret, f, b)
	delete(e.returning, q)
	// What is found while a class is completed may miss what comes later in it.
	if (!e.locked || e.u.busyRecords == 0) && !e.exhausted() && e.u.returnedCount.Add(1) <= maxReturned {
		e.u.returned.Store(q, returnAnswer{t, b})
	}
	return t
}

// returnedBy finds the type of the expression that a function returns.
func (e *eval) returnedBy(ret ast.Node, f *Function, b *Bindings) *Type {
	scope := scopeWith(f, b)
	params := map[string]*Type{}
	for _, p := range f.Params {
		params[p.Name] = e.paramType(scope, p)
	}
	inner := &Scope{Unit: e.u, Outer: scope, Local: func(name string) (LocalName, bool) {
		t, ok := params[name]
		return LocalName{Type: t}, ok
	}}
	return e.exprType(inner, ret.FirstChild()).Value()
}
