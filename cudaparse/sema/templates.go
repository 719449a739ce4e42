package sema

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/expand"
)

// templateArgs evaluates a template_argument_list.
func (e *eval) templateArgs(s *Scope, list ast.Node) []TemplateArg {
	args := []TemplateArg{}
	for n := range list.Children() {
		if n.Kind() == ast.ParameterPackExpansion {
			if sym := e.find(s, packName(n).PlainName(), wantType|wantValue); sym.pack != nil {
				args = append(args, sym.pack...)
				continue
			}
		}
		args = append(args, e.templateArg(s, n))
		if len(args) > 200 {
			break
		}
	}
	return args
}

func packName(n ast.Node) ast.Node {
	n = n.FirstChild()
	if n.Kind() == ast.TypeDescriptor && n.ChildCount() == 1 {
		return n.FirstChild()
	}
	return n
}

// templateArg evaluates one template argument. The grammar takes a plain name
// for a type; it may be a constant.
func (e *eval) templateArg(s *Scope, n ast.Node) TemplateArg {
	if n.Kind() != ast.TypeDescriptor {
		if n.Is(ast.Identifier, ast.QualifiedIdentifier) {
			if c := e.constant(s, n); c.Known() {
				return TemplateArg{Const: c}
			}
			if t := e.typeOf(s, n); t.Known() {
				return TemplateArg{Type: t}
			}
			return TemplateArg{}
		}
		return TemplateArg{Const: e.constant(s, n)}
	}
	inner := n.Child(ast.FieldType)
	if n.Qualifiers() == 0 && !n.Child(ast.FieldDeclarator).Valid() && inner.Is(ast.TypeIdentifier, ast.QualifiedIdentifier, ast.TemplateType, ast.DependentType) {
		if inner.Kind() == ast.TypeIdentifier {
			if sym := e.find(s, inner.Text(), wantValue|withoutValue); sym.kind == localSymbol || sym.kind == variableSymbol || sym.kind == enumeratorSymbol {
				return TemplateArg{Const: e.constant(s, inner)}
			}
		}
		if t := e.typeOf(s, inner); t.Known() || t != nil && t.template != nil {
			return TemplateArg{Type: t}
		}
		return TemplateArg{Const: e.constant(s, inner)}
	}
	if t := e.typeOf(s, n); t.Known() {
		return TemplateArg{Type: t}
	}
	if inner.Kind() == ast.TypeIdentifier || inner.Kind() == ast.QualifiedIdentifier { // N * M looks like a pointer
		if x := expand.ParseAt(n.Text(), expand.Expression, n); x.Valid() && e.depth < 50 {
			return TemplateArg{Const: e.constant(s, x)}
		}
	}
	return TemplateArg{}
}

// templateType returns the type that a template_type names, looked up in a place
// or from the scope; nil where the template is not known.
func (e *eval) templateType(s *Scope, n ast.Node, in *place) *Type {
	name := n.Child(ast.FieldName).Text()
	args := e.templateArgs(s, n.Child(ast.FieldArguments))
	var sym symbol
	if in != nil {
		sym = e.inPlace(s, *in, name, wantType, nil)
	} else {
		sym = e.find(s, name, wantType)
	}
	if sym.decl != nil && (len(sym.decl.params) > 0 || sym.decl.template.Valid()) {
		return e.instantiate(sym.decl, args)
	}
	if sym.kind == typeSymbol && sym.typ != nil && sym.typ.template != nil { // an argument of a template template parameter
		return e.instantiate(sym.typ.template, args)
	}
	if sym.kind == dependentSymbol {
		return dependent(n.Text())
	}
	if in != nil && in.space != e.u.spaces[""] && (name == "texture" || name == "surface") {
		return nil // CUDA's are in no namespace: gl::texture<T> is another
	}
	if t := e.knownTemplate(name, n, args); t != nil {
		return t
	}
	if sym = e.anywhere(name, wantType); sym.decl != nil && len(sym.decl.params) > 0 {
		return e.instantiate(sym.decl, args)
	}
	for _, a := range args {
		if a.Type != nil && a.Type.Kind == Dependent {
			return dependent(n.Text())
		}
	}
	if e.hasDependent(s, n) {
		return dependent(n.Text())
	}
	return nil
}

