package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// An action is what GitHub reads of action.yml.
type action struct {
	Inputs  map[string]struct{ Description, Default string }
	Outputs map[string]struct{ Description, Value string }
	Runs    struct {
		Using string
		Steps []actionStep
	}
}

type actionStep struct {
	Name, ID, If, Uses, Shell, Run string

	WorkingDirectory string `yaml:"working-directory"`
	Env, With        map[string]string
}

func readAction(t *testing.T) (a action) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "action.yml"))
	if err == nil {
		err = yaml.Unmarshal(text, &a)
	}
	if err != nil {
		t.Fatal(err)
	}
	return a
}

var (
	expression = regexp.MustCompile(`\$\{\{ *([\w.-]+) *\}\}`)
	scriptLine = regexp.MustCompile(`^bash "\$GITHUB_ACTION_PATH/\.github/action/run\.sh" \w+$|^exit "\$STATUS"$`)
	pinned     = regexp.MustCompile(`^[\w/-]+@[0-9a-f]{40}$`)
)

// TestActionIsSafe: what comes from outside is not part of a script, where it would be
// code, other actions are pinned, and each input is used and described.
func TestActionIsSafe(t *testing.T) {
	a := readAction(t)
	used := map[string]bool{}
	for _, step := range a.Runs.Steps {
		if strings.Contains(step.Run, "${{") {
			t.Errorf("step %q: an expression stands in the script", step.Name)
		}
		if step.Run != "" && (step.Shell != "bash" || !scriptLine.MatchString(step.Run)) {
			t.Errorf("step %q does not run the script in bash", step.Name)
		}
		if step.Uses != "" && !pinned.MatchString(step.Uses) {
			t.Errorf("step %q uses %s, which can change", step.Name, step.Uses)
		}
		values := []string{step.WorkingDirectory, "${{ " + strings.Fields(step.If + " true")[0] + " }}"}
		for _, v := range step.Env {
			values = append(values, v)
		}
		for _, v := range step.With {
			values = append(values, v)
		}
		for _, v := range values {
			for _, m := range expression.FindAllStringSubmatch(v, -1) {
				if name, ok := strings.CutPrefix(m[1], "inputs."); ok {
					used[name] = true
					if _, known := a.Inputs[name]; !known {
						t.Errorf("step %q uses an input %s, which there is not", step.Name, name)
					}
				}
			}
		}
	}
	for name, input := range a.Inputs {
		if !used[name] || input.Description == "" {
			t.Errorf("input %s is not used or not described", name)
		}
	}
}

// A job runs the steps of the action as a runner does, as far as those are scripts.
type job struct {
	t       *testing.T
	action  action
	inputs  map[string]string
	dir     string                       // the workspace
	temp    string                       // of the runner
	ref     string                       // what the action is used at
	env     []string                     // added to that of the test
	outputs map[string]map[string]string // by the id of the step
	summary string                       // what the last step appended to the job's summary
	path    string                       // what the last step added to PATH
}

// value replaces the expressions of a value.
func (j *job) value(text string) string {
	return expression.ReplaceAllStringFunc(text, func(e string) string {
		name := expression.FindStringSubmatch(e)[1]
		if input, ok := strings.CutPrefix(name, "inputs."); ok {
			if v, given := j.inputs[input]; given {
				return v
			}
			return j.action.Inputs[input].Default
		}
		if step, ok := strings.CutPrefix(name, "steps."); ok {
			id, output, _ := strings.Cut(step, ".outputs.")
			return j.outputs[id][output]
		}
		if name == "github.action_ref" {
			return j.ref
		}
		j.t.Fatalf("an expression that this test does not know: %s", name)
		return ""
	})
}

