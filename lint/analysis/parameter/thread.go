package parameter

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
)

// Bounds of one change: nobody would read one that is larger.
const (
	maxGroups = 300
	maxLists  = 20000
	maxValues = 50000
)

const tooMuch = "too much of the program would change"

// A threader makes one Result.
type threader struct {
	env   Env
	needs []Need

	units     map[string][]*sema.Unit // that have a name
	partial   map[string]bool         // names of which units are missing
	clustered map[string]bool
	ambiguous map[*sema.Function]bool
	byPlace   map[place]*group // by the declarators
	queue     []*group
	files     map[*ast.File]*fileIndex
	pasted    map[*sema.Unit][]pasted
	lists     map[place]*list
	order     []*list
	values    int // how many are inserted
	// handled holds the calls and launches that have a list, and the invocations of macros that
	// contain some.
	handled  map[place]bool
	problems []Problem
	known    map[Problem]bool // those in problems
	failed   map[int]bool
}

func newThreader(env Env, needs []Need) *threader {
	return &threader{env: env, needs: needs, units: map[string][]*sema.Unit{}, partial: map[string]bool{}, clustered: map[string]bool{},
		ambiguous: map[*sema.Function]bool{}, byPlace: map[place]*group{}, files: map[*ast.File]*fileIndex{}, lists: map[place]*list{}, pasted: map[*sema.Unit][]pasted{},
		handled: map[place]bool{}, failed: map[int]bool{}, known: map[Problem]bool{}}
}

// discover finds all functions that need a value, and the places that mention
// them.
func (t *threader) discover() {
	for i, need := range t.needs {
		for _, user := range need.Users {
			g := t.groupOf(user.Unit, user.Function)
			if g == nil {
				t.fail(i, user.Function.Node, user.Function.Name+" is not declared in a file")
				continue
			}
			g.users[i] = true
			t.enqueue(g)
			t.lambdas(g, user.Unit, user.Function, i)
		}
	}
	for i := 0; i < len(t.queue); i++ {
		g := t.queue[i]
		if i >= maxGroups || len(t.order) >= maxLists {
			g.problemAt(g.variants[0].f.Node, tooMuch)
			continue
		}
		if len(g.problems) == 0 || written(g.variants[0].f.Node) {
			t.scan(g)
		}
	}
}

func (t *threader) enqueue(g *group) {
	if !g.queued {
		g.queued = true
		t.queue = append(t.queue, g)
		t.suitable(g)
	}
}

// fail records a problem of one need.
func (t *threader) fail(need int, at ast.Node, reason string) {
	t.failAt(need, mention{at.Origin().File(), at.Origin().Span().Start}, false, reason)
}

func (t *threader) failAt(need int, at mention, note bool, reason string) {
	p := Problem{Need: need, Note: note, Offset: at.offset, Reason: reason}
	if at.file != nil {
		p.Path, p.Line = at.file.Source.Path, at.file.Source.Position(at.offset).Line
	}
	if !note {
		t.failed[need] = true
	}
	if !t.known[p] {
		t.known[p] = true
		t.problems = append(t.problems, p)
	}
}

// suitable looks for reasons why a function cannot have another parameter.
func (t *threader) suitable(g *group) {
	for _, v := range g.variants {
		f := v.f
		at := f.Node
		switch name := f.Name; {
		case !written(f.Node):
			g.problemAt(at, "a macro declares "+name)
		case !f.OnDevice() && g.qualifiers()&(ast.Device|ast.Global) == 0:
			g.problemAt(at, name+" is host code")
		case f.Qualifiers&ast.Virtual != 0 || overrides(f):
			g.problemAt(at, name+" is virtual")
		case operator(f):
			g.problemAt(at, "calls of an operator, a constructor or a destructor do not name it")
		default:
			continue
		}
		return
	}
	if t.partial[g.name] {
		g.problemAt(g.variants[0].f.Node, "not every file that mentions "+g.name+" could be looked at")
	}
}

