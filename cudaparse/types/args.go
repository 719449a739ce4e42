package types

import (
	"fmt"
	"strings"
)

// ArgsName spells template arguments for messages; what is not known is "?".
func ArgsName(args []TemplateArg) string {
	var b strings.Builder
	for i, a := range args {
		if i > 0 {
			b.WriteString(", ")
		}
		switch {
		case a.Type != nil:
			b.WriteString(a.Type.Name)
		case a.Const.Known() && a.Const.Type.Kind == Float:
			fmt.Fprint(&b, a.Const.Float)
		case a.Const.Known():
			fmt.Fprint(&b, a.Const.Int)
		case a.Pack != nil:
			b.WriteString(ArgsName(a.Pack))
		default:
			b.WriteByte('?')
		}
		if b.Len() > 200 {
			b.WriteString("...")
			break
		}
	}
	return b.String()
}

// ArgsKey returns a text that is different for different template arguments within a unit. If one
// is not known, ok is false; with unknown set it is true, and types that are not known differ by
// their names alone.
func ArgsKey(args []TemplateArg, unknown bool) (string, bool) {
	var b strings.Builder
	for _, a := range args {
		switch {
		case a.Type != nil:
			if !typeKey(&b, a.Type, unknown, 0) {
				return "", false
			}
		case a.Const.Known():
			fmt.Fprintf(&b, "#%d/%g", a.Const.Int, a.Const.Float)
		case a.Pack != nil:
			inner, ok := ArgsKey(a.Pack, unknown)
			if !ok {
				return "", false
			}
			b.WriteString("{" + inner + "}")
		case unknown:
			b.WriteByte('?')
		default:
			return "", false
		}
		b.WriteByte(',')
		if b.Len() > 4000 {
			return "", false
		}
	}
	return b.String(), true
}

// TypeKey writes a text for a type as ArgsKey does, and reports whether there is one.
func TypeKey(b *strings.Builder, t *Type, unknown bool) bool { return typeKey(b, t, unknown, 0) }

func typeKey(b *strings.Builder, t *Type, unknown bool, depth int) bool {
	if t == nil || depth > 40 {
		return false
	}
	if t.Kind == Dependent && t.Decl != nil {
		fmt.Fprintf(b, "template %p", t.Decl)
		return true
	}
	switch t.Kind {
	case UnknownType, Dependent, Auto:
		if !unknown {
			return false
		}
	}
	if t.Record != nil && t.Record.Node.Valid() { // its name says no more
		fmt.Fprintf(b, "%d@%p", t.Qualifiers, t.Record)
		return true
	}
	fmt.Fprintf(b, "%d.%d.%d.%d:%s", t.Kind, t.Size, t.Len, t.Qualifiers, t.Name)
	if t.Kind == Enum && t.Decl != nil { // classes may have enumerations of one name
		n := t.Decl.Syntax()
		fmt.Fprintf(b, "@%p.%d", n.File(), n.Index())
	}
	for _, a := range t.Args {
		inner, ok := ArgsKey([]TemplateArg{a}, unknown)
		if !ok {
			return false
		}
		b.WriteString("<" + inner + ">")
	}
	if t.Elem != nil {
		b.WriteByte('*')
		return typeKey(b, t.Elem, unknown, depth+1)
	}
	return true
}

// String spells the argument; what is not known is "?".
func (a TemplateArg) String() string { return ArgsName([]TemplateArg{a}) }

// Same reports whether two arguments are the same.
func (a TemplateArg) Same(b TemplateArg) bool { return sameArg(a, b, 0) }
