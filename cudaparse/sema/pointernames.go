package sema

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// name is the value of a variable or member.
func (p *Pointers) name(fr *pointerFrame, n, at ast.Node, depth int) PointerArg {
	root := rootName(n)
	path, plain := fieldPath(n)
	l, own := p.b.local(root)
	if l == nil || l.isType || !plain {
		return p.far(n, depth)
	}
	return p.variable(fr, own, l, path, at, depth)
}

// variable is the value of a local, or of a member of it, at a place.
func (p *Pointers) variable(fr *pointerFrame, own *hostFlow, l *hostLocal, path string, at ast.Node, depth int) PointerArg {
	object := placeName(l.name, l.node)
	if path != "" {
		object += "." + path
	}
	q := pointerQuestion{l, path, at}
	if p.busy[q] {
		return PointerArg{} // a value that depends on itself adds nothing
	}
	p.busy[q] = true
	defer delete(p.busy, q)

	if t := p.b.h.localType(own, l); t.Kind == Reference && l.param < 0 && path == "" && len(l.writes) > 0 && l.writes[0].value.Valid() {
		return p.value(fr, single(l.writes[0].value), at, depth)
	} else if t.Kind == Array && path == "" {
		return PointerArg{Bases: []PointerBase{{Object: object, Allocated: true}}, Same: object, OffsetKnown: true}
	}
	if l.escaped && p.settledBefore(own, l, at) {
		l.escaped = false
		defer func() { l.escaped = true }()
	}
	writes, ok := own.reaching(l, path, at)
	if !ok {
		writes = nil
		for _, w := range l.writes {
			if covers(w.field, path) && !own.dead(w.at) {
				writes = append(writes, w)
			}
		}
	}
	var out PointerArg
	for _, w := range writes {
		out = either(out, p.written(fr, l, path, object, w, depth))
	}
	switch {
	case len(out.Bases) == 0 && !out.Null:
		out = pointerNamed(object)
		out.Same = statement(object, at) // moved on from what it was
	case !ok && l.escaped:
		out = either(out, pointerNamed(object))
	}
	// One variable has one value at one place, whatever that is.
	if !ok || len(writes) != 1 || out.Same == "" || !out.OffsetKnown {
		out.Same, out.Offset, out.OffsetKnown = statement(object, at), 0, true
	}
	if path != "" {
		// A function that is given the object, or is one of its methods, may set it.
		names := append(strings.Split(path, "."), l.name)
		if in := at.Enclosing(ast.FunctionDefinition); out.Same == object || p.calledOn(in, l.name) {
			out.Same, out.Offset, out.OffsetKnown = p.reading(object, at, names...), 0, true
		}
	}
	return out
}

// settledBefore reports whether nothing that lets a variable be written out of
// sight comes before a place: no reference to it, no lambda, and no address that is
// kept.
func (p *Pointers) settledBefore(own *hostFlow, l *hostLocal, at ast.Node) bool {
	at = at.Origin()
	if l.arms || l.decl.Qualifiers()&ast.Static != 0 || l.decl.Parent().Kind() == ast.ForRangeLoop || at.File() != own.body.File() {
		return false
	}
	end := at.Index()
	if loop := outerLoop(at, l.node); loop.Valid() {
		end = loop.End()
	}
	file := own.body.File()
	for i := own.body.Index(); i < end; i++ {
		switch n := file.At(i); n.Kind() {
		case ast.InitDeclarator:
			if d := n.Child(ast.FieldDeclarator); (d.Kind() == ast.ReferenceDeclarator || d.Kind() == ast.PointerDeclarator && strings.Contains(d.Text(), "&")) && own.local(rootName(n.Child(ast.FieldValue))) == l {
				return false
			}
		case ast.LambdaExpression:
			return false
		case ast.PointerExpression:
			if n.Op() == ast.And && own.local(rootName(n.Child(ast.FieldArgument))) == l && n.Enclosing(ast.ArgumentList, ast.ExpressionStatement, ast.Declaration).Kind() != ast.ArgumentList {
				return false
			}
		}
	}
	return true
}

// written is the value that a write gives a local.
func (p *Pointers) written(fr *pointerFrame, l *hostLocal, path, object string, w hostWrite, depth int) PointerArg {
	switch w.kind {
	case writeEntry:
		p.params = true
		if l.param < len(fr.args) && fr.caller != nil && path == "" {
			return p.value(fr.caller, fr.args[l.param], fr.args[l.param], depth)
		}
		if l.param < len(fr.args) && fr.caller != nil {
			return p.memberOf(fr.caller, fr.args[l.param], path, object, depth)
		}
		out := pointerNamed(object)
		if fr.fn != nil && path == "" && l.decl.Enclosing(ast.LambdaExpression) == (ast.Node{}) {
			out.Bases[0].Function, out.Bases[0].Param = join(fr.fn.Namespace, fr.fn.Name), l.param
		}
		return out
	case writeValue:
		if !w.value.Valid() {
			return PointerArg{}
		}
		if w.value.Is(ast.InitializerList, ast.ArgumentList, ast.ParameterList) {
			return p.initialized(fr, l, path, object, w, depth)
		}
		if path != w.field {
			return p.member(fr, w.value, path, object, w.at, depth)
		}
		return p.value(fr, single(w.value), w.at, depth)
	case writeOp, writeStep:
		return PointerArg{}.moved(0, false)
	}
	return p.passed(fr, w.at, object, depth)
}

