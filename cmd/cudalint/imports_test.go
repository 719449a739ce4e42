package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/cudalint/cudalint/"

// mayImport lists, for each package of the module, the packages of the module
// that it may import. The first entry whose pattern matches a package counts; a
// pattern that ends in /... is that folder and all below it. A package that no
// entry names fails the test: its place in the order has to be decided.
var mayImport = []struct {
	packages string
	imports  []string
}{
	{"cmd/...", []string{"rules", "lsp", "lsp/settings", "lint/...", "fixes", "cudaparse/source"}},
	{"lsp", []string{"lsp/...", "lint/...", "fixes", "cudaparse/source"}},
	{"lsp/wire", nil},
	{"lsp/transport", nil},
	{"lsp/document", []string{"lsp/wire", "lint/discover", "fixes"}},
	{"lsp/settings", []string{"lsp/wire", "lint", "lint/config", "lint/suggest"}},
	{"lsp/render", []string{"lint", "lint/inspect", "lint/price", "lint/wording", "lint/analysis/warp", "lint/model/cost", "lint/model/gpu", "cudaparse/sema"}},
	{"internal/lsptest", nil}, // what it checks it shares nothing with
	{"internal/bareparser", nil},
	{"internal/measuredtable", nil},
	{"rules", []string{"rules/...", "lint"}},
	{"rules/internal/...", []string{"lint", "lint/analysis/warp", "lint/analysis/resource/...", "cudaparse/...", "fixes"}},
	{"rules/...", []string{"rules/internal/...", "lint", "lint/suppress", "lint/analysis/warp", "lint/analysis/resource/...", "lint/analysis/pointer", "lint/analysis/localarray", "lint/analysis/narrow", "lint/analysis/parameter", "lint/analysis/texture/...", "cudaparse/...", "fixes"}},
	{"lint/report/linehash", nil},
	{"lint/report/page", []string{"lint/report", "lint", "lint/inspect", "lint/price", "lint/wording", "fixes", "cudaparse/sema", "cudaparse/source"}},
	{"lint/report", []string{"lint/ptxas", "lint/report/linehash", "lint", "lint/engine", "lint/inspect", "lint/price", "lint/wording", "lint/discover", "lint/includes", "lint/suppress", "lint/config", "lint/analysis/warp", "lint/model/gpu", "lint/verify", "fixes", "cudaparse/sema", "cudaparse/source"}},
	{"lint/config", []string{"lint", "lint/ptxas", "lint/engine", "lint/discover", "lint/selector", "lint/analysis/warp", "lint/model/gpu", "lint/suggest", "lint/bounded", "cudaparse/source"}},
	{"lint/baseline", []string{"lint", "lint/engine", "lint/bounded", "fixes", "cudaparse/source"}},
	{"lint/changes", []string{"lint", "lint/engine"}},
	{"lint/model/gpu", []string{"lint/suggest", "lint/bounded"}},
	{"lint/suggest", nil},
	{"lint/bounded", nil},
	{"lint/gitignore", []string{"lint/bounded"}},
	{"lint/generated", []string{"lint/gitignore"}},
	{"lint/includes", []string{"lint/gitignore", "lint/bounded", "cudaparse/preproc", "cudaparse/source"}},
	{"lint/model/calibrate", []string{"lint/model/gpu"}},
	{"lint/verify", []string{"lint/kernelname"}},
	{"lint/kernelname", []string{"cudaparse/sema"}},
	{"lint/ptxas", []string{"lint/kernelname", "lint/bounded"}},
	{"lint/model/cost", []string{"lint/analysis/warp", "lint/model/gpu", "cudaparse/..."}},
	{"lint/analysis/warp/kernels", []string{"lint/analysis/warp/machine", "lint/analysis/warp/reuse", "lint/analysis/warp", "cudaparse/..."}},
	{"lint/analysis/warp/reuse", []string{"lint/analysis/warp/opgraph", "lint/analysis/warp", "cudaparse/..."}},
	{"lint/analysis/warp/machine", []string{"lint/analysis/warp/builtin", "lint/analysis/warp/state", "lint/analysis/warp/access", "lint/analysis/warp/codegen", "lint/analysis/warp/opgraph", "lint/analysis/warp/ctype", "lint/analysis/warp/lanes", "lint/analysis/warp", "cudaparse/..."}},
	{"lint/analysis/warp/builtin", []string{"lint/analysis/warp/state", "lint/analysis/warp/access", "lint/analysis/warp/opgraph", "lint/analysis/warp/ctype", "lint/analysis/warp/lanes", "lint/analysis/warp", "cudaparse/..."}},
	{"lint/analysis/warp/state", []string{"lint/analysis/warp/access", "lint/analysis/warp/opgraph", "lint/analysis/warp/ctype", "lint/analysis/warp/lanes", "lint/analysis/warp", "cudaparse/..."}},
	{"lint/analysis/warp/access", []string{"lint/analysis/warp/codegen", "lint/analysis/warp/opgraph", "lint/analysis/warp/ctype", "lint/analysis/warp/lanes", "lint/analysis/warp", "cudaparse/..."}},
	{"lint/analysis/warp/codegen", []string{"lint/analysis/warp/opgraph", "lint/analysis/warp", "cudaparse/sema", "cudaparse/ast"}},
	{"lint/analysis/warp/opgraph", []string{"lint/analysis/warp/lanes", "lint/analysis/warp", "cudaparse/ir", "cudaparse/sema", "cudaparse/ast"}},
	{"lint/analysis/warp/ctype", []string{"lint/analysis/warp/lanes", "cudaparse/ir", "cudaparse/sema"}},
	{"lint/analysis/warp/lanes/...", []string{"lint/analysis/warp/lanes/..."}},
	{"lint/analysis/warp", []string{"cudaparse/localflow", "cudaparse/sema", "cudaparse/ast"}},
	{"lint/analysis/resource/handle", []string{"cudaparse/sema", "cudaparse/ast"}},
	{"lint/analysis/resource/state", []string{"cudaparse/ir", "cudaparse/ast"}},
	{"lint/analysis/resource/body", []string{"lint/analysis/resource/handle", "lint/analysis/resource/state", "cudaparse/..."}},
	{"lint/analysis/resource/follow", []string{"lint/analysis/resource/body", "lint/analysis/resource/handle", "lint/analysis/resource/state", "cudaparse/..."}},
	{"lint/analysis/resource/repair", []string{"lint/analysis/resource/follow", "lint/analysis/resource/body", "lint/analysis/resource/handle", "lint/analysis/resource/state", "cudaparse/..."}},
	{"lint/analysis/resource", []string{"lint/analysis/resource/...", "cudaparse/..."}},
	{"lint/analysis/texture", []string{"cudaparse/sema", "cudaparse/expand", "cudaparse/ast", "cudaparse/preproc"}},
	{"lint/analysis/pointer", []string{"cudaparse/decl", "cudaparse/host", "cudaparse/ir", "cudaparse/sema", "cudaparse/ast"}},
	{"lint/analysis/localarray", []string{"lint/analysis/warp", "cudaparse/ir", "cudaparse/sema", "cudaparse/types", "cudaparse/ast"}},
	{"lint/analysis/narrow", []string{"lint/analysis/warp", "cudaparse/ir", "cudaparse/sema", "cudaparse/types", "cudaparse/ast"}},
	{"lint/analysis/parameter", []string{"cudaparse/...", "fixes"}},
	{"lint/analysis/texture/migrate", []string{"lint/analysis/texture", "lint/analysis/parameter", "cudaparse/...", "fixes"}},
	{"lint/price", []string{"lint", "lint/ptxas", "lint/analysis/warp", "lint/model/cost", "lint/model/gpu", "cudaparse/sema", "cudaparse/ast"}},
	{"lint/assumption", []string{"lint", "lint/analysis/warp", "cudaparse/sema", "cudaparse/ast"}},
	{"lint/fingerprint", []string{"lint", "cudaparse/preproc", "cudaparse/source"}},
	{"lint/verification", []string{"lint", "lint/kernelname", "lint/assumption", "lint/verify", "lint/analysis/warp", "cudaparse/sema", "cudaparse/ast"}},
	{"lint/inspect", []string{"lint", "lint/ptxas", "lint/assumption", "lint/price", "lint/analysis/warp", "lint/analysis/warp/kernels", "lint/analysis/warp/lanes", "lint/model/gpu", "cudaparse/..."}},
	{"lint/autofix", []string{"lint", "lint/engine", "lint/discover", "lint/suppress", "cudaparse", "cudaparse/source", "fixes"}},
	{"lint/facts", []string{"lint", "lint/intern"}},
	{"lint/headers", []string{"lint/intern"}},
	{"lint/intern", nil},
	{"lint/schedule", nil},
	{"lint/related", []string{"lint/discover", "cudaparse/preproc", "cudaparse/sema", "cudaparse/ast", "cudaparse/source"}},
	{"lint/cache", nil},
	{"lint/codec", nil},
	{"lint/engine", []string{"lint", "lint/kernelname", "lint/ptxas", "lint/assumption", "lint/facts", "lint/fingerprint", "lint/headers", "lint/inspect", "lint/intern", "lint/price", "lint/related", "lint/schedule", "lint/verification", "lint/suppress", "lint/discover", "lint/cache", "lint/codec", "lint/bounded", "lint/analysis/warp", "lint/analysis/warp/kernels", "lint/analysis/warp/reuse", "lint/model/gpu", "lint/verify", "lint/gitignore", "lint/includes", "fixes", "cudaparse/..."}},
	{"lint/discover", []string{"lint", "lint/gitignore", "cudaparse/preproc", "cudaparse/source"}},
	{"lint/suppress", []string{"lint/selector", "lint/suggest", "fixes", "cudaparse/..."}},
	{"lint/selector", []string{"lint/suggest"}},
	{"lint/wording", []string{"lint", "lint/inspect", "lint/model/gpu", "lint/analysis/warp", "cudaparse/sema"}},
	{"lint", []string{"lint/codec", "lint/suppress", "lint/analysis/warp", "lint/model/gpu", "lint/verify", "lint/suggest", "fixes", "cudaparse/..."}},
	{"fixes", []string{"cudaparse/source"}},
	{"cudaparse/source", nil},
	{"cudaparse/query", nil}, // the lowest layer, as source is
	{"cudaparse/ast", []string{"cudaparse/source"}},
	{"cudaparse/preproc", []string{"cudaparse/source"}},
	{"cudaparse/sema", []string{"cudaparse/types", "cudaparse/load", "cudaparse/expand", "cudaparse/decl", "cudaparse", "cudaparse/preproc", "cudaparse/ast", "cudaparse/query", "cudaparse/source"}},
	{"cudaparse/types", []string{"cudaparse/decl", "cudaparse/ast"}},
	{"cudaparse/load", []string{"cudaparse/decl", "cudaparse", "cudaparse/preproc", "cudaparse/ast", "cudaparse/query", "cudaparse/source"}},
	{"cudaparse/expand", []string{"cudaparse", "cudaparse/preproc", "cudaparse/ast", "cudaparse/query", "cudaparse/source"}},
	{"cudaparse/ir", []string{"cudaparse/decl", "cudaparse/sema", "cudaparse/types", "cudaparse/preproc", "cudaparse/ast", "cudaparse/source"}},
	{"cudaparse/host", []string{"cudaparse/decl", "cudaparse/ir", "cudaparse/sema", "cudaparse/types", "cudaparse/ast", "cudaparse/source"}},
	{"cudaparse/program", []string{"cudaparse/sema", "cudaparse/types", "cudaparse/preproc", "cudaparse/ast"}},
	{"cudaparse/depend", []string{"cudaparse/decl", "cudaparse/sema", "cudaparse/ast", "cudaparse/source"}},
	{"cudaparse/localflow", []string{"cudaparse/decl", "cudaparse/sema", "cudaparse/types", "cudaparse/preproc", "cudaparse/ast"}},
	{"cudaparse/decl", []string{"cudaparse/preproc", "cudaparse/ast", "cudaparse/source"}},
	{"cudaparse/cfg", []string{"cudaparse/ir", "cudaparse/ast"}},
	{"cudaparse/repair", []string{"cudaparse/preproc", "cudaparse/ast", "cudaparse/source"}},
	{"cudaparse", []string{"cudaparse/repair", "cudaparse/preproc", "cudaparse/ast", "cudaparse/source"}},
}

