package engine

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
)

// TestIncludingUnitIsPreferred: a source that another source includes is checked in two units. Of
// equally bad findings that of the including unit is reported, whichever path is first.
func TestIncludingUnitIsPreferred(t *testing.T) {
	byUnit := &lint.Rule{Name: "test-unit", Severity: lint.Warning, Check: func(p *lint.CheckPass) error {
		for _, file := range p.Unit.Files {
			if filepath.Base(file.Source.Path) == "k.cu" {
				p.Report(lint.Finding{Node: file.Root(), Message: filepath.Base(p.Unit.File.Source.Path)})
			}
		}
		return nil
	}}
	for _, main := range []string{"a.cu", "z.cu"} {
		dir := folder(t, map[string]string{"k.cu": "int i;\n", main: "#include \"k.cu\"\n"})
		inputs, _ := (&discover.Search{Dir: dir}).Files([]string{"."})
		result := New(Options{Dir: dir, Rules: []*lint.Rule{byUnit}}).Check(context.Background(), inputs)
		if len(result.Findings) != 1 || result.Findings[0].Message != main {
			t.Errorf("the findings are those of %q, want that of %s", lines(result), main)
		}
	}
}
