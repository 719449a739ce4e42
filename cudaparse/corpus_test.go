package cudaparse

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// corpusFiles lists the files below the folders (separated as in PATH) of
// CUDALINT_CORPUS whose names end in one of CUDALINT_CORPUS_EXT (".cu .cuh").
func corpusFiles(t *testing.T) []string {
	folders := os.Getenv("CUDALINT_CORPUS")
	if folders == "" {
		t.Skip("CUDALINT_CORPUS names no folders of sources")
	}
	extensions := strings.Fields(os.Getenv("CUDALINT_CORPUS_EXT"))
	if len(extensions) == 0 {
		extensions = []string{".cu", ".cuh"}
	}
	var files []string
	for _, folder := range filepath.SplitList(folders) {
		err := filepath.WalkDir(folder, func(p string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && slices.Contains(extensions, filepath.Ext(p)) {
				files = append(files, p)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// placement counts the tokens of one spelling, and those that the tree has in the right place.
type placement struct{ total, placed int }

// TestCorpus measures the parser on real sources. CUDALINT_CORPUS_LIST=1 lists
// what is left: errors, repairs and misplaced tokens.
func TestCorpus(t *testing.T) {
	list := os.Getenv("CUDALINT_CORPUS_LIST") != ""
	var size, blanked, inactive, before, after, failed int
	var plain, withRepair time.Duration
	causes := map[ast.RepairCause]int{}
	places := map[string]*placement{"__global__": {}, "<<<": {}, "__constant__": {}, "__device__": {}, "__shared__": {}}
	files := corpusFiles(t)
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		src := source.NewFile(path, text)
		start := time.Now()
		raw, err := ParseWith(context.Background(), src, Options{NoRepair: true})
		plain += time.Since(start)
		start = time.Now()
		f, err2 := Parse(context.Background(), src)
		withRepair += time.Since(start)
		if err != nil || err2 != nil {
			t.Logf("%s: %v", path, err2)
			failed++
			continue
		}
		checkTree(t, f)
		size += len(text)
		blanked += f.BlankedBytes
		for _, s := range f.Inactive {
			inactive += s.Len()
		}
		for _, r := range f.Repairs {
			causes[r.Cause]++
			if list {
				t.Logf("repair %s %s: %s: %.60q", path, at(f, r.Span.Start), r.Cause, f.Source.Slice(r.Span))
			}
		}
		if len(raw.Errors) > 0 {
			before++
		}
		if len(f.Errors) > 0 {
			after++
			for _, e := range f.Errors {
				t.Logf("error %s %s: %.60q", path, at(f, e.Span.Start), f.Source.Slice(e.Span))
			}
		}
		for _, m := range misplaced(f, places) {
			t.Logf("misplaced %s %s: %s", path, at(f, m), f.Source.Slice(f.Source.LineSpan(f.Source.Position(m).Line)))
		}
	}
	mb := float64(size) / 1e6
	t.Logf("%d files, %.1f MB, %d not analysed", len(files), mb, failed)
	t.Logf("with errors: %d (%.1f %%) as they are, %d (%.1f %%) repaired", before, percent(before, len(files)), after, percent(after, len(files)))
	t.Logf("blanked: %d bytes (%.2f %%), of them %d of arms left out", blanked, percent(blanked, size), inactive)
	t.Logf("speed: %.1f MB/s as they are, %.1f MB/s repaired", mb/plain.Seconds(), mb/withRepair.Seconds())
	for _, c := range sortedKeys(causes) {
		t.Logf("repairs, %s: %d", c, causes[c])
	}
	for _, token := range sortedKeys(places) {
		p := places[token]
		t.Logf("%s: %d of %d (%.2f %%) in their place", token, p.placed, p.total, percent(p.placed, p.total))
		if float64(p.placed) < 0.995*float64(p.total) {
			t.Errorf("%s: less than 99.5 %% in their place", token)
		}
	}
	if percent(after, len(files)) > 4 || percent(blanked, size) > 0.5 {
		t.Errorf("too many errors or too much blanked")
	}
}

func sortedKeys[K ast.RepairCause | string, V any](m map[K]V) []K {
	var keys []K
	for k := range m {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] })
	return keys
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

func at(f *ast.File, offset int) string {
	p := f.Source.Position(offset)
	return fmt.Sprintf("%d:%d", p.Line, p.Column)
}

// misplaced counts the CUDA tokens of a file outside comments, literals,
// directives and arms left out, and returns the offsets of those that do not
// stand on a node that means what they say.
func misplaced(f *ast.File, places map[string]*placement) []int {
	launches := map[int]bool{}
	var kernels, constants, functions, shared []ast.Node
	for n := range f.Root().Descendants() {
		if n.Is(ast.FunctionDefinition, ast.Declaration, ast.FieldDeclaration, ast.FriendDeclaration, ast.LambdaExpression, ast.TemplateInstantiation) && n.Qualifiers()&ast.Device != 0 {
			functions = append(functions, n)
		}
		if n.Is(ast.Declaration) && n.Qualifiers()&ast.Shared != 0 {
			shared = append(shared, n)
		}
		switch {
		case n.Is(ast.KernelCallSyntax) && n.Parent().Is(ast.CallExpression):
			launches[n.Span().Start] = true
		case n.Is(ast.FunctionDefinition, ast.Declaration, ast.FriendDeclaration) && n.Qualifiers()&ast.Global != 0:
			kernels = append(kernels, n)
		case n.Is(ast.Declaration, ast.FieldDeclaration) && n.Qualifiers()&ast.Constant != 0:
			constants = append(constants, n)
		}
	}
	var missed []int
	for _, token := range preproc.Lex(f.Source.Text, preproc.Lines) {
		word := token.In(f.Source.Text)
		p := places[word]
		if p == nil || inSpans(f.Inactive, token.Start()) {
			continue
		}
		p.total++
		ok := false
		switch word {
		case "<<<":
			ok = launches[token.Start()]
		case "__global__":
			ok = heads(kernels, token.Start())
		case "__device__":
			ok = heads(functions, token.Start())
		case "__shared__":
			ok = heads(shared, token.Start())
		case "__constant__":
			ok = heads(constants, token.Start())
		}
		if ok {
			p.placed++
		} else {
			missed = append(missed, token.Start())
		}
	}
	return missed
}

// heads reports whether an offset lies in one of the nodes before its body.
func heads(nodes []ast.Node, offset int) bool {
	for _, n := range nodes {
		end := n.Span().End
		if body := n.Child(ast.FieldBody); body.Valid() {
			end = body.Span().Start
		}
		if n.Span().Start <= offset && offset < end {
			return true
		}
	}
	return false
}

func inSpans(spans []source.Span, offset int) bool {
	for _, s := range spans {
		if s.Contains(offset) {
			return true
		}
	}
	return false
}

// checkTree checks the invariants of a tree: preorder, spans inside the parent's and the file's,
// siblings in order.
func checkTree(t testing.TB, f *ast.File) {
	t.Helper()
	for i := range f.Len() {
		n := f.At(i)
		s, p := n.Span(), n.Parent()
		if s.Start > s.End || s.End > f.Source.Len() {
			t.Fatalf("%s: node %d has span %v in a file of %d bytes", f.Source.Path, i, s, f.Source.Len())
		}
		if p.Valid() && (p.Index() >= i || s.Start < p.Span().Start || s.End > p.Span().End) {
			t.Fatalf("%s: node %d %v %v is not inside its parent %d %v %v", f.Source.Path, i, n.Kind(), s, p.Index(), p.Kind(), p.Span())
		}
		if next := n.Next(); next.Valid() && (next.Index() <= i || next.Span().Start < s.End) {
			t.Fatalf("%s: node %d %v %v overlaps its sibling %v", f.Source.Path, i, n.Kind(), s, next.Span())
		}
	}
}
