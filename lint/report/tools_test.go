package report

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/engine"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The tests of this file need the network, and Python and npm besides Go: they ask
// programs that others wrote, fetched from their registries at these versions, what they
// make of the formats. CUDALINT_TOOLS=1 runs them.
const (
	reviewdogModule = "github.com/reviewdog/reviewdog@v0.21.0"
	pytestSource    = "pytest==8.3.4" // whose sources have Jenkins' junit-10.xsd
	lxmlPackage     = "lxml==5.3.0"
	junitparser     = "junitparser==3.2.0"
	npmPackages     = "typescript@5.6.3 codeclimate-types@0.3.1 @umbrelladocs/rdformat-validator@1.0.1"
)

func needTools(t *testing.T) {
	if os.Getenv("CUDALINT_TOOLS") == "" {
		t.Skip("CUDALINT_TOOLS is not set")
	}
}

// tool runs a program in a folder and returns its standard output.
func tool(t *testing.T, folder string, stdin []byte, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdin = folder, bytes.NewReader(stdin)
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%.2000s\n%.2000s", name, strings.Join(args, " "), err, out, stderr.Bytes())
	}
	return out
}

func writeFile(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// reportsOf calls check with what a format makes of the findings of all rules, of hostile
// texts, and of no findings.
func reportsOf(t *testing.T, format string, check func(name string, r *engine.Result, out []byte)) {
	t.Helper()
	each := func(name string, r *engine.Result, opts Options) {
		var b bytes.Buffer
		if err := Write(&b, format, r, opts); err != nil {
			t.Fatal(err)
		}
		check(format+", "+name, r, b.Bytes())
	}
	results, opts := ofRules(t)
	all := &engine.Result{Target: results[0].Target}
	for _, r := range results {
		all.Findings = append(all.Findings, r.Findings...)
		all.Problems = append(all.Problems, r.Problems...)
	}
	each("rules", all, opts)
	for name, text := range hostile {
		each(name, hostileResult(text), testOptions)
	}
	each("nothing", &engine.Result{Target: all.Target}, testOptions)
}

const reviewdogProgram = `package main

import (
	"encoding/json"
	"os"

	"github.com/reviewdog/reviewdog/parser"
)

func main() {
	p, err := parser.New(&parser.Option{FormatName: os.Args[1]})
	if err != nil {
		panic(err)
	}
	diagnostics, err := p.Parse(os.Stdin)
	if err != nil {
		panic(err)
	}
	json.NewEncoder(os.Stdout).Encode(diagnostics)
}
`

// TestReviewdog: the parsers of reviewdog get every finding out of the formats that it
// reads, and its JSON schema takes what rdjson is.
func TestReviewdog(t *testing.T) {
	needTools(t)
	folder := t.TempDir()
	writeFile(t, filepath.Join(folder, "main.go"), []byte(reviewdogProgram))
	tool(t, folder, nil, "go", "mod", "init", "scratch")
	tool(t, folder, nil, "go", "get", reviewdogModule)
	tool(t, folder, nil, "go", "mod", "tidy")
	tool(t, folder, nil, "go", "build", "-o", "read", ".")
	module, _, _ := strings.Cut(reviewdogModule, "@")
	source := strings.TrimSpace(string(tool(t, folder, nil, "go", "list", "-m", "-f", "{{.Dir}}", module)))
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(source, "proto", "rdf", "jsonschema", "DiagnosticResult.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"rdjson", "checkstyle", "sarif"} {
		if lookup(format) == nil {
			continue
		}
		reportsOf(t, format, func(name string, r *engine.Result, out []byte) {
			read := tool(t, folder, out, filepath.Join(folder, "read"), format)
			// The list is what a DiagnosticResult has.
			list, err := readRDJSON([]byte(`{"diagnostics": ` + string(read) + `}`))
			for i := range list {
				list[i].rule = strings.TrimPrefix(list[i].rule, "cudalint.")
			}
			if err == nil {
				err = checkSeen(format, r, list)
			}
			if err != nil {
				t.Errorf("%s: %.1000v", name, err)
			}
			if format != "rdjson" {
				return
			}
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
			if err == nil {
				err = schema.Validate(value)
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			checkSuggestionsRead(t, out, read)
		})
	}
}

// checkSuggestionsRead compares the suggestions that reviewdog read with those written.
func checkSuggestionsRead(t *testing.T, out, read []byte) {
	t.Helper()
	var wrote rdResult
	var list []struct {
		Suggestions []rdSuggestion `json:"suggestions"`
	}
	if err := json.Unmarshal(out, &wrote); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(read, &list); err != nil {
		t.Fatal(err)
	}
	for i, d := range wrote.Diagnostics {
		if len(list[i].Suggestions) != len(d.Suggestions) {
			t.Fatalf("%d suggestions, wrote %d", len(list[i].Suggestions), len(d.Suggestions))
		}
		for k, s := range d.Suggestions {
			if list[i].Suggestions[k] != s {
				t.Errorf("read %+v, wrote %+v", list[i].Suggestions[k], s)
			}
		}
	}
}

// python makes an environment with some packages and returns its interpreter.
func python(t *testing.T, folder string, packages ...string) string {
	t.Helper()
	tool(t, folder, nil, "python3", "-m", "venv", "venv")
	interpreter := filepath.Join(folder, "venv", "bin", "python")
	tool(t, folder, nil, interpreter, append([]string{"-m", "pip", "install", "-q"}, packages...)...)
	return interpreter
}

const junitProgram = `import json, sys
from lxml import etree
from junitparser import JUnitXml
schema = etree.XMLSchema(etree.parse(sys.argv[1]))
document = etree.fromstring(sys.stdin.buffer.read(), etree.XMLParser(huge_tree=True))
schema.assertValid(document)
found = []
for suite in JUnitXml.fromroot(document):
    for case in suite:
        for result in case.result:
            if type(result).__name__ == "Failure":
                found.append([suite.name, case.name, result.message, result.text])
json.dump(found, sys.stdout)
`

// TestJUnitSchema: libxml2 finds that junit reports are as Jenkins' schema says, and
// junitparser finds every failure.
func TestJUnitSchema(t *testing.T) {
	needTools(t)
	folder := t.TempDir()
	interpreter := python(t, folder, lxmlPackage, junitparser)
	tool(t, folder, nil, interpreter, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", pytestSource)
	tool(t, folder, nil, "tar", "xzf", strings.ReplaceAll(pytestSource, "==", "-")+".tar.gz")
	schema := filepath.Join(folder, strings.ReplaceAll(pytestSource, "==", "-"), "testing", "example_scripts", "junit-10.xsd")
	reportsOf(t, "junit", func(name string, r *engine.Result, out []byte) {
		var failures [][]string
		if err := json.Unmarshal(tool(t, folder, out, interpreter, "-c", junitProgram, schema), &failures); err != nil {
			t.Fatal(err)
		}
		var list []seen
		for _, f := range failures {
			s := seen{path: f[0], message: f[2]}
			s.rule, _, _ = strings.Cut(f[1], " ")
			if m := junitHead.FindStringSubmatch(strings.TrimPrefix(plainText(f[3]), plainText(f[0]))); m != nil {
				s.line, s.column = number(m[1]), number(m[2])
			}
			list = append(list, s)
		}
		if err := checkSeen("junit", r, list); err != nil {
			t.Errorf("%s: %.1000v", name, err)
		}
	})
}

const checkstyleProgram = `import json, sys
from lxml import etree
document = etree.fromstring(sys.stdin.buffer.read(), etree.XMLParser(huge_tree=True))
json.dump([[f.get("name"), e.get("line"), e.get("column"), e.get("source"), e.get("message")] for f in document for e in f], sys.stdout)
`

// TestCheckstyleParser: libxml2, which is stricter than encoding/xml, reads every finding.
func TestCheckstyleParser(t *testing.T) {
	needTools(t)
	folder := t.TempDir()
	interpreter := python(t, folder, lxmlPackage)
	reportsOf(t, "checkstyle", func(name string, r *engine.Result, out []byte) {
		var errors [][]string
		if err := json.Unmarshal(tool(t, folder, out, interpreter, "-c", checkstyleProgram), &errors); err != nil {
			t.Fatal(err)
		}
		var list []seen
		for _, e := range errors {
			list = append(list, seen{e[0], number(e[1]), number(e[2]), strings.TrimPrefix(e[3], "cudalint."), e[4]})
		}
		if err := checkSeen("checkstyle", r, list); err != nil {
			t.Errorf("%s: %.1000v", name, err)
		}
	})
}

// TestTypesOfReports: the TypeScript compiler takes a gitlab report for a list of issues
// as the Code Climate specification has them, and a validator takes rdjson without fields
// that the format does not have.
func TestTypesOfReports(t *testing.T) {
	needTools(t)
	folder := t.TempDir()
	tool(t, folder, nil, "npm", append([]string{"install", "--silent", "--no-fund", "--no-audit"}, strings.Fields(npmPackages)...)...)
	bin := filepath.Join(folder, "node_modules", ".bin")
	check := func(out []byte) error {
		writeFile(t, filepath.Join(folder, "report.ts"), []byte("import { Issue } from 'codeclimate-types'\nexport const report: (Issue & {fingerprint: string})[] = "+string(out)))
		cmd := exec.Command(filepath.Join(bin, "tsc"), "--noEmit", "--strict", "report.ts")
		cmd.Dir = folder
		return cmd.Run()
	}
	n := 0
	reportsOf(t, "gitlab", func(name string, r *engine.Result, out []byte) {
		if err := check(out); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if n++; n == 1 && check(bytes.Replace(out, []byte(`"severity": "`), []byte(`"severity": "very `), 1)) == nil {
			t.Error("any severity will do")
		}
	})
	reportsOf(t, "rdjson", func(name string, r *engine.Result, out []byte) {
		tool(t, folder, out, filepath.Join(bin, "rdformat-validator"), "--strict", "--silent")
	})
}
