package repair

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/follow"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
)

// A work is one effect of a call on the work of the device: it starts some or waits for it.
type work struct {
	kind   workKind
	stream string // see streamKey; of a kernel, a wait for one stream and a recorded event
	text   string // the stream as the source spells it, "" for the default one
	event  string
}

type workKind uint8

const (
	starts   workKind = iota // work that may use the handle
	waitsAll                 // for all work of the device
	waitsFor                 // for the work of a stream
	waitsEvent
	records
	makes // the handle: what was started before does not use it
)

// The functions that return after all work of the device has finished:
// cudaDeviceSynchronize and its kin by their documentation; cudaFree by the CUDA
// C++ Programming Guide, "Stream Ordered Memory Allocator" ("causes the GPU to
// synchronize across all executing CUDA streams"; measured on sm_90 for the default
// and a non-blocking stream).
var waitingCalls = map[string]bool{
	"cudaDeviceSynchronize": true, "cudaThreadSynchronize": true, "cuCtxSynchronize": true, "cudaFree": true,
}

// Copies to the host that return after they have completed (CUDA Runtime API, "API
// synchronization behavior") and run in the default stream, behind its work.
var copyingCalls = map[string]bool{
	"cudaMemcpy": true, "cudaMemcpy2D": true, "cudaMemcpyFromSymbol": true, "cudaMemcpyFromArray": true, "cudaMemcpy2DFromArray": true,
}

// Functions that start work, besides those that are lowered to an OpLaunch.
var launchingCalls = map[string]bool{
	"cudaLaunchDevice": true, "cuLaunchKernelEx": true, "cuLaunchCooperativeKernel": true, "cudaGraphLaunch": true, "cuGraphLaunch": true,
	"cudaLaunch": true, "cuLaunch": true, "cuLaunchGrid": true, "cuLaunchGridAsync": true,
}

// anyStream is the key of work in an unknown stream.
const anyStream = "?"

// A WorkSearch looks backwards from a point of a function for work that may still be
// running there and use the handle.
type WorkSearch struct {
	Function *body.Function
	// Names are those of the variables that lead to the handle; nil where any work
	// may use it.
	Names        map[string]bool
	Acquisitions map[ir.ID]bool
	depth        int
	// switches is set where the function may go on with another device: waits for
	// a device do not count then.
	switches bool

	streams map[string]string // of work that may be running, with the spelling
	// entered is set where the entry of the function is reached without a wait for
	// all work on the way.
	entered bool
	steps   int
}

const maxFlight = 3000 // blocks looked at for one point

// before looks at all that runs before operation i of a block.
func (l *WorkSearch) before(b *cfg.Block, i int) {
	type item struct {
		block  *cfg.Block
		from   int // operations before it are looked at
		synced waited
	}
	l.streams = map[string]string{}
	work := []item{{b, i, waited{}}}
	seen := map[string]bool{}
	for len(work) > 0 {
		it := work[len(work)-1]
		work = work[:len(work)-1]
		if l.steps++; l.steps > maxFlight {
			l.streams[anyStream] = ""
			l.entered = true
			return
		}
		synced, over := l.through(it.block.Ops[:it.from], it.synced)
		if over {
			continue
		}
		if it.block == l.Function.Graph.Entry {
			l.entered = true
		}
		for _, e := range it.block.Preds {
			key := fmt.Sprint(e.From.Index, synced)
			if e.From.Reachable && !seen[key] {
				seen[key] = true
				work = append(work, item{e.From, len(e.From.Ops), synced})
			}
		}
	}
}

// waited is what the path behind a point waits for: streams and events, sorted.
type waited struct{ streams, events string }

func (w waited) has(list, key string) bool { return strings.Contains(list, "\n"+key+"\n") }

