package texture

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A Symbol is a variable that a value depends on: "threadIdx.x", "blockIdx.y", or the
// counter of a loop.
type Symbol struct {
	Name string
	// Loop is the for statement of a counter; Name is then the name of its variable.
	Loop ast.Node
}

// A Linear is an integer as a sum: a constant, whole multiples of symbols, and a
// part that is the same for all threads of a launch but not known.
type Linear struct {
	Const int64
	Steps map[Symbol]int64
	// Loose is set if there is an unknown part. Const then means nothing.
	Loose bool
}

// constant reports whether the value is a known number.
func (l *Linear) constant() bool { return !l.Loose && len(l.Steps) == 0 }

// uniform reports whether all threads and iterations have the same value.
func (l *Linear) uniform() bool { return len(l.Steps) == 0 }

func (l *Linear) plus(r *Linear, sign int64) *Linear {
	out := &Linear{Const: l.Const + sign*r.Const, Loose: l.Loose || r.Loose, Steps: map[Symbol]int64{}}
	for s, k := range l.Steps {
		out.Steps[s] += k
	}
	for s, k := range r.Steps {
		if out.Steps[s] += sign * k; out.Steps[s] == 0 {
			delete(out.Steps, s)
		}
	}
	return out
}

// times returns the product, nil if that is not linear with known factors. The product of
// blockIdx and an unknown number is another unknown part.
func (l *Linear) times(r *Linear) *Linear {
	if !l.constant() {
		l, r = r, l
	}
	if l.constant() {
		if big(l.Const) {
			return nil
		}
		out := &Linear{Const: l.Const * r.Const, Loose: r.Loose, Steps: map[Symbol]int64{}}
		for s, k := range r.Steps {
			if l.Const != 0 {
				out.Steps[s] = k * l.Const
			}
		}
		if big(out.Const) {
			return nil
		}
		return out
	}
	for _, side := range []*Linear{l, r} {
		for s := range side.Steps {
			if !strings.HasPrefix(s.Name, "blockIdx.") || s.Loop.Valid() {
				return nil
			}
		}
	}
	return &Linear{Loose: true}
}

// big reports whether a number is so large that products may overflow.
func big(n int64) bool { return n > 1<<30 || n < -1<<30 }

// Bounds of one evaluation.
const (
	maxLinearSteps = 400
	maxLinearDepth = 40
	maxLooks       = 1_000_000 // of all questions to one Evaluator
)

// An Evaluator finds out how integers of device code depend on the thread. It caches the
// writes of each function, and is not safe for concurrent use.
type Evaluator struct {
	u      *sema.Unit
	writes map[*sema.Function]map[string][]write
	// of holds the writes to each local variable, by the name in its declaration.
	of    map[ast.Node][]write
	steps int
	looks int // the work of Selects so far, see maxLooks
}

// NewEvaluator returns an Evaluator for a unit.
func NewEvaluator(u *sema.Unit) *Evaluator {
	return &Evaluator{u: u, writes: map[*sema.Function]map[string][]write{}, of: map[ast.Node][]write{}}
}

// Eval returns the value of an expression in a device function, nil if it is not linear or
// not known.
func (e *Evaluator) Eval(n ast.Node) *Linear {
	e.steps = 0
	return e.eval(n, 0)
}

var indexNames = map[string]bool{"threadIdx": true, "blockIdx": true, "blockDim": true, "gridDim": true}

func (e *Evaluator) eval(n ast.Node, depth int) *Linear {
	if e.steps++; e.steps > maxLinearSteps || depth > maxLinearDepth || !n.Valid() {
		return nil
	}
	depth++
	switch n.Kind() {
	case ast.ParenthesizedExpression:
		return e.eval(n.FirstChild(), depth)
	case ast.CastExpression:
		return e.cast(n, n.Child(ast.FieldType), n.Child(ast.FieldValue), depth)
	case ast.UnaryExpression:
		if v := e.eval(n.Child(ast.FieldArgument), depth); v != nil && n.Op() == ast.Sub {
			return (&Linear{}).plus(v, -1)
		} else if n.Op() == ast.Add {
			return v
		}
		return nil
	case ast.BinaryExpression:
		return e.binary(n, depth)
	case ast.FieldExpression:
		return e.field(n, depth)
	case ast.Identifier:
		return e.name(n, depth)
	case ast.CallExpression:
		return e.call(n, depth)
	}
	return e.number(n)
}

// number evaluates a constant expression.
func (e *Evaluator) number(n ast.Node) *Linear {
	if k := e.u.ScopeAt(n).Const(n); k.Known() && k.Type.Arithmetic() && k.Type.Kind != sema.Float && !big(k.Int) {
		return &Linear{Const: k.Int}
	}
	return nil
}

func (e *Evaluator) cast(n, to, value ast.Node, depth int) *Linear {
	t := e.u.ScopeAt(n).Type(to)
	if t == nil || t.Kind != sema.Int {
		return nil
	}
	return e.eval(value, depth)
}

