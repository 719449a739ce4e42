package sema

// detachedArgs returns the arguments without their syntax trees; see Type.Detached.
func detachedArgs(args []TemplateArg) []TemplateArg {
	if args == nil {
		return nil
	}
	out := make([]TemplateArg, len(args))
	for i, a := range args {
		out[i] = a.Detached()
	}
	return out
}

// Detached returns the argument without its syntax tree. It is unknown where it is made of a
// class of a source.
func (a TemplateArg) Detached() TemplateArg {
	return TemplateArg{Type: a.Type.Detached(), Const: a.Const.Detached(), Pack: detachedArgs(a.Pack)}
}

// Detached returns the constant without a syntax tree. It is unknown where its type is a
// class of a source.
func (c Const) Detached() Const {
	if c.Type = c.Type.Detached(); c.Type == nil {
		return Const{}
	}
	return c
}

// Detached returns a type that refers to no syntax tree, so that it can outlive its unit. It
// is nil where the type is made of a class of a source.
func (t *Type) Detached() *Type { return t.detached(0) }

func (t *Type) detached(depth int) *Type {
	if t == nil || depth > 40 {
		return nil
	}
	if t.Record != nil && (t.Record.Node.Valid() || t.Record.Scope != nil || len(t.Record.Bases) > 0) || t.Kind == Dependent || t.Kind == Auto || t.Kind == FunctionKind {
		return nil
	}
	if t.Record != nil {
		for _, f := range t.Record.Fields { // std::pair of a class
			if f.Node.Valid() || f.Type.detached(depth+1) == nil {
				return nil
			}
		}
	}
	if t.Elem == nil && len(t.Args) == 0 && t.enum == nil {
		return t
	}
	out := *t
	out.enum = nil // another unit compares enumerations by name
	if t.Elem != nil {
		if out.Elem = t.Elem.detached(depth + 1); out.Elem == nil {
			return nil
		}
	}
	out.Args = detachedArgs(t.Args)
	return &out
}
