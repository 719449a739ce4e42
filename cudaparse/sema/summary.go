package sema

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A Summary is what the other units of a program need to know of a unit. It
// holds no syntax tree, and its size is bounded however large the unit is.
type Summary struct {
	// Files are the paths of the unit's files, the file itself first.
	Files []string
	// Kernels are the kernels that the unit defines.
	Kernels []KernelSummary
	// Launches are launches of kernels that are defined elsewhere and, if asked
	// for, those of the unit's own kernels.
	Launches []LaunchSummary
}

// A KernelSummary names a kernel across units.
type KernelSummary struct {
	// Name is qualified, "a::k"; Signature spells what tells overloads apart.
	Name, Signature string
	// At is the definition, or the declaration where there is none in the unit.
	At FilePlace
	// Internal is set where no other unit can mean this kernel by its name: it is
	// static or in an unnamed namespace.
	Internal bool
}

// A FilePlace is a place in a source, kept without the source.
type FilePlace struct {
	Path         string
	Offset, Line int
}

// A LaunchSummary is a launch as another unit sees it.
type LaunchSummary struct {
	Kernel  KernelSummary
	Defined bool // the kernel is defined in the unit that launches it
	At      FilePlace
	// Shape are the lines of the launch and of what its configuration is made of, see
	// Shapes.
	Shape []FileLines
	// launch has no nodes and no types with a syntax tree; what cannot be told
	// without one is not known. params are the names of the template parameters
	// that it binds, in order.
	launch *Launch
	params []string
}

// Of returns the launch as one of k, which is the same kernel in another unit:
// a definition may name its template parameters otherwise than a declaration.
func (l LaunchSummary) Of(k *Function) *Launch {
	out := *l.launch
	out.Kernels = []*Function{k}
	if out.Bindings == nil {
		return &out
	}
	bindings := &Bindings{Args: map[string]TemplateArg{}}
	for i, p := range k.TemplateParams {
		if i < len(l.params) {
			bindings.Args[p.Name] = out.Bindings.Args[l.params[i]]
		}
	}
	out.Bindings = bindings
	return &out
}

// maxSummaryItems bounds the kernels and the launches of a summary. Generated
// sources with more of them are out of the reach of a lint run anyway.
const maxSummaryItems = 5000

// Launches find the launches of a unit.
type Launches interface {
	// OfSome returns the launches of the kernels that are wanted; others may be among them.
	OfSome(wanted func(*Function) bool) []*Launch
	// Pointers returns what the arguments of a launch point into.
	Pointers(*Launch) [][]PointerArg
}

// Summarize returns the summary of a unit. path gives the name under which the
// program knows a file; own asks for the launches of the unit's own kernels too.
func Summarize(u *Unit, launches Launches, path func(string) string, own bool) *Summary {
	s := &Summary{}
	for _, f := range u.Files {
		s.Files = append(s.Files, path(f.Source.Path))
	}
	for _, k := range u.Kernels() {
		if len(s.Kernels) == maxSummaryItems {
			break
		}
		s.Kernels = append(s.Kernels, SummarizeKernel(k, path))
	}
	var shapes *Shapes
	wanted := func(k *Function) bool { return own || !k.Body.Valid() }
	for _, launch := range launches.OfSome(wanted) {
		for _, k := range launch.Kernels {
			if !wanted(k) {
				continue
			}
			if len(s.Launches) == maxSummaryItems {
				return s
			}
			summary := LaunchSummary{Kernel: SummarizeKernel(k, path), Defined: k.Body.Valid(), At: filePlace(launch.Node, path), launch: detach(launch)}
			if shapes == nil {
				shapes = u.Shapes()
			}
			summary.Shape = LinesOf(shapes.Of(launch), path)
			summary.launch.Pointers = launches.Pointers(launch)
			for _, p := range k.TemplateParams {
				summary.params = append(summary.params, p.Name)
			}
			s.Launches = append(s.Launches, summary)
		}
	}
	return s
}

// SummarizeKernel returns the name of a kernel across units.
func SummarizeKernel(k *Function, path func(string) string) KernelSummary {
	return KernelSummary{Name: join(k.Namespace, k.Name), Signature: signature(k), At: filePlace(k.Node, path), Internal: internal(k)}
}

