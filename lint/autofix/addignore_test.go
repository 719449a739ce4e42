package autofix

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
)

// ignoreFolder adds comments to files in a new folder.
func ignoreFolder(t *testing.T, files map[string]string, reason string) *Ignored {
	t.Helper()
	l := engine.New(engine.Options{Dir: folder(t, files), Rules: ignoredRules()})
	return AddIgnores(context.Background(), l, inputsOf(files), Options{}, reason)
}

func ignoredRules() []*lint.Rule {
	return []*lint.Rule{wordRule("test-bad", "bad", none), wordRule("test-worse", "worse", none)}
}

func TestAddIgnores(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"one", "int f() { return bad; }\n", "int f() { return bad; } // cudalint: ignore[test-bad] why\n"},
		{"twice on a line", "int f() { return bad + bad; }\n", "int f() { return bad + bad; } // cudalint: ignore[test-bad] why\n"},
		{"two rules", "int f() { return bad + worse; }", "int f() { return bad + worse; } // cudalint: ignore[test-bad, test-worse] why"},
		{"joins", "int f() { return bad + worse; } // cudalint: ignore[test-worse] old\n", "int f() { return bad + worse; } // cudalint: ignore[test-worse, test-bad] old\n"},
		{"before a comment that goes on", "int a = bad; /* x\n */\r\n", "int a = bad; /* cudalint: ignore[test-bad] why */ /* x\n */\r\n"},
		{"a statement of two lines", "int a = 1 +\n  bad;\n", "int a = 1 +\n  bad; // cudalint: ignore[test-bad] why\n"},
		{"behind a splice", "int a = bad \\\n + worse;\n", "int a = bad /* cudalint: ignore[test-bad] why */ \\\n + worse; // cudalint: ignore[test-worse] why\n"},
		{"a string that goes on", "int a = bad + sizeof(R\"(\n)\");\n", "// cudalint: ignore[test-bad] why\nint a = bad + sizeof(R\"(\n)\");\n"},
	} {
		out := ignoreFolder(t, map[string]string{"a.cu": c.text}, "why")
		if got := out.texts()["a.cu"]; got != c.want || len(out.Refused) > 0 || len(out.Last.Findings) > 0 {
			t.Errorf("%s: %q, refused %v, %d findings, want %q", c.name, got, out.Refused, len(out.Last.Findings), c.want)
		}
	}
	out := ignoreFolder(t, map[string]string{"a.cu": "#define M \\\n  bad + \\\n  1\nint a = worse;\n"}, "why")
	for _, r := range out.Refused {
		if r.Rule != "test-bad" || !strings.Contains(r.Why, "no place for a comment") {
			t.Errorf("in a macro: %+v", r)
		}
	}
	if got := out.texts()["a.cu"]; !strings.HasSuffix(got, "int a = worse; // cudalint: ignore[test-worse] why\n") || strings.Count(got, "cudalint") != 1 {
		t.Errorf("in a macro: %q", got)
	}
	if len(out.Refused) != len(out.Last.Findings) {
		t.Errorf("in a macro: %d refused, %d remain", len(out.Refused), len(out.Last.Findings))
	}
}

// TestAddIgnoresOfRandomText: after AddIgnores only those findings remain that it refused, the code
// is the same, and a second call changes nothing.
func TestAddIgnoresOfRandomText(t *testing.T) {
	pieces := []string{"bad", "worse", " + ", "1", "\n", "\r\n", " \\\n", " // note", " /* c */ ", "/* c\n c */", "; int b = ", "; } int g() { return ",
		"\"a // b\"", "R\"(\n)\"", "\n#define M bad\n", "\n#define N \\\n worse\n", "\n#if X\n", "\n#else\n", "\n#endif\n", " // cudalint: ignore[test-bad] old\n", "// NOLINT(test-worse)\n",
		"\n// cudalint: ignore[test-worse]\n", "\t", "M", "f(", ")", "\\"}
	random := rand.New(rand.NewPCG(19, 3))
	applied, refused := 0, 0
	for i := range 1000 {
		var b strings.Builder
		b.WriteString("int f() { return ")
		for range 3 + random.IntN(20) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		b.WriteString("; }\n")
		text := b.String()
		out := ignoreFolder(t, map[string]string{"a.cu": text}, "why")
		applied, refused = applied+len(out.Applied), refused+len(out.Refused)
		after, changed := out.texts()["a.cu"]
		if !changed {
			after = text
		}
		if len(out.Last.Findings) != len(out.Refused) || len(out.Applied)+len(out.Refused) != len(out.First.Findings) {
			t.Fatalf("%d: %d findings, %d suppressed, %d refused, %d remain\n%s\nbecame\n%s", i, len(out.First.Findings), len(out.Applied), len(out.Refused), len(out.Last.Findings), text, after)
		}
		again := ignoreFolder(t, map[string]string{"a.cu": after}, "why")
		if len(again.Files) > 0 || len(again.First.Findings) != len(out.Refused) {
			t.Fatalf("%d: a second run finds %d and changes %v\n%s", i, len(again.First.Findings), fmt.Sprint(again.texts()), after)
		}
	}
	if applied < 300 || refused == 0 {
		t.Errorf("%d findings suppressed, %d refused: the texts test little", applied, refused)
	}
}

func TestCheckReason(t *testing.T) {
	for reason, ok := range map[string]bool{"measured: no effect": true, DefaultReason: true, "": false, " ": false, "a\nb": false, "a */ b": false,
		"see https://x": true, "a // b": false, `a \`: false, "NOLINT": false, "cudalint: ignore": false, strings.Repeat("x", 201): false} {
		if err := CheckReason(reason); (err == nil) != ok {
			t.Errorf("%q: %v", reason, err)
		}
	}
}

// none makes no fix.
func none(*lint.Pass, ast.Node) []fixes.Fix { return nil }
