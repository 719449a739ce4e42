package resource

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/follow"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
	"github.com/cudalint/cudalint/lint/analysis/resource/repair"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// A Problem is what is wrong with a handle.
type Problem string

// The problems.
const (
	Leak            Problem = "leak"
	DoubleRelease   Problem = "double-release"
	UseAfterRelease Problem = "use-after-release"
)

// A Finding is a handle that is not released on some path, or released too early.
type Finding struct {
	Problem  Problem
	Kind     *handle.Kind
	Node     ast.Node // the call that acquires, releases again, or uses
	Function *sema.Function
	// Proven is set where every function on the path is in sight or of CUDA.
	Proven               bool
	Message, Label, Help string
	Related              []Related
	// Exits are where paths end on which the handle leaks; Handle is what holds it
	// there, as the source spells it ("" where nothing does).
	Exits  []Exit
	Handle string

	repair func() *repair.Proposal
	second func() (ast.Node, string)
}

// A Related is another place that explains a finding.
type Related struct {
	Node    ast.Node
	Message string
}

// An Exit is the end of a path on which the handle leaks: a return, a throw, a
// call that throws, what takes the handle's place, or the body whose end is
// reached.
type Exit struct {
	Node ast.Node
	Line int
	// How is "return", "throw", "end" or "overwritten".
	How string
}

// A reporter turns what was found on paths into findings.
type reporter struct {
	u        *checker
	findings []Finding
}

func (r *reporter) sorted() []Finding {
	order := map[*ast.File]int{}
	for i, f := range r.u.Sema.Files {
		order[f] = i
	}
	slices.SortStableFunc(r.findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(order[a.Node.File()], order[b.Node.File()]), cmp.Compare(a.Node.Span().Start, b.Node.Span().Start), cmp.Compare(a.Problem, b.Problem))
	})
	return slices.CompactFunc(r.findings, func(a, b Finding) bool { return a.Node == b.Node && a.Problem == b.Problem })
}

// leaks reports the paths of a site on which the handle is lost.
func (r *reporter) leaks(a *follow.Analysis, s follow.Site) {
	f := Finding{Problem: Leak, Kind: r.u.Kind, Node: body.SpelledCall(s.Call()), Function: s.Function.Sema, Handle: handleName(s)}
	var endings []string
	add := func(unseen bool, node ast.Node, how, text string) {
		f.Proven = f.Proven || !unseen
		at := body.Line(node)
		if how == "end" {
			at = body.LastLine(node)
		}
		f.Exits = append(f.Exits, Exit{node, at, how})
		endings = append(endings, text)
	}
	for _, e := range a.Events {
		switch e.Kind {
		case follow.Overwritten:
			add(e.Unseen, e.Node, "overwritten", overwriting(a, e, s))
		case follow.Dropped:
			add(e.Unseen, e.Node, "overwritten", fmt.Sprintf("because nothing keeps the result of %s()", body.CalleeName(s.Call())))
		}
	}
	quiet := a.Function.NeverThrows()
	inMain := s.Function.InMain()
	stored := false
	for _, x := range a.Exits {
		switch {
		case x.State.Status != state.Live || x.State.Ret != nil && len(x.State.Ret.Holds) > 0:
		case x.How == cfg.Throw && quiet:
		case x.How == cfg.Throw && constructing(a, x.State):
			node, how, text := endOfPath(a, x)
			add(x.State.Unseen, node, how, text+" in the constructor: the destructor does not run")
		case inMain && (!r.u.Opts.Strict || x.How == cfg.Throw):
		case a.Function.HandleOutlives(x.State):
			stored = true
		default:
			node, how, text := endOfPath(a, x)
			add(x.State.Unseen, node, how, text)
		}
	}
	if len(f.Exits) == 0 {
		if stored && !a.Partial {
			r.member(a, s)
		}
		return
	}
	r.describe(&f, s, endings, a.Partial || len(a.EndedIn) > 0)
	u, proven := r.u, f.Proven
	if f.repair = func() *repair.Proposal { return repair.Find(u.Unit, s, a, proven) }; r.hides(&f, a) {
		f.repair = func() *repair.Proposal {
			return repair.Refuse("the name may mean the variable of file scope")
		}
	}
	r.findings = append(r.findings, f)
}

// describe words a leak by its first path. ended says that some path ends the
// handle's life as it should be.
func (r *reporter) describe(f *Finding, s follow.Site, endings []string, ended bool) {
	first := 0
	for i, e := range f.Exits {
		if e.Line < f.Exits[first].Line {
			first = i
		}
	}
	f.Message = fmt.Sprintf("%s %sleaks %s", f.Kind.Name, spaced(f.Handle), endings[first])
	if ended {
		f.Label = fmt.Sprintf("%s here, not %s on every path", handle.PastTense(f.Kind.Create), handle.PastTense(f.Kind.Destroy))
	} else {
		f.Label = fmt.Sprintf("%s here, never %s", handle.PastTense(f.Kind.Create), handle.PastTense(f.Kind.Destroy))
	}
	f.Help = remedy(f, s, f.Exits[first], ended) + ", after the kernels that use it have finished"
	seen := map[string]bool{}
	for i, e := range f.Exits {
		if key := fmt.Sprint(e.Node.Origin().Index(), e.How); i == first || seen[key] || endings[i] == endings[first] {
			continue
		} else {
			seen[key] = true
		}
		f.Related = append(f.Related, Related{e.Node, "it also leaks " + endings[i]})
	}
	if e := f.Exits[first]; e.Node.Valid() && e.How != "end" {
		f.Related = append([]Related{{e.Node, "the path on which it leaks"}}, f.Related...)
	}
}

