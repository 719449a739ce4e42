package reuse

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/depend"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// nowhere is the node of what is stored without a syntax tree.
var nowhere ast.Node

// A Question is what is asked about a function, besides the function and its launch.
type Question struct {
	ConstantOnly, Brief, LastEffort bool // LastEffort is set where the last effort may be made
	UniformOver                     int64
	Restrict                        string
	Block                           warp.Block // that is given, not that of a launch
}

// key returns the digest of a question and of all that its answer depends on, and what
// spelled them; ok is false where that is not known.
func (c *FileCache) key(k *sema.Function, l *sema.Launch, q *Question) (w *keyWriter, key depend.Digest, ok bool) {
	if w, ok = c.spell(k, l, q, nil); !ok {
		return nil, key, false
	}
	if len(w.closures) > 0 {
		// Their bodies stand in the host code.
		nodes := make([]ast.Node, len(w.closures))
		for i, closure := range w.closures {
			nodes[i] = closure.Node
		}
		if w, ok = c.spell(k, l, q, nodes); !ok || w.open {
			return nil, key, false
		}
	}
	if w.open {
		// Some type of the launch depends on functions that the kernel does not name. In an
		// unchanged unit the launch is still the same.
		if w.slice, ok = c.parts.Slice(k, true); !ok {
			return nil, key, false
		}
		at, ok := w.slice.Ref(l.Node)
		if !ok {
			return nil, key, false
		}
		w.int(int64(at.Part), int64(at.Node))
	}
	return w, c.cache.Digest(w.slice.Digest.Append(w.b)), true
}

// spell writes a question and a launch. What the function depends on includes some nodes.
func (c *FileCache) spell(k *sema.Function, l *sema.Launch, q *Question, also []ast.Node) (w *keyWriter, ok bool) {
	w = &keyWriter{}
	if w.slice, ok = c.parts.Slice(k, false, also...); !ok {
		return nil, false
	}
	w.question(q)
	w.launch(l)
	return w, true
}

// A keyWriter writes what the analysis of a function uses of a question and a launch.
type keyWriter struct {
	slice *depend.Slice
	b     []byte
	open  bool // some type is not written in full
	// closures are the lambda expressions that the launch passes.
	closures []*sema.Closure
}

func (w *keyWriter) int(numbers ...int64) {
	for _, n := range numbers {
		w.b = binary.LittleEndian.AppendUint64(w.b, uint64(n))
	}
}

func (w *keyWriter) text(s string) {
	w.int(int64(len(s)))
	w.b = append(w.b, s...)
}

func (w *keyWriter) bool(values ...bool) {
	for _, v := range values {
		if v {
			w.b = append(w.b, 1)
		} else {
			w.b = append(w.b, 0)
		}
	}
}

func (w *keyWriter) question(q *Question) {
	w.int(int64(q.Block.Dim[0]), int64(q.Block.Dim[1]), int64(q.Block.Dim[2]), int64(q.Block.Source), q.UniformOver)
	w.bool(q.ConstantOnly, q.Brief, q.LastEffort, q.Block.Launch != nil)
	w.text(q.Restrict)
}

func (w *keyWriter) launch(l *sema.Launch) {
	w.bool(l != nil)
	if l == nil {
		return
	}
	w.int(l.Grid[:]...)
	w.int(l.Block[:]...)
	w.int(l.SharedBytes, int64(len(l.Args)), int64(len(l.TemplateArgs)))
	for _, a := range l.Args {
		w.constant(a.Value)
		w.typ(a.Type, 0)
		w.int(int64(len(a.Held)))
		for _, h := range a.Held {
			w.text(h.Path)
			w.constant(h.Value)
		}
	}
	for _, a := range l.TemplateArgs {
		w.argument(a, 0)
	}
	for b := l.Bindings; b != nil; b = b.Outer {
		w.int(int64(len(b.Args)))
		for _, name := range slices.Sorted(maps.Keys(b.Args)) {
			w.text(name)
			w.argument(b.Args[name], 0)
		}
	}
}

func (w *keyWriter) argument(a sema.TemplateArg, depth int) {
	w.typ(a.Type, depth)
	w.constant(a.Const)
	w.bool(a.Pack != nil)
	w.int(int64(len(a.Pack)))
	if depth > maxKeyDepth {
		w.open = true
		return
	}
	for _, p := range a.Pack {
		w.argument(p, depth+1)
	}
}

func (w *keyWriter) constant(c sema.Const) {
	w.int(c.Int, int64(math.Float64bits(c.Float)))
	w.typ(c.Type, 0)
}

// maxKeyDepth bounds the nesting of types that are written in full.
const maxKeyDepth = 8

func (w *keyWriter) typ(t *sema.Type, depth int) {
	w.bool(t != nil)
	if t == nil {
		return
	}
	w.int(int64(t.Kind), t.Size, t.Align, t.Len, int64(t.Qualifiers), int64(len(t.Args)))
	w.bool(t.Signed, t.Record != nil)
	w.text(t.Name)
	if depth > maxKeyDepth || t.Kind == sema.Enum {
		w.open = true // the names of an enumeration count, too
		return
	}
	w.typ(t.Elem, depth+1)
	for _, a := range t.Args {
		w.argument(a, depth+1)
	}
	if t.Record != nil {
		w.record(t.Record)
	}
}

// record writes the place of a class that stands outside of functions and is no instance of a
// template; others leave the key open.
func (w *keyWriter) record(r *sema.Record) {
	if !r.Node.Valid() {
		return // of CUDA itself
	}
	if c := sema.ClosureOf(r); c != nil {
		w.closure(c)
		return
	}
	around := r.Node.Enclosing(ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier, ast.TemplateDeclaration, ast.FunctionDefinition)
	at, ok := w.slice.Ref(r.Node)
	if !ok || at.Part >= 0 || around.Valid() || r.Bindings != nil || r.Generic != nil || len(r.TemplateParams) > 0 {
		w.open = true
		return
	}
	w.int(int64(at.Part), int64(at.Node))
}

// closure writes the place of a lambda expression. If the enclosing function has one instance,
// it determines the captures and the meaning of the names in the body.
func (w *keyWriter) closure(c *sema.Closure) {
	if !slices.Contains(w.closures, c) {
		w.closures = append(w.closures, c)
	}
	at, ok := w.slice.Ref(c.Node)
	if !ok || !single(c) {
		w.open = true
		return
	}
	w.int(int64(at.Part), int64(at.Node))
}

// single reports whether a lambda expression is in no template, and in no other lambda
// expression.
func single(c *sema.Closure) bool {
	f := c.In
	return !c.Node.Enclosing(ast.LambdaExpression, ast.TemplateDeclaration).Valid() && (f == nil || f.Closure == nil && f.Record == nil && len(f.TemplateParams) == 0)
}

// called returns the body of a lambda expression that the launch passes by its node, nil
// for none.
func (w *keyWriter) called(n ast.Node) *sema.Function {
	for _, c := range w.closures {
		if c.Node == n {
			return c.Call
		}
	}
	return nil
}

// function returns the function that a node defines: one of the unit, or the body of a
// lambda expression that the launch passes; nil for none.
func (w *keyWriter) function(n ast.Node) *sema.Function {
	if f := w.called(n); f != nil {
		return f
	}
	return w.slice.Function(n)
}
