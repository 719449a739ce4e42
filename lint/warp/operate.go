package warp

import (
	"math"
	"math/bits"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/warp/lanes"
)

// This file turns what the machine evaluates into nodes of the graph. Nothing is
// counted, and every node is 0, while m.work is nil.

// classOf returns the class of a machine type.
func classOf(t lanes.Type) NumberClass {
	switch {
	case t.Float && t.Bits <= 16:
		return Half
	case t.Float && t.Bits <= 32:
		return Single
	case t.Float:
		return Double
	case t.Bits == 1:
		return Predicate
	case t.Bits <= 32:
		return Int32
	}
	return Int64
}

// nodeOf returns the node that computed a value.
func (m *machine) nodeOf(v value) ref {
	g := m.work
	switch {
	case g == nil || v.op != 0:
		return v.op
	case v.num == nil:
		if v.ptr != nil && len(v.ptr) == 0 {
			return g.constInt(Int64, 0)
		}
		return g.opaque(Int64)
	}
	if x, ok := v.num.Constant(); ok {
		return g.constInt(classOf(v.num.Type), x)
	}
	if v.num.Known() && v.num.Type.Float && v.num.IsUniform() {
		x, _ := v.num.FloatAt(0)
		return g.constFloat(classOf(v.num.Type), x)
	}
	return g.opaque(classOf(v.num.Type))
}

// constNode returns the node of a constant.
func (m *machine) constNode(t lanes.Type, x int64, f float64) ref {
	switch {
	case m.work == nil:
		return 0
	case t.Float:
		return m.work.constFloat(classOf(t), f)
	}
	return m.work.constInt(classOf(t), x)
}

// converted returns the node of a value converted to a machine type.
func (m *machine) converted(v value, to lanes.Type) ref {
	if m.work == nil || v.num == nil {
		return 0
	}
	return m.work.convert(m.nodeOf(v), v.num.Type, to)
}

// convert returns the node of a conversion.
func (g *graph) convert(r ref, from, to lanes.Type) ref {
	if from == to || r == 0 {
		return r
	}
	cls, was := classOf(to), classOf(from)
	if x, ok := g.constant(r); ok {
		if to.Float {
			return g.constFloat(cls, float64(x))
		}
		return g.constInt(cls, to.Wrap(x))
	}
	if x, ok := g.floating(r); ok {
		if to.Float {
			return g.constFloat(cls, x)
		}
		if math.Abs(x) < 1<<60 {
			return g.constInt(cls, to.Wrap(int64(x)))
		}
	}
	switch {
	case cls == Predicate && was >= Half:
		return g.compare(relNotEqual, was, false, r, g.constFloat(was, 0))
	case cls == Predicate:
		return g.compare(relNotEqual, was, false, r, g.constInt(was, 0))
	case was == Predicate && to.Float:
		return g.pure(node{op: opSelect, cls: cls, a: r, b: g.constFloat(cls, 1), c: g.constFloat(cls, 0)})
	case was == Predicate:
		return g.pure(node{op: opSelect, cls: cls, a: r, b: g.constInt(cls, 1), c: g.constInt(cls, 0), flags: flagNonNegative})
	case to.Float || from.Float:
		n := node{op: opConvert, cls: cls, from: was, a: r}
		if cls == was {
			return r
		}
		if !from.Signed || !to.Signed {
			n.sub = 1
		}
		return g.pure(n)
	case cls == Int64 && was == Int32:
		n := node{op: opWiden, cls: cls, from: was, a: r, flags: g.nodes[r].flags & flagNonNegative}
		if !from.Signed {
			n.sub, n.flags = 1, n.flags|flagNonNegative
		}
		return g.pure(n)
	case to.Bits < from.Bits && to.Bits < 32:
		n := node{op: opNarrow, cls: cls, from: was, imm: int64(to.Bits), a: r}
		if !to.Signed {
			n.sub, n.flags = 1, n.flags|flagNonNegative
		}
		return g.pure(n)
	}
	return r
}

