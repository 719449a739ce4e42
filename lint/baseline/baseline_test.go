package baseline

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/cudalint/cudalint/lint"
)

// finding is one as the engine gives it; id makes its fingerprint.
func finding(id, path, function, code, line string) lint.Diagnostic {
	return lint.Diagnostic{Rule: "constant-divergent-index", Place: lint.Place{Path: path, Line: line}, Function: function, Code: code, Fingerprint: id}
}

// runIn is a run in a folder over some of its files.
func runIn(dir string, files ...string) Run {
	return Run{Dir: dir, Ran: func(string, string) bool { return true }, Searched: func(string) bool { return true },
		Checked: func(path string) bool {
			for _, f := range files {
				if f == path {
					return true
				}
			}
			return false
		},
		Text: func(path string) ([]byte, error) { return os.ReadFile(filepath.Join(dir, path)) }}
}

func all(*lint.Diagnostic) bool { return true }

// write makes files in a new folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFileIsALinePerEntry(t *testing.T) {
	dir := write(t, map[string]string{"src/a.cu": "", "ci/x": ""})
	findings := []lint.Diagnostic{
		finding("1", "src/b.cu", "", "float t[9]", "float t[9];"),
		finding("2", "src/a.cu", "k", `f("<é>\n")`, "x"), finding("3", "src/a.cu", "k", `f("<é>\n")`, " x "), finding("4", "src/a.cu", "k", `f("<é>\n")`, "y"),
		finding("5", "src/\xff.cu", "k", "t\xff", "x"),
	}
	b, change := Empty(filepath.Join(dir, "ci", "known.json")).Match(findings, runIn(dir)).Update(all)
	if err := b.Write(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(b.File)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{
  "schema": 1,
  "tool": "cudalint",
  "findings": [
    {"path":"../src/a.cu","rule":"constant-divergent-index","function":"k","code":"f(\"<é>\\n\")","context":"2d711642","count":2},
    {"path":"../src/a.cu","rule":"constant-divergent-index","function":"k","code":"f(\"<é>\\n\")","context":"a1fce436"},
    {"path":"../src/b.cu","rule":"constant-divergent-index","code":"float t[9]","context":"b252b3e2"},
    {"path":"../src/�.cu","rule":"constant-divergent-index","function":"k","code":"t�","context":"2d711642"}
  ]
}
`
	if string(text) != want || change != (Change{Added: 5}) || b.Len() != 5 {
		t.Errorf("%+v, %d findings in\n%s\nwant\n%s", change, b.Len(), text, want)
	}
	for _, text := range []string{string(text), string(Empty("x").encode())} {
		if err := validate(t, text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	if err := validate(t, `{"schema": 1, "findings": [{"path": "a", "rule": "b", "code": "c", "context": "d", "line": 7}]}`); err == nil {
		t.Error("the schema takes keys that there are not")
	}

	// Read again, from the folder of the sources, everything is known.
	b, err = Read(b.File)
	if err != nil {
		t.Fatal(err)
	}
	for i := range findings {
		findings[i].Path = strings.TrimPrefix(findings[i].Path, "src/")
	}
	m := b.Match(findings, runIn(filepath.Join(dir, "src")))
	for i := range findings {
		if !m.Known(&findings[i]) {
			t.Errorf("%+v is not known", findings[i])
		}
	}
}

func validate(t *testing.T, text string) error {
	t.Helper()
	schema, err := jsonschema.UnmarshalJSON(strings.NewReader(Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("baseline.json", schema); err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return c.MustCompile("baseline.json").Validate(value)
}

// pairs tells, for the findings of a run against a recorded list, which are unknown, how
// many are gone, and what an update does.
func TestMatchAndUpdate(t *testing.T) {
	const rule = `"rule":"constant-divergent-index"`
	for _, c := range []struct {
		name     string
		entries  string
		findings []lint.Diagnostic
		checked  []string
		unknown  string
		gone     int
		change   Change
	}{
		{"too many of a kind: the last is new", `{"path":"a.cu",` + rule + `,"function":"k","code":"t[i]","context":"0","count":2}`,
			[]lint.Diagnostic{finding("1", "a.cu", "k", "t[i]", "x"), finding("2", "a.cu", "k", "t[i]", "x"), finding("3", "a.cu", "k", "t[i]", "x")},
			[]string{"a.cu"}, "3", 0, Change{Added: 1, Kept: 2}},
		{"the line tells which", `{"path":"a.cu",` + rule + `,"function":"k","code":"t[i]","context":"` + contextOf("y=t[i];") + `"}`,
			[]lint.Diagnostic{finding("1", "a.cu", "k", "t[i]", "x = t[i];"), finding("2", "a.cu", "k", "t[i]", "y = t[i];")},
			[]string{"a.cu"}, "1", 0, Change{Added: 1, Kept: 1}},
		{"another file, function or code", `{"path":"a.cu",` + rule + `,"function":"k","code":"t[i]","context":"0"}`,
			[]lint.Diagnostic{finding("1", "b.cu", "k", "t[i]", "x"), finding("2", "a.cu", "other", "t[i]", "x"), finding("3", "a.cu", "k", "t[j]", "x")},
			[]string{"a.cu", "b.cu"}, "1 2 3", 1, Change{Added: 3, Removed: 1}},
		{"a renamed function", `{"path":"a.cu",` + rule + `,"function":"old","code":"t[i]","context":"0"}`,
			[]lint.Diagnostic{finding("1", "a.cu", "k", "t[i]", "x")}, []string{"a.cu"}, "", 0, Change{Kept: 1}},
		{"a renamed file", `{"path":"gone/b.cu",` + rule + `,"function":"k","code":"t[i]","context":"0"}`,
			[]lint.Diagnostic{finding("1", "a.cu", "k", "t[i]", "x"), finding("2", "b.cu", "k", "t[i]", "x")}, []string{"a.cu", "b.cu"}, "1", 0, Change{Added: 1, Kept: 1}},
		{"a renamed file and function", `{"path":"gone.cu",` + rule + `,"function":"k","code":"t[i]","context":"0"},{"path":"gone.cu",` + rule + `,"function":"old","code":"u[i]","context":"0"}`,
			[]lint.Diagnostic{finding("1", "a.cu", "k", "t[i]", "x"), finding("2", "a.cu", "fresh", "u[i]", "x")}, []string{"a.cu"}, "", 0, Change{Kept: 2}},
		{"a file that was not checked", `{"path":"b.cu",` + rule + `,"code":"t[i]","context":"0","count":3}`, nil, []string{"a.cu"}, "", 0, Change{Kept: 3}},
		{"a file that is gone", `{"path":"gone.cu",` + rule + `,"code":"t[i]","context":"0","count":3}`, nil, []string{"a.cu"}, "", 3, Change{Removed: 3}},
		{"a name that no file has", `{"path":"a\u0000b",` + rule + `,"code":"t[i]","context":"0"}`, nil, nil, "", 1, Change{Removed: 1}},
		{"a rule that did not run", `{"path":"a.cu","rule":"other","code":"t[i]","context":"0"}`, nil, []string{"a.cu"}, "", 0, Change{Kept: 1}},
		{"entries twice, as a merge leaves them", `{"path":"a.cu",` + rule + `,"code":"t[i]","context":"0"},{"path":"a.cu",` + rule + `,"code":"t[i]","context":"0"}`,
			[]lint.Diagnostic{finding("1", "a.cu", "", "t[i]", "x")}, []string{"a.cu"}, "", 1, Change{Removed: 1, Kept: 1}},
	} {
		dir := write(t, map[string]string{"a.cu": "void k() { other(); }", "b.cu": "", "known.json": `{"schema":1,"findings":[` + c.entries + `]}`})
		b, err := Read(filepath.Join(dir, "known.json"))
		if err != nil {
			t.Fatal(err)
		}
		run := runIn(dir, c.checked...)
		run.Ran = func(_, rule string) bool { return rule == "constant-divergent-index" }
		m := b.Match(c.findings, run)
		var unknown []string
		for i := range c.findings {
			if !m.Known(&c.findings[i]) {
				unknown = append(unknown, c.findings[i].Fingerprint)
			}
		}
		next, change := m.Update(all)
		if got := strings.Join(unknown, " "); got != c.unknown || m.Gone() != c.gone || change != c.change {
			t.Errorf("%s: unknown %q, %d gone, %+v; want %q, %d, %+v", c.name, got, m.Gone(), change, c.unknown, c.gone, c.change)
		}
		if again := next.Match(c.findings, run); next.Len() != change.Added+change.Kept || again.Gone() != 0 {
			t.Errorf("%s: the update records %d findings after %+v, of which %d are gone", c.name, next.Len(), change, again.Gone())
		}
	}
}

// TestUpdateRecordsWhatIsWanted: a finding that is not wanted is not added, but one that
// is recorded stays.
func TestUpdateRecordsWhatIsWanted(t *testing.T) {
	dir := write(t, nil)
	findings := []lint.Diagnostic{finding("1", "a.cu", "k", "t[i]", "x"), finding("2", "a.cu", "k", "u[i]", "x")}
	b, _ := Empty(filepath.Join(dir, "b.json")).Match(findings[:1], runIn(dir, "a.cu")).Update(all)
	next, change := b.Match(findings, runIn(dir, "a.cu")).Update(func(*lint.Diagnostic) bool { return false })
	if change != (Change{Kept: 1}) || !reflect.DeepEqual(next.entries, b.entries) {
		t.Errorf("%+v: %+v, want %+v", change, next.entries, b.entries)
	}
}

func TestDamagedFiles(t *testing.T) {
	const head = "{\n  \"schema\": 1,\n  \"findings\": [\n"
	for _, c := range []struct{ text, want string }{
		{"", "the baseline is empty; --write-baseline FILE creates it again"},
		{"int main() {}\n", ":1:1: the baseline is damaged: invalid character 'i'"},
		{"[]", ":1:1: this is not a baseline: a baseline is a JSON object"},
		{"{}", `:1:1: this is not a baseline: it has no "schema": 1`},
		{`{"schema": 2, "new": 1}`, ":1:2: the baseline has schema 2, this cudalint reads schema 1"},
		{`{"schema": "1"}`, ":1:12: schema: it cannot be a string"},
		{head + "  ], \"extra\": 1}", `:4:6: unknown key "extra": the keys are schema, tool and findings`},
		{head + "    {\"path\": \"a\", \"rule\": \"b\"},\n    {\"path\": 7}\n  ]\n}", ":5:5: this is not an entry of a baseline: path cannot be a number"},
		{head + "    {\"path\": \"a\", \"rule\": \"b\", \"line\": 1}\n  ]\n}", `:4:5: this is not an entry of a baseline: unknown field "line"`},
		{head + "    {\"path\": \"a\"}\n  ]\n}", ":4:5: this is not an entry of a baseline: it has no path or no rule"},
		{head + "    {\"path\": \"a\", \"rule\": \"b\", \"count\": 0}\n  ]\n}", "count has to be from 1 to 1048576"},
		{head + "    {\"path\": \"a\", \"rule\": \"b\", \"count\": 99999999}\n  ]\n}", "count has to be from 1 to 1048576"},
		{head + "    {\"path\": \"a\", \"rule\": \"b\", \"count\": 1e99}\n  ]\n}", "count cannot be a number"},
		{head + "<<<<<<< ours\n", ":4:1: the baseline has a merge conflict"},
		{head + "    {\"path\": \"a\",,}\n", ":4:18: the baseline is damaged: invalid character ','"},
		{head, ":3:16: the baseline is damaged: unexpected end of JSON input"},
		{`{"schema": 1, "findings": {}}`, "findings: it has to be an array"},
		{`{"schema": 1} {}`, ":1:15: the baseline is damaged: invalid character '{' after top-level value"},
		{`{"schema": 1, "findings": ` + strings.Repeat("[", 20000), "exceeded max depth"},
	} {
		file := filepath.Join(write(t, map[string]string{"b.json": c.text}), "b.json")
		_, err := Read(file)
		var bad *FileError
		if !errors.As(err, &bad) {
			t.Errorf("%.60q: no FileError but %v", c.text, err)
			continue
		}
		if got := strings.ReplaceAll(err.Error(), file, "FILE"); !strings.Contains(got, c.want) {
			t.Errorf("%.60q: %s\nwant %s", c.text, got, c.want)
		}
	}
	_, err := Read(filepath.Join(t.TempDir(), "none.json"))
	var bad *FileError
	if !errors.As(err, &bad) || !bad.Missing || !strings.Contains(err.Error(), "--write-baseline") {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := Read(t.TempDir()); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a folder: %v", err)
	}
}

func TestWriteReplacesWhatWasRead(t *testing.T) {
	dir := write(t, map[string]string{"b.json": `{"schema":1,"findings":[]}`})
	b, err := Read(filepath.Join(dir, "b.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(b.File, []byte(`{"schema":1,"findings":[ ]}`), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := b.Write(); err == nil || !strings.Contains(err.Error(), "changed since it was read") {
		t.Errorf("a file that changed: %v", err)
	}
	if err := Empty(b.File).Write(); err == nil || !strings.Contains(err.Error(), "changed since it was read") {
		t.Errorf("a file that came in between: %v", err)
	}
	if err := Empty(filepath.Join(dir, "none", "b.json")).Write(); err == nil || !strings.Contains(err.Error(), "cannot be written: no such file") {
		t.Errorf("a folder that is not there: %v", err)
	}
	empty := filepath.Join(write(t, map[string]string{"b.json": " \n"}), "b.json")
	if b, err := ReadForUpdate(empty); err != nil || b.Write() != nil {
		t.Errorf("an empty file: %v", err)
	}
	if _, err := Read(empty); err != nil {
		t.Error(err)
	}
	if _, err := ReadForUpdate(filepath.Join(write(t, map[string]string{"a.cu": "int x;"}), "a.cu")); err == nil {
		t.Error("a source is taken for a baseline")
	}
	if names, _ := filepath.Glob(filepath.Join(dir, ".*")); len(names) > 0 {
		t.Errorf("left behind: %q", names)
	}
}

// FuzzRead: whatever a file holds, it is read or refused, and what is read is written and
// read back as it is.
func FuzzRead(f *testing.F) {
	f.Add(`{"schema":1,"tool":"cudalint","findings":[{"path":"a","rule":"b","function":"c","code":"d","context":"e","count":2}]}`)
	f.Add(`{"schema":1,"findings":[`)
	f.Add("<<<<<<<\n")
	f.Fuzz(func(t *testing.T, text string) {
		file := filepath.Join(t.TempDir(), "b.json")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		b, err := Read(file)
		if err != nil {
			var bad *FileError
			if !errors.As(err, &bad) || bad.Message == "" || bad.Line > strings.Count(text, "\n")+1 {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		if !json.Valid(b.encode()) {
			t.Fatalf("%q gives %s", text, b.encode())
		}
		if err := b.Write(); err != nil {
			t.Fatal(err)
		}
		again, err := Read(file)
		if err != nil || again.Len() != b.Len() || string(again.encode()) != string(b.encode()) {
			t.Fatalf("%q: %v, %s became %s", text, err, b.encode(), again.encode())
		}
	})
}