// step runs the script of a step, by the command line that GitHub documents for bash.
func (j *job) step(name string) (status int, log string) {
	j.t.Helper()
	at := slices.IndexFunc(j.action.Runs.Steps, func(s actionStep) bool { return s.Name == name })
	if at < 0 {
		j.t.Fatalf("there is no step %q", name)
	}
	s := j.action.Runs.Steps[at]
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		j.t.Fatal(err)
	}
	file := func(name, text string) string {
		name = filepath.Join(j.temp, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			j.t.Fatal(err)
		}
		return name
	}
	script, output, summary, path := file("step.sh", s.Run), file("output", ""), file("summary", ""), file("path", "")
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", script)
	cmd.Dir = filepath.Join(j.dir, j.value(s.WorkingDirectory))
	cmd.Env = append(os.Environ(), "RUNNER_TEMP="+j.temp, "RUNNER_OS=Linux", "RUNNER_ARCH=X64", "GITHUB_OUTPUT="+output, "GITHUB_STEP_SUMMARY="+summary, "GITHUB_PATH="+path,
		"GITHUB_ACTIONS=true", "GITHUB_WORKSPACE="+j.dir, "GITHUB_ACTION_PATH="+root, "CUDALINT_CACHE_DIR="+j.temp)
	cmd.Env = append(cmd.Env, j.env...)
	for k, v := range s.Env {
		cmd.Env = append(cmd.Env, k+"="+j.value(v))
	}
	text, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		j.t.Fatal(err)
	}
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			j.t.Fatal(err)
		}
		return strings.TrimSpace(string(text))
	}
	values := map[string]string{}
	for _, line := range strings.Split(read(output), "\n") {
		k, v, _ := strings.Cut(line, "=")
		values[k] = v
	}
	if j.outputs == nil {
		j.outputs = map[string]map[string]string{}
	}
	j.outputs[s.ID], j.summary, j.path = values, read(summary), read(path)
	return cmd.ProcessState.ExitCode(), string(text)
}

func TestActionRuns(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	const hostile = "$(touch pwned) `touch pwned`; touch pwned & touch pwned | touch pwned"
	for name, c := range map[string]struct {
		inputs  map[string]string
		status  int    // of the job
		says    string // in the log
		silent  string // not in the log
		sarif   string // the file, below the workspace or the runner's temporary folder
		results int    // in it
	}{
		"defaults":         {status: 1, says: "::warning file=src/bad.cu,"},
		"clean":            {inputs: map[string]string{"paths": "src/clean.cu"}, status: 0, silent: "::warning"},
		"several paths":    {inputs: map[string]string{"paths": "src/clean.cu\nwith space\n"}, status: 1, says: "::warning file=with space/bad.cu,", silent: "file=src/bad.cu"},
		"never":            {inputs: map[string]string{"fail-on": "never"}, status: 0, says: "::warning file=src/bad.cu,"},
		"fail on errors":   {inputs: map[string]string{"fail-on": "error"}, status: 0, says: "::warning file=src/bad.cu,"},
		"arguments":        {inputs: map[string]string{"args": "--gpu A100\n  --ignore constant"}, status: 0, silent: "::warning"},
		"wrong argument":   {inputs: map[string]string{"args": "--gpu sm_banana"}, status: 2},
		"a folder":         {inputs: map[string]string{"working-directory": "src"}, status: 1, says: "::warning file=src/bad.cu,", silent: "with space"},
		"SARIF":            {inputs: map[string]string{"sarif-file": "out.sarif", "paths": "src"}, status: 1, sarif: "out.sarif", results: 1},
		"upload":           {inputs: map[string]string{"upload-sarif": "true"}, status: 1, sarif: "cudalint.sarif", results: 2},
		"hostile path":     {inputs: map[string]string{"paths": hostile}, status: 2},
		"path like a flag": {inputs: map[string]string{"paths": "--fix"}, status: 2},
		"hostile argument": {inputs: map[string]string{"args": hostile}, status: 2},
		"glob":             {inputs: map[string]string{"args": "--gpu *"}, status: 2, says: `"*"`},
		"hostile flag":     {inputs: map[string]string{"fail-on": hostile, "diff-from": "", "baseline": ""}, status: 2},
		"hostile revision": {inputs: map[string]string{"diff-from": "--output=pwned"}, status: 2},
		"hostile baseline": {inputs: map[string]string{"baseline": hostile}, status: 2},
		"hostile SARIF":    {inputs: map[string]string{"sarif-file": "$(touch pwned)"}, status: 1, sarif: "$(touch pwned)", results: 2},
		// A file name of a pull request that would be a workflow command.
		"hostile name": {inputs: map[string]string{"paths": "::error::forged.cu"}, status: 2, says: "\n./::error::forged.cu", silent: "\n::error::"},
	} {
		t.Run(name, func(t *testing.T) {
			j := &job{t: t, action: readAction(t), inputs: c.inputs, dir: t.TempDir(), temp: t.TempDir()}
			w := &workshop{t: t, dir: j.dir}
			w.write("src/bad.cu", divergent)
			w.write("src/clean.cu", cleanSource)
			w.write("with space/bad.cu", strings.ReplaceAll(divergent, "apply", "other"))
			checked, log := j.step("Run cudalint")
			if checked != 0 {
				t.Errorf("the step ends with %d, before the upload\n%s", checked, log)
			}
			if status, _ := j.step("Exit status of cudalint"); status != c.status {
				t.Errorf("the job ends with %d, want %d\n%s", status, c.status, log)
			}
			if !strings.Contains(log, c.says) || c.silent != "" && strings.Contains(log, c.silent) {
				t.Errorf("want %q and not %q in\n%s", c.says, c.silent, log)
			}
			if _, err := os.Lstat(filepath.Join(j.dir, "pwned")); err == nil {
				t.Error("an input was run")
			}
			// What is no finding stands where the runner reads no commands.
			_, said, ok := strings.Cut(log, "::stop-commands::")
			token, said, ok2 := strings.Cut(said, "\n")
			said, after, ok3 := strings.Cut(said, "::"+token+"::")
			if !ok || !ok2 || !ok3 || len(token) != 32 || strings.TrimSpace(after) != "" || c.status == 2 && said == "" {
				t.Errorf("the log is\n%s", log)
			}
			if c.sarif == "" {
				if j.outputs["check"]["sarif"] != "" {
					t.Errorf("a SARIF file %s", j.outputs["check"]["sarif"])
				}
				return
			}
			file := j.outputs["check"]["sarif"]
			if rel, err := filepath.Rel(j.dir, file); err != nil || rel != c.sarif && filepath.Join(j.temp, c.sarif) != file {
				t.Errorf("the SARIF file is %s, want %s", file, c.sarif)
			}
			var sarif struct {
				Version string
				Runs    []struct{ Results []any }
			}
			text, err := os.ReadFile(file)
			if err == nil {
				err = json.Unmarshal(text, &sarif)
			}
			if err != nil || sarif.Version != "2.1.0" || len(sarif.Runs) != 1 || len(sarif.Runs[0].Results) != c.results {
				t.Errorf("%v: SARIF %+v, want %d results", err, sarif, c.results)
			}
		})
	}
}

