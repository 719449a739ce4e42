package program

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// A Summary is what other units need to know of a unit. It holds no syntax tree, and its size
// is bounded.
type Summary struct {
	// Files are the paths of the unit's files, the file itself first.
	Files []string
	// Kernels are the kernels that the unit defines.
	Kernels []KernelSummary
	// Launches are the launches of kernels that are defined elsewhere and, if asked for, of
	// the unit's own kernels.
	Launches []LaunchSummary
}

// A KernelSummary identifies a kernel across units.
type KernelSummary struct {
	_ struct{} `cbor:",toarray"`
	// Name is qualified, "a::k". Signature distinguishes overloads.
	Name, Signature string
	// At is the definition, or the declaration where there is none in the unit.
	At FilePlace
	// Internal is set for internal linkage: the kernel is static or in an unnamed namespace.
	Internal bool
}

// A FilePlace is a place in a file. It does not hold the file's text.
type FilePlace struct {
	_            struct{} `cbor:",toarray"`
	Path         string
	Offset, Line int
}

// A LaunchSummary is a launch as another unit sees it.
type LaunchSummary struct {
	_       struct{} `cbor:",toarray"`
	Kernel  KernelSummary
	Defined bool // the kernel is defined in the unit that launches it
	At      FilePlace
	// Shape are the lines of the launch and of the declarations that its configuration uses,
	// see Shapes.
	Shape []FileLines
	// Grid to SharedBytes and Pointers are those of the launch.
	Grid, Block, BlockMost [3]int64
	BlockBy                string
	SharedBytes            int64
	Args                   []ArgSummary
	Pointers               [][]sema.PointerArg
	// TemplateArgs are what the template parameters of the kernel are bound to, in order; nil
	// where the launch has no bindings.
	TemplateArgs []types.TemplateArgData
}

// An ArgSummary is an argument of a launch. What is made of a class of a source is unknown.
type ArgSummary struct {
	_     struct{} `cbor:",toarray"`
	Value types.ConstData
	Type  *types.TypeData
	Held  []HeldSummary
}

// A HeldSummary is a sema.HeldValue.
type HeldSummary struct {
	_     struct{} `cbor:",toarray"`
	Path  string
	Value types.ConstData
}

// Of returns the launch as one of k, the definition of the same kernel in another unit. Its
// template parameters may have other names than those of the declaration.
func (l *LaunchSummary) Of(k *sema.Function) *sema.Launch {
	out := &sema.Launch{Kernels: []*sema.Function{k}, Grid: l.Grid, Block: l.Block, BlockMost: l.BlockMost, BlockBy: l.BlockBy, SharedBytes: l.SharedBytes, Pointers: l.Pointers}
	for _, a := range l.Args {
		arg := sema.LaunchArg{Value: a.Value.Described(), Type: a.Type.Described()}
		for _, h := range a.Held {
			arg.Held = append(arg.Held, sema.HeldValue{Path: h.Path, Value: h.Value.Described()})
		}
		out.Args = append(out.Args, arg)
	}
	if l.TemplateArgs == nil {
		return out
	}
	out.Bindings = &sema.Bindings{Args: map[string]sema.TemplateArg{}}
	for i, p := range k.TemplateParams {
		if i < len(l.TemplateArgs) {
			out.Bindings.Args[p.Name] = l.TemplateArgs[i].Described()
		}
	}
	return out
}

// maxSummaryItems bounds the kernels and the launches of a summary. Only generated sources have
// more.
const maxSummaryItems = 5000

// Launches finds the launches of a unit; host.Analysis does.
type Launches interface {
	// OfSome returns at least the launches of the kernels that are wanted.
	OfSome(wanted func(*sema.Function) bool) []*sema.Launch
	// Pointers returns what the arguments of a launch point into.
	Pointers(*sema.Launch) [][]sema.PointerArg
}

// Summarize returns the summary of a unit. path returns the path of a file as the program
// names it. own asks for the launches of the unit's own kernels too.
func Summarize(u *sema.Unit, launches Launches, path func(string) string, own bool) *Summary {
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
	wanted := func(k *sema.Function) bool { return own || !k.Body.Valid() }
	for _, launch := range launches.OfSome(wanted) {
		for _, k := range launch.Kernels {
			if !wanted(k) {
				continue
			}
			if len(s.Launches) == maxSummaryItems {
				return s
			}
			summary := summarizeLaunch(launch, k, path)
			if shapes == nil {
				shapes = NewShapes(u)
			}
			summary.Shape = LinesOf(shapes.Of(launch), path)
			summary.Pointers = launches.Pointers(launch)
			s.Launches = append(s.Launches, summary)
		}
	}
	return s
}

// SummarizeKernel returns what identifies a kernel across units.
func SummarizeKernel(k *sema.Function, path func(string) string) KernelSummary {
	return KernelSummary{Name: k.QualifiedName(), Signature: k.Signature(), At: filePlace(k.Node, path), Internal: internal(k)}
}

func filePlace(n ast.Node, path func(string) string) FilePlace {
	n = n.Origin()
	if n.File() == nil {
		return FilePlace{}
	}
	p := n.File().Source.Position(n.Span().Start)
	return FilePlace{Path: path(n.File().Source.Path), Offset: p.Offset, Line: p.Line}
}

// internal reports whether a function has internal linkage.
func internal(f *sema.Function) bool {
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

// summarizeLaunch returns the summary of a launch of k, but for its lines and pointers.
func summarizeLaunch(l *sema.Launch, k *sema.Function, path func(string) string) LaunchSummary {
	out := LaunchSummary{Kernel: SummarizeKernel(k, path), Defined: k.Body.Valid(), At: filePlace(l.Node, path),
		Grid: l.Grid, Block: l.Block, BlockMost: l.BlockMost, BlockBy: l.BlockBy, SharedBytes: l.SharedBytes}
	if l.Bindings != nil {
		out.TemplateArgs = make([]types.TemplateArgData, len(k.TemplateParams))
		for i, p := range k.TemplateParams {
			a, _ := l.Bindings.Lookup(p.Name)
			out.TemplateArgs[i] = a.Data()
		}
	}
	for _, a := range l.Args {
		arg := ArgSummary{Value: a.Value.Data(), Type: a.Type.Data()}
		for _, h := range a.Held {
			if value := h.Value.Data(); value.Known() {
				arg.Held = append(arg.Held, HeldSummary{Path: h.Path, Value: value})
			}
		}
		out.Args = append(out.Args, arg)
	}
	return out
}
