package constantsymbolcopy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
)

// A part is a device variable, or an element of it, as an argument spells it: the name,
// and an expression for the offset in bytes, "" for 0.
type part struct {
	name   ast.Node
	offset string
}

// partOf parses an argument that spells a variable, an element, or the address of one.
// ok is false for other spellings.
func (c *checker) partOf(n ast.Node, v *sema.Variable) (p part, ok bool) {
	if !lint.Written(n) {
		return p, false
	}
	n = inner(n)
	if n.Kind() == ast.PointerExpression && n.Op() == ast.And {
		n = inner(n.Child(ast.FieldArgument))
	}
	switch n.Kind() {
	case ast.SubscriptExpression:
		index := n.Child(ast.FieldIndices)
		if index.Kind() == ast.SubscriptArgumentList {
			index = index.FirstChild()
		}
		p = part{n.Child(ast.FieldArgument), index.Text()}
		if !binds(index) {
			p.offset = "(" + p.offset + ")"
		}
	case ast.BinaryExpression:
		index := n.Child(ast.FieldRight)
		if n.Op() != ast.Add || !binds(index) {
			return p, false
		}
		p = part{n.Child(ast.FieldLeft), index.Text()}
	default:
		p = part{name: n}
	}
	if !p.name.Is(ast.Identifier, ast.QualifiedIdentifier) || c.bodies.Object(p.name).Variable != v || v.Type == nil {
		return p, false
	}
	if p.offset == "0" {
		p.offset = ""
	}
	if p.offset != "" {
		if v.Type.Kind != sema.Array {
			return p, false
		}
		p.offset += " * sizeof(" + p.name.Text() + "[0])"
	}
	return p, true
}

// inner removes parentheses and casts around an expression.
func inner(n ast.Node) ast.Node {
	for {
		switch {
		case n.Kind() == ast.ParenthesizedExpression:
			n = n.FirstChild()
		case n.Kind() == ast.CastExpression:
			n = n.Child(ast.FieldValue)
		case n.Kind() == ast.CallExpression && n.Child(ast.FieldFunction).Kind() == ast.TemplateFunction &&
			strings.HasSuffix(n.Child(ast.FieldFunction).Child(ast.FieldName).Text(), "_cast"):
			n = n.Child(ast.FieldArguments).FirstChild()
		default:
			return n
		}
	}
}

// binds reports whether an index can stand in a product as it is.
func binds(n ast.Node) bool {
	return n.Is(ast.Identifier, ast.NumberLiteral, ast.ParenthesizedExpression, ast.SubscriptExpression, ast.FieldExpression)
}

// nameSymbol returns the fix of an argument that points to a symbol instead of naming
// it. at is the offset in bytes of what it points to, negative if it is not known.
func (c *checker) nameSymbol(a access, v *sema.Variable, at int64) []fixes.Fix {
	p, ok := c.partOf(a.symbolArg, v)
	if !ok {
		return nil
	}
	fix := fixes.Fix{Title: "pass " + p.name.Text() + " itself", Safety: fixes.Unsafe, Edits: []fixes.Edit{c.Edit(a.symbolArg, p.name.Text())}}
	if p.offset != "" {
		edit, ok := c.addOffset(a, p.offset)
		if !ok {
			return nil
		}
		fix.Title += ", and the offset in bytes"
		fix.Edits = append(fix.Edits, edit)
	}
	a.symbolArg = p.name
	return c.recheck(fix, a, v, at)
}

// nameString is nameSymbol for a string that spells the name of a symbol. The symbol
// has to be in scope at the call.
func (c *checker) nameString(a access, arg ast.Node) []fixes.Fix {
	v := c.visible(strings.Trim(arg.Text(), `"`), a.call)
	if v == nil || arg.Kind() != ast.StringLiteral || !lint.Written(a.symbolArg) || a.symbolArg != arg {
		return nil
	}
	a.symbolArg = v.Node
	return c.recheck(fixes.Fix{Title: "pass " + v.Name + " itself", Safety: fixes.Unsafe, Edits: []fixes.Edit{c.Edit(arg, v.Name)}}, a, v, 0)
}

// dropAddress returns the fix that passes a variable instead of its address. The
// declaration of the variable is not visible.
func (c *checker) dropAddress(a access, of ast.Node) []fixes.Fix {
	if !lint.Written(a.symbolArg) || inner(a.symbolArg).Child(ast.FieldArgument) != of {
		return nil
	}
	return []fixes.Fix{{Title: "pass " + of.Text() + " itself", Safety: fixes.Unsafe, Edits: []fixes.Edit{c.Edit(a.symbolArg, of.Text())}}}
}

