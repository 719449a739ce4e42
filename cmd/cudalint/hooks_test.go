package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/cudalint/cudalint/lint/discover"
)

// A hook is one of .pre-commit-hooks.yaml.
type hook struct {
	ID, Name, Description, Language, Entry, Files string

	RequireSerial bool   `yaml:"require_serial"`
	Minimum       string `yaml:"minimum_pre_commit_version"`
}

// hooks returns those of the repository.
func hooks(t *testing.T) map[string]hook {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", ".pre-commit-hooks.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var list []hook
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(&list); err != nil {
		t.Fatal(err)
	}
	byID := map[string]hook{}
	for _, h := range list {
		byID[h.ID] = h
	}
	if len(byID) != len(list) {
		t.Error("two hooks have one id")
	}
	return byID
}

func TestHooks(t *testing.T) {
	list := hooks(t)
	for id, language := range map[string]string{"cudalint": "golang", "cudalint-fix": "golang", "cudalint-system": "system"} {
		h, ok := list[id]
		switch {
		case !ok:
			t.Errorf("there is no hook %s", id)
		case h.Language != language || !h.RequireSerial || h.Name == "" || h.Description == "":
			t.Errorf("hook %s: %+v", id, h)
		}
	}
	if len(list) != 3 {
		t.Errorf("%d hooks, want 3", len(list))
	}
}

// TestHooksRun runs the entries as pre-commit does, with the names of changed files.
func TestHooksRun(t *testing.T) {
	const table = "__constant__ float table[64];\n__device__ float get(int i) { return table[i]; }\n"
	files := map[string]string{
		"clean.cu": "__global__ void k(float *o) { o[threadIdx.x] = 1; }\n",
		"bad.cu":   table + "__global__ void bad(float *o) { o[threadIdx.x] = get(threadIdx.x); }\nvoid run(float *o) { bad<<<1, 64>>>(o); }\n",
		// Its kernel is slow as it is launched elsewhere: 64 threads of which all read one
		// element are launched here.
		"kernel.cu": table + "__global__ void far(float *o) { o[threadIdx.y] = get(threadIdx.y); }\n",
		"wide.cu":   "__global__ void far(float *o);\nvoid wide(float *o) { far<<<1, dim3(1, 64)>>>(o); }\n",
		"plain.cpp": "int main() { return 0; }\n",
	}
	for id, h := range hooks(t) {
		entry := strings.Fields(h.Entry)
		if entry[0] != "cudalint" {
			t.Errorf("hook %s runs %s", id, entry[0])
			continue
		}
		for _, c := range []struct {
			changed []string
			status  int
			reports string
		}{
			{[]string{"clean.cu"}, exitClean, ""},
			{[]string{"clean.cu", "bad.cu"}, exitFindings, "bad.cu:2:"},
			{[]string{"kernel.cu"}, exitFindings, "block 1x64x1 from the launch at wide.cu:2"},
			{[]string{"plain.cpp"}, exitClean, ""},
			{[]string{"gone.cu"}, exitFailure, ""},
		} {
			dir := t.TempDir()
			for name, text := range files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			chdir(t, dir)
			var stdout, stderr bytes.Buffer
			command := Command{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Getenv: func(string) string { return "" }}
			status := command.Run(context.Background(), append(entry[1:], c.changed...))
			if status != c.status || !strings.Contains(stdout.String(), c.reports) {
				t.Errorf("hook %s with %s: exit status %d, want %d and %q in\n%s%s", id, c.changed, status, c.status, c.reports, &stdout, &stderr)
			}
			if strings.Contains(stdout.String(), "bad.cu") && c.reports != "bad.cu:2:" {
				t.Errorf("hook %s with %s reports a file that did not change:\n%s", id, c.changed, &stdout)
			}
		}
	}
}

// chdir changes the working folder until the end of the test.
func chdir(t *testing.T, dir string) {
	t.Helper()
	back, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chdir(dir); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chdir(back) })
}

// TestHooksTakeWhatIsLinted: the files that a hook asks for are those that the search of
// a folder finds.
func TestHooksTakeWhatIsLinted(t *testing.T) {
	for id, h := range hooks(t) {
		re, err := regexp.Compile(h.Files)
		if err != nil {
			t.Fatalf("hook %s: %v", id, err)
		}
		dir := t.TempDir()
		names := []string{"a.cu", "A.CU", "a.cuh", "a.cu.cc", "a.h", "a.hh", "a.hpp", "a.hxx", "a.inl", "a.cpp", "a.CPP", "a.cc", "a.cxx",
			"a.c", "a.cu.bak", "a.py", "cu", "a.cube", "a.hip", "Makefile", "a.cu.txt", ".cu"}
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		found := map[string]bool{}
		inputs, _ := (&discover.Search{Dir: dir}).Files([]string{"."})
		for _, in := range inputs {
			found[in.Path] = true
		}
		if len(found) == 0 {
			t.Fatal("nothing is found")
		}
		for _, name := range names {
			if re.MatchString(name) != found[name] {
				t.Errorf("hook %s takes %s: %v, a search %v", id, name, re.MatchString(name), found[name])
			}
		}
	}
}
