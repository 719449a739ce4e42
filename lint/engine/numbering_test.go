package engine

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
)

// TestNumbersStartAnew: once most strings are of texts that are no more, those of recalled
// outcomes get new numbers, and results stay the same.
func TestNumbersStartAnew(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.cu":  "#include \"g.cuh\"\nvoid f();\n",
		"b.cu":  "void f() {}\nvoid h();\n",
		"g.cuh": "#include \"h.cuh\"\n", "h.cuh": "void h() {}\n", // h.cuh is covered
		"x.cuh": "#include \"y.cuh\"\nvoid f();\n", "y.cuh": "#include \"x.cuh\"\nvoid g();\n", // one of them is
	})
	inputs, _ := (&discover.Search{Dir: dir}).Files([]string{"."})
	session := NewSession(Options{Rules: []*lint.Rule{declared}, Dir: dir})
	defer session.Close()
	session.SetInputs(inputs)
	want := messages(session.Check(context.Background()))
	first := session.state.numbers
	if got := messages(session.Check(context.Background())); got != want || session.state.numbers != first {
		t.Errorf("the second check gives\n%s\nwant\n%s\nnew numbers: %t", got, want, session.state.numbers != first)
	}
	for i := range maxNames + 3*first.first {
		first.keys.of(fmt.Sprint("typed ", i))
	}
	slices.Reverse(first.paths.names) // who still uses them is wrong
	if got := messages(session.Check(context.Background())); got != want {
		t.Errorf("with new numbers the check gives\n%s\nwant\n%s", got, want)
	}
	if now := session.state.numbers; now == first || now.size() != first.first {
		t.Errorf("%d strings are kept of %d", now.size(), first.first)
	}
	fresh := New(Options{Rules: []*lint.Rule{declared}, Dir: dir}).Check(context.Background(), inputs)
	if got := messages(fresh); got != want {
		t.Errorf("a run gives\n%s\nthe session\n%s", got, want)
	}
}
