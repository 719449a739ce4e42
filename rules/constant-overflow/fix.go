package constantoverflow

import (
	"cmp"
	"math"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/rules/internal/placement"
)

// moduleSubject identifies a translation unit that overflows, for its fix.
func moduleSubject(pass *lint.Pass) *lint.Subject {
	return lint.NewSubject("module "+pass.Place(pass.Unit.File.Root()).Path, overflow{})
}

// fix returns the fix of a translation unit, or of a link unit, that overflows.
func fix(p *lint.FixPass) ([]fixes.Fix, error) {
	if about := lint.About[overflow](p); len(about.Files) > 0 {
		return about.fix(p)
	}
	own := p.Own()
	objects := moduleOf(own.Unit.ConstantObjects(own.Host().Of), own.Build.RDC).laidOut
	return evict(p, movable(own, objects), func(moved map[placement.Key]bool) bool {
		rest := slices.DeleteFunc(slices.Clone(objects), func(o sema.ConstantObject) bool {
			key, ok := placement.KeyOf(own, o.Variable)
			return ok && moved[key]
		})
		bytes := sema.LayOutConstants(rest, own.Build.RDC)
		return bytes <= limit && (own.Build.RDC || !near(nearPercent.Of(own), bytes))
	})
}

// movable returns the variables that could move to global memory, in the order of the
// objects.
func movable(pass *lint.Pass, objects []sema.ConstantObject) []candidate {
	var list candidates
	for _, o := range objects {
		if key, ok := placement.KeyOf(pass, o.Variable); ok {
			list.add(key, o.Size)
		}
	}
	return list.all
}

// candidates are variables in the order they were first seen.
type candidates struct {
	all []candidate
	at  map[placement.Key]int
}

// add adds the bytes of a variable, or of another instance or copy of it.
func (l *candidates) add(key placement.Key, bytes int64) {
	i, known := l.at[key]
	switch {
	case known:
		l.all[i].bytes += bytes
	case bytes > 0:
		if l.at == nil {
			l.at = map[placement.Key]int{}
		}
		l.at[key] = len(l.all)
		l.all = append(l.all, candidate{key: key, bytes: bytes})
	}
}

// linkSubject identifies files that overflow together, for their fix.
func linkSubject(group []file, percent int64) *lint.Subject {
	key := "linked"
	for _, t := range group {
		key += " " + t.Path
	}
	return lint.NewSubject(key, overflow{group, percent})
}

// An overflow holds the facts of files that overflow together, none for a file that overflows
// alone, and the value of near-percent.
type overflow struct {
	Files   []file
	Percent int64
}

func (o *overflow) fix(p *lint.FixPass) ([]fixes.Fix, error) {
	var list candidates
	for _, v := range sumOf(o.Files, nil).vars {
		if v.Movable {
			list.add(v.Key, v.Bytes)
		}
	}
	return evict(p, list.all, func(moved map[placement.Key]bool) bool {
		left := sumOf(o.Files, moved)
		return left.most <= limit && !near(o.Percent, left.least)
	})
}

// evict returns the fix that moves variables to global memory: as few as possible, and
// those whose reads are the least uniform. fits reports whether nothing is left to
// report once the given variables have moved.
func evict(p *lint.FixPass, list []candidate, fits func(moved map[placement.Key]bool) bool) ([]fixes.Fix, error) {
	if len(list) > maxCandidates {
		list = slices.DeleteFunc(list, func(c candidate) bool { return c.bytes < limit/maxCandidates })
	}
	list = slices.DeleteFunc(list, func(c candidate) bool {
		_, refusal := placement.ToDevice(p, c.key)
		return refusal != ""
	})
	for i := range list {
		var err error
		if list[i].spread, err = spreadOf(p, list[i].key); err != nil {
			return nil, err
		}
	}
	keys := choose(list, fits)
	if keys == nil {
		return nil, nil
	}
	m, refusal := placement.ToDevice(p, keys...)
	if refusal != "" {
		return nil, nil
	}
	return []fixes.Fix{m.Fix}, nil
}

// maxCandidates bounds the variables that are considered. If there are more, only those
// of at least limit/maxCandidates bytes are.
const maxCandidates = 100

// A candidate is a variable that could move.
type candidate struct {
	key   placement.Key
	bytes int64
	// spread is the mean number of addresses per warp over all executions of its
	// reads, and infinite if nothing reads it.
	spread float64
}

// spreadOf returns the spread of a candidate (see candidate), 1 if it is not known.
func spreadOf(p *lint.FixPass, key placement.Key) (float64, error) {
	units, refusal := placement.Holders(p, key)
	if refusal != "" {
		return 0, nil
	}
	uses, _, err := placement.UsesOf(p, units, key)
	if err != nil {
		return 0, err
	}
	addresses, executions := 0.0, 0.0
	for _, u := range uses {
		addresses += u.Addresses
		executions += u.Executions
	}
	switch {
	case executions > 0:
		return addresses / executions, nil
	case len(uses) == 0 && !placement.Mentioned(p, units, key):
		return math.Inf(1), nil
	}
	return 1, nil
}

// choose returns the smallest set of variables without which the rest fits; of several
// such sets the one with the largest spreads. It returns nil if moving all is not enough.
func choose(list []candidate, fits func(moved map[placement.Key]bool) bool) []placement.Key {
	bySize := slices.Clone(list)
	slices.SortStableFunc(bySize, func(a, b candidate) int { return cmp.Compare(b.bytes, a.bytes) })
	// with reports whether it is enough to move the given variables and some others,
	// the largest ones.
	with := func(moved []placement.Key, others int) bool {
		set := map[placement.Key]bool{}
		for _, k := range moved {
			set[k] = true
		}
		for _, c := range bySize {
			if others > 0 && !set[c.key] {
				set[c.key] = true
				others--
			}
		}
		return fits(set)
	}
	count := 1
	for ; !with(nil, count); count++ {
		if count >= len(list) {
			return nil
		}
	}
	byRank := slices.Clone(bySize)
	slices.SortStableFunc(byRank, func(a, b candidate) int { return cmp.Compare(b.spread, a.spread) })
	var out []placement.Key
	for _, c := range byRank {
		if len(out) < count && with(append(slices.Clone(out), c.key), count-len(out)-1) {
			out = append(out, c.key)
		}
	}
	if len(out) < count {
		return nil
	}
	order := func(k placement.Key) int { return slices.IndexFunc(list, func(c candidate) bool { return c.key == k }) }
	slices.SortFunc(out, func(a, b placement.Key) int { return cmp.Compare(order(a), order(b)) })
	return out
}
