package leak

import (
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/resource"
	"github.com/cudalint/cudalint/lint/analysis/resource/follow"
)

// A member is the name of a member that holds a handle.
type member string

// The facts of a unit, see resource.Facts.
var (
	functions = lint.NewFact[follow.FunctionKey, follow.RemoteFunction]()
	methods   = lint.NewFact[follow.MethodKey, struct{}]()
	released  = lint.NewFact[member, struct{}]()
)

// collector exports them for all rules of this package: they cover all kinds of handles.
var collector = &lint.Collector{Run: func(pass *lint.CollectPass) error {
	facts := resource.FactsOf(pass.Unit, pass.HostBuilder())
	for _, f := range facts.Functions {
		functions.Export(pass, f.Key, f.Function)
	}
	for _, name := range facts.Released {
		released.Export(pass, member(name), struct{}{})
	}
	for _, m := range facts.Methods {
		methods.Export(pass, m, struct{}{})
	}
	return nil
}}

// others has the facts of the other units for resource.Check.
type others struct{ pass *lint.CheckPass }

func (o others) Functions(key follow.FunctionKey) []follow.RemoteFunction {
	return functions.Of(o.pass, key)
}

func (o others) Releases(name string) bool { return released.Has(o.pass, member(name)) }

func (o others) Defines(method follow.MethodKey) bool { return methods.Has(o.pass, method) }
