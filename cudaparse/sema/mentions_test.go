package sema

import (
	"fmt"
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
