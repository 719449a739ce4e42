// Package constantcandidate reports small buffers in global memory that would be read for less from
// constant memory.
package constantcandidate

import (
	_ "embed"
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/pointer"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

//go:embed doc.md
var doc string

// Rule reports buffers that all lanes read at the same literal offsets.
var Rule = &lint.Rule{
	Name:      "constant-candidate",
	Severity:  lint.Info,
	Summary:   "a small buffer that all lanes read at literal offsets is not in constant memory",
	Doc:       doc,
	AllMemory: true,
	Check:     check,
}

// Data is what the rule adds to a finding in JSON.
type Data struct {
	Kernel string `json:"kernel"`
	Object string `json:"object"`
	Bytes  int64  `json:"bytes"`
	// Reads is the number of reads of one thread.
	Reads float64 `json:"reads"`
}

// maxBytes is the size of constant memory in bytes.
const maxBytes = 65536

func check(pass *lint.CheckPass) error {
	kernels, err := pass.Kernels()
	if err != nil {
		return err
	}
	c := checker{pass: pass, analysis: pointer.Shared(pass.Once, pass.Context, pass.Unit, pass.Builder()), used: -1}
	for i := range kernels {
		if err := pass.Context.Err(); err != nil {
			return err
		}
		if k := &kernels[i]; k.Launch != nil && k.Callable == nil && k.Incomplete == "" {
			c.kernel(k)
		}
	}
	return nil
}

type checker struct {
	pass     *lint.CheckPass
	analysis *pointer.Analysis
	used     int64 // bytes of the unit's constant memory, -1 before they are counted
}

// kernel reports the buffers of a kernel under one launch.
func (c *checker) kernel(k *warp.Result) {
	reads := map[string][]*warp.Access{}
	var order []string
	for i := range k.Accesses {
		a := &k.Accesses[i]
		if a.Space == sema.GlobalSpace && a.Object != "" && a.Variable == nil && !a.Texels {
			if reads[a.Object] == nil {
				order = append(order, a.Object)
			}
			reads[a.Object] = append(reads[a.Object], a)
		}
	}
	for _, object := range order {
		if uniform(reads[object]) {
			c.object(k, object, reads[object])
		}
	}
}

// uniform reports whether all accesses are loads of one address for all lanes, which no condition
// on data guards.
func uniform(accesses []*warp.Access) bool {
	for _, a := range accesses {
		if a.Kind != warp.Load || a.Pattern != warp.Uniform || a.Addresses.Worst > 1 || a.Guarded {
			return false
		}
	}
	return true
}

// object reports a buffer if it is small, only read, and the same in all launches.
func (c *checker) object(k *warp.Result, object string, reads []*warp.Access) {
	e := c.analysis.Effects(k.Kernel)
	param := paramNamed(k.Kernel, object)
	if param < 0 || !e.Params[param].Pointer || e.Unknown != "" || c.written(e, param) {
		return
	}
	bytes, ok := size(e, param, k.Launch)
	if !ok || bytes <= reads[0].Bytes || bytes+c.constant() > maxBytes {
		return // a single value is better passed by value
	}
	if object, ok := c.oneBuffer(k.Kernel, param); !ok || !c.copied(object) || c.computed(object) {
		return
	}
	if impact, worth := c.pass.Remedy(k, lint.ToConstant, reads); impact != nil && worth {
		c.report(k, object, param, reads, bytes)
	}
}

func paramNamed(k *sema.Function, name string) int {
	for i, p := range k.Params {
		if p.Name == name {
			return i
		}
	}
	return -1
}

// written reports whether a kernel may write the memory of a parameter, or gives its pointer away.
func (c *checker) written(e *pointer.Effects, param int) bool {
	if e.Params[param].Escapes || e.Params[param].Volatile {
		return true
	}
	for i := range e.Accesses {
		a := &e.Accesses[i]
		for _, p := range a.Params {
			if p == param && (a.Kind != pointer.Load || len(a.Params) > 1 || a.Other) {
				return true
			}
		}
	}
	launches := c.analysis.ArgumentsOf(c.pass.Host(), c.pass.LaunchesOf(e.Function))
	var others []int
	for i := range e.Accesses {
		if a := &e.Accesses[i]; a.Kind != pointer.Load {
			others = append(others, a.Params...)
		}
	}
	overlapping, _ := launches.Overlap(param, others, e.Variables)
	return overlapping != nil
}

// size returns the bytes of a buffer that a kernel may read, from its start to the last one; ok is
// false unless they follow from all its reads.
func size(e *pointer.Effects, param int, l *sema.Launch) (bytes int64, ok bool) {
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if len(a.Params) != 1 || a.Params[0] != param {
			continue
		}
		r, known := e.RangeOf(a, l)
		if !known || r.Lo < 0 || r.Hi > maxBytes {
			return 0, false
		}
		bytes, ok = max(bytes, r.Hi), true
	}
	return bytes, ok
}

// constant returns the bytes of constant memory that variables of the unit take.
func (c *checker) constant() int64 {
	if c.used >= 0 {
		return c.used
	}
	c.used = 0
	for _, v := range c.pass.Unit.Variables {
		if v.Space == sema.ConstantSpace && v.Type != nil {
			c.used += max(0, v.Type.Size)
		}
	}
	return c.used
}

func (c *checker) report(k *warp.Result, object string, param int, reads []*warp.Access, bytes int64) {
	d := Data{Kernel: k.Kernel.Name, Object: object, Bytes: bytes}
	for _, a := range reads {
		d.Reads += a.Executions
	}
	first, p := reads[0], k.Kernel.Params[param]
	elem := "float"
	if t := k.Kernel.Scope.ParamType(p); t != nil && t.Elem != nil {
		elem = t.Elem.Name
	}
	declared := fmt.Sprintf("%d bytes", bytes)
	if first.Bytes > 0 && bytes%first.Bytes == 0 {
		declared = fmt.Sprintf("%s[%d]", object, bytes/first.Bytes)
	}
	c.pass.Report(lint.Finding{
		Node: first.Node, Function: first.Function, Access: first, Kernel: k, Confidence: lint.Likely,
		Remedy: lint.ToConstant, Remedied: reads, Data: d,
		Message: fmt.Sprintf("all lanes read %s at the same literal offsets, %.0f loads per thread: from constant memory (%d bytes) instructions would take them as operands, without a load",
			object, d.Reads, bytes),
		Label: "one address for all lanes, known to the compiler",
		Help: fmt.Sprintf("declare __constant__ %s %s at file scope and fill it with cudaMemcpyToSymbol before the launch, or pass the values in a struct by value: kernel parameters are constant memory, too",
			elem, declared),
		Assumptions: append(c.pass.Assumptions(k, first), "the buffer changes rarely: each change needs a copy to constant memory"),
		Related:     []lint.RelatedNode{{Node: p.Node, Message: object + " is declared here"}},
	})
}