func addTo(list, key string) string {
	keys := strings.Fields(list)
	if !slices.Contains(keys, key) {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return "\n" + strings.Join(keys, "\n\n") + "\n"
}

// through walks operations backwards; over is set where nothing before them matters.
func (l *WorkSearch) through(ops []ir.ID, synced waited) (_ waited, over bool) {
	for _, id := range slices.Backward(ops) {
		for _, w := range slices.Backward(l.workOf(id)) {
			switch w.kind {
			case makes, waitsAll:
				return synced, true
			case waitsFor:
				synced.streams = addTo(synced.streams, w.stream)
			case waitsEvent:
				synced.events = addTo(synced.events, w.event)
			case records:
				if synced.has(synced.events, w.event) {
					synced.streams = addTo(synced.streams, w.stream)
				}
			case starts:
				if w.stream == anyStream || !synced.has(synced.streams, w.stream) {
					l.streams[w.stream] = w.text
				}
			}
		}
	}
	return synced, false
}

// workOf lists what an operation does, in the order it is done.
func (l *WorkSearch) workOf(id ir.ID) []work {
	o := l.Function.Code.Op(id)
	if l.Acquisitions[id] {
		return []work{{kind: makes}}
	}
	switch o.Code {
	case ir.OpLaunch:
		if decl.LaunchFormOf(o.Node) != decl.LaunchSyntax {
			// Its arguments may be in an array, its stream in a structure.
			return []work{{kind: starts, stream: anyStream}}
		}
		if l.Names != nil && !l.Function.UsesAny(o.X.Args, l.Names) && !body.NamesAny(o.Node, l.Names) {
			return nil
		}
		w := work{kind: starts}
		w.stream, w.text = l.streamKey(o.X.Args[3])
		return []work{w}
	case ir.OpCall:
		return l.ownCall(o)
	case ir.OpExternal:
		return l.call(o)
	}
	return nil
}

// call returns what a call of a function out of sight does.
func (l *WorkSearch) call(o *ir.Op) []work {
	args, name := o.X.Args, o.X.Name
	arg := func(i int) ir.ID {
		if i < len(args) {
			return args[i]
		}
		return 0
	}
	switch {
	case launchingCalls[name]:
		return []work{{kind: starts, stream: anyStream}}
	case waitingCalls[name]:
		if !l.switches && (name != "cudaFree" || l.allocates(arg(0))) {
			return []work{{kind: waitsAll}}
		}
	case name == "cudaStreamSynchronize" || name == "cuStreamSynchronize":
		if key, _ := l.streamKey(arg(0)); key != anyStream {
			return []work{{kind: waitsFor, stream: key}}
		}
	case name == "cudaEventSynchronize" || name == "cuEventSynchronize":
		if key, _ := l.streamKey(arg(0)); key != anyStream {
			return []work{{kind: waitsEvent, event: key}}
		}
	case name == "cudaEventRecord" || name == "cuEventRecord":
		event, _ := l.streamKey(arg(0))
		stream, _ := l.streamKey(arg(1))
		if event != anyStream && stream != anyStream {
			return []work{{kind: records, event: event, stream: stream}}
		}
	case copyingCalls[name] && !l.switches:
		for _, a := range args {
			if l.Function.Code.Op(a).Node.Text() == "cudaMemcpyDeviceToHost" {
				return []work{{kind: waitsFor, stream: defaultStream}}
			}
		}
	case handle.IsAPI(name):
		if l.Names == nil && strings.HasSuffix(name, "Async") {
			return []work{{kind: starts, stream: anyStream}}
		}
	case handle.RoleOf(name) == handle.Library || handle.ReleaseFunctions[name]:
	case name != "" && l.uses(o):
		return []work{{kind: starts, stream: anyStream}}
	}
	return nil
}

// uses reports whether a call may have to do with the handle.
func (l *WorkSearch) uses(o *ir.Op) bool {
	return l.Names == nil || l.Function.UsesAny(append(slices.Clone(o.X.Args), o.A), l.Names) || body.NamesAny(o.Node, l.Names)
}

// allocates reports whether the function has stored new memory of the device in a
// variable: cudaFree of a null pointer returns at once.
func (l *WorkSearch) allocates(id ir.ID) bool {
	load := l.Function.Code.Op(l.Function.Written(id))
	v := l.Function.VariableOf(load.A)
	if load.Code != ir.OpLoad || v == nil {
		return false
	}
	found := false
	for _, u := range l.Function.Uses(v) {
		l.Function.Derived(u, func(_ ir.ID, o *ir.Op) {
			found = found || strings.HasPrefix(l.Function.Callee(o), "cudaMalloc")
		})
	}
	return found
}

// ownCall returns what a call of one of the program's functions does.
func (l *WorkSearch) ownCall(o *ir.Op) []work {
	uses := l.uses(o)
	g := l.Function.Unit.Function(o.X.Callee)
	if g == nil || l.depth >= follow.MaxDepth {
		if uses {
			return []work{{kind: starts, stream: anyStream}}
		}
		return nil
	}
	inner := WorkSearch{Function: g, depth: l.depth + 1, steps: l.steps, switches: l.switches}
	inner.before(g.Graph.Exit, 0)
	l.steps = inner.steps
	var out []work
	if !inner.entered {
		out = append(out, work{kind: waitsAll})
	}
	if len(inner.streams) > 0 && uses {
		out = append(out, work{kind: starts, stream: anyStream})
	}
	return out
}

// defaultStream is the key of the default stream.
const defaultStream = "0"

// streamKey identifies a stream, or event, by the expression that names it; anyStream where that
// may be a different one each time. No operation means the default stream.
func (l *WorkSearch) streamKey(id ir.ID) (key, text string) {
	f := l.Function
	id = f.Written(id)
	o := f.Code.Op(id)
	switch text := o.Node.Text(); {
	case id == 0, o.Code == ir.OpNull, o.Code == ir.OpConst && o.Int == 0, o.Code == ir.OpUnknown && (body.IsZeroText(text) || text == "cudaStreamLegacy"):
		return defaultStream, ""
	case o.Code == ir.OpUnknown && o.X == nil && o.Node.Is(ast.Identifier):
		return "g:" + body.WithoutSpace(text), text
	}
	if o.Code != ir.OpLoad && !(o.Code == ir.OpUnknown && o.Node.Is(ast.FieldExpression)) || !o.Node.Is(ast.Identifier, ast.FieldExpression) {
		return anyStream, ""
	}
	place := o.Node
	for place.Is(ast.FieldExpression) {
		place = place.Child(ast.FieldArgument)
	}
	if !place.Is(ast.Identifier, ast.This) {
		return anyStream, ""
	}
	from := o.A
	if o.Code == ir.OpUnknown {
		from = id
	}
	v := f.VariableOf(f.Leading(from))
	if v == nil || v.Id == f.This {
		return "g:" + body.WithoutSpace(o.Node.Text()), o.Node.Text()
	}
	if v.Node.Enclosing(ast.ForStatement, ast.ForRangeLoop, ast.WhileStatement, ast.DoStatement).Index() > f.Node.Index() {
		return anyStream, "" // another one in each iteration
	}
	for _, u := range f.Uses(v) {
		if s := f.Code.Op(u); s.Code == ir.OpStore && s.A == v.Id {
			return anyStream, ""
		}
	}
	return v.Place() + strings.TrimPrefix(o.Node.Text(), place.Text()), o.Node.Text()
}

// RunningAt returns the block that a statement is run in, and whether work may still use the
// handle in front of it.
func (l *WorkSearch) RunningAt(statement ast.Node) (*cfg.Block, bool) {
	for _, b := range l.Function.Graph.Blocks {
		for i, id := range b.Ops {
			if body.Within(statement, l.Function.SourceNode(id)) {
				streams, _ := l.running(b, i)
				return b, len(streams) > 0
			}
		}
	}
	return nil, true
}

// running returns the streams of work that may still use the handle behind an
// operation of a block: none, one by its spelling ("" for the default one), or one of which
// nothing is known, which stands for several.
func (l *WorkSearch) running(b *cfg.Block, i int) (streams []string, known bool) {
	l.before(b, i)
	_, unknown := l.streams[anyStream]
	for _, key := range slices.Sorted(maps.Keys(l.streams)) {
		streams = append(streams, l.streams[key])
	}
	return streams, !unknown
}