// opcodes of the operators of C++.
func opcodeOf(op ast.Op) (opcode, bool) {
	switch op {
	case ast.Add:
		return opAdd, true
	case ast.Sub:
		return opSub, true
	case ast.Mul:
		return opMul, true
	case ast.Div:
		return opDiv, true
	case ast.Rem:
		return opRem, true
	case ast.And:
		return opAnd, true
	case ast.Or:
		return opOr, true
	case ast.Xor:
		return opXor, true
	case ast.Shl:
		return opShl, true
	case ast.Shr:
		return opShr, true
	}
	return 0, false
}

// operation returns the node of a binary operation on values converted to a type.
func (m *machine) operation(op ast.Op, num lanes.Type, a, b value) ref {
	g := m.work
	if g == nil {
		return 0
	}
	cls := classOf(num)
	x := m.converted(a, num)
	if op == ast.Shl || op == ast.Shr {
		y := m.converted(b, lanes.Int32)
		o, _ := opcodeOf(op)
		return g.arithmetic(o, cls, !num.Signed, x, y)
	}
	y := m.converted(b, num)
	if o, ok := opcodeOf(op); ok {
		return g.arithmetic(o, cls, !num.Signed, x, y)
	}
	return m.relation(op, cls, !num.Signed, x, y)
}

func (m *machine) relation(op ast.Op, cls NumberClass, unsigned bool, x, y ref) ref {
	g := m.work
	if x == 0 || y == 0 {
		return g.opaque(Predicate)
	}
	switch op {
	case ast.Equal:
		return g.compare(relEqual, cls, unsigned, x, y)
	case ast.NotEqual:
		return g.compare(relNotEqual, cls, unsigned, x, y)
	case ast.Less:
		return g.compare(relLess, cls, unsigned, x, y)
	case ast.LessEqual:
		return g.compare(relLessEqual, cls, unsigned, x, y)
	case ast.Greater:
		return g.compare(relLess, cls, unsigned, y, x)
	case ast.GreaterEqual:
		return g.compare(relLessEqual, cls, unsigned, y, x)
	}
	return g.opaque(Predicate)
}

// unaryNode returns the node of an operation of one value.
func (m *machine) unaryNode(op opcode, num lanes.Type, v value) ref {
	g := m.work
	if g == nil {
		return 0
	}
	x := m.converted(v, num)
	if c, ok := g.constant(x); ok && (op == opNeg || op == opNot) {
		if op == opNot {
			return g.constInt(classOf(num), num.Wrap(^c))
		}
		return g.constInt(classOf(num), num.Wrap(-c))
	}
	if c, ok := g.floating(x); ok && op == opNeg {
		return g.constFloat(classOf(num), -c)
	}
	return g.pure(node{op: op, cls: classOf(num), a: x})
}

// negated returns the node of !v, which is free.
func (m *machine) negated(r ref) ref {
	g := m.work
	if g == nil || r == 0 {
		return 0
	}
	if c, ok := g.constant(r); ok {
		return g.constInt(Predicate, 1-min(c, 1))
	}
	if n := g.nodes[r]; n.op == opCompare {
		unsigned := n.sub&1 != 0
		switch n.sub >> 1 {
		case relEqual:
			return g.compare(relNotEqual, n.cls, unsigned, n.a, n.b)
		case relNotEqual:
			return g.compare(relEqual, n.cls, unsigned, n.a, n.b)
		}
		if n.cls < Half {
			if n.sub>>1 == relLess {
				return g.compare(relLessEqual, n.cls, unsigned, n.b, n.a)
			}
			return g.compare(relLess, n.cls, unsigned, n.b, n.a)
		}
	}
	return g.pure(node{op: opLogic, cls: Predicate, a: r})
}

// bothOf returns the node of a logical operation of two predicates.
func (m *machine) bothOf(and bool, a, b ref) ref {
	g := m.work
	if g == nil {
		return 0
	}
	for range 2 {
		if c, ok := g.constant(a); ok {
			if (c != 0) == and {
				return b
			}
			return a
		}
		a, b = b, a
	}
	if b == 0 {
		return a
	}
	n := node{op: opLogic, cls: Predicate, a: a, b: b}
	if and {
		n.sub = 1
	}
	return g.pure(n)
}

