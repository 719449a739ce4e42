package warp

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// Options say what is assumed about kernels whose launches are out of sight.
type Options struct {
	// Block is the shape given by a flag or the configuration; its Dim is zero
	// where none is given.
	Block Block
	// ConstantOnly skips kernels that cannot reach a read of constant or
	// parameter memory, and reports only such reads of kernels in which none
	// diverges, or takes the uniform datapath as far as a first look can tell.
	ConstantOnly bool
	// UniformOver is from how many bytes of a table on reads by the uniform datapath
	// are of interest to a first look; 0 for never.
	UniformOver int64
	// Launches returns the launches of a kernel, those in other units too; nil
	// means those that the unit shows. Where one is not written in the unit, its
	// nodes are not valid.
	Launches func(*sema.Function) []*sema.Launch
	// Instantiates reports whether one of these may stand in code that is compiled; nil
	// means what the unit shows.
	Instantiates func(*sema.Function) bool
	// Kernel restricts the analysis to one kernel of the unit, nil for all.
	Kernel *sema.Function
	// Only restricts it to some kernels, and to those device functions that none of these
	// comes to; nil for all.
	Only []*sema.Function
	// Restrict names a pointer parameter of the kernels that counts as const
	// __restrict__, "" for none.
	Restrict string
	// Brief gives up where a kernel takes more than a few milliseconds: its result is
	// Incomplete then.
	Brief bool
	// tooLong is set once the last effort was not enough for a kernel of the unit: the
	// launches and kernels after it are followed without that effort.
	tooLong bool
	// Builder lowers the functions of the unit; nil means a new one.
	Builder *ir.Builder
	// Memory, if any, keeps results for the next text of the same file.
	Memory *Memory
	// Shared, if any, keeps results for other units that include the same headers.
	Shared   *Shared
	digester *digester
}

// maxThreads is the largest number of threads of a block (CUDA C++ Programming
// Guide, technical specifications per compute capability).
const maxThreads = 1024

// Analyze interprets every kernel of a translation unit once for each launch
// that differs in what the analysis can use (block shape, template arguments,
// constant arguments), or once with an assumed block where no launch is in
// sight. Results are in the order of the kernels in the source, followed by the
// device functions that read constant memory and are called by no kernel.
func Analyze(ctx context.Context, unit *sema.Unit, opts Options) []Result {
	var out []Result
	opts.complete(ctx, unit)
	if opts.Shared != nil {
		opts.digester = newDigester(opts.Builder)
	}
	memory := opts.Memory.open(unit)
	defer memory.close()
	var reach *reach // takes a look at all of the unit
	if opts.ConstantOnly || opts.Kernel == nil && opts.Only == nil {
		reach = newReach(unit)
	}
	reached := map[*sema.Function]bool{}
	for _, k := range unit.Kernels() {
		if ctx.Err() != nil {
			return out
		}
		if !opts.asksFor(k) {
			continue
		}
		if opts.ConstantOnly && !reach.constant(k, opts) {
			continue
		}
		launches, leftOut := distinctLaunches(k, opts)
		for _, l := range launches {
			res := memory.analyze(ctx, unit, k, l, opts, reached)
			res.LeftOut = leftOut
			// The last effort takes seconds. Once it was not enough for a kernel of the unit,
			// no later launch or kernel gets it: a file with a dozen would take minutes.
			opts.tooLong = opts.tooLong || res.Incomplete == tooLong
			out = append(out, res)
		}
	}
	if opts.Kernel != nil {
		return out
	}
	return append(out, unreached(ctx, unit, reach, reached, opts, memory)...)
}

// asksFor reports whether the analysis of a function is asked for.
func (o *Options) asksFor(f *sema.Function) bool {
	return (o.Kernel == nil || o.Kernel == f) && (o.Only == nil || slices.Contains(o.Only, f))
}

// complete sets what is nil to what the unit shows.
func (o *Options) complete(ctx context.Context, unit *sema.Unit) {
	if o.Builder == nil {
		o.Builder = ir.NewBuilder(unit, true)
	}
	if o.Launches == nil || o.Instantiates == nil {
		h := host.New(ctx, unit, ir.NewBuilder(unit, false))
		if o.Launches == nil {
			o.Launches = h.Of
		}
		if o.Instantiates == nil {
			o.Instantiates = h.Instantiates
		}
	}
}

