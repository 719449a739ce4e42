package autofix

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
)

// An attempt is a set of offers that are applied together.
type attempt struct {
	offers []offer // those that do not conflict
	edits  map[string][]fixes.Edit
	before map[string][]byte // the text of each file with edits
	after  map[string][]byte // and the new one
}

// A failure is an offer that has to be taken back, with the reason.
type failure struct {
	offer offer
	kind  lint.ProblemKind
	why   string
}

// round applies offers and returns the result of the check after them. Offers that fail are taken
// back, and the others are applied without them.
func (f *fixing) round(ctx context.Context, result *engine.Result, offers []offer, out *Fixed) *engine.Result {
	start := f.state.copied()
	for len(offers) > 0 && ctx.Err() == nil {
		f.state = start.copied()
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
				f.addPastText(path, a.before[path])
				f.addPastText(path, text)
			}
			for _, o := range a.offers {
				out.Applied = append(out.Applied, o.AppliedFix)
			}
			out.Waited = append(out.Waited, waited...)
			return next
		}
		for _, b := range bad {
			f.reverted[b.offer.key()] = true
			out.Problems = append(out.Problems, b.problem())
		}
		offers = slices.DeleteFunc(slices.Clone(offers), func(o offer) bool { return f.reverted[o.key()] })
	}
	f.state = start
	return result
}

func (b *failure) problem() lint.Problem {
	message := fmt.Sprintf("%s was taken back: %s (this is a bug in cudalint; please report it)", &b.offer.AppliedFix, b.why)
	if b.kind != lint.Internal {
		message = b.why
	}
	return lint.Problem{Kind: b.kind, Path: b.offer.Path, Line: b.offer.Start.Line, Message: message}
}

// attempt applies offers to the present texts. Offers that conflict with others are not applied;
// they are returned in waited. bad are the offers that fail before any check.
func (f *fixing) attempt(ctx context.Context, offers []offer) (a attempt, waited []Conflict, bad []failure) {
	set := merged(offers)
	for _, i := range set.Accepted {
		a.offers = append(a.offers, offers[i])
	}
	for _, r := range set.Refused {
		if r.With == r.Fix {
			bad = append(bad, failure{offers[r.Fix], lint.Internal, fmt.Sprintf("its edit of %v cannot be made together with its others", r.Edit)})
		} else {
			waited = append(waited, Conflict{offers[r.Fix].AppliedFix, offers[r.With].AppliedFix})
		}
	}
	a.edits, a.before, a.after = set.Edits, map[string][]byte{}, map[string][]byte{}
	for _, path := range slices.Sorted(maps.Keys(set.Edits)) {
		text, err := f.text(path)
		if err != nil {
			bad = append(bad, a.failuresIn(path, lint.IO, fmt.Sprintf("%s is not fixed: %s", path, err))...)
			continue
		}
		after, err := fixes.Apply(text, set.Edits[path])
		switch {
		case err != nil || f.errors(ctx, path, after) > f.errors(ctx, path, text):
			bad = append(bad, f.culprits(ctx, path, text, a.offers)...)
		case f.pastTexts[path][sha256.Sum256(after)]:
			bad = append(bad, a.failuresIn(path, lint.Internal, "it undoes what other fixes did")...)
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

// failuresIn returns the offers that edit a file, as failures with one reason.
func (a *attempt) failuresIn(path string, kind lint.ProblemKind, why string) []failure {
	var out []failure
	for _, o := range a.offers {
		if slices.Contains(o.Paths, path) {
			out = append(out, failure{o, kind, why})
		}
	}
	return out
}

// text returns the present text of a file. It is an error if the file changed since the check.
func (f *fixing) text(path string) ([]byte, error) {
	text, known := f.texts[path]
	if !known {
		var err error
		if text, err = f.trial.Read(path); err != nil {
			return nil, err
		}
		if !f.read.Has(path, text) {
			return nil, fmt.Errorf("the file changed while it was checked")
		}
		f.texts[path] = text
	}
	if _, known := f.before[path]; !known {
		f.before[path] = text
	}
	return text, nil
}

// addPastText records a text that a file has had.
func (f *fixing) addPastText(path string, text []byte) {
	if f.pastTexts[path] == nil {
		f.pastTexts[path] = map[checksum]bool{}
	}
	f.pastTexts[path][sha256.Sum256(text)] = true
}

// errors returns how many places of a text do not parse.
func (f *fixing) errors(ctx context.Context, path string, text []byte) int {
	const unreadable = 1 << 30 // more than any file has
	file, err := f.trial.Parse(ctx, path, text)
	if err != nil {
		return unreadable
	}
	return len(file.Errors)
}

// culprits returns the offers that cannot be applied to a file, or that add syntax errors to it. It
// tries the offers one after the other.
func (f *fixing) culprits(ctx context.Context, path string, text []byte, offers []offer) []failure {
	var bad []failure
	var good []offer
	errors := f.errors(ctx, path, text)
	for _, o := range offers {
		if !slices.Contains(o.Paths, path) {
			continue
		}
		with := append(slices.Clone(good), o)
		switch after, err := fixes.Apply(text, merged(with).Edits[path]); {
		case err != nil:
			bad = append(bad, failure{o, lint.Internal, err.Error()})
		case f.errors(ctx, path, after) > errors && errors > 0:
			// Perhaps only the repair of what is wrong already comes out otherwise.
			bad = append(bad, failure{o, lint.Syntax, fmt.Sprintf("%s was taken back: %s does not parse as it is, and would parse worse", &o.AppliedFix, path)})
		case f.errors(ctx, path, after) > errors:
			bad = append(bad, failure{o, lint.Internal, "it would leave source that does not parse"})
		default:
			good = with
		}
	}
	return bad
}
