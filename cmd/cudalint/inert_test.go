package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestInertWriter(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"a.cu:1: x\n", "a.cu:1: x\n"},
		{"no end", "no end"},
		{"::error::x\n", "./::error::x\n"},
		{" \t\u00a0::error::x\n", "./ \t\u00a0::error::x\n"},
		{"a\n::error::x", "a\n./::error::x"},
		{"a ::error::x\n:x\n", "a ::error::x\n:x\n"},
		{"a ##[error]x ##[\n", "a ## [error]x ## [\n"},
		{"\n\n::\r\n", "\n\n./::\r\n"},
	} {
		for size := 1; size <= max(len(c.text), 1); size++ {
			var b bytes.Buffer
			w := &inertWriter{to: &b}
			for rest := c.text; rest != ""; {
				n := min(size, len(rest))
				if m, err := w.Write([]byte(rest[:n])); m != n || err != nil {
					t.Fatal(m, err)
				}
				rest = rest[n:]
			}
			if err := w.Flush(); err != nil || b.String() != c.want {
				t.Errorf("%q in pieces of %d: %q, %v, want %q", c.text, size, b.String(), err, c.want)
			}
		}
	}
	c := &Command{Getenv: func(string) string { return "" }}
	var b strings.Builder
	if w, _ := c.inert(&b); w != &b {
		t.Error("lines are changed outside of a job")
	}
}