// initialized is the value of a local that is declared with a list.
func (p *Pointers) initialized(fr *pointerFrame, l *hostLocal, path, object string, w hostWrite, depth int) PointerArg {
	own := PointerArg{Bases: []PointerBase{{Object: object}}, Same: object, OffsetKnown: true}
	if w.value.ChildCount() == 2 { // of a std::pair
		switch first := w.value.FirstChild(); path {
		case "first":
			return p.value(fr, Argument(first), w.at, depth)
		case "second":
			return p.value(fr, Argument(first.Next()), w.at, depth)
		}
	}
	t := p.b.h.localType(p.b.flow(l.node), l).Object()
	if t == nil {
		return own
	}
	if t.Kind == Pointer && w.value.ChildCount() == 1 {
		return p.value(fr, Argument(w.value.FirstChild()), w.at, depth)
	}
	if t.Kind == RecordKind && t.Record != nil && path != "" && w.value.Kind() == ast.InitializerList && !strings.Contains(path, ".") {
		i := 0
		for c := range w.value.Children() {
			if i < len(t.Record.Fields) && t.Record.Fields[i].Name == path && c.Kind() != ast.InitializerPair {
				return p.value(fr, c, w.at, depth)
			}
			i++
		}
	}
	// A container owns what it holds.
	own.Bases[0].Allocated = strings.Contains(t.Name, "vector") || strings.Contains(t.Name, "unique_ptr")
	return own
}

// member is a member of a struct that was copied as a whole.
func (p *Pointers) member(fr *pointerFrame, n ast.Node, path, object string, at ast.Node, depth int) PointerArg {
	if inner, ok := fieldPath(n); ok && n.Kind() == ast.Identifier && inner == "" {
		if l, own := p.b.local(n); l != nil && own != nil {
			q := pointerQuestion{l, path, at}
			if p.busy[q] {
				return PointerArg{}
			}
			p.busy[q] = true
			defer delete(p.busy, q)
			writes, ok := own.reaching(l, path, at)
			if ok && len(writes) == 1 {
				return p.written(fr, l, path, placeName(l.name, l.node)+"."+path, writes[0], depth)
			}
		}
	}
	out := pointerNamed(object)
	out.Same = placeName(object, at)
	return out
}

// memberOf is a member of a struct that a function is given, or is given the
// address of.
func (p *Pointers) memberOf(fr *pointerFrame, n ast.Node, path, object string, depth int) PointerArg {
	for n.Kind() == ast.ParenthesizedExpression || n.Kind() == ast.PointerExpression && n.Op() == ast.And {
		if n.Kind() == ast.PointerExpression {
			n = n.Child(ast.FieldArgument)
		} else {
			n = n.FirstChild()
		}
	}
	if n.Kind() == ast.Identifier && depth < 40 {
		if l, own := p.b.local(n); l != nil && !l.isType {
			return p.variable(fr, own, l, path, n, depth+1)
		}
	}
	return pointerNamed(placeName(object, n))
}

// passed is the value of a variable whose address, or a reference to it, was given
// to a function.
func (p *Pointers) passed(fr *pointerFrame, at ast.Node, object string, depth int) PointerArg {
	call := at
	for call.Is(ast.PointerExpression, ast.CastExpression, ast.ParenthesizedExpression, ast.ArgumentList) || call.Kind() == ast.CallExpression && strings.HasSuffix(lastName(call.Child(ast.FieldFunction)), "_cast") {
		call = call.Parent()
	}
	name := lastName(call.Child(ast.FieldFunction))
	var args []ast.Node
	for a := range call.Child(ast.FieldArguments).Children() {
		args = append(args, a)
	}
	switch {
	case strings.EqualFold(name, "swap") || name == "exchange":
		var out PointerArg
		for _, a := range args {
			out = either(out, p.value(fr, a, at, depth))
		}
		return either(out, PointerArg{Bases: []PointerBase{{Object: object}}})
	case strings.HasSuffix(name, "GetSymbolAddress") && len(args) == 2:
		symbol := squeeze(args[1].Text())
		return PointerArg{Bases: []PointerBase{{Object: symbol, Allocated: true}}, Same: symbol, OffsetKnown: true}
	case strings.HasSuffix(name, "HostGetDevicePointer") && len(args) > 1:
		return p.value(fr, args[1], at, depth)
	case allocates(name):
		// One call may allocate several.
		here := placeName(name+" for "+object, at)
		return PointerArg{Bases: []PointerBase{{Object: here, Allocated: true}}, Same: here, OffsetKnown: true}
	}
	// One call may exchange those it is given.
	out := pointerNamed(placeName("set", at))
	out.Same = object + " " + out.Same
	return out
}

