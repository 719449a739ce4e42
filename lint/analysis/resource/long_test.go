package resource

import (
	"fmt"
	"strings"
	"testing"
)

// TestLong checks functions with more paths than can be followed: what is certain
// on those that were is reported, and what would have to be known of all is not.
func TestLong(t *testing.T) {
	// Twelve flags, all asked once more at the end: 4096 combinations.
	var first, again, params strings.Builder
	for i := range 12 {
		fmt.Fprintf(&params, ", bool f%d", i)
		fmt.Fprintf(&first, "if (f%d) say(%d); ", i, i)
		fmt.Fprintf(&again, "if (f%d) say(%d); ", i, i)
	}
	body := func(result, head, text string) string {
		text = strings.NewReplacer("FLAGS", first.String(), "AGAIN", again.String()).Replace(text)
		return head + result + " f(int n" + params.String() + ") {\n" + text + "}"
	}
	runCases(t, []checkCase{
		{"as it should be", body("void", "", `TEX tex; CREATE(tex MAKE); FLAGS AGAIN DESTROY(tex); `), ""},
		{"never", body("void", "", `TEX tex;
CREATE(tex MAKE); FLAGS AGAIN `), "4 proven leak texture object tex leaks at the end of f"},
		{"thrown before", body("void", "", `TEX tex;
CREATE(tex MAKE);
if (n) throw 1;
FLAGS AGAIN DESTROY(tex); `), "4 proven leak texture object tex leaks when the throw at line 5 is taken"},
		{"early return", body("int", "", `TEX tex;
CREATE(tex MAKE); FLAGS
if (n) return 1;
AGAIN DESTROY(tex); return 0; `), "4 proven leak texture object tex leaks when the return at line 5 is taken"},
		{"twice", body("void", "", `TEX tex; CREATE(tex MAKE); FLAGS AGAIN
DESTROY(tex);
DESTROY(tex); `), "5 proven double-release texture object tex is destroyed twice"},
		{"under a flag", body("void", "", `TEX tex; if (f3) CREATE(tex MAKE); FLAGS AGAIN if (f3) DESTROY(tex); `), ""},
		{"helper with a result", body("bool", "", `if (CREATE(all[n] MAKE)) return false; FLAGS AGAIN return true; } void g() { f(1); `), ""},
		{"checker out of sight", body("void", "bool good(cudaError_t); ", `TEX tex; if (!good(CREATE(tex MAKE))) return; FLAGS AGAIN DESTROY(tex); `), ""},
		{"member", `class A { TEX tex_; public: void init(int n` + params.String() + `) { CREATE(tex_ MAKE); ` + first.String() + again.String() + ` } };`, ""},
	})
}
