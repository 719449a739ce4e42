package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
)

// A LaunchSite is a place that starts a kernel.
type LaunchSite struct {
	Node ast.Node
	// In is the function around it: one of no name, with the scope alone, outside of all.
	In *Function
}

// LaunchSites returns the places of the unit that start a kernel, in the order of its files;
// those that the text of macros spells come last.
func (u *Unit) LaunchSites() []LaunchSite {
	var out []LaunchSite
	add := func(n ast.Node, outside *Scope) {
		if len(out) > maxLaunchSites || !decl.LaunchedKernel(n).Valid() {
			return
		}
		fn := u.FunctionAt(n)
		if fn != nil && (u.Inactive(n, fn.deviceOnly()) || decl.LaunchFormNamed(fn.Name) != decl.NoLaunch) {
			return
		}
		if fn == nil {
			fn = &Function{Scope: outside}
		}
		out = append(out, LaunchSite{n, fn})
	}
	for _, p := range u.launches {
		add(p.node, p.sp.scope)
	}
	for n := range u.macroLaunches {
		add(n, u.spaces[""].scope)
	}
	return out
}

const maxLaunchSites = 20000

// deviceOnly reports whether a function is compiled for the device and not for the host.
func (f *Function) deviceOnly() bool { return f.OnDevice() && f.Qualifiers&ast.Host == 0 }