// far is the value of a variable of the file, or of a member of an object.
func (p *Pointers) far(n ast.Node, depth int) PointerArg {
	text := squeeze(n.Text())
	object := text
	if v := p.b.Scope(n).Variable(n); v != nil {
		object = join(v.Namespace, v.Name)
		if v.Type != nil && v.Type.Kind == Array {
			return PointerArg{Bases: []PointerBase{{Object: object, Allocated: true}}, Same: object, OffsetKnown: true}
		}
	}
	same := ""
	if !hasCall(n) {
		same = p.reading(object, n, namesIn(n)...)
	}
	q := pointerQuestion{text: text}
	if p.busy[q] {
		return PointerArg{}
	}
	p.busy[q] = true
	defer delete(p.busy, q)
	var out PointerArg
	for _, w := range p.memberWrites(lastField(n)) {
		if w.text != text || p.otherClass(n, &w) {
			continue
		}
		var v PointerArg
		if w.call.Valid() {
			v = p.passed(&pointerFrame{fn: p.u.FunctionAt(w.call)}, w.call, object, depth)
		} else if w.constructor != nil && parameter(w.constructor, w.value.Text()) {
			v = pointerNamed(placeName(w.value.Text(), w.constructor.Node))
		} else {
			v = p.value(&pointerFrame{fn: p.u.FunctionAt(w.value)}, w.value, w.value, depth)
		}
		out = either(out, v)
	}
	if len(out.Bases) == 0 {
		out = pointerNamed(object)
	}
	out.Same, out.Offset, out.OffsetKnown = same, 0, true
	return out
}

// otherClass reports whether a name and a write to that name, both in methods and
// without an object, are of members of different classes.
func (p *Pointers) otherClass(n ast.Node, w *memberWrite) bool {
	at := w.value
	if w.call.Valid() {
		at = w.call
	}
	read, write := p.u.FunctionAt(n), p.u.FunctionAt(at)
	if w.constructor != nil {
		write = w.constructor
	}
	if read == nil || write == nil || read.Record == nil || write.Record == nil || read.Record == write.Record {
		return false
	}
	has := func(r *Record) bool {
		return slices.ContainsFunc(r.Complete().Fields, func(f Field) bool { return f.Name == w.text })
	}
	return has(read.Record) && has(write.Record)
}

func lastField(n ast.Node) string {
	if n.Kind() == ast.FieldExpression {
		n = n.Child(ast.FieldField)
	}
	return lastName(n)
}

// maxMemberWrites bounds the writes to one name that are looked at.
const maxMemberWrites = 32

// memberWrites returns the writes to what has a name, all over the unit.
func (p *Pointers) memberWrites(name string) []memberWrite {
	if p.writes == nil {
		p.writes = map[string][]memberWrite{}
		for _, file := range p.u.Files {
			for i := range file.Len() {
				p.memberWrite(file.At(i))
			}
		}
	}
	return p.writes[name]
}

func (p *Pointers) memberWrite(n ast.Node) {
	add := func(target ast.Node, w memberWrite) {
		if !target.Is(ast.Identifier, ast.FieldExpression) {
			return
		}
		name := lastField(target)
		if len(p.writes[name]) < maxMemberWrites {
			w.text = squeeze(target.Text())
			p.writes[name] = append(p.writes[name], w)
		}
	}
	switch n.Kind() {
	case ast.AssignmentExpression:
		if n.Op() == ast.Assign {
			add(n.Child(ast.FieldLeft), memberWrite{value: n.Child(ast.FieldRight)})
		}
	case ast.PointerExpression:
		if n.Op() == ast.And && n.Parent().Is(ast.ArgumentList, ast.CastExpression) {
			add(n.Child(ast.FieldArgument), memberWrite{call: n})
		}
	case ast.MemberInitializer: // of a constructor: buffer(p)
		if name, list := n.FirstChild(), n.ChildOf(ast.ArgumentList, ast.InitializerList); name.Kind() == ast.FieldIdentifier && list.ChildCount() == 1 && len(p.writes[name.Text()]) < maxMemberWrites {
			constructor := p.u.FunctionAt(n.Enclosing(ast.FunctionDefinition).Child(ast.FieldBody))
			p.writes[name.Text()] = append(p.writes[name.Text()], memberWrite{text: name.Text(), value: Argument(list.FirstChild()), constructor: constructor})
		}
	case ast.CallExpression:
		if lastName(n.Child(ast.FieldFunction)) == "swap" {
			for a := range n.Child(ast.FieldArguments).Children() {
				add(a, memberWrite{call: n})
			}
		}
	}
}
