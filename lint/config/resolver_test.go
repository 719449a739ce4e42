package config

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
)

// tree writes files into a folder of the test, and returns it.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func resolver(t *testing.T, opts Options) *Resolver {
	t.Helper()
	opts.Rules = testRules
	r, err := NewResolver(opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// on returns the names of the rules that run in a file.
func on(r *Resolver, path string) string {
	var names []string
	o := r.FileOptions(path)
	for _, rule := range testRules {
		if !o.Off[rule.Name] {
			names = append(names, rule.Name)
		}
	}
	return strings.Join(names, " ")
}

// TestNearerFilesWin: every file upward counts, the nearer one key by key, and a root ends
// the search.
func TestNearerFilesWin(t *testing.T) {
	dir := tree(t, map[string]string{
		"cudalint.toml":             "gpu = \"sm_80\"\ncuda = \"11.8\"\nexclude = [\"gen\"]\n[severity]\nmissing-restrict = \"error\"\nconstant-overflow = \"info\"\n",
		"src/.cudalint.toml":        "cuda = \"12.4\"\nexclude = [\"old.cu\"]\n[severity]\nmissing-restrict = \"warning\"\n",
		"src/deep/er/cudalint.toml": "root = true\nblock = 128\n",
	})
	r := resolver(t, Options{Dir: dir})
	for _, c := range []struct {
		path, gpu, cuda string
		threads         int
		restrict        lint.Severity
	}{
		{"a.cu", "sm_80", "11.8", 0, lint.Error},
		{"src/a.cu", "sm_80", "12.4", 0, lint.Warning},
		{"src/deep/a.cu", "sm_80", "12.4", 0, lint.Warning},
		{"src/deep/er/a.cu", "", "", 128, 0},
		{"src/deep/er/x/a.cu", "", "", 128, 0},
		{"../a.cu", "", "", 0, 0},
		{filepath.Join(dir, "src", "a.cu"), "sm_80", "12.4", 0, lint.Warning},
	} {
		o := r.FileOptions(c.path)
		if o.Target.GPU != c.gpu || o.Target.CUDA != c.cuda || o.Block.Dim[0] != c.threads || o.Severities["missing-restrict"] != c.restrict {
			t.Errorf("%s: %+v", c.path, o)
		}
	}
	if got := r.FileOptions("src/a.cu").Severities["constant-overflow"]; got != lint.Info {
		t.Errorf("the severity of another rule in an outer file: %v", got)
	}
	for path, want := range map[string]bool{"gen": true, "src/gen": true, "src/old.cu": true, "old.cu": false, "src/deep/er/gen": false, "src/deep/old.cu": true} {
		if got := r.Excludes(path, !strings.HasSuffix(path, ".cu")); got != want {
			t.Errorf("%s is excluded: %v", path, got)
		}
	}
	for path, want := range map[string]bool{"gen/a.cu": true, "src/gen/x/a.cu": true, "src/a.cu": false} {
		if r.Excluded(path, false) != want || r.Excludes(path, false) {
			t.Errorf("%s: excluded %v, by itself %v", path, r.Excluded(path, false), r.Excludes(path, false))
		}
	}
	r.Lint([]discover.Input{{Path: "gen/named.cu"}})
	for path, want := range map[string]bool{"gen/a.cu": true, "gen/named.cu": false, "src/a.cu": false} {
		if got := r.FileOptions(path).Silent; got != want {
			t.Errorf("%s: silent %v", path, got)
		}
	}
	want := []string{"cudalint.toml", "src/.cudalint.toml", "src/deep/er/cudalint.toml"}
	if got := r.Files(); !slices.Equal(got, want) || len(r.Problems()) > 0 {
		t.Errorf("read: %q, problems %v", got, r.Problems())
	}
}

// TestRulesInLayers: what is said later about rules wins, and select says all anew.
func TestRulesInLayers(t *testing.T) {
	const all = "constant-divergent-index constant-overflow missing-restrict texture-object-leak"
	for _, c := range []struct {
		name, outer, inner string
		flags              Flags
		want               string
	}{
		{"nothing", "", "", Flags{}, all},
		{"ignore", `ignore = ["constant"]`, "", Flags{}, "missing-restrict texture-object-leak"},
		{"the inner ignores besides", `ignore = ["constant"]`, `ignore = ["texture"]`, Flags{}, "missing-restrict"},
		{"the inner takes a rule in again", `ignore = ["constant"]`, `extend-select = ["constant-overflow"]`, Flags{}, "constant-overflow missing-restrict texture-object-leak"},
		{"the inner selects", `ignore = ["constant"]`, `select = ["constant"]`, Flags{}, "constant-divergent-index constant-overflow"},
		{"nothing selected", `select = []`, "", Flags{}, ""},
		{"off", "severity.missing-restrict = \"off\"", "", Flags{}, "constant-divergent-index constant-overflow texture-object-leak"},
		{"off and on", "severity.missing-restrict = \"off\"", "severity.missing-restrict = \"error\"", Flags{}, all},
		{"a severity does not select", `select = ["texture"]`, "severity.missing-restrict = \"error\"", Flags{}, "texture-object-leak"},
		{"off by an override", "[[overrides]]\npaths = [\"src\"]\nignore = [\"all\"]", "", Flags{}, ""},
		{"an override elsewhere", "[[overrides]]\npaths = [\"tests\"]\nignore = [\"all\"]", "", Flags{}, all},
		{"the later override", "[[overrides]]\npaths = [\"src\"]\nignore = [\"all\"]\n[[overrides]]\npaths = [\"*.cu\"]\nselect = [\"texture\"]", "", Flags{}, "texture-object-leak"},
		{"the inner file over an override", "[[overrides]]\npaths = [\"src\"]\nignore = [\"all\"]", `select = ["missing-restrict"]`, Flags{}, "missing-restrict"},
		{"--select", `ignore = ["missing-restrict"]`, "", Flags{Select: []string{"missing-restrict"}}, "missing-restrict"},
		{"--select of what is off", "severity.missing-restrict = \"off\"", "", Flags{Select: []string{"missing-restrict"}}, "missing-restrict"},
		{"--ignore", `select = ["constant"]`, "", Flags{Ignore: []string{"constant-overflow"}}, "constant-divergent-index"},
		{"--extend-select", `select = ["constant"]`, "", Flags{ExtendSelect: []string{"texture"}}, "constant-divergent-index constant-overflow texture-object-leak"},
	} {
		r := resolver(t, Options{Dir: tree(t, map[string]string{"cudalint.toml": c.outer, "src/cudalint.toml": c.inner}), Flags: c.flags})
		if got := on(r, "src/a.cu"); got != c.want || len(r.Problems()) > 0 {
			t.Errorf("%s: %q, want %q %v", c.name, got, c.want, r.Problems())
		}
		var shown []string
		for _, s := range r.Settings("src/a.cu").Rules {
			if s.On {
				shown = append(shown, s.Rule.Name)
			}
		}
		if strings.Join(shown, " ") != c.want {
			t.Errorf("%s: %q are shown", c.name, shown)
		}
	}
}

// TestFlagsWin: a flag takes the place of what is configured, and adds to lists of folders
// and macros.
func TestFlagsWin(t *testing.T) {
	dir := tree(t, map[string]string{"cudalint.toml": `
gpu = "H100"
cuda = "12.4"
block = [32, 8]
include-dirs = ["inc", "/abs"]
defines = ["A=1"]
baseline = "known.json"
[rules.constant-overflow]
near-percent = 50
`})
	o := resolver(t, Options{Dir: dir}).FileOptions("src/a.cu")
	if o.Model == nil || o.Target != (lint.Target{GPU: "sm_90", CUDA: "12.4", Product: o.Product.Name}) || o.Block != (warp.Block{Dim: [3]int{32, 8, 1}, Source: warp.FromConfig}) ||
		!slices.Equal(o.IncludeDirs, []string{filepath.Join(dir, "inc"), "/abs"}) || !slices.Equal(o.Defines, []string{"A=1"}) || o.RuleOptions["constant-overflow"]["near-percent"] != int64(50) {
		t.Errorf("configured: %+v", o)
	}
	r := resolver(t, Options{Dir: dir, Flags: Flags{GPU: "sm_75", CUDA: "11.8", Block: "64", Include: []string{"first"}, Defines: []string{"A=2"}, Baseline: "b.json", RuleOptions: []string{"constant-overflow.near-percent=70"}}})
	o = r.FileOptions("src/a.cu")
	if o.Model != nil || o.Target != (lint.Target{GPU: "sm_75", CUDA: "11.8"}) || o.Block != (warp.Block{Dim: [3]int{64, 1, 1}, Source: warp.FromFlag}) ||
		!slices.Equal(o.IncludeDirs, []string{"first", filepath.Join(dir, "inc"), "/abs"}) || !slices.Equal(o.Defines, []string{"A=1", "A=2"}) || o.RuleOptions["constant-overflow"]["near-percent"] != int64(70) {
		t.Errorf("with flags: %+v", o)
	}
	if got := r.Baseline("src/a.cu"); got != "b.json" {
		t.Errorf("baseline of the flag: %s", got)
	}
	if got := resolver(t, Options{Dir: dir}).Baseline("src/a.cu"); got != filepath.Join(dir, "known.json") {
		t.Errorf("baseline of the file: %s", got)
	}
	back, err := os.Getwd()
	if err == nil {
		err = os.Chdir(dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer os.Chdir(back)
	if got := resolver(t, Options{}).Baseline("src/a.cu"); got != "known.json" {
		t.Errorf("baseline of the file, in the working folder: %s", got)
	}
	if got := resolver(t, Options{Dir: dir, Isolated: true}).FileOptions("src/a.cu"); got.Target.GPU != "" || got.Block.Dim[0] != 0 {
		t.Errorf("isolated: %+v", got)
	}
}

// TestOneFile: --config takes the place of all files; its patterns are relative to the
// working folder, its paths to its own.
func TestOneFile(t *testing.T) {
	dir := tree(t, map[string]string{
		"cudalint.toml": `gpu = "sm_80"`, "ci/strict.toml": "include-dirs = [\"inc\"]\nexclude = [\"src/gen\"]\n[[overrides]]\npaths = [\"src\"]\ncuda = \"12.4\"\n",
	})
	r := resolver(t, Options{Dir: dir, File: "ci/strict.toml"})
	o := r.FileOptions("src/a.cu")
	if o.Target.GPU != "" || o.Target.CUDA != "12.4" || !slices.Equal(o.IncludeDirs, []string{filepath.Join(dir, "ci", "inc")}) || !r.Excludes("src/gen", true) {
		t.Errorf("%+v", o)
	}
	for _, opts := range []Options{{Dir: dir, File: "none.toml"}, {Dir: dir, File: "ci"}, {Dir: dir, File: "cudalint.toml", Isolated: true}, {Flags: Flags{Select: []string{"x"}}}, {Flags: Flags{GPU: "x"}},
		{Flags: Flags{CUDA: "x"}}, {Flags: Flags{Block: "x"}}, {Flags: Flags{Defines: []string{"1"}}}, {Flags: Flags{RuleOptions: []string{"x"}}}} {
		opts.Rules = testRules
		if _, err := NewResolver(opts); err == nil {
			t.Errorf("%+v is no error", opts)
		}
	}
}

// TestFilesThatCannotCount: they are problems, and the rest counts.
func TestFilesThatCannotCount(t *testing.T) {
	dir := tree(t, map[string]string{
		"cudalint.toml": `gpu = "sm_80"`, "both/cudalint.toml": `cuda = "12.4"`, "both/.cudalint.toml": `cuda = "11.8"`, "folder/cudalint.toml/x": "", "broken/cudalint.toml": "block = 64\nx\n",
	})
	if err := os.Mkdir(filepath.Join(dir, "loop"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("cudalint.toml", filepath.Join(dir, "loop", "cudalint.toml")); err != nil {
		t.Skip(err)
	}
	r := resolver(t, Options{Dir: dir})
	for _, folder := range []string{"both", "folder", "broken", "loop", "none"} {
		if o := r.FileOptions(folder + "/a.cu"); o.Target.GPU != "sm_80" {
			t.Errorf("%s: %+v", folder, o)
		}
	}
	if o := r.FileOptions("both/a.cu"); o.Target.CUDA != "12.4" {
		t.Errorf("of two files: %+v", o)
	}
	if o := r.FileOptions("broken/a.cu"); o.Block.Dim[0] != 64 {
		t.Errorf("what stands before a mistake: %+v", o)
	}
	want := map[string]string{
		"both/.cudalint.toml": "cudalint.toml in the same folder takes precedence", "folder/cudalint.toml": "not a regular file",
		"broken/cudalint.toml": "this is not TOML", "loop/cudalint.toml": "too many levels of symbolic links",
	}
	for _, p := range r.Problems() {
		if text, ok := want[p.Path]; !ok || !strings.Contains(p.Message, text) || p.Kind != lint.Config {
			t.Errorf("%+v", p)
		}
		delete(want, p.Path)
	}
	if len(want) > 0 {
		t.Errorf("no problem with %q", slices.Sorted(maps.Keys(want)))
	}
}

// TestConcurrentUse: many files at once give what they give one after the other, and
// files with the same settings share them.
func TestConcurrentUse(t *testing.T) {
	dir := tree(t, map[string]string{"cudalint.toml": "gpu = \"sm_80\"\n[[overrides]]\npaths = [\"b/*.cu\"]\nblock = 64\n", "b/cudalint.toml": `cuda = "12.4"`})
	r := resolver(t, Options{Dir: dir})
	paths := []string{"a.cu", "b/a.cu", "b/c/a.cu", "a2.cu", "b/a2.cu"}
	var wg sync.WaitGroup
	got := make([]*engine.FileOptions, 100*len(paths))
	for i := range got {
		wg.Add(1)
		go func() {
			defer wg.Done()
			got[i] = r.FileOptions(paths[i%len(paths)])
			r.Excludes(paths[i%len(paths)], false)
		}()
	}
	wg.Wait()
	for i := range got {
		if got[i] != got[i%len(paths)] {
			t.Fatalf("%s has two settings", paths[i%len(paths)])
		}
	}
	if got[0] != got[3] || got[1] != got[4] || got[1] == got[2] || got[1].Block.Dim[0] != 64 || got[2].Block.Dim[0] != 0 {
		t.Errorf("settings are not shared by files that have the same: %v", got[:len(paths)])
	}
}

// TestOrigins: each value names where it is from.
func TestOrigins(t *testing.T) {
	dir := tree(t, map[string]string{
		"cudalint.toml":     "gpu = \"sm_80\"\nexclude = [\"gen\"]\nignore = [\"texture\"]\nbaseline = \"b.json\"\n[rules.constant-overflow]\nnear-percent = 50\n",
		"src/cudalint.toml": "defines = [\n  \"A\",\n]\n[severity]\nmissing-restrict = \"error\"\n[[overrides]]\npaths = [\"*.cu\"]\nblock = 64\n",
	})
	build := func(path string) engine.Flags {
		return engine.Flags{GPU: "sm_70", Defines: []string{"B"}, IncludeDirs: []string{filepath.Join(dir, "inc")}}
	}
	r := resolver(t, Options{Dir: dir, Build: build, Flags: Flags{CUDA: "12.4", Include: []string{"i"}, Ignore: []string{"constant-divergent-index"}}})
	s := r.Settings("src/gen/a.cu")
	var got []string
	add := func(name string, o Origin) { got = append(got, name+": "+o.String()) }
	add("gpu "+s.GPU.Value, s.GPU.Origin)
	add("cuda "+s.CUDA.Value, s.CUDA.Origin)
	add("block", s.Block.Origin)
	add("baseline "+s.Baseline.Value, s.Baseline.Origin)
	add("excluded by "+s.Excluded.Text, s.Excluded.Origin)
	for _, item := range slices.Concat(s.Include, s.Defines) {
		add(item.Text, item.Origin)
	}
	for _, rule := range s.Rules {
		add(rule.Rule.Name, rule.Origin)
		for _, o := range rule.Options {
			add(o.Name, o.Origin)
		}
	}
	want := []string{
		"gpu sm_80: cudalint.toml:1", "cuda 12.4: --cuda", "block: src/cudalint.toml:8, overrides 1", "baseline b.json: cudalint.toml:4", "excluded by gen: cudalint.toml:2",
		"i: -I", "inc: compile_commands.json", "B: compile_commands.json", "A: src/cudalint.toml:2",
		"constant-divergent-index: --ignore", "constant-overflow: default", "near-percent: cudalint.toml:6", "missing-restrict: src/cudalint.toml:5",
		"texture-object-leak: cudalint.toml:3", "strict: default", "mode: default",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if want := []string{"src/cudalint.toml", "cudalint.toml"}; !slices.Equal(s.Files, want) {
		t.Errorf("files: %q", s.Files)
	}
	s = resolver(t, Options{Dir: dir, Build: build, Isolated: true}).Settings("src")
	if s.GPU.Value != "sm_70" || s.GPU.Origin.String() != "compile_commands.json" || s.CUDA.Origin.String() != "default" || s.CUDA.Value == "" {
		t.Errorf("without a configuration: %+v", s)
	}
	if s = resolver(t, Options{Dir: dir}).Settings("src"); s.Files[0] != "src/cudalint.toml" || s.Block.Origin.String() != "default" {
		t.Errorf("of a folder: %+v", s)
	}
}

// TestOverridesExclude: an override excludes among the files that it is about.
func TestOverridesExclude(t *testing.T) {
	dir := tree(t, map[string]string{
		"cudalint.toml": "[[overrides]]\npaths = [\"vendor\", \"*.cuh\"]\nexclude = [\"gen\", \"old_*\"]\n",
	})
	r := resolver(t, Options{Dir: dir})
	for path, want := range map[string]bool{
		"vendor/gen": true, "vendor/gen/a.cu": true, "vendor/old_a.cu": true, "vendor/a.cu": false,
		"gen": false, "gen/a.cu": false, "gen/a.cuh": true, "old_a.cu": false, "old_a.cuh": true, "a.cuh": false,
	} {
		isDir := filepath.Ext(path) == ""
		if r.Excludes(path, isDir) != want || r.Excluded(path, isDir) != want {
			t.Errorf("%s: excluded %v, by itself %v, want %v", path, r.Excluded(path, isDir), r.Excludes(path, isDir), want)
		}
	}
}
