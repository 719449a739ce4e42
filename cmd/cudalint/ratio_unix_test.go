//go:build unix

package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/internal/bareparser"
)

// ratioRounds is how often the check and the parser are measured in turns; the least time
// of each counts.
const ratioRounds = 2

// TestRatio prints, for each folder of CUDALINT_RATIO (separated as in PATH), the
// processor time of `check --no-cache` over that of the parser alone on every file that
// the run parses, each once, and the bytes given to the parser over those of these files.
func TestRatio(t *testing.T) {
	folders := os.Getenv("CUDALINT_RATIO")
	if folders == "" {
		t.Skip("CUDALINT_RATIO names no folders")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
	back, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	defer os.Chdir(back)
	t.Logf("%-16s %6s %8s %8s %8s %6s | %8s %8s %6s", "folder", "files", "MB", "check s", "parser s", "ratio", "MB given", "MB again", "given")
	for _, folder := range filepath.SplitList(folders) {
		if err := os.Chdir(folder); err != nil {
			t.Fatal(err)
		}
		check, alone := time.Duration(0), time.Duration(0)
		var m ratioMeter
		for round := range ratioRounds {
			m = ratioMeter{seen: map[string]bool{}}
			observe := m.add
			cudaparse.ParseObserver.Store(&observe)
			took := processorTime(func() {
				c := Command{Stdin: nil, Stdout: io.Discard, Stderr: io.Discard, Getenv: os.Getenv, UserCacheDir: os.UserCacheDir}
				c.Run(context.Background(), []string{"check", "--no-cache", "--output-format", "jsonl", "."})
			})
			cudaparse.ParseObserver.Store(nil)
			texts := m.texts()
			parsed := processorTime(func() {
				for _, text := range texts {
					// One that is too slow is measured as far as it comes.
					_ = bareparser.Parse(context.Background(), text)
				}
			})
			if round == 0 || took < check {
				check = took
			}
			if round == 0 || parsed < alone {
				alone = parsed
			}
		}
		texts := m.texts()
		unique := 0
		for _, text := range texts {
			unique += len(text)
		}
		if unique == 0 || alone == 0 {
			t.Fatalf("%s: nothing was parsed", folder)
		}
		t.Logf("%-16s %6d %8.2f %8.2f %8.2f %6.2f | %8.2f %8.2f %6.2f", filepath.Base(folder), len(texts), float64(unique)/1e6,
			check.Seconds(), alone.Seconds(), check.Seconds()/alone.Seconds(), float64(m.given)/1e6, float64(m.again)/1e6, float64(m.given+m.again)/float64(unique))
	}
}

// A ratioMeter is what one run gave to the parser.
type ratioMeter struct {
	mu           sync.Mutex
	seen         map[string]bool // the paths of the texts
	given, again int             // bytes
}

func (m *ratioMeter) add(src *source.File, bytes int, again bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seen[src.Path] = true
	if again {
		m.again += bytes
	} else {
		m.given += bytes
	}
}

// texts returns what the files hold that were parsed; expansions of macros are no files.
func (m *ratioMeter) texts() [][]byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	paths := make([]string, 0, len(m.seen))
	for path := range m.seen {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	var out [][]byte
	for _, path := range paths {
		if text, err := os.ReadFile(path); err == nil {
			out = append(out, text)
		}
	}
	return out
}

// processorTime returns what a call takes of the processors outside of the kernel.
func processorTime(f func()) time.Duration {
	before := userTime()
	f()
	return userTime() - before
}

func userTime() time.Duration {
	var usage syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return time.Duration(usage.Utime.Nano())
}