// TestActionSummarizes: the job's summary has a row for each rule, and the outputs count
// findings by severity.
func TestActionSummarizes(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	price := regexp.MustCompile(`\| [\d to]+ % \|`)
	const table = "| rule | errors | warnings | infos | safe fixes | unsafe fixes | best est. speedup |\n|---|--:|--:|--:|--:|--:|---|\n"
	for name, c := range map[string]struct {
		source, args               string
		findings, errors, warnings string
		summary                    string
	}{
		"one":     {divergent, "", "1", "0", "1", table + "| `constant-divergent-index` | 0 | 1 | 0 | 0 | 1 | PRICE |"},
		"none":    {cleanSource, "", "0", "0", "0", "No findings."},
		"failure": {cleanSource, "--gpu sm_banana", "0", "0", "0", "cudalint failed; the log says why."},
		"two":     {divergent + "texture<float> removed;\n", "", "2", "1", "1", table + "| `texture-reference` | 1 | 0 | 0 | 0 | 1 | - |\n| `constant-divergent-index` | 0 | 1 | 0 | 0 | 1 | PRICE |"},
	} {
		t.Run(name, func(t *testing.T) {
			j := &job{t: t, action: readAction(t), inputs: map[string]string{"args": c.args}, dir: t.TempDir(), temp: t.TempDir()}
			w := &workshop{t: t, dir: j.dir}
			w.write("a.cu", c.source)
			if status, log := j.step("Run cudalint"); status != 0 {
				t.Fatalf("status %d\n%s", status, log)
			}
			summary := price.ReplaceAllString(j.summary, "| PRICE |")
			if want := "### cudalint\n\n" + c.summary; summary != want {
				t.Errorf("the summary is\n%s\nwant\n%s", summary, want)
			}
			if o := j.outputs["check"]; o["findings"] != c.findings || o["errors"] != c.errors || o["warnings"] != c.warnings {
				t.Errorf("the outputs are %v, want %s findings, %s errors, %s warnings", o, c.findings, c.errors, c.warnings)
			}
		})
	}
}
