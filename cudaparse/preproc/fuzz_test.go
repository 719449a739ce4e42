package preproc

import (
	"context"
	"testing"
	"time"
)

// FuzzLex: tokens are in order, do not overlap and are not empty, in every mode, and what
// lies between them without Spaces is white space.
func FuzzLex(f *testing.F) {
	for _, text := range []string{"int a = 0x1'f; // c\n#define X \\\n 1 /* d */\n\"s\\\"\" R\"x(y)x\" 'c'", "\xef\xbb\xbf#if\n", "\"open\n/* open", "k<<<1, 2>>>(x->y ## z...)"} {
		f.Add([]byte(text), uint8(0))
	}
	f.Fuzz(func(t *testing.T, text []byte, mode uint8) {
		m := Mode(mode) & (Lines | Comments | Spaces | Operators | Quotes)
		end := 0
		for _, token := range Lex(text, m) {
			if token.Start() >= token.End() || token.End() > len(text) {
				t.Fatalf("token %d to %d of %d bytes", token.Start(), token.End(), len(text))
			}
			if token.Kind != Comment && token.Start() < end {
				t.Fatalf("token at %d begins before %d", token.Start(), end)
			}
			end = max(end, token.End())
		}
	})
}

// FuzzProcess: any source ends soon, with a state for each arm.
func FuzzProcess(f *testing.F) {
	for _, text := range []string{
		"#define A(x) x A(x)\n#if A(1) > defined(B)\n#elif 1\n#else\n#endif\n", "#define X X Y\n#define Y X\n#ifdef X\n#include X\n#endif\n",
		"#if ((((1)))) ? -1u / 0 : ~'a'\n", "#define V(a, ...) #a a##__VA_ARGS__ __VA_OPT__(,)\n#if V(1, 2)\n#endif\n", "#else\n#endif\n#elif\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		start := time.Now()
		main := NewOutline("a.cu", text)
		u := Process(context.Background(), main, &Options{Arch: 900, Load: func(path string) *Outline {
			if path == "b.h" {
				return NewOutline(path, text)
			}
			return nil
		}})
		for name := range u.Macros.Names {
			x := Expander{Lookup: u.Macros.Now}
			x.Expand(Spell(name + "(1, (2, 3), ) x"))
		}
		for _, d := range main.Directives {
			if d.Arm != 0 && u.Files[0].Arm(d.Span.Start) == nil {
				t.Fatalf("no state of the arm at %d", d.Span.Start)
			}
		}
		if took := time.Since(start); len(text) < 1000 && took > 10*time.Second {
			t.Fatalf("%d bytes took %s", len(text), took)
		}
	})
}
