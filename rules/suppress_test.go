package rules

import (
	"context"
	"hash/fnv"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/suppress"
)

// TestSuppressFindings suppresses findings of the corpus by each kind of directive, with
// \n and \r\n: the finding is gone, only findings of its rule are suppressed, and none
// comes up, of an unused directive for one. CUDALINT_SUPPRESS=1 takes all findings
// instead of one of some.
func TestSuppressFindings(t *testing.T) {
	all := os.Getenv("CUDALINT_SUPPRESS") != ""
	taken := 0
	for _, rule := range All() {
		programs := corpus(t, rule.Name)
		for _, folder := range slices.Sorted(maps.Keys(programs)) {
			p := program{name: filepath.Base(folder), folder: folder, sources: programs[folder]}
			texts := map[string][]byte{}
			for _, path := range p.sources {
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				texts[filepath.ToSlash(path)] = text
			}
			hash := fnv.New32a()
			hash.Write([]byte(folder))
			pick := int(hash.Sum32() % 1000)
			if !all && pick%6 > 0 {
				continue
			}
			if pick%2 == 1 {
				for path, text := range texts {
					texts[path] = crlf(text)
				}
			}
			before := p.checked(t, texts)
			session, _ := p.session(t)
			for path, text := range texts {
				session.SetText(path, text)
			}
			for i := range before.Findings {
				d := &before.Findings[i]
				if d.Rule != rule.Name || rule.Name == suppress.UnusedRule || !all && (i+pick)%5 > 0 {
					continue
				}
				for _, kind := range []suppress.Kind{suppress.Ignore, suppress.NoLint, suppress.IgnoreFile} {
					taken++
					edit := p.suppress(t, texts, before, d, kind)
					if e, err := session.AddDirective(context.Background(), d.Path, d.Rule, d.Start.Offset, kind); err != nil || e != edit {
						t.Errorf("%s:%d: %s: a session makes %q, %v, not %q", d.Path, d.Start.Line, d.Rule, e, err, edit)
					}
				}
			}
		}
	}
	if taken < 50 {
		t.Errorf("only %d findings were suppressed", taken)
	}
	t.Logf("%d suppressed", taken)
}

// checked returns the result of all rules over texts.
func (p *program) checked(t *testing.T, texts map[string][]byte) *engine.Result {
	t.Helper()
	opts := p.options(t)
	opts.Fixes, opts.Texts = false, texts
	var inputs []discover.Input
	for _, path := range p.sources {
		inputs = append(inputs, discover.Input{Path: path})
	}
	return engine.New(opts).Check(context.Background(), inputs)
}

func (p *program) suppress(t *testing.T, texts map[string][]byte, before *engine.Result, d *lint.Diagnostic, kind suppress.Kind) (edit fixes.Edit) {
	t.Helper()
	parser := cudaparse.NewIncremental()
	defer parser.Close()
	tree, err := parser.Parse(context.Background(), source.NewFile(d.Path, texts[d.Path]))
	if err != nil {
		t.Fatal(err)
	}
	edit, err = suppress.Add(context.Background(), tree, parser.Parse, d.Rule, d.Start.Offset, kind)
	if err != nil {
		t.Errorf("%s:%d: %s, %s: %v", d.Path, d.Start.Line, d.Rule, kind, err)
		return edit
	}
	now := maps.Clone(texts)
	if now[d.Path], err = fixes.Apply(texts[d.Path], []fixes.Edit{edit}); err != nil {
		t.Fatal(err)
	}
	move, err := fixes.Moves(texts[d.Path], []fixes.Edit{edit})
	if err != nil {
		t.Fatal(err)
	}
	_, at := move(d.Start.Offset)
	after := p.checked(t, now)
	for i := range after.Findings {
		if f := &after.Findings[i]; f.Rule == d.Rule && f.Path == d.Path && f.Start.Offset == at {
			t.Errorf("%s:%d: %s is still there after %q", d.Path, d.Start.Line, d.Rule, edit.Text)
		}
	}
	was, is := before.ByRule(), after.ByRule()
	more := len(after.Suppressed) - len(before.Suppressed)
	for _, rule := range All() {
		switch lost := was[rule.Name] - is[rule.Name]; {
		case rule.Name == d.Rule && (lost != more || lost < 1), rule.Name != d.Rule && lost != 0:
			t.Errorf("%s:%d: %s: %d findings of %s less, %d more suppressed after %q", d.Path, d.Start.Line, d.Rule, lost, rule.Name, more, edit.Text)
		}
	}
	return edit
}
