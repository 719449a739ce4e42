package narrow

import (
	"math"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// A termKind is what a term is.
type termKind uint8

const (
	leafFloat termKind = iota // a float that is converted to double
	leafInt                   // an integer that is
	constant
	negation
	arithmetic
	choice
	call
)

// A term is a number of double precision that is computed from floats, integers and constants only.
type term struct {
	kind  termKind
	op    ast.Op // of an arithmetic term
	parts []*term
	value float64 // of a constant
	named bool    // of a constant that is a variable
	name  string  // of the function called
	node  ast.Node
}

// term returns the term that an operation computes: nil where anything else is part of it, such as
// a variable of type double, or a conversion to double that a cast asks for.
func (f *finder) term(id ir.ID) *term {
	o := f.Op(id)
	if !isDouble(o.Type) {
		return nil
	}
	switch o.Code {
	case ir.OpConst:
		return &term{kind: constant, value: o.X.Float, node: o.Node}
	case ir.OpConvert:
		if o.Flags.Has(ir.Explicit) {
			return nil
		}
		return f.leaf(o.A)
	case ir.OpUnary:
		return combined(&term{kind: negation, node: o.Node}, f.term(o.A))
	case ir.OpBinary:
		if o.Operator == ast.Add || o.Operator == ast.Sub || o.Operator == ast.Mul || o.Operator == ast.Div {
			return combined(&term{kind: arithmetic, op: o.Operator, node: o.Node}, f.term(o.A), f.term(o.B)).folded()
		}
	case ir.OpChoose:
		return combined(&term{kind: choice, node: o.Node}, f.term(o.X.Regions[0].Value), f.term(o.X.Regions[1].Value))
	case ir.OpExternal:
		return f.call(o)
	}
	return nil
}

// call returns the term of a call of a mathematical function that yields a double.
func (f *finder) call(o *ir.Op) *term {
	arguments, ok := types.MathFunction(o.X.Name)
	switch o.X.Name {
	case "min", "max":
		arguments, ok = 2, true
	case "abs":
		arguments, ok = 1, true
	}
	if !ok || o.Flags.Has(ir.Method) || len(o.X.Args) < arguments {
		return nil
	}
	var parts []*term
	for _, a := range o.X.Args[:arguments] {
		// Arguments are as they are written: the call converts them.
		t := f.term(a)
		switch op := f.Op(a); {
		case t != nil || isDouble(op.Type):
		case op.Code == ir.OpConst && op.X == nil:
			t = &term{kind: constant, value: float64(op.Int), node: op.Node}
		case op.Code == ir.OpConst && ir.IsKind(op.Type, types.Float):
			t = &term{kind: constant, value: op.X.Float, node: op.Node}
		default:
			t = f.leaf(a)
		}
		parts = append(parts, t)
	}
	return combined(&term{kind: call, name: o.X.Name, node: o.Node}, parts...)
}

// leaf returns the term of a number that is converted to double.
func (f *finder) leaf(id ir.ID) *term {
	const int32Bytes = 4 // larger integers have digits that a float cannot hold by far
	t := ir.Strip(f.Op(id).Type)
	x, known := f.constant(id, 0)
	switch {
	case known:
		return &term{kind: constant, value: x, named: true}
	case ir.IsKind(t, types.Float) && t.Size <= 4:
		return &term{kind: leafFloat}
	case ir.IsKind(t, types.Int) && t.Size <= int32Bytes:
		return &term{kind: leafInt}
	}
	return nil
}

// combined adds its parts to a term, nil where one of them is missing.
func combined(t *term, parts ...*term) *term {
	for _, p := range parts {
		if p == nil {
			return nil
		}
	}
	t.parts = parts
	if t.kind == negation && parts[0].kind == constant {
		t.kind, t.value = constant, -parts[0].value
	}
	return t
}

// folded returns an arithmetic term with its value where the compiler knows that.
func (t *term) folded() *term {
	if t == nil || t.parts[0].kind != constant || t.parts[1].kind != constant {
		return t
	}
	t.kind = constant
	t.value, _ = compute(t.op, t.parts[0].value, t.parts[1].value)
	return t
}

// each calls visit with a term and all its parts.
func (t *term) each(visit func(*term)) {
	visit(t)
	for _, p := range t.parts {
		p.each(visit)
	}
}

// has reports whether a term or one of its parts is of a kind.
func (t *term) has(kind termKind) (found bool) {
	t.each(func(p *term) { found = found || p.kind == kind })
	return found
}

// needsRange reports whether a constant in a term is too large or too small for a float.
func (t *term) needsRange() (found bool) {
	const least = 0x1p-126 // of the numbers with all digits
	t.each(func(p *term) {
		x := math.Abs(p.value)
		found = found || p.kind == constant && (x > math.MaxFloat32 || x > 0 && x < least)
	})
	return found
}

func isDouble(t *types.Type) bool {
	t = ir.Strip(t)
	return ir.IsKind(t, types.Float) && t.Size == 8
}

// doubleLiteral returns the literal of type double that a constant is written as; ok is false for
// one that is written otherwise: an integer, a float, the name of a constant.
func doubleLiteral(n ast.Node) (literal ast.Node, ok bool) {
	for n.Is(ast.ParenthesizedExpression) || n.Is(ast.UnaryExpression) {
		if n.Is(ast.UnaryExpression) {
			n = n.Child(ast.FieldArgument)
		} else {
			n = n.FirstChild()
		}
	}
	if !n.Is(ast.NumberLiteral) {
		return n, false
	}
	text := strings.ToLower(n.Text())
	if strings.HasPrefix(text, "0x") {
		return n, strings.Contains(text, "p") && !strings.HasSuffix(text, "f") && !strings.HasSuffix(text, "l")
	}
	return n, strings.ContainsAny(text, ".e") && !strings.HasSuffix(text, "f") && !strings.HasSuffix(text, "l")
}

// floatLiteral reports whether a number literal has the suffix f.
func floatLiteral(n ast.Node) bool {
	text := strings.ToLower(n.Text())
	return strings.HasSuffix(text, "f") && (!strings.HasPrefix(text, "0x") || strings.Contains(text, "p"))
}
