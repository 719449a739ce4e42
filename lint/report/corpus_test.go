package report

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/rules"
)

// ofRules returns what is found in the sources of each rule, all rules switched on, with
// options that know the sources.
func ofRules(t *testing.T) (list []*engine.Result, opts Options) {
	t.Helper()
	root := filepath.Join("..", "..", "testdata", "rules")
	folders, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		inputs, problems := (&discover.Search{}).Files([]string{filepath.Join(root, folder.Name())})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		list = append(list, engine.New(engine.Options{Rules: rules.All(), Fixes: true}).Check(context.Background(), inputs))
	}
	opts = Options{Version: "0.1.0", Text: func(path string) ([]byte, bool) {
		text, err := os.ReadFile(filepath.FromSlash(path))
		return text, err == nil
	}}
	return list, opts
}

// TestFormatsHoldFindingsOfAllRules writes what the rules find in their own sources in
// each format and reads it.
func TestFormatsHoldFindingsOfAllRules(t *testing.T) {
	results, opts := ofRules(t)
	found, suggestions := map[string]int{}, 0
	opts.ShowInfo = true
	for _, r := range results {
		for i := range r.Findings {
			r.Findings[i].Block = "" // each finding by itself; see TestBlocks
		}
		for rule, n := range r.ByRule() {
			found[rule] += n
		}
		for _, byImpact := range []bool{false, true} {
			if byImpact {
				r.SortByImpact()
			}
			for _, format := range Formats() {
				var b bytes.Buffer
				if err := Write(&b, format, r, opts); err != nil {
					t.Fatal(err)
				}
				list, err := readers[format](b.Bytes())
				if err == nil {
					err = checkSeen(format, r, list)
				}
				if err != nil {
					t.Errorf("%s: %v", format, err)
				}
				switch format {
				case "json":
					validate(t, "check.schema.json", b.Bytes())
				case "jsonl":
					for _, line := range lines(b.Bytes()) {
						validate(t, "line.schema.json", []byte(line))
					}
				case "sarif":
					checkSARIF(t, r, opts, b.Bytes())
				case "rdjson":
					suggestions += checkSuggestions(t, r, opts, b.Bytes())
				}
			}
		}
	}
	for _, rule := range rules.All() {
		if found[rule.Name] == 0 && rule.Check != nil {
			t.Errorf("nothing of %s", rule.Name)
		}
	}
	if suggestions == 0 {
		t.Error("no suggestions")
	}
	t.Logf("%v, %d suggestions", found, suggestions)
}

// checkSuggestions applies the suggestions of an rdjson report by their lines and columns
// and compares with what the fixes do.
func checkSuggestions(t *testing.T, r *engine.Result, opts Options, out []byte) (n int) {
	t.Helper()
	var result rdResult
	if err := json.Unmarshal(out, &result); err != nil {
		t.Fatal(err)
	}
	for i, d := range result.Diagnostics {
		for _, s := range d.Suggestions {
			n++
			text, _ := opts.Text(d.Location.Path)
			all := strings.SplitAfter(string(text), "\n")
			offset := func(p rdPosition) int { return len(strings.Join(all[:p.Line-1], "")) + p.Column - 1 }
			got := string(text[:offset(s.Range.Start)]) + s.Text + string(text[offset(s.Range.End):])
			want, err := fixes.Apply(text, r.Findings[i].Fixable(false).Edits)
			if err != nil || got != string(want) {
				t.Errorf("%s:%d: the suggestion makes\n%s\nthe fix\n%s\n%v", d.Location.Path, d.Location.Range.Start.Line, got, want, err)
			}
		}
	}
	return n
}

// TestReplacement: a fix is one change of one file, with the line ends of the file.
func TestReplacement(t *testing.T) {
	const text = "one\r\ntwo \xc3\xa4 three\r\nfour"
	edit := func(start, end int, text string) fixes.Edit {
		return fixes.Edit{Path: "a.cu", Start: start, End: end, Text: text}
	}
	other := edit(0, 1, "x")
	other.Path = "b.cu"
	at := source.NewFile("a.cu", []byte(text)).Position
	texts := newSources(Options{Text: func(path string) ([]byte, bool) { return []byte(text), path == "a.cu" }})
	for _, c := range []struct {
		name  string
		edits []fixes.Edit
		want  *replacement
	}{
		{"one", []fixes.Edit{edit(5, 8, "2")}, &replacement{at(5), at(8), "2"}},
		{"several", []fixes.Edit{edit(12, 17, "3"), edit(5, 8, "2")}, &replacement{at(5), at(17), "2 \xc3\xa4 3"}},
		{"insertion", []fixes.Edit{edit(5, 5, "x\ny\n")}, &replacement{at(5), at(5), "x\r\ny\r\n"}},
		{"at the end", []fixes.Edit{edit(len(text), len(text), "\n")}, &replacement{at(len(text)), at(len(text)), "\r\n"}},
		{"all of it", []fixes.Edit{edit(0, len(text), "")}, &replacement{at(0), at(len(text)), ""}},
		{"none", nil, nil},
		{"another file", []fixes.Edit{edit(5, 8, "2"), other}, nil},
		{"beyond the end", []fixes.Edit{edit(5, len(text)+1, "2")}, nil},
		{"backwards", []fixes.Edit{edit(8, 5, "2")}, nil},
		{"overlapping", []fixes.Edit{edit(5, 8, "2"), edit(6, 9, "2")}, nil},
		{"long", []fixes.Edit{edit(5, 8, strings.Repeat("x", 101))}, nil},
	} {
		got, ok := texts.replacement(&fixes.Fix{Edits: c.edits}, "a.cu", 100)
		if ok != (c.want != nil) || ok && got != *c.want {
			t.Errorf("%s: %+v, %v, want %+v", c.name, got, ok, c.want)
		}
	}
	if _, ok := newSources(Options{}).replacement(&fixes.Fix{Edits: []fixes.Edit{edit(5, 8, "2")}}, "a.cu", 100); ok {
		t.Error("a replacement in a text that is not known")
	}
}
