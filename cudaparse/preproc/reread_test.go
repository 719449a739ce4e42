package preproc

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestReread: of several readings of a header, the one counts in which most of its text is
// read.
func TestReread(t *testing.T) {
	const (
		header = "int f()\n#ifdef DECLARE\n;\n#else\n{ return NAME; }\n#endif\n"
		body   = "#define DECLARE\n#include \"a.h\"\n#undef DECLARE\n#define NAME 1\n#include \"a.h\"\n#undef NAME\n#define NAME 2\n#include \"a.h\"\n"
	)
	for _, c := range []struct {
		name, source, header string
		// read says whether the arm of the #else is read, value what NAME is there.
		read  bool
		value string
	}{
		{"declared, then defined", body, header, true, "1"},
		{"defined, then declared", "#define NAME 3\n#include \"a.h\"\n#define DECLARE\n#include \"a.h\"\n", header, true, "3"},
		{"only declared", "#define DECLARE\n#include \"a.h\"\n#include \"a.h\"\n", header, false, ""},
		{"through another header", "#define DECLARE\n#include \"b.h\"\n#undef DECLARE\n#define NAME 4\n#include \"b.h\"\n", header, true, "4"},
		{"guarded", body, "#ifndef A_H\n#define A_H\n" + header + "#endif\n", false, ""},
		{"read once", body, "#pragma once\n" + header, false, ""},
		{"includes itself", body, header + "#include \"a.h\"\n", true, "1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := Process(context.Background(), NewOutline("a.cu", []byte(c.source)), &Options{Load: func(path string) *Outline {
				if path == "b.h" {
					return NewOutline(path, []byte("#include \"a.h\"\n"))
				}
				return NewOutline(path, []byte(c.header))
			}})
			f := u.File("a.h")
			offset := strings.Index(c.header, "#else")
			if got := f.Arm(offset).Likely; got != c.read {
				t.Errorf("read %v, want %v", got, c.read)
			}
			value := ""
			if m, _ := f.MacroAt("NAME", offset+len("#else\n")); m != nil {
				value = m.Body
			}
			if value != c.value {
				t.Errorf("NAME is %q, want %q", value, c.value)
			}
		})
	}
}

// TestRereadIsBounded: headers that include each other twice would be read 2^30 times.
func TestRereadIsBounded(t *testing.T) {
	start := time.Now()
	Process(context.Background(), NewOutline("h0.h", []byte("#include \"h1.h\"\n")), &Options{Load: func(path string) *Outline {
		n := 0
		if fmt.Sscanf(path, "h%d.h", &n); n > 30 {
			return nil
		}
		next := fmt.Sprintf("#include \"h%d.h\"\n", n+1)
		return NewOutline(path, []byte(next+"#if 1\n"+next+"#endif\n"))
	}})
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("takes %s", took)
	}
}