// remedy says what to do about a leak on a path.
func remedy(f *Finding, s follow.Site, e Exit, ended bool) string {
	release := f.Kind.ReleaseFor(body.CalleeName(s.Call()))
	call := fmt.Sprintf("call %s(%s)", release, cmp.Or(f.Handle, "handle"))
	switch {
	case e.How == "overwritten" && f.Handle == "": // of a call whose result nobody takes
		return fmt.Sprintf("keep what %s() returns and call %s on it", body.CalleeName(s.Call()), release)
	case e.How == "overwritten" && e.Node == s.Call():
		return call + " in each iteration"
	case e.How == "overwritten" && !e.Node.Is(ast.Declaration, ast.ForRangeLoop):
		return fmt.Sprintf("%s before line %d overwrites it", call, e.Line)
	case ended:
		return call + " on that path too"
	case s.Function.Lambda():
		return call + " before the end of the lambda"
	}
	return fmt.Sprintf("%s before the end of %s", call, s.Function.Sema.Name)
}

func spaced(s string) string {
	if s == "" {
		return ""
	}
	return s + " "
}

// handleName spells what a site stores the handle in.
func handleName(s follow.Site) string {
	if s.From != nil && s.From.Param < 0 {
		for p := s.Call().Parent(); p.Valid(); p = p.Parent() {
			switch p.Kind() {
			case ast.InitDeclarator:
				return body.DeclaratorName(p.Child(ast.FieldDeclarator)).Text() + s.From.Rest
			case ast.AssignmentExpression:
				return body.Shorten(p.Child(ast.FieldLeft).Text() + s.From.Rest)
			case ast.CastExpression, ast.ParenthesizedExpression:
				continue
			}
			return ""
		}
		return ""
	}
	i := 0
	if s.From != nil {
		i = s.From.Param
	}
	args := body.Arguments(s.Call())
	if i >= len(args) {
		return ""
	}
	n := args[i]
	for n.Is(ast.CastExpression, ast.ParenthesizedExpression) {
		if n.Is(ast.CastExpression) {
			n = n.Child(ast.FieldValue)
		} else {
			n = n.FirstChild()
		}
	}
	rest := ""
	if s.From != nil {
		rest = s.From.Rest
	}
	if n.Is(ast.PointerExpression) && n.Op() == ast.And {
		return body.Shorten(n.Child(ast.FieldArgument).Text() + rest)
	}
	if s.From != nil && rest == "" {
		return body.Shorten(n.Text())
	}
	return body.Shorten("*" + n.Text())
}

// misuse reports releases of a handle that has been released, and uses of it.
func (r *reporter) misuse(a *follow.Analysis, s follow.Site) {
	destroys := r.u.Kind.Destroy
	destroyed := handle.PastTense(destroys)
	for _, e := range a.Events {
		f := Finding{Kind: r.u.Kind, Node: body.SpelledCall(e.Node), Function: s.Function.Sema, Proven: !e.Unseen}
		name := r.u.Kind.Name + " " + spaced(a.Function.SpellPlace(e.Place))
		released := releasedAt(a, e, s)
		at := ""
		if released.Valid() {
			at = fmt.Sprintf(" at line %d", body.Line(released))
			f.Related = append(f.Related, Related{body.SpelledCall(released), destroyed + " here"})
		}
		switch e.Kind {
		case follow.ReleasedAgain:
			f.Problem = DoubleRelease
			f.Message = fmt.Sprintf("%sis %s twice: it has been %s%s", name, destroyed, destroyed, at)
			if released == e.Node {
				f.Message = fmt.Sprintf("%sis %s twice: the next iteration of the loop %s it again", name, destroyed, destroys)
			}
			f.Label, f.Help = destroyed+" a second time", "remove one of the two calls; or set the handle to 0 after the first, and test it before the second"
			f.second = func() (ast.Node, string) { return findSecond(r.u.Unit, a, e, released) }
			if callee := body.CalleeName(e.Node); callee != "" && !slices.Contains(r.u.Kind.Release, callee) {
				f.Label = fmt.Sprintf("%s() %s it again", callee, destroys)
			}
		case follow.UsedAfterRelease:
			f.Problem = UseAfterRelease
			f.Message = fmt.Sprintf("%sis used after it is %s%s", name, destroyed, at)
			f.Label, f.Help = "used here", handle.BaseForm(destroys)+" it after its last use, when the kernels that use it have finished"
		default:
			continue
		}
		r.findings = append(r.findings, f)
	}
}

// releasedAt returns the release on the path to an event.
func releasedAt(a *follow.Analysis, e follow.Event, s follow.Site) ast.Node {
	if s.Ends {
		return s.Call()
	}
	found := ast.Node{}
	last := func(b *cfg.Block, before ir.ID) bool {
		for _, id := range b.Ops {
			if id == before {
				break
			}
			if o := a.Function.Code.Op(id); slices.Contains(a.Unit.Kind.Release, a.Function.Callee(o)) && !a.Function.Repeats(o.Node) {
				found = o.Node
			}
		}
		return found.Valid()
	}
	for p := e.At; p != nil; p = p.From {
		if last(p.Block, e.By) {
			return found
		}
	}
	return ast.Node{}
}

// Repair finds how a leak can be mended; nil for other findings.
func (f *Finding) Repair() *repair.Proposal {
	if f.repair == nil {
		return nil
	}
	return f.repair()
}