// mayHave reports whether a class or one of its bases has, or may have, a member of the
// given name.
func mayHave(r *sema.Record, name string, depth int) bool {
	const most = 20
	r.Complete()
	if depth > most || sema.MembersOf(r).Statics[name] != nil || sema.DeclaresType(r, name) || len(sema.MembersOf(r).Methods[name]) > 0 ||
		slices.ContainsFunc(r.Fields, func(f sema.Field) bool { return f.Name == name }) {
		return true
	}
	return slices.ContainsFunc(r.Bases, func(b *sema.Type) bool { return b == nil || b.Record == nil || mayHave(b.Record, name, depth+1) })
}

// visible returns the device variable that a name means at a call, nil if there are
// several or none.
func (c *checker) visible(name string, call ast.Node) *sema.Variable {
	var found *sema.Variable
	for _, v := range c.Unit.Variables {
		if v.Name != name {
			continue
		}
		if found != nil || !onDevice(v) || v.Record != nil {
			return nil
		}
		found = v
	}
	if found == nil || len(c.Unit.StaticsNamed(name)) > 0 || c.Unit.LocalAt(call, name) != nil {
		return nil
	}
	file := found.Node.File()
	if file == call.File() && found.Node.Span().Start > call.Span().Start || file != call.File() && file == c.Unit.File {
		return nil
	}
	f := c.Unit.FunctionAt(call)
	if f != nil && f.Record != nil && mayHave(f.Record, name, 0) {
		return nil
	}
	if found.Namespace != "" && (f == nil || f.Namespace != found.Namespace && !strings.HasPrefix(f.Namespace, found.Namespace+"::")) {
		return nil
	}
	return found
}

// addOffset adds an offset argument to a call that has none.
func (c *checker) addOffset(a access, offset string) (e fixes.Edit, ok bool) {
	switch {
	case a.offset < 0 || !lint.Written(a.countArg):
		return e, false
	case !a.offsetArg.Valid():
		end := a.countArg.Span().End
		return c.EditSpan(a.countArg.File(), source.Span{Start: end, End: end}, ", "+offset), true
	case a.offsetArg.Text() == "0" && lint.Written(a.offsetArg):
		return c.Edit(a.offsetArg, offset), true
	}
	return e, false
}

// recheck checks the call a as a fix would leave it. It drops the fix if the rule would
// report the call again, and marks it safe if the call then certainly succeeds. at is
// the offset in bytes from the start of v, negative if it is not known.
func (c *checker) recheck(fix fixes.Fix, a access, v *sema.Variable, at int64) []fixes.Fix {
	if a.count < 0 {
		fix.Safety = fixes.Safe
		return []fixes.Fix{fix}
	}
	size := c.size(v)
	count, known := c.integer(a.countArg)
	if size >= 0 && known && at > 0 && count > size-at {
		return nil
	}
	c.dryRun, c.found = true, false
	if !c.direction(a, v) && !(at == 0 && c.sizes(a, v)) {
		c.memory(a, v)
	}
	c.dryRun = false
	if c.found {
		return nil
	}
	offset := at
	if a.offsetArg.Valid() && at == 0 {
		var ok bool
		if offset, ok = c.integer(a.offsetArg); !ok {
			offset = -1
		}
	}
	if size >= 0 && known && offset >= 0 && count <= size-offset {
		fix.Safety = fixes.Safe
	}
	return []fixes.Fix{fix}
}

// fixDirection returns the fix that corrects the direction of a copy. It is safe only if
// the other memory is host memory, and the direction does not contradict the function.
func (c *checker) fixDirection(a access, v *sema.Variable, kind string) []fixes.Fix {
	to := "cudaMemcpyHostToDevice"
	if a.from {
		to = "cudaMemcpyDeviceToHost"
	}
	if !lint.Written(a.kindArg) || !strings.HasSuffix(a.kindArg.Text(), kind) {
		return nil
	}
	start := a.kindArg.Span().End - len(kind)
	fix := fixes.Fix{Title: fmt.Sprintf("copy with %s", to), Safety: fixes.Unsafe,
		Edits: []fixes.Edit{c.EditSpan(a.kindArg.File(), source.Span{Start: start, End: a.kindArg.Span().End}, to)}}
	sure := (kind == "cudaMemcpyHostToHost" || kind == "cudaMemcpyDeviceToDevice") && c.onHost(c.bodies.Pointee(a.memoryArg))
	a.kindArg = ast.Node{}
	out := c.recheck(fix, a, v, 0)
	if len(out) > 0 && !sure {
		out[0].Safety = fixes.Unsafe
	}
	return out
}

