package cfg

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// function parses text and returns its first function.
func function(t testing.TB, text string) ast.Node {
	t.Helper()
	f, err := cudaparse.Parse(context.Background(), source.NewFile("t.cu", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	for n := range f.Root().Descendants() {
		if n.Is(ast.FunctionDefinition) {
			return n
		}
	}
	t.Fatal("no function")
	return ast.Node{}
}

func graph(t testing.TB, body string) *Graph {
	t.Helper()
	return New(function(t, "void f() {\n"+body+"\n}\n"), Options{})
}

func TestGraph(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"empty", "", `
0 entry: -next> 1
1 exit:`},
		{"straight", "int a = 1; ; a++; { b(); }", `
0 entry: {int a = 1;} {a++;} {b();} -next> 1
1 exit:`},
		{"if", "if (a) b(); c();", `
0 entry: {a} -true> 1 -false> 2
1: {b();} -next> 2
2: {c();} -next> 3
3 exit:`},
		{"if else chain", "if (a) b(); else if (int x = g()) c(); else { d(); }", `
0 entry: {a} -true> 1 -false> 2
1: {b();} -next> 5
2: {int x = g()} -true> 3 -false> 4
3: {c();} -next> 5
4: {d();} -next> 5
5 exit:`},
		{"if with an initializer", "if (int x = g(); x > 1) b();", `
0 entry: {int x = g();} {x > 1} -true> 1 -false> 2
1: {b();} -next> 2
2 exit:`},
		{"short circuit", "if (a && (b || !c)) d(); else e();", `
0 entry: {a} -true> 3 -false> 2
1: {d();} -next> 5
2: {e();} -next> 5
3: {b} -true> 1 -false> 4
4: {c} -true> 2 -false> 1
5 exit:`},
		{"operators in expressions stay", "x = a && b ? c : d;", `
0 entry: {x = a && b ? c : d;} -next> 1
1 exit:`},
		{"while", "while (a > 0) { if (b) break; if (c) continue; d(); } e();", `
0 entry: -next> 1
1: {a > 0} -true> 2 -false> 3
2: {b} -true> 4 -false> 5
3: {e();} -next> 8
4: {break;} -break> 3
5: {c} -true> 6 -false> 7
6: {continue;} -continue> 1 (back)
7: {d();} -next> 1 (back)
8 exit:`},
		{"do", "do { a(); if (b) continue; } while (c);", `
0 entry: -next> 1
1: {a();} {b} -true> 3 -false> 2
2: {c} -true> 1 (back) -false> 4
3: {continue;} -continue> 2
4 exit:`},
		{"for", "for (int i = 0; i < 4; i++) { if (a) continue; b(); } c();", `
0 entry: {int i = 0;} -next> 1
1: {i < 4} -true> 2 -false> 3
2: {a} -true> 5 -false> 6
3: {c();} -next> 7
4: {i++} -next> 1 (back)
5: {continue;} -continue> 4
6: {b();} -next> 4
7 exit:`},
		{"for ever", "for (;;) { if (a) break; } b();", `
0 entry: -next> 1
1: {a} -true> 3 -false> 1 (back)
2: {b();} -next> 4
3: {break;} -break> 2
4 exit:`},
		{"endless and empty", "for (;;) ; b();", `
0 entry: -next> 1
1: -next> 2
2: -next> 1 (back)
3 unreachable: {b();} -next> 4
4 exit:`},
		{"range for", "for (auto &x : v) g(x);", `
0 entry: {v} -next> 1
1: -true> 2 -false> 3
2: {for (auto &x : v)} {g(x);} -next> 1 (back)
3 exit:`},
		{"switch", "switch (n) { case 1: case 2: a(); [[fallthrough]]; case 3: { b(); } break; default: return; } c();", `
0 entry: {n} -case 1> 2 -case 2> 3 -case 3> 4 -default> 5
1: {c();} -next> 6
2: -fallthrough> 3
3: {a();} -fallthrough> 4
4: {b();} {break;} -break> 1
5: {return;} -return> 6
6 exit:`},
		{"switch without default", "switch (n) { case 1: a(); }", `
0 entry: {n} -case 1> 1 -no case> 2
1: {a();} -next> 2
2 exit:`},
		{"loop in a switch", "switch (n) { case 1: while (a) { if (b) break; continue; } break; case 2: c(); }", `
0 entry: {n} -case 1> 1 -case 2> 6 -no case> 7
1: {a} -true> 2 -false> 3
2: {b} -true> 4 -false> 5
3: {break;} -break> 7
4: {break;} -break> 3
5: {continue;} -continue> 1 (back)
6: {c();} -next> 7
7 exit:`},
		{"label in a switch's loop", "switch (n) { case 0: do { a(); case 1: b(); } while (c); }", `
0 entry: {n} -case 0> 1 -case 1> 3 -no case> 4
1: {a();} -fallthrough> 3
2: {c} -true> 1 -false> 4
3: {b();} -next> 2
4 exit:`},
		{"goto", "again: a(); if (b) goto out; goto again; c(); out: ;", `
0 entry: -next> 1
1: {a();} {b} -true> 2 -false> 3
2: {goto out;} -goto> 5
3: {goto again;} -goto> 1 (back)
4 unreachable: {c();} -next> 5
5 exit:`},
		{"return", "if (a) return 1; b(); return 2; c();", `
0 entry: {a} -true> 1 -false> 2
1: {return 1;} -return> 4
2: {b();} {return 2;} -return> 4
3 unreachable: {c();} -next> 4
4 exit:`},
		{"try", "a(); try { b(); throw 1; } catch (int e) { c(); } catch (...) { throw; } d();", `
0 entry: {a();} -next> 4
1: {d();} -next> 5
2: {catch (int e)} {c();} -next> 1
3: {catch (...)} {throw;} -throw> 5
4: {b();} {throw 1;} -throw> 2 -throw> 3 -throw> 2 -throw> 3
5 exit:`},
		{"nested try", "try { try { a(); } catch (int) { b(); } } catch (...) { c(); }", `
0 entry: -next> 3
1: {catch (...)} {c();} -next> 4
2: {catch (int)} {b();} -throw> 1 -next> 4
3: {a();} -throw> 2 -throw> 1 -next> 4
4 exit:`},
		{"undecided conditional", "a();\n#if X\nb();\n#elif Y\nc();\n#else\nd();\n#endif\n#ifdef Z\ne();\n#endif\nf();", `
0 entry: {a();} -arm> 2 -arm> 3
1: -arm> 7 -arm> 6
2: {b();} -next> 1
3: -arm> 4 -arm> 5
4: {c();} -next> 1
5: {d();} -next> 1
6: {f();} -next> 8
7: {e();} -next> 6
8 exit:`},
		{"conditional cases", "switch (n) {\n#ifdef A\ncase 1: a(); break;\n#endif\ncase 2: b();\n}", `
0 entry: {n} -case 1> 1 -case 2> 2 -no case> 3
1: {a();} {break;} -break> 3
2: {b();} -next> 3
3 exit:`},
		{"assembly", "asm goto(\"\" : : : : out); a(); out: b();", `
0 entry: {asm goto("" : : : : out);} -goto> 1 -next> 2
1: {b();} -next> 3
2: {a();} -next> 1
3 exit:`},
		{"loop macro", "KERNEL_LOOP(i, n) { a(); } b();", `
0 entry: -next> 1
1: {i, n} -true> 2 -false> 3
2: {a();} -next> 1 (back)
3: {b();} -next> 4
4 exit:`},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := graph(t, c.body)
			check(t, g)
			if got := strings.TrimSpace(g.String()); c.want != "" && got != strings.TrimSpace(c.want) {
				t.Errorf("got\n%s\nwant%s", got, c.want)
			}
		})
	}
}

