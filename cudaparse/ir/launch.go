package ir

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// A launchOperands is the operands of a launch.
type launchOperands struct {
	kernel ast.Node
	// grid and block hold one expression, or three integers; they are empty where config is
	// the address of an object that holds them.
	grid, block    []ast.Node
	shared, stream ast.Node
	config         ast.Node
	args           []ast.Node
	array          ast.Node // void **args
}

// launchOperandsOf returns the operands of a launch.
func launchOperandsOf(n ast.Node, form decl.LaunchForm) (p launchOperands) {
	var args []ast.Node
	for a := range n.Child(ast.FieldArguments).Children() {
		args = append(args, a)
	}
	slice := func(from, to int) []ast.Node { return args[min(from, len(args)):min(to, len(args))] }
	at := func(i int) ast.Node {
		if i < len(args) {
			return args[i]
		}
		return ast.Node{}
	}
	p.kernel = decl.LaunchedKernel(n)
	switch form {
	case decl.LaunchSyntax:
		p.args = args
		args = nil
		for c := range n.ChildOf(ast.KernelCallSyntax).Children() {
			args = append(args, c)
		}
		p.grid, p.block, p.shared, p.stream = slice(0, 1), slice(1, 2), at(2), at(3)
	case decl.LaunchArray:
		p.grid, p.block, p.array, p.shared, p.stream = slice(1, 2), slice(2, 3), at(3), at(4), at(5)
	case decl.LaunchConfig:
		p.config, p.args = at(0), slice(2, len(args))
	case decl.LaunchConfigArray:
		p.config, p.array = at(0), at(2)
	case decl.LaunchDriver:
		p.grid, p.block, p.shared, p.stream, p.array = slice(1, 4), slice(4, 7), at(7), at(8), at(9)
	case decl.LaunchList:
		p.grid, p.block, p.shared, p.stream, p.args = slice(1, 2), slice(2, 3), at(3), at(4), slice(5, len(args))
	}
	return p
}

// launch lowers a launch. A launch by a function, such as cudaLaunchKernel, yields an error
// code.
func (l *lowerer) launch(n ast.Node, form decl.LaunchForm) operand {
	p := launchOperandsOf(n, form)
	op := Op{Code: OpLaunch, Node: n, X: &Extra{}}
	if p.config.Valid() {
		op.X.Args = l.configOperands(p.config)
	} else {
		op.X.Args = []ID{l.extent(p.grid), l.extent(p.block), l.optional(p.shared), l.optional(p.stream)}
	}
	var args []operand
	if p.array.Valid() {
		op.Flags = Packed
		args = []operand{l.expr(p.array)}
	} else {
		for _, a := range p.args {
			args = append(args, l.argument(a)...)
		}
	}
	l.setKernel(&op, kernelName(p.kernel), args)
	if c := op.X.Callee; c != nil && !p.array.Valid() {
		l.convertObjects(args, c)
	}
	op.X.Args = append(op.X.Args, l.values(args)...)
	id := l.emit(op)
	if form == decl.LaunchSyntax {
		return operand{typ: typeVoid}
	}
	return operand{id: id, node: n}
}

// convertObjects converts the arguments of a launch for parameters of class type.
func (l *lowerer) convertObjects(args []operand, kernel *Instance) {
	callee := newLowerer(l.b, kernel)
	for i, p := range kernel.Function.Params {
		if i >= len(args) || p.Pack {
			return
		}
		t := callee.scope.ParamType(p)
		r := recordOf(t)
		switch {
		case r == nil || recordOf(args[i].typ) == r:
			continue
		case args[i].id == 0 && args[i].node.Is(ast.InitializerList):
			args[i] = l.temporary(t, func(object ID) { l.initialize(object, t, args[i].node) })
		default:
			args[i] = l.convertObject(args[i], t)
		}
		kernel.Args[i] = t
	}
}

// extent lowers the shape of a grid or block to the address of a dim3.
func (l *lowerer) extent(list []ast.Node) ID {
	t := types.Predeclared("dim3")
	switch {
	case len(list) == 0:
		return 0
	case len(list) == 3:
		return l.temporary(t, func(object ID) {
			var args []operand
			for _, n := range list {
				args = append(args, l.value(l.expr(n)))
			}
			l.construct(object, t, args, ast.Node{})
		}).id
	case list[0].Is(ast.InitializerList):
		return l.temporary(t, func(object ID) { l.initialize(object, t, list[0]) }).id
	case list[0].Is(ast.CompoundLiteralExpression) && list[0].Child(ast.FieldType).Span().Len() == 0: // <<<n, {x, y}>>>
		return l.extent([]ast.Node{list[0].Child(ast.FieldValue)})
	}
	v := l.expr(list[0])
	if isDim3(v.typ) {
		return v.id
	}
	return l.convertObject(v, t).id
}

// configOperands returns the first four arguments of an OpLaunch from a pointer to a
// cudaLaunchConfig_t.
func (l *lowerer) configOperands(pointer ast.Node) []ID {
	out := make([]ID, 4)
	p := l.value(l.expr(pointer))
	config := operand{id: p.id, typ: elemOf(p.typ), lvalue: true}
	r := recordOf(config.typ)
	if r == nil {
		return out
	}
	for i, name := range [...]string{"gridDim", "blockDim", "dynamicSmemBytes"} {
		if f, ok := r.FieldNamed(name); ok {
			out[i] = l.value(l.member(config, f)).id
		}
	}
	return out
}

// kernelName returns the expression that names a kernel, without casts and the operator &.
func kernelName(n ast.Node) ast.Node {
	for {
		switch n.Kind() {
		case ast.ParenthesizedExpression:
			n = n.FirstChild()
			continue
		case ast.CastExpression:
			n = n.Child(ast.FieldValue)
			continue
		case ast.PointerExpression:
			n = n.Child(ast.FieldArgument)
			continue
		case ast.CallExpression: // HIP_KERNEL_NAME(k<T>), or a cast
			f := n.Child(ast.FieldFunction)
			if name := f.LastName().Text(); name == "HIP_KERNEL_NAME" || name == "KERNEL_NAME" || f.Is(ast.TemplateFunction) && strings.HasSuffix(name, "_cast") {
				n = n.Child(ast.FieldArguments).FirstChild()
				continue
			}
		}
		return n
	}
}

// setKernel sets the kernel of an OpLaunch: the one that overload resolution finds, otherwise
// those that the name may mean, otherwise the value of the expression.
func (l *lowerer) setKernel(op *Op, kernel ast.Node, args []operand) {
	if x, ok := l.expandExpression(kernel); ok && (!kernel.Is(ast.Identifier) || l.names.find(kernel.Text()) == nil) {
		l.expanding++
		l.setKernel(op, kernelName(x), args)
		l.expanding--
		return
	}
	var candidates []*sema.Function
	if !kernel.Is(ast.Identifier) || l.names.find(kernel.Text()) == nil {
		candidates, op.X.Templates = l.scope.FunctionsNamed(kernel)
	}
	if len(candidates) == 0 {
		op.A = l.optional(kernel)
		return
	}
	types := typesOf(args)
	if op.Flags.Has(Packed) {
		types = make([]*sema.Type, len(candidates[0].Params))
	}
	if fn, bindings := l.scope.Resolve(candidates, op.X.Templates, types); fn != nil {
		op.X.Callee = &Instance{Function: fn, Bindings: bindings, Args: types}
		return
	}
	for _, f := range candidates {
		op.X.Candidates = append(op.X.Candidates, &Instance{Function: f})
	}
}
