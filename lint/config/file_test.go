package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
)

// testRules are rules to configure.
var testRules = []*lint.Rule{
	{Name: "constant-divergent-index", Severity: lint.Warning},
	{Name: "constant-overflow", Severity: lint.Error, Options: []lint.Option{{Name: "near-percent", Default: int64(90)}}},
	{Name: "missing-restrict", Severity: lint.Info},
	{Name: "texture-object-leak", Severity: lint.Warning, Options: []lint.Option{{Name: "strict", Default: false}, {Name: "mode", Default: "all"}}},
}

func readText(text string) *file {
	f := &file{path: "cudalint.toml", dir: "/p", base: "/p"}
	f.read([]byte(text), testRules)
	return f
}

func readProblems(text string) []string {
	var out []string
	for _, p := range readText(text).problems {
		out = append(out, fmt.Sprintf("%d:%d %s", p.Line, p.Column, p.Message))
	}
	return out
}

// TestProblems: each mistake is reported once, where it is, with what is right.
func TestProblems(t *testing.T) {
	for _, c := range []struct{ text, at, want string }{
		// Keys.
		{`selct = ["all"]`, "1:1", `unknown key "selct": did you mean "select"?`},
		{"\nextend_select = []", "2:1", `unknown key "extend_select": did you mean "extend-select"?`},
		{"colour = 1", "1:1", `unknown key "colour"; the keys are root, gpu, cuda, select, extend-select, ignore, exclude, generated, include-dirs, defines, block, ptxas-log, baseline, and the tables severity, rules, overrides`},
		{`paths = ["a"]`, "1:1", `unknown key "paths": it belongs below [[overrides]]`},
		{"include = []", "1:1", `unknown key "include": did you mean "include-dirs"?`},
		{"missing-restrict = \"off\"", "1:1", `unknown key "missing-restrict": a rule is set below [severity]`},
		{"[lint]\nselect = []\nx = 1", "1:2", `unknown key "lint"; the keys are`},
		{`gpu.name = "sm_90"`, "1:1", `gpu is not a table: write gpu = "sm_90" above all tables`},
		{"[gpu]\nname = 1", "1:2", `gpu is not a table`},
		{"[[severity]]", "1:3", `severity is not a list of tables: write [severity]`},
		// Values.
		{`gpu = "sm_9O"`, "1:7", `gpu: unknown GPU "sm_9O"; did you mean "sm_90"?`},
		{"gpu = 90", "1:7", `gpu: expected a string, as in gpu = "sm_90", not the number 90`},
		{`gpu = ""`, "1:7", `gpu: the string is empty; leave the key out instead`},
		{`gpu = "models/none.json"`, "1:7", `gpu: cannot read the GPU model /p/models/none.json`},
		{"cuda = 12.10", "1:8", `cuda: expected a string, as in cuda = "12.10", not 12.10`},
		{`cuda = "new"`, "1:8", `cuda: "new" is not a toolkit version such as`},
		{`select = "constant"`, "1:10", `select: expected a list of strings, as in select = ["constant"], not the string "constant"`},
		{"ignore = [\"all\",\n  \"constant-divergnt-index\"]", "2:3", `ignore: no rule is named "constant-divergnt-index", and no name starts with it and a hyphen: did you mean "constant-divergent-index"?`},
		{"select = [1]", "1:11", `select: expected a string, as in select = ["constant", "texture-reference"], not the number 1`},
		{"block = [32, 0]", "1:1", `block: "32,0" is not a shape X[,Y[,Z]] of threads`},
		{"block = [64, 64]", "1:1", `block: "64,64" has more than 1024 threads`},
		{"block = true", "1:9", `block: expected one to three numbers, as in block = [32, 8], not true`},
		{`block = "1,2,3,4"`, "1:9", `block: "1,2,3,4" is not a shape`},
		{`defines = ["A", "2B=1"]`, "1:17", `defines: "2B=1" is not a macro NAME or NAME=VALUE`},
		{`root = "true"`, "1:8", `root: expected true or false, not the string "true"`},
		{`exclude = ["!src"]`, "1:12", `exclude: the pattern "!src": ! cannot include an excluded file again`},
		{`exclude = ["a["]`, "1:12", `exclude: "a[" is not a pattern`},
		{`exclude = ["../a"]`, "1:12", `exclude: the pattern "../a" leads out of the folder`},
		{`exclude = ['src\gen']`, "1:12", `exclude: the pattern "src\\gen": write / between folders`},
		{`exclude = ["./"]`, "1:12", `exclude: the pattern names the folder of the configuration file itself`},
		{`exclude = ["{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}"]`, "1:12", `exclude: the pattern "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}" stands for more than 64 alternatives`},
		{`exclude = ["` + strings.Repeat("a", 300) + `"]`, "1:12", `is longer than 256 bytes`},
		{"exclude = [" + strings.Repeat(`"a",`, maxPatterns+1) + "]", "1:1", `the list has 1001 patterns, the limit is 1000`},
		// Tables.
		{"[severity]\nconstant-overfow = \"error\"", "2:1", `severity: no rule is named "constant-overfow": did you mean "constant-overflow"?`},
		{"[severity]\nconstant-overflow = \"eror\"", "2:21", `severity: unknown severity "eror": did you mean "error"?`},
		{"[severity]\nconstant-overflow = \"fatal\"", "2:21", `severity: unknown severity "fatal": one of error, warning, info, off`},
		{"[severity]\nconstant-overflow = 2", "2:21", `severity: expected a string, as in constant-overflow = "info", not the number 2`},
		{"[severity]\nmissing-restrict = \"off\"\ngpu = \"sm_80\"", "3:1", `severity: "gpu" is not a rule: write it above all tables`},
		{"[severity]\nconstant = \"off\"", "2:1", `severity: "constant" selects several rules: name each of them, or turn them off with ignore`},
		{"severity = 1", "1:1", `severity: write [severity] with lines such as`},
		{"[rules]\nstrict = true", "2:1", `rules: no rule is named "strict"`},
		{"[rules.constant-overflow]\nnear = 3", "2:1", `rules: rule constant-overflow has no option "near": did you mean "near-percent"?`},
		{"[rules.constant-overflow]\nnear-percnt = 3", "2:1", `rules: rule constant-overflow has no option "near-percnt": did you mean "near-percent"?`},
		{"[rules.constant-overflow]\nnear-percent = \"3\"", "2:16", `rules.constant-overflow.near-percent: expected a whole number, not the string "3"`},
		{"[rules.texture-object-leak]\nstrict = 1", "2:10", `rules.texture-object-leak.strict: expected true or false, not the number 1`},
		{"[rules.texture-object-leak]\nmode = []", "2:1", `rules.texture-object-leak.mode: expected a string, not a list`},
		{"[rules.missing-restrict]\nstrict = 1", "2:1", `rules: rule missing-restrict has no option "strict": it has none`},
		{"[rules.missing-restrict]\nseverity = \"off\"", "2:1", `rules: the severity of a rule is set in [severity], as in missing-restrict = "error"`},
		{"[rules.texture-objct-leak]\nstrict = 1\nother = 2", "1:8", `rules: no rule is named "texture-objct-leak": did you mean "texture-object-leak"?`},
		// Overrides.
		{"[[overrides]]\ngpu = \"sm_80\"", "1:3", `overrides: this table has no paths and matches no file; add paths, as in paths = ["tests"]`},
		{"[[overrides]]\npaths = []", "2:1", `paths: the list is empty, so that the table matches no file`},
		{"[[overrides]]\npaths = [\"a\"]\nroot = true", "3:1", `root is not allowed in [[overrides]]: it applies to the whole file`},
		{"[[overrides]]\npaths = [\"a[\"]", "2:10", `paths: "a[" is not a pattern`},
		{"[overrides]\npaths = [\"a\"]", "1:2", `overrides is a list of tables: each begins with [[overrides]]`},
		{"[[overrides]]\npaths = [\"a\"]\n[overrides.severity]\nx = \"off\"", "4:1", `severity: no rule is named "x"`},
		{"overrides = [{gpu = \"sm_80\"}]", "1:14", `overrides: this table has no paths and matches no file`},
		{"overrides = [1]", "1:14", `overrides: expected a table, not the number 1`},
		// TOML.
		{"gpu = \"sm_80\"\ngpu = \"sm_90\"", "2:1", `this is not TOML: `},
		{`gpu = "sm_80`, "1:12", `this is not TOML: unterminated basic string; the rest of the file is ignored`},
		{"gpu = H100", "1:7", `(strings need quotes: "sm_90")`},
		{"a b = 1", "1:3", `this is not TOML: expected '=' after key`},
		{"[severity]\n[severity]", "2:2", `this is not TOML: `},
		{"cuda = \"12.4\"\nselect = [\n", "2:11", `this is not TOML: array is incomplete`},
		{"\xff = 1", "1:1", `this is not TOML: `},
		{"\xff\xfeg\x00p\x00u\x00", "1:1", `the file is UTF-16, as PowerShell writes it; save it as UTF-8`},
		{"a = " + strings.Repeat("[", 200_000), "1:10005", `this is not TOML: arrays and inline tables are nested more than`},
		{"\xef\xbb\xbfselct = []\r\n", "1:1", `unknown key "selct"`},
		{"cuda = \"12.4\"\r\nselct = []\r\n", "2:1", `unknown key "selct"`},
	} {
		got := readProblems(c.text)
		if len(got) != 1 || !strings.HasPrefix(got[0], c.at+" ") || !strings.Contains(got[0], c.want) {
			t.Errorf("%.80q:\n got %q\nwant %s %s", c.text, got, c.at, c.want)
		}
	}
}