// truthNode returns the node of a value used as a condition.
func (m *machine) truthNode(v value) ref {
	if m.work == nil {
		return 0
	}
	if v.num != nil {
		return m.converted(v, lanes.Bool)
	}
	return m.work.compare(relNotEqual, Int64, true, m.nodeOf(v), m.work.constInt(Int64, 0))
}

// merged returns the node of what a branch or a loop leaves of two values.
func (m *machine) merged(a, b value) ref {
	g := m.work
	switch g.pick {
	case 1:
		return m.nodeOf(a)
	case 2:
		return m.nodeOf(b)
	}
	x, y := m.nodeOf(a), m.nodeOf(b)
	cls := Int64
	if a.num != nil {
		cls = classOf(a.num.Type)
	}
	// What an arm computes is computed under a predicate, into the same register.
	inArm := func(r ref) bool { return r >= g.before && g.nodes[r].op != opConst }
	if g.cond != 0 && (g.before == 0 || !inArm(x) && !inArm(y)) {
		return g.choice(g.cond, x, y, cls)
	}
	if x == y {
		return x
	}
	return g.pure(node{op: opMerge, cls: cls, b: x, c: y, imm: int64(g.cond)})
}

// symbol returns the node of the address of a variable.
func (m *machine) symbol(o *object) ref {
	if m.work == nil || o.tracked() && o.space != sema.ParameterSpace {
		return 0
	}
	g, cls := m.work, addressClass(o.space)
	if cls == Int64 {
		return g.leaf(opSymbol, cls, int64(o.id), flagUniform)
	}
	// Addresses in one window of memory share what is computed of them.
	return g.offset(g.leaf(opSymbol, cls, -int64(o.space), flagUniform), int64(o.id)<<20)
}

// addressClass returns how wide addresses of a space are.
func addressClass(s sema.MemorySpace) NumberClass {
	switch s {
	case sema.SharedSpace, sema.ConstantSpace, sema.ParameterSpace, sema.LocalSpace:
		return Int32
	}
	return Int64
}

// indexed returns the node of a place's address plus an index.
func (m *machine) indexed(base ref, index value, scale int64, targets []target, elem *sema.Type) ref {
	if m.work == nil || len(targets) == 0 || base == 0 {
		return 0
	}
	cls, align := addressClass(targets[0].obj.space), uint8(0)
	if t := strip(elem); t != nil && t.Align > 1 {
		align = uint8(bits.TrailingZeros64(uint64(t.Align)))
	}
	r := m.nodeOf(index)
	if index.num != nil && cls == Int64 && !index.num.Type.Float {
		r = m.work.convert(r, index.num.Type, lanes.Int64)
	}
	return m.work.address(base, r, scale, cls, align)
}

// contentVersion returns the node of what the memory of an object holds now.
func (m *machine) contentVersion(o *object) ref {
	g := m.work
	n := node{op: opMemory, a: o.version}
	switch {
	case o.constant() || o.space == sema.TextureSpace:
		return 0
	case o.space == sema.SharedSpace:
		n.b = g.barrier
	case !o.restrict:
		n.b, n.c = g.barrier, g.global
	}
	if n.a == 0 && n.b == 0 && n.c == 0 {
		return 0
	}
	return g.pure(n)
}

// loadNode returns the node of a read of an object.
func (m *machine) loadNode(o *object, addr ref, t *sema.Type, row int32) ref {
	g := m.work
	if g == nil {
		return 0
	}
	n := node{op: opLoad, cls: Int64, a: addr, c: m.contentVersion(o), imm: sizeOf(t)}
	if num, ok := numeric(t); ok {
		n.cls = classOf(num)
		if n.cls == Predicate {
			n.cls = Int32
		}
		if !num.Signed && num.Bits < 32 {
			n.flags |= flagNonNegative
		}
	}
	if addr == 0 {
		n.a = g.opaque(Int64)
	}
	r := g.pure(n)
	if r != 0 {
		if x := &g.nodes[r]; o.space == sema.ConstantSpace || o.space == sema.ParameterSpace {
			if g.nodes[n.a].flags&flagUniform != 0 {
				x.flags |= flagUniform
			}
		} else {
			x.flags &^= flagUniform
		}
		if row != 0 && g.nodes[r].row == 0 {
			g.nodes[r].row = row
		}
	}
	return r
}

