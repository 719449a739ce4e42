package autofix

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/suppress"
)

// Ignored is the result of suppressing findings in memory. Each entry of Applied is a finding that a
// comment suppresses now.
type Ignored struct {
	Fixed
	// Refused are the findings that remain.
	Refused []Refusal
}

// A Refusal is a finding that no comment was written for, and the reason.
type Refusal struct {
	Rule string
	lint.Place
	Why string
}

// DefaultReason is the reason in comments whose author gave none.
const DefaultReason = "TODO: fix it, or say why not"

// CheckReason returns an error if a text cannot stand behind a directive on its line.
func CheckReason(reason string) error {
	const longest = 200 // bytes that suppress keeps of a reason
	switch {
	case strings.TrimSpace(reason) == "":
		return errors.New("a reason has words")
	case len(reason) > longest:
		return fmt.Errorf("a reason has at most %d bytes", longest)
	case strings.ContainsFunc(reason, unicode.IsControl):
		return errors.New("a reason is one line")
	case strings.Contains(reason, "*/") || strings.Contains(reason, "/*") || strings.Contains(" "+reason, " //") || strings.ContainsAny(reason, "\\[]"):
		return errors.New(`a reason is in a comment, and has none of // /* */ \ [ ]`)
	case strings.Contains(reason, suppress.NoLintPrefix) || strings.Contains(reason, suppress.OwnPrefix):
		return errors.New("a reason is no directive")
	}
	return nil
}

// AddIgnores writes a comment for each finding that opts.Filter keeps, so that it is suppressed,
// and checks the new texts. It changes no code and writes no file. A comment that does not
// suppress its finding, or that makes another finding, is taken back. Files outside of the working
// folder are left alone.
func AddIgnores(ctx context.Context, l *engine.Linter, inputs []discover.Input, opts Options, reason string) *Ignored {
	f := newFixing(l.Trial(inputs), opts)
	result := f.check(ctx)
	g := &ignoring{fixing: f, reason: reason, refused: map[int]string{}}
	out := &Ignored{Fixed: Fixed{First: result, Last: result}}
	keep := opts.Filter.Of(result)
	for i := range result.Findings {
		if keep(&result.Findings[i]) {
			g.todo = append(g.todo, i)
		}
	}
	start := f.state.copied()
	for ctx.Err() == nil && len(g.refused) < len(g.todo) {
		f.state = start.copied()
		added := g.add(ctx, result)
		out.Last = f.check(ctx)
		if ctx.Err() != nil || !g.takeBack(added, result, out.Last) {
			break
		}
	}
	if ctx.Err() != nil || len(g.refused) == len(g.todo) {
		f.state, out.Last = start, result
	}
	if ctx.Err() != nil {
		return out
	}
	out.Files = f.files()
	for _, i := range g.todo {
		d := &result.Findings[i]
		if why, refused := g.refused[i]; refused {
			out.Refused = append(out.Refused, Refusal{d.Rule, d.Place, why})
		} else {
			out.Applied = append(out.Applied, AppliedFix{Rule: d.Rule, Place: d.Place, Title: "a comment suppresses it", Paths: []string{d.Path}})
		}
	}
	return out
}

// An ignoring is the work of AddIgnores.
type ignoring struct {
	*fixing
	reason string
	// todo are the findings to suppress, and refused the reasons for those that cannot be, by
	// their indexes in the first result.
	todo    []int
	refused map[int]string
}

// An addedIgnore is a finding that a comment should suppress, with its place in the new text.
type addedIgnore struct{ finding, offset int }

