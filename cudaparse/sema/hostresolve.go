package sema

import "strings"

// A resolveQuestion asks which of some candidates a call means.
type resolveQuestion struct {
	candidates **Function // the first of them
	count      int
	args       string // see callKey
}

// A resolveAnswer is what is known of a resolveQuestion. The types are kept because the
// question names their records by where they are.
type resolveAnswer struct {
	f        *Function
	b        *Bindings
	explicit []TemplateArg
	types    []*Type
}

// maxResolved bounds the answers that are kept.
const maxResolved = 1 << 14

// resolve is eval.resolve for calls of host code. Each caller of a function is followed for
// every launch and depth that leads to it, so that one call is asked about many times, most
// often with the same types.
func (h *hostEval) resolve(candidates []*Function, explicit []TemplateArg, types []*Type) (*Function, *Bindings) {
	if len(candidates) == 0 {
		return nil, nil
	}
	key, ok := callKey(explicit, types)
	if !ok {
		return h.e.resolve(h.e.u.Global, candidates, explicit, types)
	}
	q := resolveQuestion{&candidates[0], len(candidates), key}
	if a, ok := h.resolved[q]; ok {
		return a.f, a.b
	}
	f, b := h.e.resolve(h.e.u.Global, candidates, explicit, types)
	if !h.e.exhausted() && len(h.resolved) < maxResolved {
		h.resolved[q] = resolveAnswer{f, b, explicit, types}
	}
	return f, b
}

// callKey names the template arguments and the types of the arguments of a call uniquely
// within a unit. ok is false where that cannot be done.
func callKey(explicit []TemplateArg, types []*Type) (key string, ok bool) {
	var b strings.Builder
	for _, a := range explicit {
		inner, ok := argsKey([]TemplateArg{a}, true)
		if !ok || a.Pack != nil {
			return "", false
		}
		b.WriteString(inner)
		if a.Const.Known() && !typeKey(&b, a.Const.Type, true, 0) { // f<1> is not f<1u>
			return "", false
		}
		b.WriteByte(';')
	}
	for _, t := range types {
		b.WriteByte('|')
		if t != nil && !typeKey(&b, t, true, 0) {
			return "", false
		}
	}
	return b.String(), b.Len() <= 1<<16
}