// storeNode notes a write to an object.
func (m *machine) storeNode(o *object, addr, val ref, row int32) {
	g := m.work
	if g == nil {
		m.noteEffect(o)
		return
	}
	if g.is(val, opNarrow) {
		val = g.nodes[val].a
	}
	r := g.pinned(node{op: opStore, a: addr, b: val, imm: int64(row), flags: flagRoot})
	if r != 0 {
		g.nodes[r].row = row
	}
	m.noteEffect(o)
	o.version = r
	if !o.restrict && o.space != sema.SharedSpace {
		g.global = r
	}
}

// noteEffect notes a store for the loops that are tried out.
func (m *machine) noteEffect(o *object) {
	if m.trying > 0 && len(m.stored) < 64 {
		m.stored = append(m.stored, o)
	}
}

// atomicNode notes an atomic operation.
func (m *machine) atomicNode(o *object, addr ref, args []value, row int32) ref {
	g := m.work
	m.noteEffect(o)
	if g == nil {
		return 0
	}
	n := node{op: opAtomic, cls: Int32, a: addr, imm: int64(row), flags: flagRoot}
	for i, v := range args {
		if i == 0 {
			n.b = m.nodeOf(v)
		} else {
			m.use(v)
		}
	}
	r := g.pinned(n)
	if r != 0 {
		g.nodes[r].row = row
	}
	o.version = r
	if !o.restrict && o.space != sema.SharedSpace {
		g.global = r
	}
	return r
}

// use notes that something out of sight needs a value.
func (m *machine) use(v value) {
	if m.work != nil && v.op != 0 {
		m.work.nodes[v.op].flags |= flagRoot
	}
}

// callNode returns the node of a call of a function that CUDA provides.
func (m *machine) callNode(name string, args []value, result value) ref {
	g := m.work
	if g == nil {
		return 0
	}
	n := node{op: opCall, imm: g.name(name)}
	if result.num != nil {
		n.cls = classOf(result.num.Type)
	}
	if len(args) > 3 {
		for _, a := range args[3:] {
			m.use(a)
		}
	}
	for i, p := range [...]*ref{&n.a, &n.b, &n.c} {
		if i < len(args) {
			*p = m.nodeOf(args[i])
		}
	}
	return g.pure(n)
}

// barrierNode notes a barrier.
func (m *machine) barrierNode(name string) {
	m.barriers++
	g := m.work
	if g == nil {
		return
	}
	r := g.pinned(node{op: opBarrier, imm: int64(len(name)), b: g.barrier, flags: flagRoot})
	g.barrier = r
	for _, l := range g.levels {
		g.nests[l.nest].barrier = true
	}
}

// pointerNode returns the node of a comparison or difference of two pointers.
func (m *machine) pointerNode(op ast.Op, a, b value) ref {
	g := m.work
	switch {
	case g == nil:
		return 0
	case compares(op):
		return m.relation(op, Int64, true, m.nodeOf(a), m.nodeOf(b))
	}
	diff := g.arithmetic(opSub, Int64, false, m.nodeOf(a), m.nodeOf(b))
	return g.arithmetic(opDiv, Int64, false, diff, g.constInt(Int64, sizeOf(elemOf(a.typ))))
}

// moved returns the node of a pointer plus or minus an index.
func (m *machine) moved(op ast.Op, p, index value) ref {
	if m.work == nil {
		return 0
	}
	scale := sizeOf(elemOf(p.typ))
	if isKind(p.typ, sema.Array) {
		scale = sizeOf(strip(p.typ).Elem)
	}
	if op == ast.Sub {
		scale = -scale
	}
	base := p.op
	if base == 0 && p.mem != nil {
		base = p.mem.addr
	}
	return m.indexed(base, index, scale, p.ptr, elemOf(p.typ))
}

// lastTest returns the node of what truthy was asked last.
func (m *machine) lastTest() ref {
	if m.work == nil {
		return 0
	}
	return m.work.last
}