// onlyIn lists the packages that may import what others must not: the parser's
// binding does not leave cudaparse, and only report paints.
var onlyIn = map[string][]string{
	"github.com/smacker/go-tree-sitter":           {"cudaparse", "internal/bareparser"},
	"github.com/alexaandru/go-sitter-forest/cuda": {"cudaparse", "internal/bareparser"},
	"github.com/fatih/color":                      {"lint/report"},
}

func matches(pattern, pkg string) bool {
	folder, all := strings.CutSuffix(pattern, "/...")
	return pkg == folder || all && strings.HasPrefix(pkg, folder+"/")
}

func allowed(pkg, imported string) (known, ok bool) {
	for _, entry := range mayImport {
		if !matches(entry.packages, pkg) {
			continue
		}
		for _, pattern := range entry.imports {
			if matches(pattern, imported) {
				return true, true
			}
		}
		return true, false
	}
	return false, false
}

// TestImportsPointOneWay reads the import lines of every file that is not a
// test.
func TestImportsPointOneWay(t *testing.T) {
	checked := 0
	const root = "../.."
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "editors" || name != root && strings.HasPrefix(entry.Name(), ".")) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		pkg := path.Dir(filepath.ToSlash(rel))
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if owners, ok := onlyIn[imported]; ok && !slices.Contains(owners, pkg) {
				t.Errorf("%s imports %s, which only %s may", name, imported, owners)
			}
			own, ok := strings.CutPrefix(imported, module)
			if !ok {
				continue
			}
			checked++
			switch known, ok := allowed(pkg, own); {
			case !known:
				t.Errorf("%s: package %s has no entry in mayImport", name, pkg)
			case !ok:
				t.Errorf("%s: %s must not import %s", name, pkg, own)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked < 20 {
		t.Errorf("%d imports seen: the test looks in the wrong place", checked)
	}
}