// TestRestCounts: what is right in a file with mistakes counts.
func TestRestCounts(t *testing.T) {
	f := readText("gpu = \"sm_80\"\nselct = []\nignore = [\"constant\", \"nothing\"]\n[severity]\nmissing-restrict = \"off\"\nx = \"off\"\n[[overrides]]\npaths = [\"a\"]\ncuda = \"12.4\"\n= 1\n")
	top, over := f.layers[0], f.layers[1]
	if len(f.problems) != 4 || top.entries[keyGPU].value.(GPU).Target.GPU != "sm_80" || len(top.items(keyIgnore)) != 1 ||
		len(top.severities) != 1 || over.entries[keyCUDA].value != "12.4" || len(over.paths) != 1 {
		t.Errorf("%v\n%+v\n%+v", f.problems, top, over)
	}
	if at := over.entries[keyCUDA].origin; at.String() != "cudalint.toml:9, overrides 1" {
		t.Errorf("the override is from %s", at)
	}
}

// TestSpellings: tables and inline tables, dotted keys and the three forms of a block mean
// the same.
func TestSpellings(t *testing.T) {
	for _, text := range []string{
		"[severity]\nmissing-restrict = \"off\"\n[rules.constant-overflow]\nnear-percent = 80\n[[overrides]]\npaths = [\"a\"]\nblock = [32, 8]\n[overrides.severity]\nmissing-restrict = \"info\"\n",
		"severity.missing-restrict = \"off\"\nrules.constant-overflow.near-percent = 0x50\noverrides = [{paths = [\"a\"], block = \"32,8\", severity = {missing-restrict = \"info\"}}]\n",
		"severity = {missing-restrict = \"off\"}\nrules = {constant-overflow = {near-percent = 80}}\n[[overrides]]\nseverity.missing-restrict = 'info'\npaths = [\"a\"]\nblock = '32, 8'\n",
	} {
		f := readText(text)
		if len(f.problems) > 0 || len(f.layers) != 2 {
			t.Errorf("%s: %v", text, f.problems)
			continue
		}
		top, over := f.layers[0], f.layers[1]
		if top.severities["missing-restrict"].value != lint.Severity(0) || over.severities["missing-restrict"].value != lint.Info ||
			top.options["constant-overflow"]["near-percent"].value != int64(80) || over.entries[keyBlock].value == nil {
			t.Errorf("%s: %+v %+v", text, top, over)
		}
	}
}