// parameterNode returns the node of a read of a struct that is a kernel parameter.
func (m *machine) parameterNode(o *object, addr ref, off *lanes.Value, t *sema.Type, row int32) ref {
	if m.work == nil {
		return 0
	}
	if c, ok := off.Constant(); ok {
		cls := Int64
		if num, ok := numeric(t); ok {
			cls = classOf(num)
		}
		return m.work.leaf(opParam, cls, int64(o.id)<<32|c, flagUniform)
	}
	return m.loadNode(o, addr, t, row)
}

// branchOn makes the condition that was evaluated last that of the next branch, which
// small says is done with predicates.
func (m *machine) branchOn(small bool) {
	if m.work != nil {
		m.work.cond, m.work.small = m.work.last, small
	}
}

// maxPredicated is how many nodes of the syntax tree the arms of a branch have for
// which the compiler executes both under predicates.
const maxPredicated = 30

// predicated reports whether the compiler is taken to execute the arms of an if under
// predicates: they are short, and no one leaves.
func predicated(n ast.Node) bool {
	size := 0
	for _, f := range [...]ast.Field{ast.FieldConsequence, ast.FieldAlternative} {
		arm := n.Child(f)
		if !arm.Valid() {
			continue
		}
		for d := range arm.Descendants() {
			size++
			if size > maxPredicated || d.Is(ast.CallExpression, ast.ForStatement, ast.WhileStatement, ast.DoStatement, ast.ReturnStatement,
				ast.BreakStatement, ast.ContinueStatement, ast.SwitchStatement, ast.GotoStatement) {
				return false
			}
		}
	}
	return true
}

// A fork is a branch under way.
type fork struct {
	cond, before ref
	weight       float64
	small        bool    // executed under a predicate
	first        float64 // how likely the first arm is, 0 where both are run
	forced       float64 // what it was before
}

// smallArm is how many operations the compiler still executes under a predicate
// rather than jump over.
const smallArm = 8

// openBranch starts a branch on the condition that branchOn was told. either is set
// where one of two arms is run by the whole block, not known which.
func (m *machine) openBranch(either bool) fork {
	g := m.work
	if g == nil {
		return fork{}
	}
	f := fork{cond: g.cond, before: ref(len(g.nodes)), weight: g.weight, small: g.small, forced: g.forced}
	g.cond, g.small = 0, false
	if either {
		f.first = g.likelihood(f.cond)
		g.weight *= f.first
	}
	if f.small {
		g.forced = m.share() // all warps issue what is under a predicate
	}
	return f
}

// likelihood returns how likely the whole block is taken to find a condition true:
// equality is rare (the edges of a grid, mostly), an order a toss.
func (g *graph) likelihood(cond ref) float64 {
	if g.is(cond, opCompare) {
		switch g.nodes[cond].sub >> 1 {
		case relEqual:
			return 1.0 / 8
		case relNotEqual:
			return 7.0 / 8
		}
	}
	return 1.0 / 2
}

// otherArm goes on to the second arm of a branch.
func (m *machine) otherArm(f fork) {
	if m.work != nil && f.first > 0 {
		m.work.weight = f.weight * (1 - f.first)
	}
}

// closeBranch says how the arms of a branch are merged.
func (m *machine) closeBranch(f fork, before mask, a, b arm) {
	g := m.work
	if g == nil {
		return
	}
	g.weight, g.forced = f.weight, f.forced
	arm := len(g.nodes) - int(f.before)
	if f.cond != 0 {
		now := m.mask
		m.mask = before
		r := g.pinned(node{op: opBranch, a: f.cond, sub: branchIf, flags: flagRoot})
		m.mask = now
		if r != 0 {
			n := &g.nodes[r]
			if !f.small || a.rest.empty() != b.rest.empty() || len(g.levels) == 1 && m.callDepth == 0 {
				n.row = 1
			}
		}
	}
	g.before = f.before
	switch {
	case a.rest.empty():
		g.pick = 2
	case b.rest.empty():
		g.pick = 1
	case f.small || arm <= smallArm:
		g.cond = f.cond
	}
}

