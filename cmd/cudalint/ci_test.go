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
)

// TestCIExamplesRun runs the command lines of the examples for GitLab and Jenkins.
func TestCIExamplesRun(t *testing.T) {
	folder, err := filepath.Abs(filepath.Join("..", "..", ".ci", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)(?:^|[ '/])cudalint (check [^'\n]*)`)
	for name, c := range map[string]struct {
		commands int
		status   int
		file     string
		holds    string
	}{
		"gitlab-ci.yml": {2, exitFindings, "gl-code-quality-report.json", `"check_name": "constant-divergent-index"`},
		"Jenkinsfile":   {1, exitClean, "cudalint.sarif", `"ruleId": "constant-divergent-index"`},
	} {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".yml") {
			var any map[string]any
			if err := yaml.Unmarshal(text, &any); err != nil || any["cudalint"] == nil {
				t.Errorf("%s: %v, %v", name, err, any)
			}
		}
		commands := line.FindAllStringSubmatch(string(text), -1)
		if len(commands) != c.commands {
			t.Errorf("%s has %d command lines of cudalint, want %d", name, len(commands), c.commands)
		}
		for _, command := range commands {
			w := &workshop{t: t, dir: t.TempDir()}
			w.write("src/new.cu", divergent)
			chdir(t, w.dir)
			words := strings.Fields(strings.ReplaceAll(command[1], `"$CI_NODE_INDEX/$CI_NODE_TOTAL"`, "3/4"))
			var stdout, stderr bytes.Buffer
			run := Command{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Getenv: func(string) string { return "" }}
			if status := run.Run(context.Background(), words); status != c.status {
				t.Errorf("%s: %s: exit status %d, want %d\n%s%s", name, command[1], status, c.status, &stdout, &stderr)
				continue
			}
			if !strings.Contains(strings.ReplaceAll(w.read(c.file), `":"`, `": "`), c.holds) {
				t.Errorf("%s: %s: %s is\n%s", name, command[1], c.file, w.read(c.file))
			}
		}
	}
}
