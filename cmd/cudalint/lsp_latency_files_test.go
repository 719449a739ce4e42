package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/internal/lsptest"
)

// indexLimit is how long TestLatencyOfFiles waits for a workspace to be read; it types then
// while that goes on. CUDALINT_LATENCY_WAIT has another limit.
func indexLimit() time.Duration {
	if limit, err := time.ParseDuration(os.Getenv("CUDALINT_LATENCY_WAIT")); err == nil {
		return limit
	}
	return 5 * time.Minute
}

// TestLatencyOfFiles measures the server on files of CUDALINT_LATENCY_FILES, which are
// FILE@LINE and separated as in PATH, each with its repository as the workspace: from the
// start to first diagnostics of the file, and, once the workspace is read, from each
// character of a statement that is typed before that line to new diagnostics.
func TestLatencyOfFiles(t *testing.T) {
	wantLatency(t)
	list := filepath.SplitList(os.Getenv("CUDALINT_LATENCY_FILES"))
	if len(list) == 0 {
		t.Skip("CUDALINT_LATENCY_FILES is not set")
	}
	for _, place := range list {
		t.Run(filepath.Base(place), func(t *testing.T) {
			file, line, ok := strings.Cut(place, "@")
			number, err := strconv.Atoi(line)
			file, err2 := filepath.Abs(file)
			if err := errors.Join(err, err2); err != nil || !ok {
				t.Fatalf("%s is not FILE@LINE: %v", place, err)
			}
			measureFile(t, file, number)
		})
	}
}

// repositoryOf returns the outermost folder of a file's repository, else its own folder.
func repositoryOf(file string) string {
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return filepath.Dir(file)
		}
	}
}

// measureFile measures typing before a line of a file.
func measureFile(t *testing.T, file string, line int) {
	start := time.Now()
	root := repositoryOf(file)
	e := newEditor(t, nil, lsptest.Config{Root: root, Settings: map[string]any{"debounce": 0}})
	path, err := filepath.Rel(root, file)
	e.must(err)
	path = filepath.ToSlash(path)
	var opened gauge
	e.must(e.Open(path))
	shown, err := e.Current(path)
	e.must(err)
	opened.add(start, shown.At)
	opened.log(t, "process started to first diagnostics", 0, 0)
	pid, read := e.server.Cmd.Process.Pid, ""
	for e.WaitIdle() != nil {
		if time.Since(start) > indexLimit() {
			read = "not "
			break
		}
	}
	t.Logf("the workspace is %sread after %v, %v of processor time", read, time.Since(start).Round(time.Millisecond), cpuTime(t, pid))

	doc, err := e.Doc(path)
	e.must(err)
	at := 0
	for range line - 1 {
		at += strings.IndexByte(doc.Text[at:], '\n') + 1
	}
	const statement = "  int const typed = static_cast<int>(threadIdx.x) * 3 + (blockIdx.x & 15);\n"
	var typed gauge
	used := cpuTime(t, pid)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	keys := 3 * len(statement)
	for i := range keys {
		<-tick.C
		start := time.Now()
		e.must(e.Edit(path, at+i, at+i, statement[i%len(statement):][:1]))
		shown, err := e.Current(path)
		e.must(err)
		typed.add(start, shown.At)
	}
	used = cpuTime(t, pid) - used
	typed.log(t, "keystroke to new diagnostics", 40, 80)
	t.Logf("%.1f ms of processor time a keystroke, with the check of the whole", float64(used.Milliseconds())/float64(keys))
	resident := procFields(t, pid, "status", "VmRSS:")[0]
	t.Logf("%s kB resident", resident)
	e.quit()
}