// endBranch ends the merge of a branch.
func (m *machine) endBranch() {
	if g := m.work; g != nil {
		g.cond, g.pick, g.before = 0, 0, 0
	}
}

// nameBuiltins gives the built-in variables their nodes.
func (m *machine) nameBuiltins() {
	g := m.work
	if g == nil {
		return
	}
	for i, axis := range []string{"x", "y", "z"} {
		for k, name := range []string{"threadIdx.", "blockIdx.", "blockDim.", "gridDim."} {
			v := m.builtins[name+axis]
			op, flags := opSpecial, flagNonNegative|flagUniform
			if k == 0 {
				flags = flagNonNegative
			}
			if k > 1 {
				op = opParam
			}
			v.op = g.leaf(op, Int32, int64(-1-4*i-k), flags)
			m.builtins[name+axis] = v
		}
	}
}

// builtinNode returns the node of a call of a function that CUDA provides.
func (m *machine) builtinNode(name string, args []value, v value) ref {
	switch name {
	case "__syncthreads", "__syncthreads_count", "__syncthreads_and", "__syncthreads_or":
		m.barrierNode(name)
		return 0
	}
	g := m.work
	if g == nil {
		return 0
	}
	var num lanes.Type
	if v.num != nil {
		num = v.num.Type
	}
	switch name {
	case "min", "umin", "llmin", "ullmin", "fmin", "fminf", "max", "umax", "llmax", "ullmax", "fmax", "fmaxf":
		op := opMin
		if name[len(name)-1] == 'x' || name == "fmaxf" {
			op = opMax
		}
		if len(args) == 2 && args[0].num != nil && args[1].num != nil && v.num != nil {
			return g.arithmetic(op, classOf(num), !num.Signed, m.converted(args[0], num), m.converted(args[1], num))
		}
	case "fma", "fmaf", "__fmaf_rn", "fmaf_rn":
		if len(args) == 3 && v.num != nil {
			return g.pure(node{op: opFMA, cls: classOf(num), a: m.converted(args[0], num), b: m.converted(args[1], num), c: m.converted(args[2], num)})
		}
	case "abs", "fabs", "fabsf":
		if len(args) == 1 && args[0].num != nil && v.num != nil {
			return m.unaryNode(opAbs, num, args[0])
		}
	case "__float_as_int", "__float_as_uint", "__int_as_float", "__uint_as_float":
		if len(args) == 1 {
			return m.nodeOf(args[0])
		}
	case "__mul24", "__umul24":
		if len(args) == 2 && args[0].num != nil && args[1].num != nil {
			return g.arithmetic(opMul, Int32, false, m.nodeOf(args[0]), m.nodeOf(args[1]))
		}
	}
	converted := args
	if v.num != nil && v.num.Type.Float && len(args) <= 3 {
		// Arguments are converted to the type of the function.
		converted = make([]value, len(args))
		for i, a := range args {
			converted[i] = a
			if a.num != nil {
				converted[i].op = m.converted(a, num)
			}
		}
	}
	return m.callNode(name, converted, v)
}

// halves reports whether a type is a pair of numbers of half precision.
func halves(t *sema.Type) bool {
	t = strip(t)
	return t != nil && (strings.HasSuffix(t.Name, "half2") || strings.HasSuffix(t.Name, "bfloat162"))
}

// unknownNode returns the node of an operation on values of types that are not known:
// of the type of the other operand, else single precision.
func (m *machine) unknownNode(op ast.Op, a, b value) ref {
	g := m.work
	if g == nil {
		return 0
	}
	cls := Single
	if n, ok := numeric(arithmeticType(a.typ, b.typ)); ok {
		cls = classOf(n)
	} else if halves(a.typ) || halves(b.typ) {
		cls = Half
	}
	x, y := m.nodeOf(a), m.nodeOf(b)
	if compares(op) {
		return m.relation(op, cls, false, x, y)
	}
	o, ok := opcodeOf(op)
	if !ok || x == 0 || y == 0 {
		return g.opaque(cls)
	}
	return g.pure(node{op: o, cls: cls, a: x, b: y})
}
