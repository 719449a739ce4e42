package report

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/config"
	"github.com/cudalint/cudalint/lint/includes"
)

// TestConfigIsRead: the JSON is as its schema says, and the text is a configuration file
// that says the same, whatever characters the values hold.
func TestConfigIsRead(t *testing.T) {
	rules := []*lint.Rule{{Name: "a-rule", Severity: lint.Warning, Options: []lint.Option{{Name: "near", Default: int64(9)}, {Name: "mode", Default: "a \"quoted\" \\ word"}, {Name: "strict", Default: true}}}, {Name: "b-rule", Severity: lint.Info}}
	for _, text := range []string{
		"", "gpu = \"H100\"\nblock = 64\nexclude = [\"gen\"]\nignore = [\"b\"]\nbaseline = \"b.json\"\n",
		"include-dirs = [\"a \\\"b\\\" \\\\ c\", \"tab\\t\"]\ndefines = [\"A=\\\"x\\\\n\\\"\"]\n[[overrides]]\npaths = [\"*.cu\"]\ncuda = \"12.4\"\nrules.a-rule.mode = \"\\\\\"\n",
		"selct = 1\n",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "cudalint.toml"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		r, err := config.NewResolver(config.Options{Dir: dir, Rules: rules})
		if err != nil {
			t.Fatal(err)
		}
		lines := []includes.Inclusion{
			{Path: "gen/a.cu", Line: 1, Name: "b.h", Found: "gen/b.h", How: includes.FoundBeside},
			{Path: "gen/a.cu", Line: 2, Name: "c\nd = 1", Found: "inc/c\nd = 1", How: includes.FoundInFolder, Folder: "inc"},
			{Path: "gen/b.h", Line: 1, Name: "x\"]", Found: "y/x\"]", How: includes.FoundBySearch},
			{Path: "gen/b.h", Line: 3, Name: "none.h", How: includes.NotFound},
			{Path: "gen/b.h", Line: 4, Name: "vector", How: includes.NotFound, Library: true},
		}
		settings, problems := r.Settings("gen/a.cu"), r.Problems()
		var b bytes.Buffer
		if err := Config(&b, "json", settings, lines, problems); err != nil {
			t.Fatal(err)
		}
		validate(t, "config.schema.json", b.Bytes())
		b.Reset()
		if err := Config(&b, "text", settings, lines, problems); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "copy.toml"), b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		again, err := config.NewResolver(config.Options{Dir: dir, Rules: rules, File: "copy.toml"})
		if err != nil {
			t.Fatal(err)
		}
		if problems := again.Problems(); len(problems) > 0 {
			t.Fatalf("%v in\n%s", problems, b.String())
		}
		var c bytes.Buffer
		if err := Config(&c, "text", again.Settings("gen/a.cu"), lines, nil); err != nil {
			t.Fatal(err)
		}
		values := func(s string) string {
			var out []string
			for _, line := range strings.Split(s, "\n") {
				if !strings.HasPrefix(line, "#") {
					line, _, _ = strings.Cut(line, " # ")
					out = append(out, strings.TrimSpace(line))
				}
			}
			return strings.Join(out, "\n")
		}
		if values(b.String()) != values(c.String()) {
			t.Errorf("%s\nis read as\n%s", b.String(), c.String())
		}
	}
	if err := Config(new(bytes.Buffer), "xml", new(config.Settings), nil, nil); err == nil {
		t.Error("an unknown format is no error")
	}
}