func (e *Evaluator) binary(n ast.Node, depth int) *Linear {
	if x, ok := e.u.Expand(n); ok {
		return e.eval(x, depth)
	}
	if k := e.number(n); k != nil {
		return k
	}
	l, r := e.eval(n.Child(ast.FieldLeft), depth), e.eval(n.Child(ast.FieldRight), depth)
	if l == nil || r == nil {
		return nil
	}
	switch n.Op() {
	case ast.Add:
		return l.plus(r, 1)
	case ast.Sub:
		return l.plus(r, -1)
	case ast.Mul:
		return l.times(r)
	case ast.Shl:
		if r.constant() && r.Const >= 0 && r.Const < 30 {
			return l.times(&Linear{Const: 1 << r.Const})
		}
	case ast.Rem:
		return l.modulo(r)
	}
	if l.uniform() && r.uniform() {
		return &Linear{Loose: true}
	}
	return nil
}

// modulo keeps the steps of the dividend: neighbours differ by these, except where the
// remainder wraps around.
func (l *Linear) modulo(r *Linear) *Linear {
	if !r.uniform() || r.constant() && r.Const < 2 {
		return nil
	}
	for _, k := range l.Steps {
		if r.constant() && k%r.Const == 0 {
			return nil
		}
	}
	return &Linear{Steps: l.Steps, Loose: true}
}

// field evaluates threadIdx.x, and members of vectors that were initialised with known
// values.
func (e *Evaluator) field(n ast.Node, depth int) *Linear {
	object, name := n.Child(ast.FieldArgument), n.Child(ast.FieldField).Text()
	if object.Kind() != ast.Identifier {
		return nil
	}
	if indexNames[object.Text()] && e.u.LocalAt(object, object.Text()) == nil {
		if strings.HasPrefix(object.Text(), "block") && strings.HasSuffix(object.Text(), "Dim") || object.Text() == "gridDim" {
			return &Linear{Loose: true}
		}
		return &Linear{Steps: map[Symbol]int64{{Name: object.Text() + "." + name}: 1}}
	}
	l := e.u.LocalAt(object, object.Text())
	if l == nil || l.Param || len(e.writesOf(object, l)) > 0 {
		return nil
	}
	i := strings.Index("xyzw", name)
	init := l.Init
	if init.Kind() == ast.CallExpression && strings.HasPrefix(init.Child(ast.FieldFunction).Text(), "make_") {
		init = init.Child(ast.FieldArguments)
	}
	if len(name) != 1 || i < 0 || !init.Is(ast.ArgumentList, ast.InitializerList) {
		return nil
	}
	for c := range init.Children() {
		if i == 0 {
			return e.eval(c, depth)
		}
		i--
	}
	return nil
}

func (e *Evaluator) call(n ast.Node, depth int) *Linear {
	if x, ok := e.u.Expand(n); ok {
		return e.eval(x, depth)
	}
	fn, args := n.Child(ast.FieldFunction), n.Child(ast.FieldArguments)
	first := args.FirstChild()
	switch fn.Kind() {
	case ast.TemplateFunction:
		if fn.Child(ast.FieldName).Text() == "static_cast" {
			return e.cast(n, fn.Child(ast.FieldArguments).FirstChild(), first, depth)
		}
	case ast.PrimitiveType, ast.SizedTypeSpecifier:
		if args.ChildCount() == 1 {
			return e.cast(n, fn, first, depth)
		}
	case ast.Identifier:
		switch fn.Text() {
		case "__mul24", "__umul24":
			if l, r := e.eval(first, depth), e.eval(first.Next(), depth); l != nil && r != nil {
				return l.times(r)
			}
			return nil
		}
	}
	return e.number(n)
}

// name evaluates a constant, a macro, or a local variable from the writes before the use.
func (e *Evaluator) name(n ast.Node, depth int) *Linear {
	if x, ok := e.u.Expand(n); ok {
		return e.eval(x, depth)
	}
	l := e.u.LocalAt(n, n.Text())
	if l == nil {
		if k := e.number(n); k != nil || !e.shared(n) {
			return k
		}
		return &Linear{Loose: true}
	}
	if l.Type == nil || l.Type.Object().Kind != sema.Int || l.Type.Kind == sema.Reference {
		return nil
	}
	writes := e.writesOf(n, l)
	if l.Param {
		// A kernel's parameters are the same for all threads. The arguments of another
		// function may vary, and may be in bytes already.
		if f := e.u.FunctionAt(n); f != nil && f.Kernel() && len(writes) == 0 && l.Declaration.Enclosing(ast.LambdaExpression) == (ast.Node{}) {
			return &Linear{Loose: true}
		}
		return nil
	}
	return e.local(n, l, writes, depth)
}

// shared reports whether a name that is not local means the same unknown number for all
// threads: a template argument, or a __constant__ variable.
func (e *Evaluator) shared(n ast.Node) bool {
	if f := e.u.FunctionAt(n); f != nil {
		for _, p := range f.TemplateParams {
			if p.Name == n.Text() && !p.IsType {
				return true
			}
		}
	}
	v := e.u.ScopeAt(n).Variable(n)
	return v != nil && v.Space == sema.ConstantSpace && v.Type != nil && v.Type.Kind == sema.Int
}
