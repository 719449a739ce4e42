package resource

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
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
	Kind     *Kind
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

	mend   func() *Mend
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
	u     *unit
	found []Finding
}

func (r *reporter) sorted() []Finding {
	order := map[*ast.File]int{}
	for i, f := range r.u.sema.Files {
		order[f] = i
	}
	slices.SortStableFunc(r.found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(order[a.Node.File()], order[b.Node.File()]), cmp.Compare(a.Node.Span().Start, b.Node.Span().Start), cmp.Compare(a.Problem, b.Problem))
	})
	return slices.CompactFunc(r.found, func(a, b Finding) bool { return a.Node == b.Node && a.Problem == b.Problem })
}

// leaks reports the paths of a site on which the handle is lost.
func (r *reporter) leaks(a *analysis, s site) {
	f := Finding{Problem: Leak, Kind: r.u.kind, Node: spelled(s.call()), Function: s.f.sema, Handle: handleName(s)}
	var said []string
	add := func(unseen bool, node ast.Node, how, text string) {
		f.Proven = f.Proven || !unseen
		at := line(node)
		if how == "end" {
			at = lastLine(node)
		}
		f.Exits = append(f.Exits, Exit{node, at, how})
		said = append(said, text)
	}
	for _, e := range a.events {
		switch e.kind {
		case overwritten:
			add(e.unseen, e.node, "overwritten", a.overwriting(e, s))
		case dropped:
			add(e.unseen, e.node, "overwritten", fmt.Sprintf("as the result of %s() is not kept", calleeName(s.call())))
		}
	}
	quiet := a.f.neverThrows()
	inMain := s.f.inMain()
	stored := false
	for _, x := range a.exits {
		switch {
		case x.st.status != live || x.st.ret != nil && len(x.st.ret.holds) > 0:
		case x.how == cfg.Throw && quiet:
		case x.how == cfg.Throw && a.constructing(x.st):
			node, how, text := a.ending(x)
			add(x.st.unseen, node, how, text+" in the constructor: the destructor does not run")
		case inMain && (!r.u.opts.Strict || x.how == cfg.Throw):
		case a.outlives(x.st):
			stored = true
		default:
			node, how, text := a.ending(x)
			add(x.st.unseen, node, how, text)
		}
	}
	if len(f.Exits) == 0 {
		if stored && !a.partial {
			r.member(a, s)
		}
		return
	}
	r.describe(&f, s, said, a.partial || len(a.endedIn) > 0)
	u, proven := r.u, f.Proven
	if f.mend = func() *Mend { return u.mend(s, a, proven) }; r.hides(&f, a) {
		f.mend = func() *Mend { return refuse("the variable of file scope with that name may be meant") }
	}
	r.found = append(r.found, f)
}

// describe words a leak by its first path. ended says that some path ends the
// handle's life as it should be.
func (r *reporter) describe(f *Finding, s site, said []string, ended bool) {
	first := 0
	for i, e := range f.Exits {
		if e.Line < f.Exits[first].Line {
			first = i
		}
	}
	f.Message = fmt.Sprintf("%s %sleaks %s", f.Kind.Name, spaced(f.Handle), said[first])
	if ended {
		f.Label = fmt.Sprintf("%s here, not %s on every path", past(f.Kind.Create), past(f.Kind.Destroy))
	} else {
		f.Label = fmt.Sprintf("%s here, never %s", past(f.Kind.Create), past(f.Kind.Destroy))
	}
	f.Help = remedy(f, s, f.Exits[first], ended) + ", after the kernels that use it have finished"
	seen := map[string]bool{}
	for i, e := range f.Exits {
		if key := fmt.Sprint(e.Node.Origin().Index(), e.How); i == first || seen[key] || said[i] == said[first] {
			continue
		} else {
			seen[key] = true
		}
		f.Related = append(f.Related, Related{e.Node, "leaks too " + said[i]})
	}
	if e := f.Exits[first]; e.Node.Valid() && e.How != "end" {
		f.Related = append([]Related{{e.Node, "the path on which it leaks"}}, f.Related...)
	}
}

// remedy says what to do about a leak on a path.
func remedy(f *Finding, s site, e Exit, ended bool) string {
	release := f.Kind.releaseFor(s)
	call := fmt.Sprintf("call %s(%s)", release, cmp.Or(f.Handle, "handle"))
	switch {
	case e.How == "overwritten" && f.Handle == "": // of a call whose result nobody takes
		return fmt.Sprintf("keep what %s() returns and call %s on it", calleeName(s.call()), release)
	case e.How == "overwritten" && e.Node == s.call():
		return call + " in each iteration"
	case e.How == "overwritten" && !e.Node.Is(ast.Declaration, ast.ForRangeLoop):
		return fmt.Sprintf("%s before line %d overwrites it", call, e.Line)
	case ended:
		return call + " on that path too"
	case s.f.lambda():
		return call + " before the end of the lambda"
	}
	return fmt.Sprintf("%s before the end of %s", call, s.f.sema.Name)
}

func spaced(s string) string {
	if s == "" {
		return ""
	}
	return s + " "
}

// past turns "creates" into "created" and "destroys" into "destroyed".
func past(verb string) string { return strings.TrimSuffix(base(verb), "e") + "ed" }

func base(verb string) string { return strings.TrimSuffix(verb, "s") }

// releaseFor returns the name of the function that releases what a site acquires:
// of the runtime for the runtime's, of the driver for the driver's.
func (k *Kind) releaseFor(s site) string {
	name := calleeName(s.call())
	if strings.HasPrefix(name, "cu") && !strings.HasPrefix(name, "cuda") && contains(k.Acquire, name) {
		return k.Release[len(k.Release)-1]
	}
	return k.Release[0]
}