func overrides(f *sema.Function) bool {
	if f.Record == nil {
		return false
	}
	for _, d := range f.Declarators {
		if d.ChildOf(ast.VirtualSpecifier).Valid() {
			return true
		}
	}
	for _, b := range f.Record.Complete().Bases {
		if b == nil || b.Record == nil || b.Record == f.Record {
			continue
		}
		for _, m := range sema.MethodsNamed(b.Record, f.Name) {
			if m.Qualifiers&ast.Virtual != 0 {
				return true
			}
		}
	}
	return false
}

func operator(f *sema.Function) bool {
	for _, d := range f.Declarators {
		name := d.Child(ast.FieldDeclarator).LastName()
		if d.Kind() == ast.OperatorCast || name.Is(ast.OperatorName, ast.DestructorName, ast.OperatorCast) {
			return true
		}
	}
	return f.Record != nil && f.Name == f.Record.Name
}

// propagate adds the needs of a function to its callers.
func (t *threader) propagate() {
	for i := range t.needs {
		var todo []*group
		for _, g := range t.queue {
			if g.users[i] {
				todo = append(todo, g)
			}
		}
		for len(todo) > 0 {
			g := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if g.needs[i] {
				continue
			}
			g.needs[i] = true
			for c := range g.callers {
				todo = append(todo, c)
			}
		}
	}
}

// result puts everything together.
func (t *threader) result() *Result {
	for _, l := range t.order {
		t.find(l)
	}
	for _, g := range t.queue {
		t.overloads(g)
		for i := range t.needs {
			if !g.needs[i] {
				continue
			}
			for _, p := range g.problems {
				t.failAt(i, p.mention, p.note, p.reason)
			}
			for at, m := range g.dead {
				if _, live := g.live[at]; !live {
					t.failAt(i, m, true, fmt.Sprintf("code that is not compiled mentions %s", g.name))
				}
			}
			if g.kernel && !g.launched {
				n := g.variants[0].f.Node.Origin()
				t.failAt(i, mention{n.File(), n.Span().Start}, true, fmt.Sprintf("no launch of %s is visible", g.name))
			}
		}
	}
	r := &Result{bad: make([]bool, len(t.needs))}
	// A list that cannot hold some values fails their needs. Lists are independent of each other,
	// so one pass over them finds all failures.
	for _, l := range t.order {
		t.check(l)
	}
	t.collisions()
	for i := range t.needs {
		r.bad[i] = t.failed[i]
	}
	for _, l := range t.order {
		r.Edits = append(r.Edits, t.edits(l)...)
	}
	sort.SliceStable(t.problems, func(i, j int) bool {
		a, b := t.problems[i], t.problems[j]
		if a.Need != b.Need {
			return a.Need < b.Need
		}
		if a.Note != b.Note {
			return b.Note
		}
		if a.Path != b.Path {
			return a.Path < b.Path
		}
		return a.Offset < b.Offset
	})
	r.Problems = t.problems
	return r
}

// collisions fails the needs of lists whose edits are at one place: of source that
// does not parse.
func (t *threader) collisions() {
	type owned struct {
		fixes.Edit
		l *list
	}
	var all []owned
	for _, l := range t.order {
		for _, e := range t.edits(l) {
			all = append(all, owned{e, l})
		}
	}
	slices.SortStableFunc(all, func(a, b owned) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	for k := 1; k < len(all); k++ {
		a, b := all[k-1], all[k]
		if a.Path != b.Path || b.Start > a.Start && b.Start >= a.End {
			continue
		}
		for _, o := range []owned{a, b} {
			for i := range t.needs {
				if _, ok := o.l.text[i]; ok {
					t.failAt(i, mention{o.l.file, o.l.open}, false, "a list of parameters or arguments that does not parse")
				}
			}
		}
	}
}
