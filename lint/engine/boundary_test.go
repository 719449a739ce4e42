package engine_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/includes"
	"github.com/cudalint/cudalint/rules"
)

// TestIncludesStayInside: what a source includes from elsewhere is not read, however its
// path gets there, and shows in no problem. In an include folder it is, which shows that
// the test sees what is read.
func TestIncludesStayInside(t *testing.T) {
	outside := t.TempDir()
	write := func(dir, name, text string) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(outside, "secret.txt", "root:x:0:0: ) ( password\n")
	secret := filepath.Join(outside, "secret.txt")
	for _, c := range []struct {
		name, include string
		opts          engine.Options
		read          bool
	}{
		{name: "an absolute path", include: secret},
		{name: "steps up", include: "../../../../../../../../../../../.." + secret},
		{name: "a link to a file", include: "link.txt"},
		{name: "a link to a folder", include: "links/secret.txt"},
		{name: "found by searching", include: "outer/links/secret.txt"},
		{name: "another include folder", include: "secret.txt", opts: engine.Options{IncludeDirs: []string{"inc"}}},
		{name: "a link in an include folder", include: "hidden.txt", opts: engine.Options{IncludeDirs: []string{"inc"}}},
		{name: "an include folder", include: "secret.txt", opts: engine.Options{IncludeDirs: []string{outside}}, read: true},
		{name: "a folder that is given", include: secret, opts: engine.Options{Given: []string{outside}}, read: true},
		{name: "the build's include folder", include: "secret.txt", read: true,
			opts: engine.Options{Flags: func(string) engine.Flags { return engine.Flags{IncludeDirs: []string{outside}} }}},
		{name: "the build's first include", include: "none", read: true,
			opts: engine.Options{Flags: func(string) engine.Flags { return engine.Flags{Includes: []string{secret}} }}},
	} {
		dir := filepath.Join(t.TempDir(), "program")
		write(dir, "outer/a.cu", "#include \""+filepath.ToSlash(c.include)+"\"\n__global__ void k() {}\n")
		write(dir, "inc/b.cuh", "")
		for link, target := range map[string]string{"outer/link.txt": secret, "outer/links": outside, "inc/hidden.txt": secret} {
			if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
				t.Skip(err)
			}
		}
		for how, file := range map[string]string{"relative": "outer/a.cu", "absolute": filepath.Join(dir, "outer", "a.cu")} {
			opts := c.opts
			opts.Rules, opts.Dir, opts.Includes = rules.All(), dir, includes.NewFinder(dir, []string{dir})
			r := engine.New(opts).Check(context.Background(), []discover.Input{{Path: file}})
			shown := false
			for _, p := range r.Problems {
				shown = shown || strings.Contains(p.Path, "secret.txt") || strings.Contains(p.Path, "hidden.txt") || strings.Contains(p.Message, "password")
			}
			if r.Files != 1 || shown != c.read {
				t.Errorf("%s, %s: %d files, read %v, want %v: %v", c.name, how, r.Files, shown, c.read, r.Problems)
			}
		}
	}
}
