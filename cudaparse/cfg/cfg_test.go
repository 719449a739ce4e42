package cfg

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// graphs returns the graphs of the functions of a text.
func graphs(t testing.TB, text string, options Options) []*Graph {
	t.Helper()
	u, err := sema.NewUnit(context.Background(), source.NewFile("t.cu", []byte(text)), sema.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := ir.NewBuilder(u, false)
	var out []*Graph
	for _, fn := range u.Functions() {
		if f := b.Lower(&ir.Instance{Function: fn}); f != nil {
			out = append(out, New(f, options))
		}
	}
	return out
}

func graph(t testing.TB, body string) *Graph {
	t.Helper()
	g := graphs(t, "void f(bool a, bool b, bool c, int n) {\n"+body+"\n}\n", Options{})
	if len(g) == 0 {
		t.Fatal("no function")
	}
	return g[len(g)-1]
}

func TestGraph(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"empty", "", `
0 entry: -next> 1
1 exit:`},
		{"straight", "int a = 1; ; a++; { b(); }", `
0 entry: var store store {b()} -next> 1
1 exit:`},
		{"if", "if (a) b(); c();", `
0 entry: {a} -true> 1 -false> 2
1: {b()} -next> 2
2: {c()} -next> 3
3 exit:`},
		{"if else chain", "if (a) b(); else if (int x = g()) c(); else { d(); }", `
0 entry: {a} -true> 1 -false> 2
1: {b()} -next> 5
2: var {g()} store {int x = g()} -true> 3 -false> 4
3: {c()} -next> 5
4: {d()} -next> 5
5 exit:`},
		{"if with an initializer", "if (int x = g(); x > 1) b();", `
0 entry: var {g()} store {x > 1} -true> 1 -false> 2
1: {b()} -next> 2
2 exit:`},
		{"short circuit", "if (a && (b || !c)) d(); else e();", `
0 entry: {a} -true> 3 -false> 2
1: {d()} -next> 5
2: {e()} -next> 5
3: {b} -true> 1 -false> 4
4: {c} -true> 2 -false> 1
5 exit:`},
		{"short circuit of a value, and a choice", "x = a && b ? c : d;", `
0 entry: {a} -true> 4 -false> 2
1: -next> 3 (yields)
2: -next> 3 (yields)
3: store -next> 5
4: {b} -true> 1 -false> 2
5 exit:`},
		{"value of && in a call", "g(a && !b);", `
0 entry: {a} -true> 1 -false> 2
1: -next> 3 (yields)
2: -next> 3 (yields)
3: {g(a && !b)} -next> 4
4 exit:`},
		{"while", "while (a > 0) { if (b) break; if (c) continue; d(); } e();", `
0 entry: -next> 1
1: {a > 0} -true> 2 -false> 3
2: {b} -true> 4 -false> 5
3: {e()} -next> 8
4: {break;} -break> 3
5: {c} -true> 6 -false> 7
6: {continue;} -continue> 1 (back)
7: {d()} -next> 1 (back)
8 exit:`},
		{"do", "do { a(); if (b) continue; } while (c);", `
0 entry: -next> 2
1: {c} -true> 2 (back) -false> 4
2: {a()} {b} -true> 3 -false> 1
3: {continue;} -continue> 1
4 exit:`},
		{"for", "for (int i = 0; i < 4; i++) { if (a) continue; b(); } c();", `
0 entry: var store -next> 1
1: {i < 4} -true> 2 -false> 3
2: {a} -true> 5 -false> 6
3: {c()} -next> 7
4: store -next> 1 (back)
5: {continue;} -continue> 4
6: {b()} -next> 4
7 exit:`},
		{"for ever", "for (;;) { if (a) break; } b();", `
0 entry: -next> 1
1: {a} -true> 3 -false> 1 (back)
2: {b()} -next> 4
3: {break;} -break> 2
4 exit:`},
		{"endless and empty", "for (;;) ; b();", `
0 entry: -next> 1
1: -next> 2
2: -next> 1 (back)
3 unreachable: {b()} -next> 4
4 exit:`},
		{"range for", "for (auto &x : v) g(x);", `
0 entry: -next> 1
1: -true> 2 -false> 3
2: {g(x)} -next> 1 (back)
3 exit:`},
		{"switch", "switch (n) { case 1: case 2: a(); [[fallthrough]]; case 3: { b(); } break; default: return; } c();", `
0 entry: {n} -case 1> 2 -case 2> 3 -case 3> 4 -default> 5
1: {c()} -next> 6
2: -fallthrough> 3
3: {a()} -fallthrough> 4
4: {b()} {break;} -break> 1
5: {return;} -return> 6
6 exit:`},
		{"switch without default", "switch (n) { case 1: a(); }", `
0 entry: {n} -case 1> 1 -no case> 2
1: {a()} -next> 2
2 exit:`},
		{"loop in a switch", "switch (n) { case 1: while (a) { if (b) break; continue; } break; case 2: c(); }", `
0 entry: {n} -case 1> 1 -case 2> 6 -no case> 7
1: {a} -true> 2 -false> 3
2: {b} -true> 4 -false> 5
3: {break;} -break> 7
4: {break;} -break> 3
5: {continue;} -continue> 1 (back)
6: {c()} -next> 7
7 exit:`},
		{"goto", "again: a(); if (b) goto out; goto again; c(); out: ;", `
0 entry: -next> 1
1: {a()} {b} -true> 2 -false> 3
2: {goto out;} -goto> 5
3: {goto again;} -goto> 1 (back)
4 unreachable: {c()} -next> 5
5 exit:`},
		{"return", "if (a) return 1; b(); return 2; c();", `
0 entry: {a} -true> 1 -false> 2
1: {return 1;} -return> 4
2: {b()} {return 2;} -return> 4
3 unreachable: {c()} -next> 4
4 exit:`},
		{"try", "a(); try { b(); throw 1; } catch (int e) { c(); } catch (...) { throw; } d();", `
0 entry: {a()} -next> 4
1: {d()} -next> 5
2: catch {c()} -next> 1
3: catch {throw;} -throw> 5
4: {b()} {throw 1;} -throw> 2 -throw> 3 -throw> 2 -throw> 3
5 exit:`},
		{"nested try", "try { try { a(); } catch (int) { b(); } } catch (...) { c(); }", `
0 entry: -next> 3
1: catch {c()} -next> 4
2: catch {b()} -throw> 1 -next> 4
3: {a()} -throw> 2 -throw> 1 -next> 4
4 exit:`},
		{"undecided conditional", "a();\n#if X\nb();\n#elif Y\nc();\n#else\nd();\n#endif\n#ifdef Z\ne();\n#endif\nf();", `
0 entry: {a()} -arm> 2 -arm> 3
1: -arm> 7 -arm> 6
2: {b()} -next> 1
3: -arm> 4 -arm> 5
4: {c()} -next> 1
5: {d()} -next> 1
6: {f()} -next> 8
7: {e()} -next> 6
8 exit:`},
		{"conditional cases", "switch (n) {\n#ifdef A\ncase 1: a(); break;\n#endif\ncase 2: b();\n}", `
0 entry: {n} -case 1> 1 -case 2> 2 -no case> 3
1: {a()} {break;} -break> 3
2: {b()} -next> 3
3 exit:`},
		{"loop macro", "KERNEL_LOOP(i, n) { a(); } b();", `
0 entry: -next> 1
1: {n} -true> 2 -false> 3
2: {a()} -next> 1 (back)
3: {b()} -next> 4
4 exit:`},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := graph(t, c.body)
			check(t, g)
			if got := strings.TrimSpace(g.String()); got != strings.TrimSpace(c.want) {
				t.Errorf("got\n%s\nwant%s", got, c.want)
			}
		})
	}
}