func TestActive(t *testing.T) {
	f := function(t, "void f() {\n#if X\na();\n#elif Y\nb();\n#else\nc();\n#endif\n}\n")
	for _, c := range []struct {
		then, elif bool
		want       string
	}{{true, false, "a();"}, {false, true, "b();"}, {false, false, "c();"}} {
		g := New(f, Options{Active: func(n ast.Node) (bool, bool) {
			if n.Is(ast.PreprocIf) {
				return c.then, !c.then
			}
			return c.elif, !c.elif
		}})
		check(t, g)
		if len(g.Blocks) != 2 || len(g.Entry.Nodes) != 1 || g.Entry.Nodes[0].Text() != c.want {
			t.Errorf("%+v: got\n%s", c, g)
		}
	}
}

func TestNoReturn(t *testing.T) {
	g := New(function(t, "void f() { if (a) exit(1); b(); }"), Options{NoReturn: func(call ast.Node) bool {
		return call.Child(ast.FieldFunction).Text() == "exit"
	}})
	check(t, g)
	want := "0 entry: {a} -true> 1 -false> 2\n1: {exit(1);} -terminate> 3\n2: {b();} -next> 3\n3 exit:\n"
	if got := g.String(); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestConstructorAndFunctionTry(t *testing.T) {
	g := New(function(t, "struct S { S(int x) : a(x), b(2) { c(); } int a, b; };"), Options{})
	check(t, g)
	if got, want := g.String(), "0 entry: {a(x)} {b(2)} {c();} -next> 1\n1 exit:\n"; got != want {
		t.Errorf("got\n%s", got)
	}
	g = New(function(t, "void f() try { a(); } catch (...) { b(); }"), Options{})
	if g == nil || !strings.Contains(g.String(), "{b();}") {
		t.Errorf("got\n%v", g)
	}
	if g := New(function(t, "struct S { S() = default; };").Parent(), Options{}); g != nil && len(g.Blocks) == 0 {
		t.Error("a graph without blocks")
	}
}

func TestBlockOf(t *testing.T) {
	g := graph(t, "if (a[i] > 1) { b(c); } for (int i = 0; i < n; i++) d(i);")
	for n := range g.Function.Descendants() {
		var want string
		switch n.Text() {
		case "a[i]":
			want = "a[i] > 1"
		case "c":
			want = "b(c);"
		case "i++":
			want = "i++"
		default:
			continue
		}
		b := g.BlockOf(n)
		if b == nil || b.Nodes[len(b.Nodes)-1].Text() != want {
			t.Errorf("%s is in block %+v", n.Text(), b)
		}
	}
	if b := g.BlockOf(g.Function); b != nil {
		t.Errorf("the function is in block %v", b)
	}
}

func TestDominators(t *testing.T) {
	g := graph(t, "a(); while (b) { if (c) d(); else e(); f(); } g();")
	block := func(text string) *Block {
		for _, b := range g.Blocks {
			for _, n := range b.Nodes {
				if n.Text() == text {
					return b
				}
			}
		}
		t.Fatalf("no block with %s", text)
		return nil
	}
	for _, c := range []struct{ block, dominator string }{{"b", "a();"}, {"c", "b"}, {"d();", "c"}, {"e();", "c"}, {"f();", "c"}, {"g();", "b"}} {
		if got, want := g.Dominator(block(c.block)), block(c.dominator); got != want {
			t.Errorf("dominator of %s is block %d, want %d\n%s", c.block, got.Index, want.Index, g)
		}
	}
	if g.Dominates(block("d();"), block("f();")) || !g.Dominates(g.Entry, g.Exit) {
		t.Error("wrong dominance")
	}
}

// check checks what every graph promises.
func check(t testing.TB, g *Graph) {
	t.Helper()
	if g.Blocks[0] != g.Entry || g.Blocks[len(g.Blocks)-1] != g.Exit {
		t.Fatal("entry is not first or exit not last")
	}
	if len(g.Exit.Nodes) > 0 || len(g.Exit.Succs) > 0 || len(g.Entry.Preds) > 0 {
		t.Fatalf("entry is entered or exit is left:\n%s", g)
	}
	seen := map[int]bool{}
	for i, b := range g.Blocks {
		if b.Index != i {
			t.Fatalf("block %d has index %d", i, b.Index)
		}
		if b != g.Exit && len(b.Succs) == 0 {
			t.Fatalf("block %d leads nowhere:\n%s", i, g)
		}
		for _, n := range b.Nodes {
			if seen[n.Index()] {
				t.Fatalf("%q is in two places:\n%s", n.Text(), g)
			}
			seen[n.Index()] = true
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
		if d := g.Dominator(b); b != g.Entry && (d == nil || at[d] >= at[b]) {
			t.Fatalf("block %d has dominator %v:\n%s", b.Index, d, g)
		}
	}
}

func FuzzGraph(f *testing.F) {
	for _, body := range []string{"if (a) b(); else c();", "switch (a) { case 1: do { case 2: break; } while (0); }",
		"l: goto l;", "try { throw 1; } catch (...) { return; }", "for (;;) { continue; break; }", "\n#if A\nb();\n#else\nc();\n#endif\n",
		"while (a && !b || c) if (d) break;", "break; continue; case 1: default: ;", "asm goto(\"\" :::: x); x: ;", "for (auto a : b) [[x]] ;"} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		file, err := cudaparse.Parse(context.Background(), source.NewFile("t.cu", []byte("void f() {"+body+"}")))
		if err != nil {
			return
		}
		for n := range file.Root().Descendants() {
			if n.Is(ast.FunctionDefinition, ast.LambdaExpression) {
				if g := New(n, Options{}); g != nil {
					check(t, g)
				}
			}
		}
	})
}

// TestCorpus builds every graph of the files in CUDALINT_CORPUS.
func TestCorpus(t *testing.T) {
	folder := os.Getenv("CUDALINT_CORPUS")
	if folder == "" {
		t.Skip("CUDALINT_CORPUS names no folder of sources")
	}
	files, graphs, blocks, dead := 0, 0, 0, 0
	err := walkSources(folder, func(path string) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := cudaparse.Parse(context.Background(), source.NewFile(path, text))
		if err != nil {
			t.Logf("%s: %v", path, err)
			return
		}
		files++
		for n := range f.Root().Descendants() {
			if !n.Is(ast.FunctionDefinition, ast.LambdaExpression) {
				continue
			}
			if g := New(n, Options{}); g != nil {
				check(t, g)
				graphs++
				blocks += len(g.Blocks)
				for _, b := range g.Blocks {
					if !b.Reachable && b != g.Exit {
						dead++
					}
				}
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files, %d graphs, %d blocks, %d of them unreachable", files, graphs, blocks, dead)
}

func walkSources(folder string, visit func(path string)) error {
	return filepath.WalkDir(folder, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && (strings.HasSuffix(p, ".cu") || strings.HasSuffix(p, ".cuh")) {
			visit(p)
		}
		return err
	})
}
