package sema

import (
	"fmt"
	"slices"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

func TestMentionsWholeNames(t *testing.T) {
	few := map[string]bool{"_1": true, "table": true}
	many := map[string]bool{"_1": true, "table": true}
	for i := range fewNames {
		many[fmt.Sprintf("other%d", i)] = true
	}
	tests := []struct {
		body string
		want bool
	}{
		{"_1 = 2;", true},
		{"x_1 = _12 + a_1b;", false},
		{"x_1 = _1;", true},
		{"tables[0] = s.table;", true},
		{"mytable = 0;", false},
	}
	for _, test := range tests {
		u := build(t, "void f() {"+test.body+"}", nil)
		body := u.File.Root().FirstChild().Child(ast.FieldBody)
		if got := [2]bool{Mentions(body, few), Mentions(body, many)}; got != [2]bool{test.want, test.want} {
			t.Errorf("%s: %v, want %t", test.body, got, test.want)
		}
	}
}

// TestFunctionsMentioningElsewhere: bodies count where they are, be it in what a macro expands
// to or in another file than their class.
func TestFunctionsMentioningElsewhere(t *testing.T) {
	u := build(t, `
#include "h.h"
EACH(int)
void Told::later() { table[2] = 0; }
void Told::never() {}
`, map[string]string{"dir/h.h": `
#define INDEXED table
#define EACH(T) T each(T *p) { return INDEXED[*p]; } struct Each { int in() { return INDEXED[1]; } };
struct Told { void later(); void never(); };
void silent() {}
`})
	got := u.FunctionsMentioning(map[string]bool{"table": true})
	want := filtered(u.Functions(), func(f *Function) bool { return f.Name == "each" || f.Name == "in" || f.Name == "later" })
	if len(want) != 3 || !slices.Equal(places(got), places(want)) {
		t.Errorf("%v, want %v", places(got), places(want))
	}
}

func TestMentions(t *testing.T) {
	u := build(t, "void f() { table[0] = other; }", nil)
	many := map[string]bool{}
	for i := range 2 * fewNames {
		many[fmt.Sprintf("name%d", i)] = true
	}
	body := function(t, u, "f").Body
	if !Mentions(body, map[string]bool{"other": true}) || Mentions(body, map[string]bool{"none": true}) || Mentions(body, many) {
		t.Error("few names, or many that are not there")
	}
	if many["table"] = true; !Mentions(body, many) {
		t.Error("one of many names")
	}
}
