package sema

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestMacroChain looks for a call in thousands of macros that name each other.
func TestMacroChain(t *testing.T) {
	const n = 6000
	var text, uses strings.Builder
	text.WriteString("#define F0(i) g(i)\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&text, "#define F%d(i) (F%d(i) + F%d(i + 1))\n", i, i-1, i-1)
		fmt.Fprintf(&uses, "F%d(1);\n", i)
	}
	u := build(t, text.String()+"void h() { F1(1); "+uses.String()+"}\n", nil)
	start := time.Now()
	if calls := u.Calls("g"); len(calls) < 2 {
		t.Errorf("%d calls", len(calls))
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}
