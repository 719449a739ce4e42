package constantsymbolcopy

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
)

// size returns the size of a variable in bytes. It returns -1 if the type is not known,
// or if #if arms declare variables of this name with different sizes.
func (c *checker) size(v *sema.Variable) int64 {
	if v == nil || v.Type == nil || v.Type.Size <= 0 {
		return -1
	}
	for _, other := range c.Unit.Variables {
		if other != v && other.Name == v.Name && other.Namespace == v.Namespace && other.Record == v.Record &&
			(other.Type == nil || other.Type.Size != v.Type.Size) {
			return -1
		}
	}
	return v.Type.Size
}

// integer returns the value of an argument. ok is false if the source does not determine
// it, or if it is negative.
func (c *checker) integer(n ast.Node) (value int64, ok bool) {
	if !n.Valid() {
		return 0, false
	}
	k := c.bodies.Scope(n).Const(n)
	return k.Int, k.Known() && k.Type.Kind != sema.Float && k.Int >= 0
}

// direction checks the direction of a copy, and reports a direction that is passed as
// the offset.
func (c *checker) direction(a access, v *sema.Variable) (found bool) {
	if kind := c.copyKind(a.offsetArg); kind != "" {
		c.report(lint.Finding{Node: a.offsetArg, Confidence: lint.Proven, Label: "this parameter is the offset",
			Message: fmt.Sprintf("%s gets %s as the offset, which makes the offset %d: the direction comes after the offset", a.name, kind, kindValue[kind]),
			Fixes:   c.insertOffset(a, v, kind),
			Help:    fmt.Sprintf("write 0, %s, or leave the direction out: it has a default", kind)}, v)
		return true
	}
	kind := c.copyKind(a.kindArg)
	wrong := kind == "cudaMemcpyHostToHost" || kind == "cudaMemcpyDeviceToHost" && !a.from || kind == "cudaMemcpyHostToDevice" && a.from
	if wrong {
		right := "cudaMemcpyHostToDevice"
		if a.from {
			right = "cudaMemcpyDeviceToHost"
		}
		c.report(lint.Finding{Node: a.kindArg, Confidence: lint.Proven, Label: "wrong direction",
			Message: fmt.Sprintf("%s with %s fails with cudaErrorInvalidMemcpyDirection: the symbol is on the device", a.name, kind),
			Fixes:   c.fixDirection(a, v, kind),
			Help:    fmt.Sprintf("use %s, which is the default, or cudaMemcpyDeviceToDevice if the other memory is on the device, too", right)}, v)
		return true
	}
	if o := c.bodies.Pointee(a.memoryArg); kind == "cudaMemcpyDeviceToDevice" && a.memoryArg.Valid() && c.onHost(o) {
		c.report(lint.Finding{Node: a.kindArg, Confidence: lint.Proven, Label: "wrong direction",
			Message: fmt.Sprintf("%s with cudaMemcpyDeviceToDevice fails with cudaErrorInvalidValue: %s is host memory", a.name, a.memoryArg.Text()),
			Fixes:   c.fixDirection(a, v, kind),
			Help:    "leave the direction out: the default is right"}, v)
		return true
	}
	return false
}

// kindValue holds the values of cudaMemcpyKind (driver_types.h).
var kindValue = map[string]int{"cudaMemcpyHostToHost": 0, "cudaMemcpyHostToDevice": 1, "cudaMemcpyDeviceToHost": 2, "cudaMemcpyDeviceToDevice": 3, "cudaMemcpyDefault": 4}

// sizes checks count and offset against the symbol.
func (c *checker) sizes(a access, v *sema.Variable) (found bool) {
	size := c.size(v)
	if size < 0 {
		return false
	}
	offset, offsetKnown := int64(0), true
	if a.offsetArg.Valid() {
		offset, offsetKnown = c.integer(a.offsetArg)
	}
	count, countKnown := c.integer(a.countArg)
	if offsetKnown && offset >= size && !(countKnown && count == 0) {
		c.report(lint.Finding{Node: a.offsetArg, Confidence: lint.Proven, Label: fmt.Sprintf("%d bytes from the start", offset),
			Message: fmt.Sprintf("%s starts %d bytes into %s, which has %d bytes: %s", a.name, offset, kindOf(v), size, a.outcome()),
			Help:    "the offset is in bytes from the start of the symbol"}, v)
		return true
	}
	if !countKnown {
		return false
	}
	if count > size || offsetKnown && count > size-offset {
		c.tooMany(a, v, size, count, offset)
		return true
	}
	// A call with an offset is meant to copy a part.
	return offsetKnown && offset == 0 && c.tooFew(a, v, size, count)
}

// outcome returns the effect of a copy past the end as a phrase (measured, CUDA 13.0).
func (a access) outcome() string {
	switch {
	case !a.unchecked:
		return "it fails with cudaErrorInvalidValue and copies nothing"
	case a.from:
		return "the asynchronous form does not check that, and reads past the end"
	}
	return "the asynchronous form does not check that, and overwrites what follows the symbol"
}

