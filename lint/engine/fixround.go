package engine

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
)

// A checksum stands for the text of a file.
type checksum [sha256.Size]byte

// checksums are those of the files that a run reads, by their reported paths.
type checksums struct {
	mu   sync.Mutex
	sums map[string]checksum
	// unsteady are files that held different texts when they were read twice.
	unsteady map[string]bool
}

func (c *checksums) add(path string, text []byte) {
	sum := checksum(sha256.Sum256(text))
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sums == nil {
		c.sums, c.unsteady = map[string]checksum{}, map[string]bool{}
	}
	if old, known := c.sums[path]; known && old != sum {
		c.unsteady[path] = true
	}
	c.sums[path] = sum
}

// is reports whether a text is what the run read.
func (c *checksums) is(path string, text []byte) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sums[path] == sha256.Sum256(text) && !c.unsteady[path]
}

// An attempt is some offers applied together.
type attempt struct {
	offers []offer // those accepted
	edits  map[string][]fixes.Edit
	before map[string][]byte // the text of each file with edits
	after  map[string][]byte // and the new one
}

// A failed is an offer that has to be taken back, and why.
type failed struct {
	offer offer
	kind  lint.ProblemKind
	why   string
}

// round applies offers and returns the result over what that makes. Offers that fail
// are taken back, and the rest is applied without them.
func (f *fixing) round(ctx context.Context, result *Result, offers []offer, out *Fixed) *Result {
	start, before := f.texts, maps.Clone(f.before)
	sums := f.linter.sums
	for len(offers) > 0 && ctx.Err() == nil {
		f.set(maps.Clone(start), maps.Clone(before), sums)
		a, waited, bad := f.attempt(ctx, offers)
		next := result
		if len(bad) == 0 {
			maps.Copy(f.texts, a.after)
			if next = f.check(ctx); ctx.Err() != nil {
				return next
			}
			bad = regressions(a, result, next)
		}
		if len(bad) == 0 {
			for path, text := range a.after {
				f.remember(path, a.before[path])
				f.remember(path, text)
			}
			for _, o := range a.offers {
				out.Applied = append(out.Applied, o.AppliedFix)
			}
			out.Waited = append(out.Waited, waited...)
			return next
		}
		for _, b := range bad {
			f.refused[b.offer.key()] = true
			out.Problems = append(out.Problems, b.problem())
		}
		offers = slices.DeleteFunc(slices.Clone(offers), func(o offer) bool { return f.refused[o.key()] })
	}
	f.set(start, before, sums)
	return result
}

// set makes texts those of the files as they are now, of which what was read has sums.
func (f *fixing) set(texts, before map[string][]byte, sums *checksums) {
	f.texts, f.before = texts, before
	f.linter.opts.Texts, f.linter.sums = texts, sums
}

func (b *failed) problem() lint.Problem {
	message := fmt.Sprintf("%s was taken back: %s (this is a bug in cudalint; please report it)", &b.offer.AppliedFix, b.why)
	if b.kind != lint.Internal {
		message = b.why
	}
	return lint.Problem{Kind: b.kind, Path: b.offer.Path, Line: b.offer.Start.Line, Message: message}
}

// attempt applies offers to the texts as they are, as far as they go together. It
// returns those that fail without a check.
func (f *fixing) attempt(ctx context.Context, offers []offer) (a attempt, waited []Conflict, bad []failed) {
	set := merged(offers)
	for _, i := range set.Accepted {
		a.offers = append(a.offers, offers[i])
	}
	for _, r := range set.Refused {
		if r.With == r.Fix {
			bad = append(bad, failed{offers[r.Fix], lint.Internal, fmt.Sprintf("its edit of %v cannot be made together with its others", r.Edit)})
		} else {
			waited = append(waited, Conflict{offers[r.Fix].AppliedFix, offers[r.With].AppliedFix})
		}
	}
	a.edits, a.before, a.after = set.Edits, map[string][]byte{}, map[string][]byte{}
	for _, path := range slices.Sorted(maps.Keys(set.Edits)) {
		text, err := f.text(path)
		if err != nil {
			bad = append(bad, a.touching(path, lint.IO, fmt.Sprintf("%s is not fixed: %s", path, err))...)
			continue
		}
		after, err := fixes.Apply(text, set.Edits[path])
		switch {
		case err != nil || f.errors(ctx, path, after) > f.errors(ctx, path, text):
			bad = append(bad, f.culprits(ctx, path, text, a.offers)...)
		case f.had[path][sha256.Sum256(after)]:
			bad = append(bad, a.touching(path, lint.Internal, "it undoes what other fixes did")...)
		}
		a.before[path], a.after[path] = text, after
	}
	return a, waited, bad
}

func merged(offers []offer) fixes.Set {
	list := make([]fixes.Fix, len(offers))
	for i := range offers {
		list[i] = offers[i].fix
	}
	return fixes.Merge(list)
}

// touching returns the offers that edit a file, for one reason to take them back.
func (a *attempt) touching(path string, kind lint.ProblemKind, why string) []failed {
	var out []failed
	for _, o := range a.offers {
		if slices.Contains(o.Paths, path) {
			out = append(out, failed{o, kind, why})
		}
	}
	return out
}