func filePlace(n ast.Node, path func(string) string) FilePlace {
	n = n.Origin()
	if n.File() == nil {
		return FilePlace{}
	}
	p := n.File().Source.Position(n.Span().Start)
	return FilePlace{Path: path(n.File().Source.Path), Offset: p.Offset, Line: p.Line}
}

// signature spells the parameters of a function, with the names of template
// parameters replaced by their position. Declarations of one function are
// spelled alike save for names; where an alias is used in one of them only, they
// are taken for different functions.
func signature(f *Function) string {
	rename := map[string]string{}
	for i, p := range f.TemplateParams {
		if p.Name != "" {
			rename[p.Name] = "T" + string(rune('0'+i%10)) + strings.Repeat("'", i/10)
		}
	}
	var b strings.Builder
	for _, p := range f.Params {
		text := paramText(p)
		if !strings.ContainsAny(text, "*&") {
			text = strings.TrimPrefix(text, "const") // of a copy: not part of the type
		}
		if len(rename) > 0 {
			text = renameAll(text, rename)
		}
		b.WriteString(text)
		b.WriteByte(',')
	}
	b.WriteString(strings.Repeat("<>", len(f.TemplateParams)))
	if f.special {
		b.WriteString(specialText(f))
	}
	return strings.Join(strings.Fields(b.String()), "")
}

// internal reports whether a function has internal linkage.
func internal(f *Function) bool {
	if f.Qualifiers&ast.Static != 0 && f.Record == nil {
		return true
	}
	for n := f.Node.Origin(); n.Valid(); n = n.Parent() {
		if n.Kind() == ast.NamespaceDefinition && !n.Child(ast.FieldName).Valid() {
			return true
		}
	}
	return false
}

// detach returns a copy of a launch without its syntax tree.
func detach(l *Launch) *Launch {
	out := &Launch{Grid: l.Grid, Block: l.Block, BlockMost: l.BlockMost, BlockBy: l.BlockBy, SharedBytes: l.SharedBytes, TemplateArgs: detachArgs(l.TemplateArgs)}
	if l.Bindings != nil {
		out.Bindings = &Bindings{Args: map[string]TemplateArg{}}
		for b := l.Bindings; b != nil; b = b.Outer {
			for name, a := range b.Args {
				if _, inner := out.Bindings.Args[name]; !inner {
					out.Bindings.Args[name] = detachArg(a)
				}
			}
		}
	}
	for _, a := range l.Args {
		arg := LaunchArg{Value: detachConst(a.Value), Type: detachType(a.Type, 0)}
		for _, h := range a.Held {
			if h.Value = detachConst(h.Value); h.Value.Known() {
				arg.Held = append(arg.Held, h)
			}
		}
		out.Args = append(out.Args, arg)
	}
	return out
}

func detachArgs(args []TemplateArg) []TemplateArg {
	if args == nil {
		return nil
	}
	out := make([]TemplateArg, len(args))
	for i, a := range args {
		out[i] = detachArg(a)
	}
	return out
}

func detachArg(a TemplateArg) TemplateArg {
	return TemplateArg{Type: detachType(a.Type, 0), Const: detachConst(a.Const), Pack: detachArgs(a.Pack)}
}

func detachConst(c Const) Const {
	if c.Type = detachType(c.Type, 0); c.Type == nil {
		return Const{}
	}
	return c
}

// detachType returns a type that holds no class of a source; nil where it is
// made of one.
func detachType(t *Type, depth int) *Type {
	if t == nil || depth > 40 {
		return nil
	}
	if t.Record != nil && (t.Record.Node.Valid() || t.Record.Scope != nil || len(t.Record.Bases) > 0) || t.Kind == Dependent || t.Kind == Auto || t.Kind == FunctionKind {
		return nil
	}
	if t.Record != nil {
		for _, f := range t.Record.Fields { // std::pair of a class
			if f.Node.Valid() || detachType(f.Type, depth+1) == nil {
				return nil
			}
		}
	}
	if t.Elem == nil && len(t.Args) == 0 && t.enum == nil {
		return t
	}
	out := *t
	out.enum = nil // another unit compares enumerations by name
	if t.Elem != nil {
		if out.Elem = detachType(t.Elem, depth+1); out.Elem == nil {
			return nil
		}
	}
	out.Args = detachArgs(t.Args)
	return &out
}