func (c *checker) tooMany(a access, v *sema.Variable, size, count, offset int64) {
	f := lint.Finding{Node: a.countArg, Confidence: lint.Proven, Label: fmt.Sprintf("%d bytes", count),
		Message: fmt.Sprintf("%s copies %d bytes, but %s has %d: %s", a.name, count, kindOf(v), size, a.outcome()),
		Help:    fmt.Sprintf("copy at most sizeof(%s) bytes", v.Name)}
	if offset > 0 {
		f.Message = fmt.Sprintf("%s copies %d bytes to offset %d, but %s has %d: %s", a.name, count, offset, kindOf(v), size, a.outcome())
		if a.from {
			f.Message = fmt.Sprintf("%s copies %d bytes from offset %d, but %s has %d: %s", a.name, count, offset, kindOf(v), size, a.outcome())
		}
		f.Help = fmt.Sprintf("copy at most the %d bytes that follow the offset", size-offset)
	}
	f.Fixes = c.wholeSymbol(a, v)
	if v.Type.Kind == sema.Pointer {
		f.Help = fmt.Sprintf("%[1]s is a pointer: allocate memory, fill it with cudaMemcpy, and copy its address to %[1]s with cudaMemcpyToSymbol and sizeof(%[1]s)", v.Name)
	}
	c.report(f, v)
}

// tooFew reports counts that are a number of elements, or the size of a pointer.
func (c *checker) tooFew(a access, v *sema.Variable, size, count int64) bool {
	arg := c.strip(a.symbolArg)
	part := c.bodies.Scope(arg).ExprType(arg).Object() // grid[0] is a row
	if part == nil || part.Size <= count {
		return false
	}
	elements, element := int64(1), part
	for element.Kind == sema.Array && element.Elem != nil && element.Len > 0 {
		elements, element = elements*element.Len, element.Elem
	}
	if count == 0 || element.Kind == sema.Pointer || part.Kind != sema.Array {
		return false
	}
	f := lint.Finding{Node: a.countArg, Confidence: lint.Likely, Severity: lint.Warning}
	if pointer := c.sizeofPointer(a.countArg); pointer != "" && count == 8 && size > 8 && element.Record == nil {
		f.Message = fmt.Sprintf("%s copies 8 of the %d bytes of %s: %s is the size of a pointer", a.name, size, kindOf(v), pointer)
		f.Label, f.Help = "the size of a pointer", fmt.Sprintf("to copy all of it, write sizeof(%s)", v.Name)
	} else if count == elements && elements > 1 && element.Size > 1 && !c.spellsSize(a.countArg) {
		f.Message = fmt.Sprintf("%s copies %d of the %d bytes of %s: the count is its number of elements, but has to be in bytes", a.name, count, size, kindOf(v))
		f.Label, f.Help = "bytes, not elements", fmt.Sprintf("to copy all of it, write sizeof(%s)", v.Name)
	} else {
		return false
	}
	f.Fixes = c.wholeSymbol(a, v)
	c.report(f, v)
	return true
}

// sizeofPointer returns the text of a count that is the size of a pointer.
func (c *checker) sizeofPointer(n ast.Node) string {
	n = c.strip(n)
	if n.Kind() != ast.SizeofExpression {
		return ""
	}
	s := c.bodies.Scope(n)
	t := s.Type(n.Child(ast.FieldType))
	if v := n.Child(ast.FieldValue); v.Valid() {
		t = s.ExprType(c.strip(v))
	} else if !t.Known() {
		t = s.ExprType(n.Child(ast.FieldType).Child(ast.FieldType))
	}
	if t == nil || t.Object().Kind != sema.Pointer {
		return ""
	}
	return n.Text()
}

// spellsSize reports whether a count is computed with sizeof, in the macros that it uses
// too, or is of type size_t.
func (c *checker) spellsSize(n ast.Node) bool {
	k := c.bodies.Scope(n).ExprType(n)
	if k != nil && k.Size == 8 && !k.Signed { // size_t counts bytes
		return true
	}
	for d := range c.strip(n).Descendants() {
		if d.Kind() == ast.SizeofExpression {
			return true
		}
		if d.Kind() == ast.Identifier {
			for x := range c.strip(d).Descendants() {
				if x.Kind() == ast.SizeofExpression {
					return true
				}
			}
		}
	}
	return false
}

// memory checks the memory argument: it must not be a host shadow variable, and host
// memory must have as many bytes as are copied.
func (c *checker) memory(a access, v *sema.Variable) {
	if !a.memoryArg.Valid() {
		return
	}
	o := c.bodies.Pointee(a.memoryArg)
	if onDevice(o.Variable) {
		c.shadow(a.memoryArg, a.name, "", o.Variable, nil)
		return
	}
	count, ok := c.integer(a.countArg)
	if !ok || !c.onHost(o) || o.Offset < 0 || o.Type == nil || o.Type.Size <= 0 || o.Type.Size-o.Offset >= count {
		return
	}
	does := "reads"
	if a.from {
		does = "writes"
	}
	left := max(o.Type.Size-o.Offset, 0)
	f := lint.Finding{Node: a.memoryArg, Confidence: lint.Proven, Label: fmt.Sprintf("%d bytes from here to its end", left),
		Message: fmt.Sprintf("%s %s %d bytes at %s, which has %d: %d bytes past its end", a.name, does, count, a.memoryArg.Text(), left, count-left),
		Help:    "copy no more bytes than the smaller side has"}
	if o.Variable != nil {
		f.Related = []lint.RelatedNode{{Node: o.Variable.Node, Message: o.Variable.Name + " is declared here"}}
	} else {
		f.Related = []lint.RelatedNode{{Node: o.Local, Message: o.Local.Text() + " is declared here"}}
	}
	c.report(f, v)
}
