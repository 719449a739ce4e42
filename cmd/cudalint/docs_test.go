package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The tests in this file keep the pages for contributors true. What they find missing is to be
// written, what they cannot find is to be taken out.

var repository = os.DirFS(filepath.Join("..", ".."))

// contributorPages are the pages for contributors.
var contributorPages = []string{"docs/writing-a-rule.md", "ARCHITECTURE.md", "CONTRIBUTING.md"}

// pages returns the pages for contributors by their paths.
func pages(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{}
	for _, name := range contributorPages {
		text, err := fs.ReadFile(repository, name)
		if err != nil {
			t.Fatal(err)
		}
		pages[name] = string(text)
	}
	return pages
}

// A moduleFiles is what the Go files of the module declare.
type moduleFiles struct {
	folders map[string]bool            // those with Go files, tests aside
	members map[string]map[string]bool // by name of the package: Function, Type, Type.Member
	tests   map[string][]string        // by folder: names of tests, benchmarks and fuzz tests
	imports map[string]map[string]bool // by folder: folders of the module
}

func readModule(t *testing.T) *moduleFiles {
	t.Helper()
	m := &moduleFiles{folders: map[string]bool{}, members: map[string]map[string]bool{}, tests: map[string][]string{}, imports: map[string]map[string]bool{}}
	err := fs.WalkDir(repository, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := path.Base(name)
		if entry.IsDir() && (base == "testdata" || name != "." && strings.HasPrefix(base, ".")) {
			return fs.SkipDir
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		text, err := fs.ReadFile(repository, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if strings.HasSuffix(name, "_test.go") {
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok {
					m.tests[path.Dir(name)] = append(m.tests[path.Dir(name)], f.Name.Name)
				}
			}
			return nil
		}
		folder := path.Dir(name)
		if m.folders[folder] = true; m.imports[folder] == nil {
			m.imports[folder] = map[string]bool{}
		}
		for _, spec := range file.Imports {
			if imported, ok := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), module); ok {
				m.imports[folder][imported] = true
			}
		}
		m.add(file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// add adds what a file declares.
func (m *moduleFiles) add(file *ast.File) {
	members := m.members[file.Name.Name]
	if members == nil {
		members = map[string]bool{}
		m.members[file.Name.Name] = members
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				name = typeName(d.Recv.List[0].Type) + "." + name
			}
			members[name] = true
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.ValueSpec:
					for _, n := range s.Names {
						members[n.Name] = true
					}
				case *ast.TypeSpec:
					members[s.Name.Name] = true
					var fields *ast.FieldList
					switch s := s.Type.(type) {
					case *ast.StructType:
						fields = s.Fields
					case *ast.InterfaceType:
						fields = s.Methods
					default:
						continue
					}
					for _, f := range fields.List {
						for _, n := range f.Names {
							members[s.Name.Name+"."+n.Name] = true
						}
					}
				}
			}
		}
	}
}

// typeName returns the name of a receiver's type.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.IndexListExpr:
		return typeName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

var (
	linkForm = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	codeForm = regexp.MustCompile("`([^`\n]+)`")
	// pathForm is that of a path of the repository, nameForm that of a declared name.
	pathForm = regexp.MustCompile(`^(cmd|cudaparse|lint|rules|lsp|fixes|internal|testdata|docs|editors|\.ci|\.github)(/[\w.-]+)*/?$`)
	nameForm = regexp.MustCompile(`^([a-z]+)\.([A-Za-z]\w*(?:\.[A-Za-z]\w*)?)(?:\(.*\))?$`)
	fence    = regexp.MustCompile("(?ms)^ *```(\\w*)\n(.*?)^ *```")
)

// TestDocsNameWhatThereIs: files, folders and declarations that the pages name exist.
func TestDocsNameWhatThereIs(t *testing.T) {
	m := readModule(t)
	all := userPages(t)
	maps.Copy(all, pages(t))
	for page, text := range all {
		for _, link := range linkForm.FindAllStringSubmatch(text, -1) {
			if _, err := fs.Stat(repository, path.Join(path.Dir(page), link[1])); err != nil {
				t.Errorf("%s links %s: %v", page, link[1], err)
			}
		}
		for _, code := range codeForm.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
			if pathForm.MatchString(code[1]) && !strings.Contains(code[1], "NAME") {
				if _, err := fs.Stat(repository, strings.TrimSuffix(code[1], "/")); err != nil {
					t.Errorf("%s names %s: %v", page, code[1], err)
				}
			}
			if name := nameForm.FindStringSubmatch(code[1]); name != nil && slices.Contains(contributorPages, page) && !m.declares(name[1], name[2]) {
				t.Errorf("%s names %s, which is not declared", page, code[1])
			}
		}
	}
}

// declares reports whether a package declares a name. "pass" stands for what a rule works with.
// Names of packages that the module does not have are not looked at.
func (m *moduleFiles) declares(pkg, name string) bool {
	if pkg == "pass" {
		if member, ok := strings.CutPrefix(name, "Unit."); ok {
			return m.members["sema"]["Unit."+member]
		}
		return slices.ContainsFunc([]string{"Pass", "CheckPass", "CollectPass", "UnitServices", "CheckServices"}, func(of string) bool {
			return m.members["lint"][of+"."+name]
		})
	}
	members, known := m.members[pkg]
	return !known || members[name]
}

