package resource

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/resource/follow"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
)

// TestBounded checks sources that are made to take long: the steps stay within the
// budget, and a step stands for a bounded amount of work, measured as the memory
// that is allocated.
func TestBounded(t *testing.T) {
	const perStep = 600 // bytes; 160 to 270 were measured
	each := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i)) + "\n")
		}
		return b.String()
	}
	jumps := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "L%d: if (c[%d]) goto L%d; if (c[%d]) CREATE(t MAKE);\n", i, i, (7*i+3)%n, i+1)
		}
		return b.String()
	}
	chains := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "cudaCreateTextureObject(&a%s.t, &res, &desc, 0);\n", strings.Repeat(".n->n", i))
		}
		return b.String()
	}
	for _, c := range []struct{ name, text string }{
		{"in a row", "void f() {\n" + each(1500, "TEX t#; CREATE(t# MAKE);") + each(1499, "DESTROY(t#);") + "}"},
		{"each under its own flag", "void f(int *c) {\n" + each(300, "TEX t# = 0; if (c[#]) CREATE(t# MAKE);") + each(300, "if (c[#]) DESTROY(t#);") + "}"},
		{"jumps", "void f(int *c) { TEX t;\n" + jumps(500) + "DESTROY(t); }"},
		{"chains of members", "struct A { TEX t; A *n; };\nvoid f() { A a;\n" + chains(200) + "}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, err := sema.NewUnit(context.Background(), source.NewFile("t.cu", []byte(abbreviations.Replace(c.text))), sema.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, steps := check(u, handle.TextureObject, follow.Options{})
			runtime.ReadMemStats(&after)
			if steps < follow.MaxSteps/2 || steps > follow.MaxSteps+10_000 {
				t.Errorf("%d steps, want about the budget of %d", steps, follow.MaxSteps)
			}
			if bytes := int(after.TotalAlloc - before.TotalAlloc); bytes > perStep*steps {
				t.Errorf("%d bytes for %d steps, want %d at most for each", bytes, steps, perStep)
			}
		})
	}
}
