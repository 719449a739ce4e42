package resource

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
)

// A work is what one call does to the work of the device.
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

var launchingCalls = map[string]bool{
	"cudaLaunchKernel": true, "cudaLaunchKernelExC": true, "cudaLaunchKernelEx": true, "cudaLaunchCooperativeKernel": true, "cudaLaunchDevice": true,
	"cuLaunchKernel": true, "cuLaunchKernelEx": true, "cuLaunchCooperativeKernel": true, "cudaGraphLaunch": true, "cuGraphLaunch": true,
	"cudaLaunch": true, "cuLaunch": true, "cuLaunchGrid": true, "cuLaunchGridAsync": true,
}

// anyStream is the key of work in a stream that cannot be told from others.
const anyStream = "?"

// A flight looks backwards from a point of a function for work that may still be
// running there and use the handle.
type flight struct {
	f *function
	// names are those of the variables that lead to the handle; nil where any work
	// may use it.
	names map[string]bool
	made  map[ast.Node]bool
	depth int
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

// before looks at all that runs before node i of a block.
func (l *flight) before(b *cfg.Block, i int) {
	type item struct {
		block *cfg.Block
		from  int // nodes before it are looked at
		done  waited
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
		done, over := l.through(it.block.Nodes[:it.from], it.done)
		if over {
			continue
		}
		if it.block == l.f.graph.Entry {
			l.entered = true
		}
		for _, e := range it.block.Preds {
			key := fmt.Sprint(e.From.Index, done)
			if e.From.Reachable && !seen[key] {
				seen[key] = true
				work = append(work, item{e.From, len(e.From.Nodes), done})
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

// through goes backwards through nodes; over is set where nothing before matters.
func (l *flight) through(nodes []ast.Node, done waited) (_ waited, over bool) {
	for _, n := range slices.Backward(nodes) {
		if n.Is(ast.ForRangeLoop, ast.CatchClause) {
			continue
		}
		for _, w := range slices.Backward(l.workOf(n, nil, 0)) {
			switch w.kind {
			case makes, waitsAll:
				return done, true
			case waitsFor:
				done.streams = addTo(done.streams, w.stream)
			case waitsEvent:
				done.events = addTo(done.events, w.event)
			case records:
				if done.has(done.events, w.event) {
					done.streams = addTo(done.streams, w.stream)
				}
			case starts:
				if w.stream == anyStream || !done.has(done.streams, w.stream) {
					l.streams[w.stream] = w.text
				}
			}
		}
	}
	return done, false
}

// workOf lists what the calls under a node do, in the order they run.
func (l *flight) workOf(n ast.Node, out []work, depth int) []work {
	if n.Is(ast.LambdaExpression) || depth > 200 {
		return out
	}
	if !n.Is(ast.CallExpression) {
		sure := true // that what is next is evaluated
		for c := range n.Children() {
			more := l.workOf(c, nil, depth+1)
			if !sure { // it cannot be relied on to wait
				more = slices.DeleteFunc(more, func(w work) bool { return w.kind != starts })
			}
			out = append(out, more...)
			sure = sure && !n.Is(ast.ConditionalExpression) && n.Op() != ast.LogicalAnd && n.Op() != ast.LogicalOr
		}
		return out
	}
	if x, ok := l.f.unit.expand(n); ok {
		return l.workOf(x, out, depth+1)
	}
	for c := range n.Child(ast.FieldArguments).Children() {
		out = l.workOf(c, out, depth+1)
	}
	if w, ok := l.call(n); ok {
		out = append(out, w...)
	}
	return out
}

// call returns what one call does.
func (l *flight) call(n ast.Node) ([]work, bool) {
	if l.made[n] {
		return []work{{kind: makes}}, true
	}
	args, name := arguments(n), calleeName(n)
	arg := func(i int) ast.Node {
		if i < len(args) {
			return args[i]
		}
		return ast.Node{}
	}
	if config := n.ChildOf(ast.KernelCallSyntax); config.Valid() {
		if l.names != nil && !namesAny(n, l.names) {
			return nil, false
		}
		var given []ast.Node
		for c := range config.Children() {
			given = append(given, c)
		}
		w := work{kind: starts}
		if len(given) > 3 {
			w.stream, w.text = l.streamKey(given[3])
		} else {
			w.stream, w.text = l.streamKey(ast.Node{})
		}
		return []work{w}, true
	}
	switch {
	case launchingCalls[name]:
		return []work{{kind: starts, stream: anyStream}}, true
	case waitingCalls[name]:
		if l.switches || name == "cudaFree" && !l.allocates(arg(0)) {
			return nil, false
		}
		return []work{{kind: waitsAll}}, true
	case name == "cudaStreamSynchronize" || name == "cuStreamSynchronize":
		key, _ := l.streamKey(arg(0))
		return []work{{kind: waitsFor, stream: key}}, key != anyStream
	case name == "cudaEventSynchronize" || name == "cuEventSynchronize":
		key, _ := l.streamKey(arg(0))
		return []work{{kind: waitsEvent, event: key}}, key != anyStream
	case name == "cudaEventRecord" || name == "cuEventRecord":
		event, _ := l.streamKey(arg(0))
		stream, _ := l.streamKey(arg(1))
		return []work{{kind: records, event: event, stream: stream}}, event != anyStream && stream != anyStream
	case copyingCalls[name] && !l.switches:
		for _, a := range args {
			if a.Text() == "cudaMemcpyDeviceToHost" {
				key, _ := l.streamKey(ast.Node{})
				return []work{{kind: waitsFor, stream: key}}, true
			}
		}
	case isAPI(name):
		if l.names == nil && strings.HasSuffix(name, "Async") {
			return []work{{kind: starts, stream: anyStream}}, true
		}
	case roleOf(name) == known || released[name]:
	default:
		return l.ownCall(n, name)
	}
	return nil, false
}

// allocates reports whether the function has stored new memory of the device in a
// variable: cudaFree of a null pointer returns at once.
func (l *flight) allocates(n ast.Node) bool {
	v := l.f.variable(n.Text(), n)
	if !n.Is(ast.Identifier) || v == nil {
		return false
	}
	for _, m := range l.f.mentions(v) {
		if strings.HasPrefix(calleeName(m.Enclosing(ast.CallExpression)), "cudaMalloc") {
			return true
		}
	}
	return false
}

// ownCall returns what a call of one of the program's functions does.
func (l *flight) ownCall(n ast.Node, name string) ([]work, bool) {
	uses := l.names == nil || namesAny(n, l.names)
	bodies := l.f.unit.named[name]
	var out []work
	if len(bodies) == 0 || l.depth >= maxDepth {
		if uses && name != "" {
			out = append(out, work{kind: starts, stream: anyStream})
		}
		return out, uses
	}
	starting, waiting := false, true
	for _, f := range bodies {
		g := l.f.unit.function(f)
		if g == nil {
			return []work{{kind: starts, stream: anyStream}}, uses
		}
		inner := flight{f: g, depth: l.depth + 1, made: l.made, steps: l.steps, switches: l.switches}
		inner.before(g.graph.Exit, 0)
		l.steps = inner.steps
		starting = starting || len(inner.streams) > 0
		waiting = waiting && !inner.entered
	}
	if waiting {
		out = append(out, work{kind: waitsAll})
	}
	if starting && uses {
		out = append(out, work{kind: starts, stream: anyStream})
	}
	return out, len(out) > 0
}

// streamKey identifies a stream, or event, by what names it; anyStream where it may
// be another one each time. The default stream is that of no node.
func (l *flight) streamKey(n ast.Node) (key, text string) {
	for n.Is(ast.ParenthesizedExpression) {
		n = n.FirstChild()
	}
	if !n.Valid() || isZeroText(n.Text()) || n.Text() == "cudaStreamLegacy" {
		return "0", ""
	}
	root := n
	for root.Is(ast.FieldExpression) {
		root = root.Child(ast.FieldArgument)
	}
	if !root.Is(ast.Identifier, ast.This) {
		return anyStream, ""
	}
	v := l.f.variable(root.Text(), root)
	if v == nil {
		return "g:" + strings.Join(strings.Fields(n.Text()), ""), n.Text()
	}
	if v.node.Enclosing(ast.ForStatement, ast.ForRangeLoop, ast.WhileStatement, ast.DoStatement).Index() > l.f.node.Index() {
		return anyStream, "" // another one in each iteration
	}
	for _, m := range l.f.mentions(v) {
		if p := m.Parent(); p.Is(ast.AssignmentExpression) && m.Field() == ast.FieldLeft || p.Is(ast.UpdateExpression) {
			return anyStream, ""
		}
	}
	return v.place() + strings.TrimPrefix(n.Text(), root.Text()), n.Text()
}

// running returns the streams of work that may still use the handle behind a node
// of a block: none, one by its spelling ("" for the default one), or one of which
// nothing is known, which stands for several.
func (l *flight) running(b *cfg.Block, i int) (streams []string, known bool) {
	l.before(b, i)
	_, unknown := l.streams[anyStream]
	for _, key := range slices.Sorted(maps.Keys(l.streams)) {
		streams = append(streams, l.streams[key])
	}
	return streams, !unknown
}