// blockFor decides the block shape of a kernel: the launch, then what the kernel
// declares, then what the user says, then a bound, then a guess that is marked.
func blockFor(k *sema.Function, l *sema.Launch, opts Options) Block {
	if l != nil && l.Block[0] > 0 && l.Block[1] > 0 && l.Block[2] > 0 {
		b := Block{Dim: [3]int{int(l.Block[0]), int(l.Block[1]), int(l.Block[2])}, Source: FromLaunch, Launch: l}
		if b.valid() {
			return b
		}
	}
	scope := k.Scope
	if l != nil && l.Bindings != nil {
		scope = scope.With(l.Bindings)
	}
	if len(k.BlockSize) > 0 {
		if b := (Block{Dim: [3]int{1, 1, 1}, Source: FromBlockSize}); b.fill(scope, k.BlockSize) {
			return b
		}
	}
	if opts.Block.Dim[0] > 0 {
		return opts.Block
	}
	if len(k.LaunchBounds) > 0 {
		if b := (Block{Dim: [3]int{1, 1, 1}, Source: FromLaunchBounds}); b.fill(scope, k.LaunchBounds[:1]) {
			return b
		}
	}
	return Block{Dim: [3]int{256, 1, 1}, Source: Assumed}
}

func (b Block) valid() bool {
	n := 1
	for _, d := range b.Dim {
		if d < 1 || d > maxThreads {
			return false
		}
		n *= d
	}
	return n <= maxThreads
}

func (b Block) threads() int { return b.Dim[0] * b.Dim[1] * b.Dim[2] }

func (b Block) warps() int { return (b.threads() + lanes.WarpSize - 1) / lanes.WarpSize }

// fill sets the dimensions from constant expressions; it reports whether they are
// known and possible.
func (b *Block) fill(scope *sema.Scope, dims []ast.Node) bool {
	if len(dims) == 1 && dims[0].Is(ast.ArgumentList, ast.ParenthesizedExpression) {
		var inner []ast.Node
		for c := range dims[0].Children() {
			inner = append(inner, c)
		}
		dims = inner
	}
	for i, d := range dims {
		c := scope.Const(d)
		if i > 2 || !c.Known() || c.Int > maxThreads {
			return false
		}
		b.Dim[i] = int(c.Int)
	}
	return b.valid()
}

// analyzeLaunch interprets one kernel under one launch (nil: none in sight), and
// adds the functions it calls to reached.
func analyzeLaunch(ctx context.Context, unit *sema.Unit, k *sema.Function, l *sema.Launch, opts Options, reached map[*sema.Function]bool) Result {
	res := Result{Kernel: k, Launch: l, Block: blockFor(k, l, opts), Restrict: opts.Restrict}
	if l != nil {
		return analyzeRoot(ctx, unit, res, opts, reached)
	}
	return analyzeShared(unit, res, &opts, reached, func() Result { return analyzeRoot(ctx, unit, res, opts, reached) })
}

// analyzeRoot interprets the function that a result is of.
func analyzeRoot(ctx context.Context, unit *sema.Unit, res Result, opts Options, reached map[*sema.Function]bool) Result {
	// evaluations is what the kernel takes at least where so many iterations of its
	// loops are run one by one.
	evaluations, iterations := 0, 0
	var rec *recorder
	var work *graph
	var followed effort // what rec is from
	try := func(efforts []effort) {
		for _, e := range efforts {
			if e == followed {
				return
			}
			if e.iterations >= iterations && e.steps < evaluations*e.stepCost(res.Block) {
				continue
			}
			var steps int
			work.release()
			rec, work, steps, res.Incomplete = runKernel(ctx, &opts, unit, &res, e, reached)
			evaluations, iterations, followed = steps/e.stepCost(res.Block), e.iterations, e
			res.SomeWarps = e.someWarps && res.Block.warps() > 4
			if res.Incomplete != tooLong {
				return
			}
		}
	}
	if opts.ConstantOnly {
		try(opts.within(scanEfforts))
		res.Accesses = rec.finish(true)
		if !slices.ContainsFunc(res.Accesses, func(a Access) bool { return diverges(a) || opts.mayBeUniform(a) }) {
			return res
		}
	}
	// What such a read is worth depends on the kernel's other accesses, too.
	if opts.Brief {
		try(briefEfforts)
	} else {
		try(opts.within(efforts))
	}
	if work != nil {
		nests, usages := work.finish(rec.sites(), unit.Arch())
		rec.use(usages)
		res.Nests = nests
		work.release()
	}
	res.Accesses = rec.finish(false)
	res.Unseen = slices.Sorted(maps.Keys(rec.unseen))
	return res
}

