package preproc

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestHostileSources: none takes long, whatever it includes and defines.
func TestHostileSources(t *testing.T) {
	bomb := "#define A0 x\n"
	for i := range 40 {
		bomb += fmt.Sprintf("#define A%d A%d A%d\n", i+1, i, i)
	}
	deep := "#define B0 1\n"
	for i := range 3000 {
		deep += fmt.Sprintf("#define B%d B%d\n", i+1, i)
	}
	var names strings.Builder
	for i := range 100000 {
		fmt.Fprintf(&names, "p%d,", i)
	}
	for name, text := range map[string]string{
		"exponential":       bomb + "#if A40\n#endif\n",
		"a chain":           deep + "#if B3000\n#endif\n",
		"itself":            "#define F(x) F(x F(x))\n#if F(F(F(F(1))))\n#endif\n",
		"each other":        "#define F(x) G(x) G(x)\n#define G(x) F(x) F(x)\n#if F(1)\n#endif\n",
		"open lists":        "#define F(x) x\n#if " + strings.Repeat("F(", 30000) + "\n#endif\n",
		"conditionals":      strings.Repeat("#if 1\n", 100000),
		"many conditions":   bomb + strings.Repeat("#if A40\n#endif\n", 2000),
		"many parameters":   "#define F(" + names.String() + "z) " + strings.Repeat("x ", 100000) + "\n#if F(1)\n#endif\n",
		"long literals":     "#define F(...) " + strings.Repeat("#__VA_ARGS__ ", 3000) + "\n#if F(" + strings.Repeat("aaaaaaaa,", 20000) + ")\n#endif\n",
		"a long word":       "#define F(a) a" + strings.Repeat("##a", 6000) + "\n#if F(" + strings.Repeat("a", 60) + ")\n#endif\n",
		"a long condition":  "#if " + strings.Repeat("1 + ", 200000) + "1\n#endif\n",
		"includes itself":   "#include \"a.cu\"\n#include \"a.h\"\n",
		"includes by macro": "#define H \"a.h\"\n#define I H\n#include I\n",
	} {
		start := time.Now()
		Process(context.Background(), NewOutline("a.cu", []byte(text)), &Options{Load: func(path string) *Outline {
			return NewOutline(path, []byte("#include \"x"+path+"\"\n#include \"a.cu\"\n"))
		}})
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s takes %s", name, took)
		}
	}
}

// TestIncludesAreBounded: a source with a header for each of its lines is read to the
// limit, and headers after it count as not found.
func TestIncludesAreBounded(t *testing.T) {
	var text strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&text, "#include \"h%d.h\"\n", i)
	}
	text.WriteString("#define LAST 1\n")
	loads := 0
	u := Process(context.Background(), NewOutline("a.cu", []byte(text.String())), &Options{Load: func(path string) *Outline {
		loads++
		return NewOutline(path, []byte("int x;\n"))
	}})
	if len(u.Files) != maxIncludes || loads > maxIncludes+1 {
		t.Errorf("%d files, %d loads, want %d", len(u.Files), loads, maxIncludes)
	}
	if u.Macros.Now("LAST") == nil {
		t.Error("the source is not read to its end")
	}
}
