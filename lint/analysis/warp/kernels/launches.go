package kernels

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

// The most different launches of one kernel that are analysed. Launches that pass lambda
// expressions execute different code each, so there may be more of them.
const (
	maxLaunches = 8
	maxCallable = 64
)

// distinctLaunches returns one launch of each kind, or a nil launch where none is in sight.
// Of too many, it returns those of which most is known; leftOut is the number of the others.
func distinctLaunches(k *sema.Function, opts *Options) (out []*sema.Launch, leftOut int) {
	seen := map[string]bool{}
	var plain, callable []*sema.Launch
	for _, l := range opts.Launches(k) {
		key := launchKey(l)
		switch {
		case seen[key]:
			continue
		case l.PassesLambda():
			callable = append(callable, l)
		default:
			plain = append(plain, l)
		}
		seen[key] = true
		out = append(out, l)
	}
	left := slices.Concat(leastKnown(plain, maxLaunches), leastKnown(callable, maxCallable))
	out = slices.DeleteFunc(out, func(l *sema.Launch) bool { return slices.Contains(left, l) })
	if len(out) == 0 {
		return []*sema.Launch{nil}, 0
	}
	return out, len(left)
}

// leastKnown returns the launches to leave out, so that most remain: those of which least is
// known, the last ones first.
func leastKnown(launches []*sema.Launch, most int) []*sema.Launch {
	if len(launches) <= most {
		return nil
	}
	slices.SortStableFunc(launches, func(a, b *sema.Launch) int { return cmp.Compare(unknowns(a), unknowns(b)) })
	return launches[most:]
}

// unknowns counts what is not known of a launch. An unknown block shape counts for more than all
// the rest.
func unknowns(l *sema.Launch) (n int) {
	for _, d := range l.Block {
		if d == 0 {
			n += 1 << 20
		}
	}
	for _, a := range l.Args {
		if !a.Value.Known() && (a.Type == nil || a.Type.Object().Arithmetic()) {
			n++
		}
	}
	return n
}

// launchKey returns a key that launches share if the analysis cannot tell them apart.
func launchKey(l *sema.Launch) string {
	var b strings.Builder
	fmt.Fprint(&b, l.Block, l.Grid)
	for _, a := range l.Args {
		if a.Value.Known() {
			fmt.Fprint(&b, " ", a.Value.Int, a.Value.Float)
		} else {
			fmt.Fprint(&b, " ?")
		}
		for _, h := range a.Held {
			fmt.Fprint(&b, " ", h.Path, "=", h.Value.Int, h.Value.Float)
		}
	}
	if l.Bindings != nil {
		for _, p := range slices.Sorted(maps.Keys(l.Bindings.Args)) {
			a := l.Bindings.Args[p]
			fmt.Fprint(&b, " ", p, "=", a.Const.Int, a.Const.Float)
			if a.Type != nil {
				fmt.Fprint(&b, a.Type.Name, a.Type.Size)
				if r := a.Type.Record; r != nil && sema.ClosureOf(r) != nil {
					fmt.Fprintf(&b, "%p", r) // all lambda expressions have one name
				}
			}
		}
	}
	return b.String()
}