// knownTemplate returns an instance of a template of the standard library or of
// CUDA's headers.
func (e *eval) knownTemplate(name string, n ast.Node, args []TemplateArg) *Type {
	arg := func(i int) *Type {
		if i < len(args) && args[i].Type != nil && args[i].Type.Known() {
			return args[i].Type
		}
		return nil
	}
	full := name + "<" + argsName(args) + ">"
	switch name {
	case "array", "Array":
		if name == "array" && len(args) == 2 && arg(0) != nil && args[1].Const.Known() {
			return wrapper(full, ArrayMember, ArrayOf(arg(0), args[1].Const.Int))
		}
	case "complex":
		if t := arg(0); t != nil && t.Size > 0 {
			return builtinRecord(full, t, t.Size*2, "x", "y")
		}
	case "pair":
		if a, b := arg(0), arg(1); a != nil && b != nil {
			return pairOf(full, a, b)
		}
	case "index_sequence", "integer_sequence":
		return sequenceOf(name, args)
	case "make_index_sequence":
		if len(args) == 1 && args[0].Const.Known() && args[0].Const.Int <= maxSequence {
			return sequenceOf("index_sequence", countTo(args[0].Const.Int, ulongType))
		}
	case "make_integer_sequence":
		if len(args) == 2 && arg(0) != nil && args[1].Const.Known() && args[1].Const.Int <= maxSequence {
			return sequenceOf("integer_sequence", append([]TemplateArg{args[0]}, countTo(args[1].Const.Int, arg(0))...))
		}
	case "index_sequence_for":
		return sequenceOf("index_sequence", countTo(int64(min(len(args), maxSequence)), ulongType))
	case "conditional_t":
		if len(args) == 3 && args[0].Const.Known() {
			return arg(int(2 - args[0].Const.Int))
		}
	case "remove_const_t", "remove_cv_t":
		if t := arg(0); t != nil {
			return t.Without()
		}
	case "remove_reference_t":
		return arg(0).Object()
	case "decay_t", "remove_cvref_t":
		return arg(0).Value()
	case "make_unsigned_t":
		if t := arg(0); t != nil && t.Kind == Int {
			return unsignedOf(t)
		}
	case "remove_pointer_t":
		if t := arg(0); t != nil && t.Kind == Pointer {
			return t.Elem
		}
		return arg(0)
	case "integral_constant", "is_same", "numeric_limits", "enable_if", "conditional", "remove_const", "remove_reference", "remove_cv", "decay",
		"thread_block_tile", "texture", "surface", "vector", "thread_block", "atomic_ref", "atomic", "unique_ptr", "shared_ptr", "device_vector",
		"host_vector", "is_same_v", "coalesced_group", "tuple", "function", "initializer_list", "device_ptr", "optional", "BlockReduce", "BlockScan",
		"WarpReduce", "BlockLoad", "BlockStore", "BlockRadixSort", "barrier", "pipeline", "make_unsigned", "remove_pointer", "map", "set", "bool_constant", "allocator":
		t := &Type{Kind: Builtin, Name: name, Size: -1, Align: -1, Args: args}
		if b := builtinTypes[name]; b != nil {
			t.Size, t.Align = b.Size, b.Align
		}
		return t
	}
	return nil
}

