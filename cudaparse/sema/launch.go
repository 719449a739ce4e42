package sema

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// launchFunctions are the functions that start a kernel, and how.
var launchFunctions = map[string]launchForm{
	"cudaLaunchKernel": launchArray, "cudaLaunchCooperativeKernel": launchArray, "hipLaunchKernel": launchArray, "hipLaunchCooperativeKernel": launchArray,
	"cudaLaunchKernelEx": launchConfig, "cudaLaunchKernelExC": launchConfigArray,
	"cuLaunchKernel": launchDriver, "hipModuleLaunchKernel": launchDriver,
	"hipLaunchKernelGGL": launchList,
}

// A launchForm is the order of a launch function's arguments.
type launchForm uint8

const (
	launchSyntax      launchForm = iota // kernel<<<grid, block, shared, stream>>>(args...)
	launchArray                         // (kernel, grid, block, void **args, shared, stream)
	launchConfig                        // (&config, kernel, args...)
	launchConfigArray                   // (&config, kernel, void **args)
	launchDriver                        // (function, gx, gy, gz, bx, by, bz, shared, stream, args, extra)
	launchList                          // (kernel, grid, block, shared, stream, args...)
)

// Bounds of following a launch to its callers.
const (
	maxFrames         = 32
	maxTemplateFrames = 128 // for a template, which may have many callers that each pass a lambda of their own
	maxVariants       = 8   // launches at one place in the source that pass no lambda expression
	maxCallables      = 64  // launches at one place in the source that pass one
	maxCallDepth      = 3
)

// A launchParts is a launch taken apart.
type launchParts struct {
	kernel      ast.Node
	grid, block ast.Node
	gridList    []ast.Node // three integers each, where they are given so
	blockList   []ast.Node
	shared      ast.Node
	config      ast.Node // &config
	args        []ast.Node
	array       ast.Node // void **args
}

func takeApart(n ast.Node) (p launchParts, ok bool) {
	fn, list := n.Child(ast.FieldFunction), n.Child(ast.FieldArguments)
	var args []ast.Node
	for a := range list.Children() {
		args = append(args, a)
	}
	at := func(i int) ast.Node {
		if i < len(args) {
			return args[i]
		}
		return ast.Node{}
	}
	form := launchSyntax
	syntax := n.ChildOf(ast.KernelCallSyntax)
	if !syntax.Valid() {
		if form = launchFunctions[lastName(fn)]; form == 0 {
			return p, false
		}
	}
	switch form {
	case launchSyntax:
		var config []ast.Node
		for c := range syntax.Children() {
			config = append(config, c)
		}
		p.kernel, p.args = fn, args
		if len(config) > 0 {
			p.grid = config[0]
		}
		if len(config) > 1 {
			p.block = config[1]
		}
		if len(config) > 2 {
			p.shared = config[2]
		}
	case launchArray:
		p.kernel, p.grid, p.block, p.array, p.shared = at(0), at(1), at(2), at(3), at(4)
	case launchConfig:
		p.config, p.kernel = at(0), at(1)
		if len(args) > 2 {
			p.args = args[2:]
		}
	case launchConfigArray:
		p.config, p.kernel, p.array = at(0), at(1), at(2)
	case launchDriver:
		if len(args) < 9 {
			return p, false
		}
		p.kernel, p.gridList, p.blockList, p.shared, p.array = at(0), args[1:4], args[4:7], at(7), at(9)
	case launchList:
		p.kernel, p.grid, p.block, p.shared = at(0), at(1), at(2), at(3)
		if len(args) > 5 {
			p.args = args[5:]
		}
	}
	return p, p.kernel.Valid()
}

// macroLaunches finds calls of macros whose text launches a kernel.
func (l *launcher) macroLaunches() {
	names := map[string]bool{}
	for changed := true; changed; {
		changed = false
		for name := range l.u.macros.Names {
			for _, ev := range l.u.macros.Events(name) {
				if ev.Macro != nil && !names[name] && launchesIn(ev.Macro.Body, names) {
					names[name], changed = true, true
				}
			}
		}
	}
	if len(names) == 0 {
		return
	}
	for _, f := range l.u.FunctionsMentioning(names) {
		if f.Kernel() && f.Qualifiers&ast.Host == 0 {
			continue
		}
		for n := range f.Body.Descendants() {
			name := n
			if n.Kind() == ast.CallExpression {
				name = n.Child(ast.FieldFunction)
			} else if n.Kind() != ast.Identifier || n.Parent().Kind() == ast.CallExpression {
				continue
			}
			if name.Kind() == ast.Identifier && names[name.Text()] {
				l.expandLaunch(n)
			}
		}
	}
}

func launchesIn(body string, names map[string]bool) bool {
	if strings.Contains(body, "<<<") || strings.Contains(body, "aunchKernel") || strings.Contains(body, "LaunchCooperativeKernel") {
		return true
	}
	if len(names) == 0 {
		return false
	}
	for _, t := range preproc.Spell(body) {
		if t.Kind == preproc.Word && names[t.Text] {
			return true
		}
	}
	return false
}

func (l *launcher) expandLaunch(n ast.Node) {
	at := inStatement
	if !n.Parent().Is(ast.ExpressionStatement, ast.CompoundStatement, ast.CaseStatement) {
		at = inExpression
	}
	x, ok := l.u.expandAs(n, at)
	if !ok || len(l.pending) > 20000 {
		return
	}
	sp := l.u.spaces[""]
	for c := range x.Descendants() {
		switch {
		case c.Kind() == ast.KernelCallSyntax:
			l.add(c.Parent(), sp)
		case c.Kind() == ast.CallExpression && launchFunctions[c.Child(ast.FieldFunction).Text()] != 0:
			l.add(c, sp)
		}
	}
}

// launch evaluates one place that starts a kernel.
func (l *launcher) launch(p *pendingLaunch) []*Launch {
	fr := &frame{flow: l.h.flow(p.in)}
	base := l.evaluate(p.node, p.parts, fr)
	variants := []*Launch{base}
	if l.wantsCallers(base, p.in) {
		if found := l.variants(p.node, p.parts, p.in); len(found) > 0 {
			variants = found
		}
	}
	for _, v := range variants {
		if v.In.Name == "" && !v.In.Body.Valid() {
			v.In = nil
		}
	}
	return variants
}

// dead reports whether a launch is in a conditional arm that is not compiled.
func dead(u *Unit, n ast.Node) bool {
	h := hostFlow{e: &eval{u: u}}
	return h.dead(n.Origin())
}