// add writes the comments into the texts of all files. It returns the findings by file.
func (g *ignoring) add(ctx context.Context, r *engine.Result) map[string][]addedIgnore {
	byPath := map[string][]addedIgnore{}
	for _, i := range g.todo {
		if _, refused := g.refused[i]; refused {
			continue
		}
		d := &r.Findings[i]
		switch {
		case d.Rule == suppress.UnusedRule:
			g.refused[i] = "it is about a comment; remove that comment"
		case !filepath.IsLocal(filepath.FromSlash(d.Path)):
			g.refused[i] = "its file is outside of the working folder"
		case g.opts.Only != "" && d.Path != g.opts.Only:
			g.refused[i] = "it is in another file than standard input"
		default:
			byPath[d.Path] = append(byPath[d.Path], addedIgnore{i, d.Start.Offset})
		}
	}
	for _, path := range slices.Sorted(maps.Keys(byPath)) {
		text, err := g.text(path)
		if err != nil {
			for _, a := range byPath[path] {
				g.refused[a.finding] = err.Error()
			}
			delete(byPath, path)
			continue
		}
		g.texts[path], byPath[path] = g.addTo(ctx, r, path, text, byPath[path])
	}
	return byPath
}

// addTo writes the comments of one file. It returns the new text, and the findings with their
// offsets in it.
func (g *ignoring) addTo(ctx context.Context, r *engine.Result, path string, text []byte, todo []addedIgnore) ([]byte, []addedIgnore) {
	p := cudaparse.NewIncremental()
	defer p.Close()
	var done []addedIgnore
	for k, a := range todo {
		edit, err := g.edit(ctx, p, source.NewFile(path, text), r.Findings[a.finding].Rule, todo[k].offset)
		if err != nil {
			g.refused[a.finding] = err.Error()
			continue
		}
		done = append(done, todo[k])
		if edit == nil {
			continue
		}
		edits := []fixes.Edit{*edit}
		move, err := fixes.Moves(text, edits)
		after, failed := fixes.Apply(text, edits)
		if err != nil || failed != nil {
			g.refused[a.finding] = errors.Join(err, failed).Error()
			done = done[:len(done)-1]
			continue
		}
		text = after
		for _, list := range [][]addedIgnore{todo[k+1:], done} {
			for i := range list {
				_, list[i].offset = move(list[i].offset)
			}
		}
	}
	return text, done
}

// edit returns the edit that suppresses the findings of a rule at an offset, nil if a comment does
// so already.
func (g *ignoring) edit(ctx context.Context, p *cudaparse.Incremental, file *source.File, rule string, offset int) (*fixes.Edit, error) {
	tree, err := p.Parse(ctx, file)
	if err != nil {
		return nil, err
	}
	found, _ := suppress.Of(tree, func(int) bool { return false })
	set := suppress.NewSet([]string{rule}, nil, []suppress.File{{Path: file.Path, Directives: found}})
	if set.Match([]suppress.Hit{{Rule: rule, Path: file.Path, Offset: offset}})[0] != nil {
		return nil, nil
	}
	e, err := suppress.Add(ctx, tree, p.Parse, rule, offset, suppress.Ignore)
	if err != nil {
		return nil, err
	}
	// A new directive gets the reason. One that was there keeps its own.
	directive := suppress.Spell(suppress.Ignore, rule)
	e.Text = strings.Replace(e.Text, directive, directive+" "+g.reason, 1)
	return &e, nil
}

// takeBack refuses the findings whose comments did not work: those that are still reported, else
// all of a file in which there are more findings than should remain. It reports whether there are
// any.
func (g *ignoring) takeBack(added map[string][]addedIgnore, before, after *engine.Result) (again bool) {
	type place struct {
		rule, path string
		offset     int
	}
	remaining, count := map[place]bool{}, map[string]int{}
	for i := range after.Findings {
		d := &after.Findings[i]
		remaining[place{d.Rule, d.Path, d.Start.Offset}] = true
		count[d.Path]++
	}
	for i := range before.Findings {
		count[before.Findings[i].Path]--
	}
	for path, list := range added {
		some := false
		for _, a := range list {
			if remaining[place{before.Findings[a.finding].Rule, path, a.offset}] {
				g.refused[a.finding] = "a comment on its line does not suppress it"
				some = true
			}
		}
		if !some && count[path] > -len(list) {
			for _, a := range list {
				g.refused[a.finding] = "the comments in this file would cause other findings"
			}
			some = true
		}
		again = again || some
	}
	return again
}
