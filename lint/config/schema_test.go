package config_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/cudalint/cudalint/lint/config"
	"github.com/cudalint/cudalint/rules"
)

var update = flag.Bool("update", false, "write schema.json")

// TestSchemaFile: the schema that is checked in is the one that the keys and the rules
// make.
func TestSchemaFile(t *testing.T) {
	want, err := config.Schema(rules.All())
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("schema.json", want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile("schema.json"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("schema.json is not what the code makes; go test ./lint/config -run TestSchemaFile -update writes it (%v)", err)
	}
}

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := config.Schema(rules.All())
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSchemaAgreesWithTheReader: what one accepts the other accepts, but for values that
// only the reader knows.
func TestSchemaAgreesWithTheReader(t *testing.T) {
	s := schema(t)
	var whole strings.Builder
	for _, k := range config.Keys {
		whole.WriteString(k.Name + " = " + k.Example + "\n")
	}
	for _, c := range []struct {
		text         string
		reader, both bool // whether the reader accepts it, and whether the schema agrees
	}{
		{whole.String(), true, true},
		{"", true, true},
		{"[severity]\nmissing-restrict = \"off\"\n", true, true},
		{"[rules.constant-overflow]\nnear-percent = 80\n[rules.texture-object-leak]\nstrict = true\n", true, true},
		{"[[overrides]]\npaths = [\"tests\"]\ngpu = \"H100\"\nblock = \"8,8\"\n[overrides.severity]\nmissing-restrict = \"error\"\n", true, true},
		{"block = 256\n", true, true},
		{"cuda = \"13\"\n", true, true},
		{"selct = []\n", false, true},
		{"gpu = 90\n", false, true},
		{"gpu = \"\"\n", false, true},
		{"cuda = 12.4\n", false, true},
		{"cuda = \"new\"\n", false, true},
		{"select = [\"constan\"]\n", false, true},
		{"select = \"constant\"\n", false, true},
		{"exclude = [\"!a\"]\n", false, true},
		{"exclude = [\"\"]\n", false, true},
		{"defines = [\"1\"]\n", false, true},
		{"block = [0]\n", false, true},
		{"block = [1, 2, 3, 4]\n", false, true},
		{"root = 1\n", false, true},
		{"[severity]\nmissing-restrict = \"fatal\"\n", false, true},
		{"[severity]\nx = \"off\"\n", false, true},
		{"[rules.missing-restrict]\nx = 1\n", false, true},
		{"[rules.constant-overflow]\nnear-percent = \"80\"\n", false, true},
		{"[[overrides]]\ngpu = \"sm_90\"\n", false, true},
		{"[[overrides]]\npaths = [\"a\"]\nroot = true\n", false, true},
		{"[[overrides]]\npaths = [\"a\"]\nexclude = [\"b\"]\n", true, true},
		{"[overrides]\npaths = [\"a\"]\n", false, true},
		{"gpu = \"turing\"\n", false, false},
		{"block = [64, 64]\n", false, false},
		{"exclude = [\"a[\"]\n", false, false},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "cudalint.toml"), []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		// The file that the example of ptxas-log names.
		log := "ptxas info : Compiling entry function 'k' for 'sm_90'\nptxas info : Used 8 registers\n"
		if err := os.WriteFile(filepath.Join(dir, "build.log"), []byte(log), 0o666); err != nil {
			t.Fatal(err)
		}
		r, err := config.NewResolver(config.Options{Dir: dir, Rules: rules.All()})
		if err != nil {
			t.Fatal(err)
		}
		r.FileOptions("a.cu")
		if read := len(r.Problems()) == 0; read != c.reader {
			t.Errorf("%s: accepted %v: %v", c.text, read, r.Problems())
		}
		var value any
		if err := toml.Unmarshal([]byte(c.text), &value); err != nil {
			t.Fatal(err)
		}
		if value == nil {
			value = map[string]any{}
		}
		if err := s.Validate(value); (err == nil) == c.reader != c.both {
			t.Errorf("%s: the schema says %v", c.text, err)
		}
	}
}

// TestPageListsTheKeys: the table of keys in docs/configuration.md is the list of keys.
func TestPageListsTheKeys(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "configuration.md"))
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for _, k := range config.Keys {
		want.WriteString("| `" + k.Name + "` | `" + k.Example + "` | " + k.Doc + " |\n")
	}
	for _, table := range config.Tables {
		brackets := "[" + table.Name + "]"
		if table.List {
			brackets = "[[" + table.Name + "]]"
		}
		want.WriteString("| `" + brackets + "` | `" + table.Example + "` | " + table.Doc + " |\n")
	}
	_, table, ok := strings.Cut(string(page), "| key | example | sets |\n|---|---|---|\n")
	table, _, ok2 := strings.Cut(table, "\n\n")
	if !ok || !ok2 || table+"\n" != want.String() {
		t.Errorf("the table of keys in docs/configuration.md is\n%s\nwant\n%s", table, want.String())
	}
	_, example, ok := strings.Cut(string(page), "```toml\n")
	example, _, ok2 = strings.Cut(example, "```")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "cudalint.toml"), []byte(example), 0o666); err != nil {
		t.Fatal(err)
	}
	r, err := config.NewResolver(config.Options{Dir: dir, Rules: rules.All()})
	if err != nil {
		t.Fatal(err)
	}
	r.FileOptions("a.cu")
	if !ok || !ok2 || len(r.Problems()) > 0 || len(r.Files()) != 1 {
		t.Errorf("the example in docs/configuration.md: %v", r.Problems())
	}
}