// TestHostileFiles: what is no regular file, too large or too much is refused.
func TestHostileFiles(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "cudalint.toml")
	if err := os.WriteFile(name, []byte(strings.Repeat("# filler\n", maxFile/9+1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := readFile(name, "cudalint.toml", dir, testRules); err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("a large file: %v", err)
	}
	if _, err := readFile(dir, "cudalint.toml", dir, testRules); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a folder: %v", err)
	}
	if got := readProblems(strings.Repeat("[[overrides]]\npaths=['a']\n", maxOverrides+10)); len(got) != 10 {
		t.Errorf("%d overrides: %d problems", maxOverrides+10, len(got))
	}
	var many strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&many, "x%d = 1\n", i)
	}
	if got := readProblems(many.String()); len(got) != maxProblems+1 || !strings.Contains(got[maxProblems], "more problems") {
		t.Errorf("1000 mistakes: %d problems", len(got))
	}
}

// FuzzRead: no text makes the reader panic, and each problem has a place in the text.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"", "gpu = \"sm_80\"\n[severity]\nmissing-restrict = \"off\"\n", "[[overrides]]\npaths = [\"a/**\", \"{b,c}/*.cu\"]\nblock = [8, 8, 4]\n[overrides.rules.constant-overflow]\nnear-percent = 3\n",
		"overrides = [{paths = ['x'], severity = {}, rules.constant-overflow = {near-percent = 1}}, {}]\r\n", "\xef\xbb\xbfdefines = ['A=1']", "select = [[1], {}]", "a.b.c = 1\n[rules]\n[rules.x]\n[[rules.x.y]]\n", "[overrides.a]\n[[overrides]]\n[overrides.a]\nb=1",
		"exclude = ['{', '[', '{a,{b,c}}', '\\{', '!']",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c := readText(text)
		lines := strings.Split(strings.TrimPrefix(text, string(bom)), "\n")
		for _, p := range c.problems {
			if p.Line < 1 || p.Line > len(lines) || p.Column < 1 || p.Column > len(lines[p.Line-1])+1 {
				t.Fatalf("%q: problem at %d:%d: %s", text, p.Line, p.Column, p.Message)
			}
		}
		for _, e := range c.exclude {
			e.matchesWithin("a/b/c.cu", false)
		}
		for _, l := range c.layers {
			l.appliesTo("a/b/c.cu", false)
			for name := range l.entries {
				if keyOf(name) == nil {
					t.Fatalf("%q: key %s", text, name)
				}
			}
		}
	})
}
