package kernels

import (
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// rootInstance returns the instance of the function that a result is of.
func rootInstance(res *warp.Result) *ir.Instance {
	k, l := res.Kernel, res.Launch
	inst := &ir.Instance{Function: k}
	switch {
	case res.Callable != nil && k.Closure == nil:
		inst.This, inst.Args = res.Callable.This, res.Callable.Args
	case res.Callable != nil:
		inst.Args = res.Callable.Args
	case k.Record != nil && !k.Kernel():
		inst.This = recordType(k.Record)
	}
	if l != nil {
		inst.Bindings = l.Bindings
		for _, a := range l.Args {
			inst.Args = append(inst.Args, a.Type)
		}
	}
	return inst
}

// recordType returns the type of the objects of a class.
func recordType(r *sema.Record) *sema.Type {
	r.Complete()
	return &sema.Type{Kind: sema.RecordKind, Name: r.Name, Size: r.Size, Align: r.Align, Record: r}
}