// insertOffset returns the fix that inserts the missing offset before a direction.
func (c *checker) insertOffset(a access, v *sema.Variable, kind string) []fixes.Fix {
	if a.kindArg.Valid() || !lint.Written(a.offsetArg) || (kind == "cudaMemcpyHostToDevice") == a.from && kind != "cudaMemcpyDeviceToDevice" && kind != "cudaMemcpyDefault" {
		return nil
	}
	at := a.offsetArg.Span().Start
	fix := fixes.Fix{Title: "pass 0 as the offset, before the direction", Safety: fixes.Unsafe,
		Edits: []fixes.Edit{c.EditSpan(a.offsetArg.File(), source.Span{Start: at, End: at}, "0, ")}}
	a.kindArg, a.offsetArg = a.offsetArg, ast.Node{}
	return c.recheck(fix, a, v, 0)
}

// wholeSymbol returns the fix that copies as many bytes as the symbol has. It is never
// safe: the count may be right and the symbol too small.
func (c *checker) wholeSymbol(a access, v *sema.Variable) []fixes.Fix {
	arg := a.symbolArg
	if !lint.Written(a.countArg) || !arg.Is(ast.Identifier, ast.QualifiedIdentifier) || !lint.Written(arg) || a.offsetArg.Valid() && a.offsetArg.Text() != "0" {
		return nil
	}
	t := c.bodies.Scope(arg).ExprType(arg).Object()
	if t == nil || t.Kind == sema.Pointer || t.Size <= 0 || t.Size > c.size(v) {
		return nil
	}
	if o := c.bodies.Pointee(a.memoryArg); c.onHost(o) && o.Offset >= 0 && o.Type != nil && o.Type.Size-o.Offset < t.Size || onDevice(o.Variable) {
		return nil
	}
	size := "sizeof(" + arg.Text() + ")"
	return []fixes.Fix{{Title: "copy " + size + " bytes", Safety: fixes.Unsafe, Edits: []fixes.Edit{c.Edit(a.countArg, size)}}}
}

// throughSymbol returns the fix that replaces cudaMemcpy of a host shadow variable by a
// copy to or from the symbol. It is safe if the present call fails and the new one
// certainly succeeds.
func (c *checker) throughSymbol(call ast.Node, args []ast.Node, argument int, name, kind string, v *sema.Variable) []fixes.Fix {
	f := copyForm(name, argument)
	callee := call.Child(ast.FieldFunction)
	towards := kind == "cudaMemcpyHostToDevice" && !f.from || kind == "cudaMemcpyDeviceToHost" && f.from
	if f.name == "" || len(args) < 4 || !towards && kind != "cudaMemcpyDeviceToDevice" && kind != "cudaMemcpyDefault" ||
		callee.Kind() != ast.Identifier || !lint.Written(callee) || !lint.Written(args[2]) || onDevice(c.bodies.Pointee(args[1-argument]).Variable) {
		return nil
	}
	p, ok := c.partOf(args[argument], v)
	if !ok {
		return nil
	}
	offset := "0"
	if p.offset != "" {
		offset = p.offset
	}
	end := args[2].Span().End
	fix := fixes.Fix{Title: "call " + f.name, Safety: fixes.Unsafe, Edits: []fixes.Edit{
		c.Edit(callee, f.name),
		c.EditSpan(args[2].File(), source.Span{Start: end, End: end}, ", "+offset),
	}}
	if args[argument].Text() != p.name.Text() {
		fix.Edits = append(fix.Edits, c.Edit(args[argument], p.name.Text()))
	}
	at := c.bodies.Pointee(args[argument]).Offset
	out := c.recheck(fix, access{form: f, call: call, symbolArg: p.name, memoryArg: args[1-argument], countArg: args[2], kindArg: args[3]}, v, at)
	if len(out) > 0 && !towards {
		out[0].Safety = fixes.Unsafe // cudaMemcpyDefault succeeds as it is, DeviceToDevice may mean two symbols
	}
	return out
}

// copyForm returns the symbol function that replaces a plain copy, the zero form if there
// is none. argument is the position of the symbol: 0 for the destination, 1 for the source.
func copyForm(name string, argument int) form {
	want := map[string][2]string{
		"cudaMemcpy":      {"cudaMemcpyToSymbol", "cudaMemcpyFromSymbol"},
		"cudaMemcpyAsync": {"cudaMemcpyToSymbolAsync", "cudaMemcpyFromSymbolAsync"},
	}[name]
	for _, f := range forms {
		if argument < 2 && f.name == want[argument] && f.name != "" {
			return f
		}
	}
	return form{}
}
