package parameter

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
)

var update = flag.Bool("update", false, "write the goldens")

// sources are the files of a test: every .cu file is a unit.
type sources struct {
	files map[string]string
	units []*sema.Unit
}

func load(t testing.TB, files map[string]string) *sources {
	t.Helper()
	p := &sources{files: files}
	var names []string
	for name := range files {
		if strings.HasSuffix(name, ".cu") {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		u, err := sema.NewUnit(context.Background(), source.NewFile(name, []byte(files[name])), sema.Options{Read: func(path string) ([]byte, error) {
			if text, ok := files[path]; ok {
				return []byte(text), nil
			}
			return nil, errors.New("no such file")
		}})
		if err != nil {
			t.Fatal(err)
		}
		p.units = append(p.units, u)
	}
	return p
}

func (p *sources) Mentioning(names ...string) (units []*sema.Unit, all bool) {
	for _, u := range p.units {
		if slices.ContainsFunc(u.Files, func(f *ast.File) bool {
			return slices.ContainsFunc(names, func(name string) bool { return hasWord(f, name) })
		}) {
			units = append(units, u)
		}
	}
	return units, !slices.Contains(names, "partly")
}

func (p *sources) Host(u *sema.Unit) *host.Analysis {
	return host.New(context.Background(), u, ir.NewBuilder(u, false))
}

func (p *sources) Edit(u *sema.Unit, file *ast.File, span source.Span, text string) fixes.Edit {
	return fixes.Edit{Path: path.Clean(file.Source.Path), Start: span.Start, End: span.End, Text: text}
}

// apply returns the files with edits made.
func (p *sources) apply(t testing.TB, edits []fixes.Edit) map[string]string {
	t.Helper()
	out := map[string]string{}
	for name, text := range p.files {
		var own []fixes.Edit
		for _, e := range edits {
			if e.Path == name {
				own = append(own, e)
			}
		}
		after, err := fixes.Apply([]byte(text), own)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out[name] = string(after)
	}
	return out
}

// need makes the need of a line: need NAME TYPE [other=NAME] [arg=TEXT] [if=X]. The
// users are the functions that mention the name; host code has the value as h_NAME.
func (p *sources) need(t testing.TB, line string) Need {
	t.Helper()
	words := strings.Fields(line)
	n := Need{Name: words[0], Type: words[1]}
	argument := "h_" + n.Name
	for _, w := range words[2:] {
		key, value, _ := strings.Cut(w, "=")
		switch key {
		case "other":
			n.Other = value
		case "arg":
			argument = value
		case "if":
			n.Condition = []string{"#ifdef " + value}
		default:
			t.Fatalf("what is %s?", w)
		}
	}
	n.Argument = func(u *sema.Unit, at ast.Node) (string, bool) {
		if at.Origin() != at {
			t.Errorf("asked for an argument in an expansion: %s", at.Text())
		}
		return argument, argument != "none"
	}
	seen := map[string]bool{}
	for _, u := range p.units {
		for _, f := range u.Functions() {
			if f.Body.Valid() && f.Body.Origin() != f.Body && sema.Mentions(f.Body, map[string]bool{n.Name: true}) {
				n.Users = append(n.Users, User{u, f}) // declared by a macro
			}
		}
		for _, f := range u.Files {
			for i := range f.Len() {
				m := f.At(i)
				if m.Kind() != ast.Identifier || m.Text() != n.Name || u.LocalAt(m, n.Name) != nil || m.Field() == ast.FieldDeclarator {
					continue
				}
				if in := u.FunctionAt(m); in != nil && in.OnDevice() && !seen[u.File.Source.Path+in.Name+fmt.Sprint(placeOf(in.Node))] {
					seen[u.File.Source.Path+in.Name+fmt.Sprint(placeOf(in.Node))] = true
					n.Users = append(n.Users, User{u, in})
				}
			}
		}
	}
	return n
}

// thread runs Thread for lines of needs; it replaces the values' uses so that the
// result compiles.
func (p *sources) thread(t testing.TB, lines []string) (after map[string]string, problems string) {
	t.Helper()
	var needs []Need
	for _, line := range lines {
		needs = append(needs, p.need(t, line))
	}
	threader := thread(p, needs)
	r, second := threader.result(), Thread(p, needs)
	if fmt.Sprint(second.Edits) != fmt.Sprint(r.Edits) || fmt.Sprint(second.Problems) != fmt.Sprint(r.Problems) {
		t.Errorf("two runs differ:\n%v\n%v\n%v\n%v", r.Edits, second.Edits, r.Problems, second.Problems)
	}
	var b strings.Builder
	for _, q := range r.Problems {
		kind := "problem"
		if q.Note {
			kind = "note"
		}
		fmt.Fprintf(&b, "%s: %s:%d: %s: %s\n", needs[q.Need].Name, q.Path, q.Line, kind, q.Reason)
		if !q.Note && r.OK(q.Need) {
			t.Errorf("need %d has a problem and is met", q.Need)
		}
	}
	edits := r.Edits
	for i, n := range needs {
		for _, user := range n.Users {
			name := ""
			if g := threader.byPlace[placeOf(user.Function.Declarators[0])]; g != nil && r.OK(i) {
				name = g.names[i]
			}
			if (name == "") == r.OK(i) {
				t.Errorf("%s is %q in %s", n.Name, name, user.Function.Name)
			}
			if name == "" || name == n.Name {
				continue
			}
			for m := range user.Function.Body.Descendants() {
				if m.Kind() == ast.Identifier && m.Text() == n.Name && user.Unit.LocalAt(m, n.Name) == nil && written(m) && m.Field() != ast.FieldDeclarator {
					edits = append(edits, p.Edit(user.Unit, m.File(), m.Span(), name))
				}
			}
		}
	}
	seen := map[fixes.Edit]bool{}
	edits = slices.DeleteFunc(edits, func(e fixes.Edit) bool {
		if seen[e] {
			return true
		}
		seen[e] = true
		return false
	})
	return p.apply(t, edits), b.String()
}

// TestThread compares what becomes of the programs in testdata. Each has lines of
// needs, its sources, and what they become as want/NAME, with the problems as
// want/problems.
func TestThread(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 5 {
		t.Fatal(err, files)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			archive := txtar.Parse(text)
			head := string(archive.Comment)
			in := map[string]string{}
			var order []string
			for _, f := range archive.Files {
				if !strings.HasPrefix(f.Name, "want/") {
					in[f.Name] = string(f.Data)
					order = append(order, f.Name)
				}
			}
			p := load(t, in)
			var lines []string
			for _, line := range strings.Split(head, "\n") {
				if rest, ok := strings.CutPrefix(line, "need "); ok {
					lines = append(lines, rest)
				}
			}
			after, problems := p.thread(t, lines)
			var got strings.Builder
			got.WriteString(head)
			for _, n := range order {
				got.WriteString("-- " + n + " --\n" + in[n])
			}
			if problems != "" {
				got.WriteString("-- want/problems --\n" + problems)
			}
			for _, n := range order {
				if after[n] != in[n] {
					got.WriteString("-- want/" + n + " --\n" + after[n])
				}
			}
			if *update {
				if err := os.WriteFile(name, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got.String() != string(text) {
				t.Errorf("%s", fixes.Diff(name, text, []byte(got.String())))
			}
			crlf := map[string]string{}
			for n, text := range in {
				crlf[n] = strings.ReplaceAll(text, "\n", "\r\n")
			}
			windows, _ := load(t, crlf).thread(t, lines)
			for n, text := range after {
				if want := strings.ReplaceAll(text, "\n", "\r\n"); windows[n] != want {
					t.Errorf("%s with \\r\\n: %s", n, fixes.Diff(n, []byte(want), []byte(windows[n])))
				}
			}
			consistent(t, decide(after, true))
			consistent(t, decide(after, false))
			if nvcc := os.Getenv("CUDALINT_NVCC"); nvcc != "" && !strings.Contains(problems, ": problem: ") {
				compile(t, nvcc, 0, "defined", compilable(decide(after, true), lines))
				compile(t, nvcc, 0, "not defined", compilable(decide(after, false), lines))
			}
		})
	}
}

// consistent checks that every call and launch of the changed program that can be
// resolved by name alone has as many arguments as the function has parameters.
func consistent(t testing.TB, files map[string]string) {
	t.Helper()
	p := load(t, files)
	for _, u := range p.units {
		if len(u.File.Errors) > 0 {
			t.Errorf("%s does not parse any more", u.File.Source.Path)
		}
		byName := map[string][]*sema.Function{}
		for _, f := range u.Functions() {
			byName[f.Name] = append(byName[f.Name], f)
		}
		fits := func(name string, n int, at ast.Node) {
			list := byName[name]
			if len(list) == 0 {
				return
			}
			for _, f := range list {
				if takes(f, n) {
					return
				}
			}
			t.Errorf("%s: %s with %d arguments", u.File.Source.Path, at.Text(), n)
		}
		for name := range byName {
			for _, call := range u.Calls(name) {
				if dead(u, call) || u.LocalAt(call, name) != nil {
					continue
				}
				if args, ok := arguments(call); ok {
					fits(name, len(args), call)
				}
			}
		}
		for _, l := range p.Host(u).Launches() {
			if len(l.Kernels) == 1 && l.Node.ChildOf(ast.KernelCallSyntax).Valid() {
				fits(l.Kernels[0].Name, len(l.Args), l.Node)
			}
		}
	}
}

// decide returns the files with the arms that are compiled where USE_TEX is defined,
// or is not.
func decide(files map[string]string, defined bool) map[string]string {
	out := map[string]string{}
	for name, text := range files {
		var kept []string
		open, take := false, true
		for _, line := range strings.SplitAfter(text, "\n") {
			switch word := strings.TrimSpace(line); {
			case word == "#ifdef USE_TEX":
				open, take = true, defined
			case open && word == "#else":
				take = !take
			case open && word == "#endif":
				open, take = false, true
			case take:
				kept = append(kept, line)
			}
		}
		out[name] = strings.Join(kept, "")
	}
	return out
}

// TestBrokenSources cuts pieces out of the programs: whatever the text, the edits can
// be applied.
func TestBrokenSources(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txt")
	r := rand.New(rand.NewSource(1))
	for _, name := range files {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, line := range strings.Split(string(archive.Comment), "\n") {
			if rest, ok := strings.CutPrefix(line, "need "); ok {
				lines = append(lines, rest)
			}
		}
		for range 20 {
			in := map[string]string{}
			for _, f := range archive.Files {
				if text := string(f.Data); !strings.HasPrefix(f.Name, "want/") && len(text) > 0 {
					from := r.Intn(len(text))
					to := min(len(text), from+r.Intn(30))
					in[f.Name] = text[:from] + text[to:]
				}
			}
			load(t, in).thread(t, lines)
		}
	}
}

// compilable returns the files as CUDA 13 takes them: with fetches through objects, no
// references, and the host's values.
func compilable(files map[string]string, lines []string) map[string]string {
	reference := regexp.MustCompile(`(?m)^(extern )?texture<.*>.*;\n`)
	head := "#include <cstdio>\n#include <cstdlib>\n"
	for _, line := range lines {
		words := strings.Fields(line)
		head += "static " + words[1] + " h_" + words[0] + ";\n"
	}
	out := map[string]string{}
	for name, text := range files {
		text = strings.ReplaceAll(reference.ReplaceAllString(text, ""), "tex1Dfetch(coords", "tex1Dfetch<float2>(coords")
		text = strings.ReplaceAll(text, "tex1Dfetch(", "tex1Dfetch<float>(")
		if strings.HasSuffix(name, ".cu") {
			text = head + text
		}
		out[name] = text
	}
	return out
}