// text returns what a file holds now, which has to be what was checked.
func (f *fixing) text(path string) ([]byte, error) {
	text, known := f.texts[path]
	if !known {
		var err error
		if text, err = f.linter.readFile(path); err != nil {
			return nil, err
		}
		if !f.linter.sums.is(path, text) {
			return nil, fmt.Errorf("the file changed while it was checked")
		}
		f.texts[path] = text
	}
	if _, known := f.before[path]; !known {
		f.before[path] = text
	}
	return text, nil
}

func (f *fixing) remember(path string, text []byte) {
	if f.had[path] == nil {
		f.had[path] = map[checksum]bool{}
	}
	f.had[path][sha256.Sum256(text)] = true
}

// errors returns how many places of a text do not parse.
func (f *fixing) errors(ctx context.Context, path string, text []byte) int {
	const unreadable = 1 << 30 // more than any file has
	ctx, cancel := context.WithTimeout(ctx, f.linter.opts.FileTimeout)
	defer cancel()
	file, err := f.parse(ctx, source.NewFile(path, text))
	if err != nil {
		return unreadable
	}
	return len(file.Errors)
}

// culprits returns the offers that cannot be applied to a file, or after which it parses
// worse, taken one after the other.
func (f *fixing) culprits(ctx context.Context, path string, text []byte, offers []offer) []failed {
	var bad []failed
	var good []offer
	errors := f.errors(ctx, path, text)
	for _, o := range offers {
		if !slices.Contains(o.Paths, path) {
			continue
		}
		with := append(slices.Clone(good), o)
		switch after, err := fixes.Apply(text, merged(with).Edits[path]); {
		case err != nil:
			bad = append(bad, failed{o, lint.Internal, err.Error()})
		case f.errors(ctx, path, after) > errors && errors > 0:
			// Perhaps only the repair of what is wrong already comes out otherwise.
			bad = append(bad, failed{o, lint.Syntax, fmt.Sprintf("%s was taken back: %s does not parse as it is, and would parse worse", &o.AppliedFix, path)})
		case f.errors(ctx, path, after) > errors:
			bad = append(bad, failed{o, lint.Internal, "it would leave source that does not parse"})
		default:
			good = with
		}
	}
	return bad
}

// regressions returns the offers of an attempt of which the findings are still there in
// the result after it, or which edit a file that can no longer be checked.
func regressions(a attempt, before, after *Result) []failed {
	var bad []failed
	for _, p := range after.Problems {
		same := func(b lint.Problem) bool { return b.Kind == lint.Internal && b.Path == p.Path }
		if p.Kind == lint.Internal && a.edits[p.Path] != nil && !slices.ContainsFunc(before.Problems, same) {
			bad = append(bad, a.touching(p.Path, lint.Internal, p.Message)...)
		}
	}
	l := newLeftovers(a, before, after)
	for i := range a.offers {
		if o := &a.offers[i]; l.holds(o) {
			bad = append(bad, failed{*o, lint.Internal, "its finding is still there"})
		}
	}
	return bad
}

// leftovers are the findings after an attempt that are not known to be others than those
// that it was to mend.
type leftovers struct {
	after []lint.Diagnostic
	other []bool // whether a finding was there before and is not to be mended
	moves map[string]func(offset int) (first, last int)
}

func newLeftovers(a attempt, before, after *Result) *leftovers {
	l := &leftovers{after.Findings, make([]bool, len(after.Findings)), map[string]func(int) (int, int){}}
	for path, edits := range a.edits {
		// No error: the edits were applied.
		l.moves[path], _ = fixes.Moves(a.before[path], edits)
	}
	mends := map[int]bool{}
	for _, o := range a.offers {
		mends[o.finding] = true
	}
	for i := range before.Findings {
		if d := &before.Findings[i]; !mends[i] {
			if at := l.at(d.Rule, d.Place); at >= 0 {
				l.other[at] = true
			}
		}
	}
	return l
}

// holds reports whether the finding of an offer is among the leftovers: at its place, or
// with its fingerprint in what the fix wrote elsewhere.
func (l *leftovers) holds(o *offer) bool {
	if l.at(o.Rule, o.Place) >= 0 {
		return true
	}
	for _, e := range o.fix.Edits {
		wrote := lint.Place{Path: e.Path}
		wrote.Start.Offset = e.Start
		if at := l.at(o.Rule, wrote); at >= 0 && l.after[at].Fingerprint == o.fingerprint {
			return true
		}
	}
	return false
}

// at returns the leftover of a rule where a place of before is now, -1 for none.
func (l *leftovers) at(rule string, p lint.Place) int {
	first, last := p.Start.Offset, p.Start.Offset
	if move := l.moves[p.Path]; move != nil {
		first, last = move(first)
	}
	i, _ := slices.BinarySearchFunc(l.after, first, func(d lint.Diagnostic, first int) int {
		return cmp.Or(cmp.Compare(d.Path, p.Path), cmp.Compare(d.Start.Offset, first))
	})
	for ; i < len(l.after) && l.after[i].Path == p.Path && l.after[i].Start.Offset <= last; i++ {
		if l.after[i].Rule == rule && !l.other[i] {
			return i
		}
	}
	return -1
}