// TestImportRulesRefuse shows that the list above forbids what it is there for.
func TestImportRulesRefuse(t *testing.T) {
	for _, c := range [][2]string{
		{"lint", "lint/report"}, {"lint", "rules"}, {"lint/model/gpu", "lint/analysis/warp"}, {"lint/analysis/warp", "lint/model/gpu"}, {"lint/analysis/warp", "lint"},
		{"rules/constant-divergent-index", "lint/report"}, {"rules/constant-divergent-index", "rules/other"},
		{"cudaparse/ast", "cudaparse/sema"}, {"cudaparse/source", "cudaparse/ast"}, {"cudaparse/query", "cudaparse/preproc"}, {"cudaparse/sema", "lint"}, {"cudaparse/expand", "cudaparse/sema"}, {"cudaparse/types", "cudaparse/sema"}, {"cudaparse/types", "cudaparse/expand"}, {"cudaparse/load", "cudaparse/expand"}, {"fixes", "lint"},
		{"lint/analysis/resource/body", "lint/analysis/resource/follow"}, {"lint/analysis/resource/follow", "lint/analysis/resource/repair"}, {"lint/analysis/resource/repair", "lint/analysis/resource"},
	} {
		if known, ok := allowed(c[0], c[1]); !known || ok {
			t.Errorf("%s may import %s", c[0], c[1])
		}
	}
}