// within returns the efforts that a launch may take.
func (o *Options) within(efforts []effort) []effort {
	if o.tooLong {
		return efforts[:len(efforts)-1]
	}
	return efforts
}

// diverges reports whether an access may have a cost that another placement has
// not: the rest of the kernel is then of interest, too.
func diverges(a Access) bool {
	return a.Addresses.Worst > 1 && (a.Space == sema.ConstantSpace || a.Space == sema.ParameterSpace)
}

// mayBeUniform reports whether a read may be of interest for the uniform datapath.
func (o *Options) mayBeUniform(a Access) bool {
	return o.UniformOver > 0 && a.ObjectBytes > o.UniformOver && a.Space == sema.ConstantSpace &&
		a.Kind == Load && a.Pattern == Uniform && !a.Literal && a.Trips != 1
}

// runKernel interprets a kernel with a bound on the effort. rec has its accesses, taken is how many
// steps of it were used.
func runKernel(ctx context.Context, opts *Options, unit *sema.Unit, res *Result, e effort, reached map[*sema.Function]bool) (rec *recorder, work *graph, taken int, incomplete string) {
	k, l, block := res.Kernel, res.Launch, res.Block
	followed := sampleWarps(block.warps(), e.someWarps)
	padded := len(followed) * lanes.WarpSize
	m := &machine{warps: followed, ctx: ctx, unit: unit, d: lanes.NewDomain(padded), block: block, kernel: k, trips: 1, times: 1,
		maxSteps: e.steps, thriftySteps: cmp.Or(e.thrifty, e.steps), stepCost: e.stepCost(block), concreteLimit: e.iterations, constantOnly: e.constantOnly, globals: map[*sema.Variable]*object{}, spare: map[*ir.Func][][]value{}, lasting: map[lasting]*object{}, pointers: map[*sema.Type]*sema.Type{}, builder: opts.Builder, pointees: map[pointee]*object{}, rec: newRecorder(), reached: reached, iterated: map[*ir.Op]bool{}}
	truth := make([]lanes.Truth, padded)
	for i := range truth {
		if m.threadAt(i) < block.threads() {
			truth[i] = lanes.True
			m.threads++
		}
	}
	m.mask = newMask(truth)
	if !e.constantOnly {
		m.work = newGraph(m.activeShare)
	}
	work = m.work
	if l != nil {
		m.grid = l.Grid
	}
	m.setupBuiltins()
	if opts.digester != nil {
		m.trace = opts.digester.trace
	}
	body := m.lower(rootInstance(res))
	if body == nil {
		return m.rec, work, 0, tooLong
	}
	m.frame = m.newFrame(body)
	defer func() {
		if r := recover(); r != nil {
			over, ok := r.(budgetExceeded)
			if !ok {
				// The stack of the failure is gone once this function returns.
				panic(fmt.Errorf("%v\n%s", r, debug.Stack()))
			}
			rec, taken, incomplete = m.rec, m.steps, over.reason
		}
	}()
	for i, id := range body.Params {
		switch p := body.Op(id); {
		case k.Kernel():
			m.frame.vals[id] = m.kernelParam(p, i, l, res.Restrict)
		case res.Callable != nil:
			m.frame.vals[id] = m.callableParam(res.Callable, p, i)
		default:
			m.frame.vals[id] = m.unknownParam(p)
		}
	}
	m.run(&body.Body)
	return m.rec, work, m.steps, m.reason
}
