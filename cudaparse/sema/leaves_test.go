package sema

import (
	"fmt"
	"strings"
	"testing"
)

// TestLeaves: the numbers and pointers in an object, with their offsets.
func TestLeaves(t *testing.T) {
	for _, test := range []struct{ decl, want string }{
		{"typedef int T;", "+0"},
		{"struct T { int n; float *p; char c[2]; };", ".n+0 .p+8 .c[0]+16 .c[1]+17"},
		{"struct B { int n; }; struct T : B { struct { short s; } in[2]; };", ".n+0 .in[0].s+4 .in[1].s+6"},
		{"struct T { int n; union { int i; float f; }; };", ".n+0"},
		{"struct T { int n; struct { int x, y; }; };", ".n+0 .x+4 .y+8"},
		{"struct L { int n; }; struct R { int n; }; struct T : L, R { int own; };", ".own+8"},
		{"struct B { int n; }; struct T : B { int n; };", ""},
		{"struct T { int a : 3, b : 5; int c; };", ".c+4"},
		{"struct T { Mystery m; int i; };", ".i-1"},
		{"struct T { int &r; int tail[]; };", ""},
		{"struct T { int i[100]; };", ".i[0]+0 to .i[63]+252"},
		{"struct T { T *next; virtual void f(); };", ".next+8"},
	} {
		u := build(t, test.decl+"\n__constant__ T object;", nil)
		var got []string
		for _, l := range variable(t, u, "object").Type.Leaves() {
			got = append(got, fmt.Sprintf("%s%+d", l.Path, l.Offset))
		}
		if len(got) > 8 {
			got = []string{got[0], "to", got[len(got)-1]}
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.decl, got, test.want)
		}
	}
}

// TestManyBases: a class without leaves is not searched for them forever.
func TestManyBases(t *testing.T) {
	var text strings.Builder
	for level := range 5 {
		for i := range 10 {
			fmt.Fprintf(&text, "struct L%d_%d", level, i)
			for j := range 10 {
				if level > 0 {
					fmt.Fprintf(&text, "%c L%d_%d", ":,"[min(j, 1)], level-1, j)
				}
			}
			text.WriteString(" {};\n")
		}
	}
	u := build(t, text.String()+"struct T : L4_0 { int n; };\n__constant__ T object;", nil)
	object := variable(t, u, "object").Type
	if l := object.Leaves(); len(l) > 0 || object.Record.Named() {
		t.Errorf("%v", l)
	}
}