func TestNoReturn(t *testing.T) {
	g := graphs(t, "void f(bool a) { if (a) exit(1); b(); }", Options{NoReturn: func(call *ir.Op) bool { return call.X.Name == "exit" }})[0]
	check(t, g)
	want := "0 entry: {a} -true> 1 -false> 2\n1: {exit(1)} -terminate> 3\n2: {b()} -next> 3\n3 exit:\n"
	if got := g.String(); got != want {
		t.Errorf("got\n%s", got)
	}
}

// TestMacro has a macro that is a statement take part in the graph.
func TestMacro(t *testing.T) {
	g := graphs(t, "#define CHECK(x) if (x) return 1\nint f(int n) { CHECK(n); g(); return 0; }", Options{})[0]
	check(t, g)
	want := "0 entry: {n} -true> 1 -false> 2\n1: {return 1;} -return> 3\n2: {g()} {return 0;} -return> 3\n3 exit:\n"
	if got := g.String(); got != want {
		t.Errorf("got\n%s", got)
	}
}

// TestBlockOf finds the block that a call runs in.
func TestBlockOf(t *testing.T) {
	g := graph(t, "if (a) g(); h();")
	for id := range ir.ID(g.Func.Len()) {
		if o := g.Func.Op(id); o.Code == ir.OpExternal {
			if b := g.BlockOf(id); b == nil || len(b.Preds) == 0 || (o.X.Name == "g") != (b.Preds[0].Kind == True) {
				t.Errorf("%s is in block %+v", o.X.Name, b)
			}
		}
	}
}

