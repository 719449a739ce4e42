package types

// KnownTemplate returns an instance of a template of the standard library or of CUDA's headers, nil
// for other names.
func KnownTemplate(name string, args []TemplateArg) *Type {
	arg := func(i int) *Type {
		if i < len(args) && args[i].Type != nil && args[i].Type.Known() {
			return args[i].Type
		}
		return nil
	}
	full := name + "<" + ArgsName(args) + ">"
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
			return sequenceOf("index_sequence", countTo(args[0].Const.Int, ULongType))
		}
	case "make_integer_sequence":
		if len(args) == 2 && arg(0) != nil && args[1].Const.Known() && args[1].Const.Int <= maxSequence {
			return sequenceOf("integer_sequence", append([]TemplateArg{args[0]}, countTo(args[1].Const.Int, arg(0))...))
		}
	case "index_sequence_for":
		return sequenceOf("index_sequence", countTo(int64(min(len(args), maxSequence)), ULongType))
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

// TraitType returns a member type of an instance of a template of the library, such as
// conditional<...>::type; nil for other members.
func TraitType(t *Type, name string) *Type {
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
		return VoidType
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
	for _, u := range []*Type{UCharType, UShortType, UIntType, ULongType} {
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
	r := &Record{Name: name, Fields: []Field{{Name: member, Type: t}}, Size: t.Size, Align: t.Align}
	r.done()
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
		out = append(out, TemplateArg{Const: IntConst(i, t)})
	}
	return out
}

func pairOf(name string, a, b *Type) *Type {
	r := &Record{Name: name, Size: -1, Align: -1}
	if a.Size >= 0 && b.Size >= 0 {
		r.Align = max(a.Align, b.Align)
		offset := RoundUp(a.Size, b.Align)
		r.Size = RoundUp(offset+b.Size, r.Align)
		r.Fields = []Field{{Name: "first", Type: a}, {Name: "second", Type: b, Offset: offset}}
	} else {
		r.Fields = []Field{{Name: "first", Type: a, Offset: 0}, {Name: "second", Type: b, Offset: -1}}
	}
	r.done()
	return &Type{Kind: RecordKind, Name: name, Size: r.Size, Align: r.Align, Record: r}
}
