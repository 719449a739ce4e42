package sema

import (
	"strings"
	"testing"
)

// TestDefaultOfAHeader declares a default in a header, which the definition
// inherits: its place is none of the definition's file.
func TestDefaultOfAHeader(t *testing.T) {
	text := "#include \"k.h\"\n//" + strings.Repeat(" ", 200) + "\n" +
		"void k(float a, float b) {}\nvoid k(float a, float b);\nvoid k(float a, int b) {}\n"
	u := build(t, text, map[string]string{"dir/k.h": "void k(float a, float b = 3);"})
	overloads := 0
	for _, f := range u.Functions() {
		if f.Name == "k" && f.Body.Valid() {
			overloads++
			if got, want := f.Params[1].Default.Valid(), f.Params[1].Node.Text() == "float b"; got != want {
				t.Errorf("%s: a default: %v, want %v", f.Node.Text(), got, want)
			}
		}
	}
	if overloads != 2 {
		t.Errorf("%d definitions of k, want 2", overloads)
	}
}
