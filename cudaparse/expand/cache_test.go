package expand

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/query"
)

// What a text expands to is kept for where its macros mean the same, and only there.
func TestExpansionTextsAreKeptByMacros(t *testing.T) {
	table := func(inner string) func(string) *preproc.Macro {
		macros := map[string]*preproc.Macro{}
		for _, d := range []string{"ALL(a)=" + strings.Repeat("ONE(a) ", 40), "ONE(a)=int a " + inner + ";"} {
			m := preproc.Define(d)
			macros[m.Name] = m
		}
		return func(name string) *preproc.Macro { return macros[name] }
	}
	store := query.NewStore(1 << 20)
	c := NewCache(store)
	same := func(a, b expansionText) bool { return unsafe.StringData(a.out) == unsafe.StringData(b.out) }
	first := c.text("ALL(x)", table(""))
	if !first.ok || strings.Count(first.out, "int x ;")+strings.Count(first.out, "int x;") != 40 {
		t.Fatalf("ALL(x) is %q, %v", first.out, first.ok)
	}
	if !same(c.text("ALL(x)", table("")), first) {
		t.Error("the same text with the same macros is expanded again")
	}
	other := c.text("ALL(x)", table("= 2"))
	if same(other, first) || !strings.Contains(other.out, "= 2") {
		t.Errorf("with another macro ALL(x) is %q", other.out)
	}
	if !same(c.text("ALL(x)", table("")), first) || !same(c.text("ALL(x)", table("= 2")), other) {
		t.Error("both expansions are not kept")
	}
	for i := range 100 {
		c.text("ALL(x)", table(fmt.Sprint("= ", i)))
	}
	if n, _ := store.Size(); n > variantsHeld {
		t.Errorf("%d expansions of one text are kept", n)
	}
}

// The texts that are kept are bounded.
func TestExpansionTextsAreBounded(t *testing.T) {
	const limit = 1 << 20
	store := query.NewStore(limit)
	c := NewCache(store)
	all := preproc.Define("ALL(a)=" + strings.Repeat("a + ", 200))
	for i := range 20000 {
		c.text(fmt.Sprintf("ALL(x%d)", i), func(name string) *preproc.Macro {
			if name == "ALL" {
				return all
			}
			return nil
		})
	}
	if n, bytes := store.Size(); n == 0 || n*len(all.Body) > limit || bytes > limit {
		t.Errorf("%d expansions of some %d bytes are kept", n, bytes)
	}
}
