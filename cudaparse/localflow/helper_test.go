package localflow

import (
	"context"
	"fmt"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// build returns the unit of a source text.
func build(t *testing.T, text string) *sema.Unit {
	t.Helper()
	u, err := sema.NewUnit(context.Background(), source.NewFile("main.cu", []byte(text)), sema.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// describe spells a constant: "int 4", "unknown".
func describe(c sema.Const) string {
	if !c.Known() {
		return "unknown"
	}
	return fmt.Sprintf("%s %d", c.Type.Name, c.Int)
}
