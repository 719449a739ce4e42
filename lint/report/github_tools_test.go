package report

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/engine"
)

// See tools_test.go.
const (
	multitoolPackage = "@microsoft/sarif-multitool@5.7.0"
	actionsPackage   = "@actions/core@3.0.1"
)

func install(t *testing.T, folder string, packages ...string) {
	t.Helper()
	tool(t, folder, nil, "npm", append([]string{"install", "--silent", "--no-fund", "--no-audit"}, packages...)...)
}

// TestSARIFMultitool: Microsoft's validator finds neither errors nor warnings in SARIF
// reports, by its rules for SARIF and those of GitHub's ingestion.
func TestSARIFMultitool(t *testing.T) {
	needTools(t)
	if runtime.GOOS != "linux" {
		t.Skip("the package has a program for each system; this takes that for Linux")
	}
	folder := t.TempDir()
	install(t, folder, multitoolPackage)
	multitool := filepath.Join(folder, "node_modules", "@microsoft", "sarif-multitool-linux", "Sarif.Multitool")
	if err := os.Chmod(multitool, 0o755); err != nil { // npm may not run what sets it
		t.Fatal(err)
	}
	names := map[string]string{}
	write := func(name string, out []byte) {
		file := strings.Map(func(r rune) rune {
			if r < 'a' || r > 'z' {
				return '_'
			}
			return r
		}, name) + ".sarif"
		names[file] = name
		writeFile(t, filepath.Join(folder, file), out)
	}
	reportsOf(t, "sarif", func(name string, r *engine.Result, out []byte) {
		write(name, out)
		if name == "sarif, spaces" {
			write("spoiled", bytes.ReplaceAll(out, []byte(`"ruleIndex"`), []byte(`"rankIndex"`)))
		}
	})
	tool(t, folder, nil, multitool, "validate", filepath.Join(folder, "*.sarif"), "--rule-kind", "Sarif;Ghas", "--level", "Error;Warning;Note",
		"--max-file-size-in-kb", "100000", "--output", "found.json", "--quiet", "true")
	text, err := os.ReadFile(filepath.Join(folder, "found.json"))
	if err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID, Level string
				Message       struct {
					Text      string
					ID        string
					Arguments []string
				}
				Locations []struct {
					PhysicalLocation struct{ ArtifactLocation struct{ URI string } }
				}
			}
		}
	}
	if err := json.Unmarshal(bytes.TrimPrefix(text, byteOrderMark), &log); err != nil {
		t.Fatal(err)
	}
	seen, spoiled := map[string]bool{}, false
	for _, r := range log.Runs[0].Results {
		name := names[filepath.Base(r.Locations[0].PhysicalLocation.ArtifactLocation.URI)]
		seen[name] = true
		if r.Level == "note" {
			continue // advice
		}
		if name == "spoiled" {
			spoiled = true
			continue
		}
		t.Errorf("%s: %s %s: %s %q", name, r.Level, r.RuleID, r.Message.Text, r.Message.Arguments)
	}
	for file, name := range names {
		if !seen[name] {
			t.Errorf("nothing is said of %s", file)
		}
	}
	if !spoiled {
		t.Error("the validator takes anything")
	}
}

const actionsProgram = `import { issueCommand } from './node_modules/@actions/core/lib/command.js'
import * as fs from 'fs'
for (const c of JSON.parse(fs.readFileSync(0, 'utf8')))
  issueCommand(c.name, Object.fromEntries(c.properties), c.data)
`

// TestCommandsAreThoseOfActionsCore: the package with which actions write workflow
// commands writes the same bytes.
func TestCommandsAreThoseOfActionsCore(t *testing.T) {
	needTools(t)
	folder := t.TempDir()
	install(t, folder, actionsPackage)
	writeFile(t, filepath.Join(folder, "write.mjs"), []byte(actionsProgram))
	type asked struct {
		Name       string      `json:"name"`
		Properties [][2]string `json:"properties"`
		Data       string      `json:"data"`
	}
	reportsOf(t, "github", func(name string, r *engine.Result, out []byte) {
		ask := []asked{}
		for _, line := range lines(out) {
			c, ok := parseCommand(line)
			if !ok {
				t.Fatalf("%s: %q", name, line)
			}
			a := asked{Name: c.name, Data: c.data}
			for _, key := range []string{"file", "line", "endLine", "col", "endColumn", "title"} {
				if value, ok := c.properties[key]; ok {
					a.Properties = append(a.Properties, [2]string{key, value})
				}
			}
			ask = append(ask, a)
		}
		stdin, err := json.Marshal(ask)
		if err != nil {
			t.Fatal(err)
		}
		if wrote := tool(t, folder, stdin, "node", "write.mjs"); !bytes.Equal(wrote, out) {
			t.Errorf("%s: %.2000q\nthe package writes\n%.2000q", name, out, wrote)
		}
	})
}
