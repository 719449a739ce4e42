// Command newrule makes a new rule: its folder in rules with code and page, a corpus in
// testdata/rules, and its line in rules/rules.go. The rule compiles, and its test passes; it
// reports kernels that are called todo. Every place to edit says TODO.
//
//	go run ./internal/newrule launch-one-thread
//
// Without a name it only writes rules/rules.go anew, from the folders that there are.
package main

import (
	"bytes"
	"embed"
	"errors"
	"flag"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
)

//go:embed template
var templates embed.FS

var nameForm = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)+$`)

// A rule is what the templates are about.
type rule struct{ Name string }

// Package is the name of the rule's package.
func (r rule) Package() string { return strings.ReplaceAll(r.Name, "-", "") }

func main() {
	root := flag.String("root", ".", "folder of the module")
	flag.Parse()
	files, err := generate(*root, flag.Arg(0))
	for _, f := range files {
		fmt.Println(f)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "newrule:", err)
		os.Exit(1)
	}
}

// generate writes the files of a rule into a module and returns their paths.
func generate(root, name string) (files []string, err error) {
	if name == "" {
		return writeList(root, nil)
	}
	if !nameForm.MatchString(name) {
		return nil, fmt.Errorf("%q is no name of a rule: two or more lower-case words, joined by -, the first says what it is about", name)
	}
	r := rule{name}
	for _, f := range []struct{ template, path string }{
		{"rule.go.tmpl", filepath.Join("rules", name, "rule.go")},
		{"doc.md.tmpl", filepath.Join("rules", name, "doc.md")},
		{"flagged.cu.tmpl", filepath.Join("testdata", "rules", name, "flagged.cu")},
		{"clean.cu.tmpl", filepath.Join("testdata", "rules", name, "clean.cu")},
	} {
		if err := write(root, f.path, f.template, r, os.O_EXCL); err != nil {
			return files, err
		}
		files = append(files, f.path)
	}
	return writeList(root, files)
}

// writeList writes rules/rules.go from the folders of rules, and adds it to the files.
func writeList(root string, files []string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(root, "rules")) // sorted
	if err != nil {
		return files, err
	}
	var rules []rule
	for _, e := range entries {
		if _, err := os.Stat(filepath.Join(root, "rules", e.Name(), "rule.go")); err == nil {
			rules = append(rules, rule{e.Name()})
		}
	}
	path := filepath.Join("rules", "rules.go")
	return append(files, path), write(root, path, "rules.go.tmpl", rules, os.O_TRUNC)
}

// write fills in a template. The mode is os.O_EXCL for a file that may not be there.
func write(root, path, name string, data any, mode int) error {
	t, err := template.ParseFS(templates, "template/"+name)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := t.Execute(&text, data); err != nil {
		return err
	}
	out := text.Bytes()
	if filepath.Ext(path) == ".go" {
		if out, err = format.Source(out); err != nil {
			return err
		}
	}
	path = filepath.Join(root, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|mode, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(out)
	return errors.Join(err, file.Close())
}