// check checks what every graph promises.
func check(t testing.TB, g *Graph) {
	t.Helper()
	if g.Blocks[0] != g.Entry || g.Blocks[len(g.Blocks)-1] != g.Exit {
		t.Fatal("entry is not first or exit not last")
	}
	if len(g.Exit.Ops) > 0 || len(g.Exit.Succs) > 0 || len(g.Entry.Preds) > 0 {
		t.Fatalf("entry is entered or exit is left:\n%s", g)
	}
	seen := map[ir.ID]bool{}
	for i, b := range g.Blocks {
		if b.Index != i {
			t.Fatalf("block %d has index %d", i, b.Index)
		}
		if b != g.Exit && len(b.Succs) == 0 {
			t.Fatalf("block %d leads nowhere:\n%s", i, g)
		}
		for _, id := range b.Ops {
			if seen[id] || g.BlockOf(id) != b {
				t.Fatalf("operation %d is in two places:\n%s", id, g)
			}
			seen[id] = true
		}
		for _, e := range b.Succs {
			if e.From != b || g.Blocks[e.To.Index] != e.To {
				t.Fatalf("edge of block %d is not its own or leaves the graph:\n%s", i, g)
			}
			if b.Reachable && !e.To.Reachable {
				t.Fatalf("block %d is reachable and its successor is not:\n%s", i, g)
			}
		}
		for _, e := range b.Preds {
			if e.To != b {
				t.Fatalf("edge into block %d is not:\n%s", i, g)
			}
		}
	}
	at := map[*Block]int{}
	for i, b := range g.ReversePostorder() {
		at[b] = i
	}
	for _, b := range g.ReversePostorder() {
		for _, e := range b.Succs {
			if e.Back != (at[e.To] <= at[b]) {
				t.Fatalf("edge from %d to %d closes no loop, or is not said to:\n%s", b.Index, e.To.Index, g)
			}
		}
	}
}

func FuzzGraph(f *testing.F) {
	for _, body := range []string{"if (a) b(); else c();", "switch (a) { case 1: do { case 2: break; } while (0); }",
		"l: goto l;", "try { throw 1; } catch (...) { return; }", "for (;;) { continue; break; }", "\n#if A\nb();\n#else\nc();\n#endif\n",
		"while (a && !b || c) if (d) break;", "break; continue; case 1: default: ;", "x = a && b ? c : !(d || e);", "for (auto a : b) [[x]] ;"} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		u, err := sema.NewUnit(context.Background(), source.NewFile("t.cu", []byte("void f() {"+body+"}")), sema.Options{})
		if err != nil {
			return
		}
		b := ir.NewBuilder(u, false)
		for _, fn := range u.Functions() {
			if l := b.Lower(&ir.Instance{Function: fn}); l != nil {
				check(t, New(l, Options{}))
			}
		}
	})
}

// String returns a graph as text, one line a block.
func (g *Graph) String() string {
	var s strings.Builder
	for _, b := range g.Blocks {
		fmt.Fprintf(&s, "%d", b.Index)
		switch {
		case b == g.Entry:
			s.WriteString(" entry")
		case b == g.Exit:
			s.WriteString(" exit")
		case !b.Reachable:
			s.WriteString(" unreachable")
		}
		s.WriteString(":")
		if b.Handler.Valid() {
			s.WriteString(" catch")
		}
		for _, id := range b.Ops {
			switch o := g.Func.Op(id); o.Code {
			case ir.OpCall, ir.OpExternal, ir.OpReturn, ir.OpBreak, ir.OpContinue, ir.OpGoto, ir.OpThrow:
				fmt.Fprintf(&s, " {%s}", strings.Join(strings.Fields(o.Node.Text()), " "))
			case ir.OpVar, ir.OpStore:
				fmt.Fprintf(&s, " %s", o.Code)
			}
		}
		if b.Test != 0 {
			fmt.Fprintf(&s, " {%s}", b.Condition.Text())
		}
		for _, e := range b.Succs {
			fmt.Fprintf(&s, " -%s", e.Kind)
			if e.Kind == Case {
				fmt.Fprintf(&s, " %s", e.Label.Child(ast.FieldValue).Text())
			}
			fmt.Fprintf(&s, "> %d", e.To.Index)
			if e.Yields != 0 {
				s.WriteString(" (yields)")
			}
			if e.Back {
				s.WriteString(" (back)")
			}
		}
		s.WriteString("\n")
	}
	return s.String()
}
