package sema

// maxSpecials bounds the choices of specialisations that a unit remembers.
const maxSpecials = 1 << 14

// A specialQuestion asks for the specialisation of a class template. Those that the template has
// may grow while classes are completed.
type specialQuestion struct {
	template *typeDecl
	specials int
	args     string // their key
}

type specialAnswer struct {
	chosen   *typeDecl
	bindings *Bindings
}

// specialFor returns the specialisation of a class template for some arguments with the bindings of
// its own parameters, or the template itself with b. key is that of the arguments. All
// specialisations are matched at the first question only: a template of traits has dozens.
func (e *eval) specialFor(d *typeDecl, b *Bindings, args []TemplateArg, key string) (*typeDecl, *Bindings) {
	if len(d.special) == 0 {
		return d, b
	}
	q := specialQuestion{d, len(d.special), key}
	if v, ok := e.u.specials.Load(q); ok && e.u.built {
		a := v.(specialAnswer)
		return a.chosen, a.bindings
	}
	chosen := d
	for _, sp := range d.special {
		if sb, ok := e.matchSpecial(sp, args); ok && (chosen == d || len(sp.params) < len(chosen.params)) {
			chosen, b = sp, sb
		}
	}
	// A choice made while a class is completed may miss its later members.
	if e.u.built && (!e.locked || e.u.busyRecords == 0) && !e.exhausted() && e.u.specialsCount.Add(1) <= maxSpecials {
		e.u.specials.Store(q, specialAnswer{chosen, b})
	}
	return chosen, b
}

// matchSpecial reports whether a specialisation is for the arguments, and what
// its own parameters are then.
func (e *eval) matchSpecial(sp *typeDecl, args []TemplateArg) (*Bindings, bool) {
	d := newDeduction(e, sp.params, sp.scope)
	i := 0
	for n := range sp.args.Children() {
		if i >= len(args) || !d.matchArg(n, args[i], true) {
			return nil, false
		}
		i++
	}
	if i < len(args) && !(i == len(args)-1 && args[i].Pack != nil && len(args[i].Pack) == 0) {
		return nil, false
	}
	for _, p := range sp.params {
		if a, ok := d.bindings.Args[p.Name]; !ok || !a.Known() {
			return nil, false
		}
	}
	return d.bindings, true
}