// traitType returns member types of the library's templates.
func traitType(t *Type, name string) *Type {
	arg := func(i int) *Type {
		if i < len(t.Args) {
			return t.Args[i].Type
		}
		return nil
	}
	switch name + " " + t.Name {
	case "type conditional":
		if len(t.Args) == 3 && t.Args[0].Const.Known() {
			return arg(int(2 - t.Args[0].Const.Int))
		}
	case "type enable_if":
		if len(t.Args) == 2 {
			return arg(1)
		}
		return voidType
	case "type remove_const", "type remove_cv":
		if a := arg(0); a != nil {
			return a.Without()
		}
	case "type remove_reference":
		return arg(0).Object()
	case "type decay":
		return arg(0).Value()
	case "type make_unsigned":
		if a := arg(0); a != nil && a.Kind == Int {
			return unsignedOf(a)
		}
	case "type remove_pointer":
		if a := arg(0); a != nil && a.Kind == Pointer {
			return a.Elem
		}
		return arg(0)
	}
	if name == "value_type" {
		return arg(0)
	}
	return nil
}

func unsignedOf(t *Type) *Type {
	for _, u := range []*Type{ucharType, ushortType, uintType, ulongType} {
		if u.Size == t.Size {
			return u
		}
	}
	return t
}

// ArrayMember is the name of the data member of std::array.
const ArrayMember = "_M_elems"

// wrapper is a struct around one member.
func wrapper(name, member string, t *Type) *Type {
	r := &Record{Name: name, Fields: []Field{{Name: member, Type: t}}, Methods: map[string][]*Function{}, Statics: map[string]*Variable{}, Size: t.Size, Align: t.Align}
	r.state.Store(recordDone)
	return &Type{Kind: RecordKind, Name: name, Size: t.Size, Align: t.Align, Record: r}
}

// maxSequence bounds the length of a std::make_index_sequence.
const maxSequence = 256

// sequenceOf returns the type std::index_sequence, or a related class template called name,
// with some template arguments.
func sequenceOf(name string, args []TemplateArg) *Type {
	return &Type{Kind: Builtin, Name: name, Size: 1, Align: 1, Args: args}
}

// countTo returns the numbers from 0 to n-1 as template arguments of type t.
func countTo(n int64, t *Type) []TemplateArg {
	out := []TemplateArg{}
	for i := range n {
		out = append(out, TemplateArg{Const: intConst(i, t)})
	}
	return out
}

func pairOf(name string, a, b *Type) *Type {
	r := &Record{Name: name, Methods: map[string][]*Function{}, Statics: map[string]*Variable{}, Size: -1, Align: -1}
	if a.Size >= 0 && b.Size >= 0 {
		r.Align = max(a.Align, b.Align)
		offset := roundUp(a.Size, b.Align)
		r.Size = roundUp(offset+b.Size, r.Align)
		r.Fields = []Field{{Name: "first", Type: a}, {Name: "second", Type: b, Offset: offset}}
	} else {
		r.Fields = []Field{{Name: "first", Type: a, Offset: 0}, {Name: "second", Type: b, Offset: -1}}
	}
	r.state.Store(recordDone)
	return &Type{Kind: RecordKind, Name: name, Size: r.Size, Align: r.Align, Record: r}
}

func argsName(args []TemplateArg) string {
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
			b.WriteString(argsName(a.Pack))
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

// argsKey names template arguments uniquely within a unit. ok is false where one is
// not known, unless some may be: these are all the same then, but for their names.
func argsKey(args []TemplateArg, unknown bool) (string, bool) {
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
			inner, ok := argsKey(a.Pack, unknown)
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

func typeKey(b *strings.Builder, t *Type, unknown bool, depth int) bool {
	if t == nil || depth > 40 {
		return false
	}
	if t.template != nil {
		fmt.Fprintf(b, "template %p", t.template)
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
	if t.enum != nil { // classes may have enumerations of one name
		fmt.Fprintf(b, "@%p.%d", t.enum.node.File(), t.enum.node.Index())
	}
	for _, a := range t.Args {
		inner, ok := argsKey([]TemplateArg{a}, unknown)
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
func (a TemplateArg) String() string { return argsName([]TemplateArg{a}) }

// Same reports whether two arguments are the same.
func (a TemplateArg) Same(b TemplateArg) bool { return sameArg(a, b, 0) }
