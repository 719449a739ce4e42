package config_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/config"
	"github.com/cudalint/cudalint/rules"
)

// TestTaploTakesTheSchema: taplo, which editors check TOML with, reads the schema by the
// comment that the README shows, takes what is right, and reports what is not where it
// stands. CUDALINT_TOOLS=1 runs it; it needs npm and the network.
func TestTaploTakesTheSchema(t *testing.T) {
	if os.Getenv("CUDALINT_TOOLS") == "" {
		t.Skip("CUDALINT_TOOLS is not set")
	}
	dir := t.TempDir()
	run := func(name string, args ...string) (string, error) {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := run("npm", "install", "--silent", "--no-fund", "--no-audit", "@taplo/cli@0.7.0"); err != nil {
		t.Fatalf("npm install: %v\n%s", err, out)
	}
	schema, err := config.Schema(rules.All())
	if err != nil {
		t.Fatal(err)
	}
	const comment = "#:schema ./.cudalint.schema.json\n"
	for name, text := range map[string]string{
		".cudalint.schema.json": string(schema),
		"good.toml":             comment + "gpu = \"H100\"\nblock = [32, 8]\n[severity]\nmissing-restrict = \"off\"\n[[overrides]]\npaths = [\"tests\"]\nselect = [\"constant\"]\n",
		"bad.toml":              comment + "selct = [\"all\"]\nblock = [0]\n[severity]\nmissing-restrict = \"never\"\n[[overrides]]\nroot = true\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	taplo := filepath.Join(dir, "node_modules", ".bin", "taplo")
	if out, err := run(taplo, "lint", "good.toml"); err != nil {
		t.Errorf("what is right is refused: %v\n%s", err, out)
	}
	out, err := run(taplo, "lint", "bad.toml")
	for _, want := range []string{"bad.toml:2:1", "bad.toml:3:10", "bad.toml:5:20", "bad.toml:7:1", `"paths" is a required property`} {
		if err == nil || !strings.Contains(out, want) {
			t.Errorf("no %q: %v\n%s", want, err, out)
		}
	}
}