// handleName spells what a site stores the handle in.
func handleName(s site) string {
	if s.from != nil && s.from.Param < 0 {
		for p := s.call().Parent(); p.Valid(); p = p.Parent() {
			switch p.Kind() {
			case ast.InitDeclarator:
				return declaratorName(p.Child(ast.FieldDeclarator)).Text() + s.from.Rest
			case ast.AssignmentExpression:
				return short(p.Child(ast.FieldLeft).Text() + s.from.Rest)
			case ast.CastExpression, ast.ParenthesizedExpression:
				continue
			}
			return ""
		}
		return ""
	}
	i := 0
	if s.from != nil {
		i = s.from.Param
	}
	args := arguments(s.call())
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
	if s.from != nil {
		rest = s.from.Rest
	}
	if n.Is(ast.PointerExpression) && n.Op() == ast.And {
		return short(n.Child(ast.FieldArgument).Text() + rest)
	}
	if s.from != nil && rest == "" {
		return short(n.Text())
	}
	return short("*" + n.Text())
}

// short cuts a text for a message.
func short(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 60 {
		return ""
	}
	return text
}

// spelled returns the call as the source spells it: the one among the arguments
// of the macro that it was expanded from, else the macro's invocation.
func spelled(n ast.Node) ast.Node {
	origin := n.Origin()
	if origin == n {
		return n
	}
	text := strings.Join(strings.Fields(n.Text()), "")
	for m := range origin.Descendants() {
		if m.Is(ast.CallExpression) && calleeName(m) == calleeName(n) && (strings.Join(strings.Fields(m.Text()), "") == text || m != origin) {
			return m
		}
	}
	return origin
}

// line returns the line of a node in the source, 1 for the first; 0 for no node.
func line(n ast.Node) int {
	n = n.Origin()
	if !n.Valid() {
		return 0
	}
	return n.File().Source.Position(n.Span().Start).Line
}

// misuse reports releases of a handle that has been released, and uses of it.
func (r *reporter) misuse(a *analysis, s site) {
	destroys := r.u.kind.Destroy
	destroyed := past(destroys)
	for _, e := range a.events {
		f := Finding{Kind: r.u.kind, Node: spelled(e.node), Function: s.f.sema, Proven: !e.unseen}
		name := r.u.kind.Name + " " + spaced(a.spellPlace(e.place))
		released := a.releasedAt(e, s)
		at := ""
		if released.Valid() {
			at = fmt.Sprintf(" at line %d", line(released))
			f.Related = append(f.Related, Related{spelled(released), destroyed + " here"})
		}
		switch e.kind {
		case again:
			f.Problem = DoubleRelease
			f.Message = fmt.Sprintf("%sis %s twice: it has been %s%s", name, destroyed, destroyed, at)
			if released == e.node {
				f.Message = fmt.Sprintf("%sis %s twice: the loop %s it again in its next iteration", name, destroyed, destroys)
			}
			f.Label, f.Help = destroyed+" a second time", "remove one of the two, or set the handle to 0 after the first and test it"
			f.second = func() (ast.Node, string) { return r.u.second(a, e, released) }
			if callee := calleeName(e.node); callee != "" && !contains(r.u.kind.Release, callee) {
				f.Label = fmt.Sprintf("%s() %s it again", callee, destroys)
			}
		case used:
			f.Problem = UseAfterRelease
			f.Message = fmt.Sprintf("%sis used after it is %s%s", name, destroyed, at)
			f.Label, f.Help = "used here", base(destroys)+" it after its last use, when the kernels that use it have finished"
		default:
			continue
		}
		r.found = append(r.found, f)
	}
}

// releasedAt returns the release on the path to an event.
func (a *analysis) releasedAt(e event, s site) ast.Node {
	if s.ends {
		return s.call()
	}
	found := ast.Node{}
	last := func(b *cfg.Block, before ir.ID) bool {
		for _, id := range b.Ops {
			if id == before {
				break
			}
			if o := a.f.code.Op(id); contains(a.f.unit.kind.Release, a.f.callee(o)) && !a.f.repeats(o.Node) {
				found = o.Node
			}
		}
		return found.Valid()
	}
	for p := e.at; p != nil; p = p.from {
		if last(p.block, e.by) {
			return found
		}
	}
	return ast.Node{}
}

// spellPlace spells a place as the source would.
func (a *analysis) spellPlace(place string) string {
	r := root(place)
	name := ""
	switch {
	case r == "this'":
		name = strings.TrimPrefix(place, "this'.")
		return strings.ReplaceAll(name, "'", "")
	case strings.HasPrefix(r, "g:"):
		name = strings.Trim(r, "g:'")
	default:
		if v := a.f.variableAt(r); v != nil {
			name = v.name
		} else {
			return ""
		}
	}
	rest := place[len(r):]
	for strings.Contains(rest, "v") && strings.Contains(rest, "'") {
		i := strings.IndexByte(rest, '\'')
		j := i
		for j > 0 && source.WordByte(rest[j-1]) {
			j--
		}
		v := a.f.variableAt(rest[j : i+1])
		if v == nil {
			break
		}
		rest = rest[:j] + v.name + rest[i+1:]
	}
	rest = strings.ReplaceAll(rest, "^.", "->")
	if v := a.f.variableAt(r); v != nil && v.reference() {
		rest = strings.Replace(strings.Replace(rest, "->", ".", 1), "^", "", 1)
	}
	if rest == "^" {
		return "*" + name
	}
	return short(strings.ReplaceAll(name+strings.ReplaceAll(rest, "^", ""), "'", ""))
}
