package suppress

import (
	"context"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
)

// addDirective is Add for a text.
func addDirective(text []byte, rule string, offset int, kind Kind) (fixes.Edit, error) {
	p := cudaparse.NewIncremental()
	defer p.Close()
	tree, err := p.Parse(context.Background(), source.NewFile("a.cu", text))
	if err != nil {
		return fixes.Edit{}, err
	}
	return Add(context.Background(), tree, p.Parse, rule, offset, kind)
}

// TestAddDirective: what the edit makes of the line with bad(1), by kind, and of \r\n.
func TestAddDirective(t *testing.T) {
	const f, end = "void f() {\n", "\n}\n"
	for _, c := range []struct {
		name string
		kind Kind
		text string
		want string
	}{
		{"behind the code", Ignore, f + "  bad(1);" + end, f + "  bad(1); // cudalint: ignore[a-rule]" + end},
		{"as clang-tidy has it", NoLint, f + "  bad(1);" + end, f + "  bad(1); // NOLINT(a-rule)" + end},
		{"trailing blanks", NoLint, f + "bad(1); \t" + end, f + "bad(1); // NOLINT(a-rule)" + end},
		{"the last line", NoLint, f + "bad(1); }", f + "bad(1); } // NOLINT(a-rule)"},
		{"the first of several lines", Ignore, f + "bad(1 +\n2);" + end, f + "bad(1 + // cudalint: ignore[a-rule]\n2);" + end},
		{"joins a list", Ignore, f + "bad(1); // cudalint: ignore[b-rule] why" + end, f + "bad(1); // cudalint: ignore[b-rule, a-rule] why" + end},
		{"joins a list of other tools", NoLint, f + "bad(1); // NOLINT(bugprone-*)" + end, f + "bad(1); // NOLINT(bugprone-*, a-rule)" + end},
		{"joins the line before", NoLint, f + "// NOLINTNEXTLINE(x-y)\nbad(1);" + end, f + "// NOLINTNEXTLINE(x-y, a-rule)\nbad(1);" + end},
		{"joins the line before, own", Ignore, f + "// cudalint: ignore[b-rule]\nbad(1);" + end, f + "// cudalint: ignore[b-rule, a-rule]\nbad(1);" + end},
		{"not another kind", NoLint, f + "bad(1); // cudalint: ignore[b-rule]" + end, f + "bad(1); // cudalint: ignore[b-rule] // NOLINT(a-rule)" + end},
		{"not a block", NoLint, f + "// NOLINTBEGIN(x-y)\nbad(1);\n// NOLINTEND(x-y)" + end, f + "// NOLINTBEGIN(x-y)\nbad(1); // NOLINT(a-rule)\n// NOLINTEND(x-y)" + end},
		{"after a comment", Ignore, f + "bad(1); // why" + end, f + "bad(1); // why // cudalint: ignore[a-rule]" + end},
		{"after a closed comment", Ignore, f + "bad(1); /* why */" + end, f + "bad(1); /* why */ // cudalint: ignore[a-rule]" + end},
		{"before a comment that goes on", Ignore, f + "bad(1); /* why\n */" + end, f + "bad(1); /* cudalint: ignore[a-rule] */ /* why\n */" + end},
		{"before a // comment that goes on", NoLint, f + "bad(1); // why \\\n more" + end, f + "bad(1); /* NOLINT(a-rule) */ // why \\\n more" + end},
		{"a line that goes on", NoLint, f + "bad(1) \\\n;" + end, f + "bad(1) /* NOLINT(a-rule) */ \\\n;" + end},
		{"a string that goes on", NoLint, f + "\tbad(R\"(\n)\");" + end, f + "\t// NOLINTNEXTLINE(a-rule)\n\tbad(R\"(\n)\");" + end},
		{"a string that goes on, own", Ignore, f + "\tbad(R\"(\n)\");" + end, f + "\t// cudalint: ignore[a-rule]\n\tbad(R\"(\n)\");" + end},
		{"a // in a string", NoLint, f + "bad(\"//\");" + end, f + "bad(\"//\"); // NOLINT(a-rule)" + end},
		{"the start of the file", IgnoreFile, f + "bad(1);" + end, "// cudalint: ignore-file[a-rule]\n" + f + "bad(1);" + end},
		{"after the licence", IgnoreFile, "// (c)\n// more\n\n" + f + "bad(1);" + end, "// (c)\n// more\n// cudalint: ignore-file[a-rule]\n\n" + f + "bad(1);" + end},
		{"after a block, before includes", IgnoreFile, "/* (c)\n */\n#include <a>\n" + f + "bad(1);" + end, "/* (c)\n */\n// cudalint: ignore-file[a-rule]\n#include <a>\n" + f + "bad(1);" + end},
		{"before what is about the declaration", IgnoreFile, "// It is bad.\n" + f + "bad(1);" + end, "// cudalint: ignore-file[a-rule]\n// It is bad.\n" + f + "bad(1);" + end},
		{"after a byte order mark", IgnoreFile, "\xef\xbb\xbf" + f + "bad(1);" + end, "\xef\xbb\xbf// cudalint: ignore-file[a-rule]\n" + f + "bad(1);" + end},
		{"joins that of the file", IgnoreFile, "// cudalint: ignore-file[b-rule] why\n" + f + "bad(1);" + end, "// cudalint: ignore-file[b-rule, a-rule] why\n" + f + "bad(1);" + end},
	} {
		for _, crlf := range []bool{false, true} {
			text, want := c.text, c.want
			if crlf {
				text, want = strings.ReplaceAll(text, "\n", "\r\n"), strings.ReplaceAll(want, "\n", "\r\n")
			}
			edit, err := addDirective([]byte(text), "a-rule", strings.Index(text, "bad("), c.kind)
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			got, err := fixes.Apply([]byte(text), []fixes.Edit{edit})
			if err != nil || string(got) != want {
				t.Errorf("%s: %q, %v, want %q", c.name, got, err, want)
			}
			checkSuppressed(t, c.name, string(got))
		}
	}
	if e, err := addDirective([]byte("#define A \\\n bad(1) \\\n 2\n"), "a-rule", 13, NoLint); err == nil {
		t.Errorf("in a macro: %+v", e)
	}
	if _, err := addDirective([]byte("int a;"), "a-rule", 7, NoLint); err == nil {
		t.Error("an offset outside the file is taken")
	}
}

// checkSuppressed: the calls of bad in a text are suppressed.
func checkSuppressed(t *testing.T, name, text string) {
	t.Helper()
	file := parsed(t, text)
	found, _ := Of(file, alive)
	for i := range file.Len() {
		if n := file.At(i); n.Kind() == ast.CallExpression {
			s := NewSet([]string{"a-rule"}, nil, []File{{Path: "a.cu", Directives: found}})
			if s.Match([]Hit{{"a-rule", "a.cu", n.Span().Start}})[0] == nil {
				t.Errorf("%s: not suppressed in\n%s", name, text)
			}
			return
		}
	}
	t.Errorf("%s: no call in\n%s", name, text)
}