// TestArchitectureListsTheFolders: ARCHITECTURE.md has a line for each folder with Go files, one
// for all folders of rules, and imports point downwards from line to line.
func TestArchitectureListsTheFolders(t *testing.T) {
	lines := map[string]int{}
	for i, line := range strings.Split(pages(t)["ARCHITECTURE.md"], "\n") {
		if row := strings.Split(line, "`"); len(row) > 1 && row[0] == "| " {
			lines[row[1]] = i
		}
	}
	m := readModule(t)
	lineOf := func(folder string) int {
		if path.Dir(folder) == "rules" {
			folder = "rules"
		}
		return lines[folder]
	}
	for _, folder := range slices.Sorted(maps.Keys(m.folders)) {
		if lineOf(folder) == 0 {
			t.Errorf("ARCHITECTURE.md has no line for %s", folder)
		}
		for _, imported := range slices.Sorted(maps.Keys(m.imports[folder])) {
			if line := lineOf(imported); line > 0 && line < lineOf(folder) {
				t.Errorf("ARCHITECTURE.md has %s above %s, which imports it", imported, folder)
			}
		}
	}
}

// TestDocsShowWhatRuns: the commands of the pages can be run.
func TestDocsShowWhatRuns(t *testing.T) {
	m := readModule(t)
	for page, text := range pages(t) {
		for _, block := range fence.FindAllStringSubmatch(text, -1) {
			if block[1] != "sh" {
				continue
			}
			for _, line := range strings.Split(block[2], "\n") {
				line, _, _ = strings.Cut(line, " #")
				args := strings.Fields(strings.ReplaceAll(line, "'", ""))
				for len(args) > 0 && strings.Contains(args[0], "=") {
					args = args[1:] // of the environment
				}
				if why := m.runs(args); why != "" {
					t.Errorf("%s shows %q: %s", page, line, why)
				}
			}
		}
	}
}

// runs returns why a command cannot be run, "" if it can.
func (m *moduleFiles) runs(args []string) string {
	if len(args) == 0 {
		return ""
	}
	switch {
	case args[0] == "cudalint":
		return parses(args[1:])
	case strings.HasPrefix(args[0], "."):
		if _, err := fs.Stat(repository, path.Clean(args[0])); err != nil {
			return err.Error()
		}
		return ""
	case args[0] != "go" || len(args) < 3:
		return "the test does not know this command"
	case args[1] == "run" && args[2] == "./cmd/cudalint":
		return parses(args[3:])
	case args[1] == "tool":
		return ""
	}
	var folders []string
	for i, arg := range args[2:] {
		if !strings.HasPrefix(arg, "./") {
			continue
		}
		folder, all := strings.CutSuffix(path.Clean(arg), "/...")
		if folder == "..." {
			folder = "."
		}
		if _, err := fs.Stat(repository, folder); err != nil {
			return err.Error()
		}
		if folders = append(folders, folder); all {
			return ""
		}
		if args[1] == "run" && i == 0 {
			return ""
		}
	}
	for i, arg := range args {
		if (arg == "-run" || arg == "-bench" || arg == "-fuzz") && i+1 < len(args) && args[i+1] != "." && args[i+1] != "^$" {
			for _, pattern := range strings.Split(args[i+1], "|") {
				name, _, _ := strings.Cut(pattern, "/")
				form, err := regexp.Compile(name)
				if err != nil {
					return err.Error()
				}
				if !slices.ContainsFunc(folders, func(f string) bool { return slices.ContainsFunc(m.tests[f], form.MatchString) }) {
					return "no test is called " + name
				}
			}
		}
	}
	return ""
}

// parses returns why cudalint rejects a command line, "" if it does not.
func parses(args []string) string {
	command, rest, err := new(Command).root().Find(args)
	if err != nil {
		return err.Error()
	}
	if err := command.ParseFlags(rest); err != nil {
		return err.Error()
	}
	return ""
}

// TestDocsQuoteRules: the Go code that a page shows is that of a rule, line by line, and the CUDA
// code that of a corpus.
func TestDocsQuoteRules(t *testing.T) {
	var all strings.Builder
	for _, pattern := range []string{"rules/*/*.go", "testdata/rules/*/*.cu"} {
		names, err := fs.Glob(repository, pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := fs.ReadFile(repository, name)
			if err != nil {
				t.Fatal(err)
			}
			all.WriteString(spaceless(string(text)) + "\n")
		}
	}
	source := all.String()
	for page, text := range pages(t) {
		for _, block := range fence.FindAllStringSubmatch(text, -1) {
			if block[1] != "go" && block[1] != "cuda" {
				continue
			}
			for _, line := range strings.Split(spaceless(block[2]), "\n") {
				quoted, _, _ := strings.Cut(line, " // in ") // the page's own comment
				quoted = strings.TrimRight(quoted, "`\"")
				if !strings.Contains(source, "\n"+quoted) {
					t.Errorf("%s shows a line that no rule has: %s", page, line)
				}
			}
		}
	}
}

// spaceless returns text with one space for each run of blanks, and without those at the ends of
// lines.
func spaceless(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.Join(strings.Fields(lines[i]), " ")
	}
	return strings.Join(lines, "\n")
}
