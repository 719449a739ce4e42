package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/internal/lsptest"
)

// wantLatency skips a test that measures, unless CUDALINT_LATENCY is set. With "strict" a
// figure that misses its aim fails, which is for a machine that does nothing else.
func wantLatency(t *testing.T) {
	if os.Getenv("CUDALINT_LATENCY") == "" {
		t.Skip("CUDALINT_LATENCY is not set")
	}
	load, err := os.ReadFile("/proc/loadavg")
	if err == nil {
		t.Logf("load %s", strings.TrimSpace(string(load)))
	}
}

// A gauge holds what was measured of one thing.
type gauge []float64 // milliseconds

func (g *gauge) add(start, end time.Time) {
	*g = append(*g, float64(end.Sub(start).Microseconds())/1000)
}

// log prints the median and the 99th percentile, next to what they should be (0: nothing).
func (g gauge) log(t *testing.T, what string, median, p99 float64) {
	t.Helper()
	if len(g) == 0 {
		t.Errorf("%s: not measured", what)
		return
	}
	m, p := lsptest.Percentile(g, 50), lsptest.Percentile(g, 99)
	aims := ""
	if median > 0 {
		aims = fmt.Sprintf(" (aims %v and %v)", median, p99)
	}
	t.Logf("%-44s median %7.1f ms, 99th percentile %7.1f ms of %d%s", what, m, p, len(g), aims)
	if os.Getenv("CUDALINT_LATENCY") == "strict" && median > 0 && (m > median || p > p99) {
		t.Errorf("%s misses its aim", what)
	}
}

var tables = []struct {
	name  string
	every int // of how many tables one is in constant memory
}{{"no constant tables", 0}, {"every 8th table constant", 8}, {"all tables constant", 1}}

const fiveThousand = 195 << 10 // bytes of lsptest.Source that are about 5,000 lines

// TestLatency measures the server at the other end of its pipes, on one file of 5,000
// lines: opened to first diagnostics, and, while a statement is typed in a kernel in its
// middle at ten characters a second, from each keystroke to new diagnostics (without
// debounce), to a hover and to inlay hints.
func TestLatency(t *testing.T) {
	wantLatency(t)
	for _, kind := range tables {
		t.Run(kind.name, func(t *testing.T) {
			text := lsptest.Source(fiveThousand, kind.every)
			files := map[string]string{"a.cu": text}
			config := lsptest.Config{Settings: map[string]any{"debounce": 0, "inlayHints": map[string]any{"sectors": true}}}
			var started, opened gauge
			var e *editor
			for range 5 {
				start := time.Now()
				e = newEditor(t, files, config)
				e.must(e.WaitIdle())
				started.add(start, time.Now())
				start = time.Now()
				e.must(e.Open("a.cu"))
				shown, err := e.Current("a.cu")
				e.must(err)
				opened.add(start, shown.At)
			}
			started.log(t, "process started to workspace known", 0, 0)
			opened.log(t, "opened to first diagnostics", 150, 150)
			t.Logf("the text has %d lines, %d findings are shown", strings.Count(text, "\n"), len(e.rules("a.cu")))
			used := cpuTime(t, e.server.Cmd.Process.Pid)
			typed := measureTyping(e, text)
			used = cpuTime(t, e.server.Cmd.Process.Pid) - used
			typed.diagnostics.log(t, "keystroke to new diagnostics", 20, 50)
			t.Logf("%.1f ms of processor time a keystroke, with the hover and hints of two in three, and the check of the whole", float64(used.Milliseconds())/float64(typed.keys))
			typed.hover.log(t, "keystroke to hover", 0, 0)
			typed.hints.log(t, "keystroke to inlay hints of a screen", 0, 0)
			var fresh gauge
			for range 5 {
				start := time.Now()
				cmd := exec.Command("cudalint", "check", "--no-cache", "-q", "--exit-zero", "--output-format", "concise", "a.cu")
				cmd.Dir = e.Root
				if err := cmd.Run(); err != nil {
					t.Fatal(err)
				}
				fresh.add(start, time.Now())
			}
			fresh.log(t, "a fresh cudalint check, for comparison", 0, 0)
			t.Logf("a keystroke takes %.2f of a fresh check", lsptest.Percentile(typed.diagnostics, 50)/lsptest.Percentile(fresh, 50))
			e.quit()
		})
	}
}

// A typing is what was measured while somebody typed.
type typing struct {
	diagnostics, hover, hints gauge
	keys                      int
}

// measureTyping types at ten characters a second, and asks for a hover, for inlay hints or
// nothing besides at each.
func measureTyping(e *editor, text string) (m typing) {
	at, statement := lsptest.Typing(text)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	line := lsptest.PositionOf(text, at, e.Encoding).Line
	m.keys = 3 * len(statement)
	for i := range m.keys {
		<-tick.C
		start := time.Now()
		e.must(e.Edit("a.cu", at+i, at+i, statement[i%len(statement):][:1]))
		ask := func(to *gauge, method string, params map[string]any) {
			params["textDocument"] = map[string]any{"uri": e.URI("a.cu")}
			if _, err := e.Call(method, params); err != nil {
				e.t.Fatalf("%s: %v", method, err)
			}
			to.add(start, time.Now())
		}
		switch i % 3 {
		case 1: // on the read of the line above
			ask(&m.hover, "textDocument/hover", map[string]any{"position": lsptest.Position{Line: line - 2, Character: 16}})
		case 2:
			ask(&m.hints, "textDocument/inlayHint", map[string]any{"range": lsptest.Range{Start: lsptest.Position{Line: line - 20}, End: lsptest.Position{Line: line + 40}}})
		}
		shown, err := e.Current("a.cu")
		e.must(err)
		if i%3 == 0 {
			m.diagnostics.add(start, shown.At)
		}
	}
	return m
}

// TestIdle measures the processor time of a server that has nothing to do.
func TestIdle(t *testing.T) {
	wantLatency(t)
	e := newEditor(t, map[string]string{"a.cu": lsptest.Source(fiveThousand, 8)}, lsptest.Config{Settings: map[string]any{}})
	e.must(e.Open("a.cu"))
	e.must(e.Edit("a.cu", 0, 0, "\n"))
	e.must(e.WaitIdle())
	// The collector gives memory back for a while.
	time.Sleep(2 * time.Second)
	before := cpuTime(t, e.server.Cmd.Process.Pid)
	time.Sleep(10 * time.Second)
	used := cpuTime(t, e.server.Cmd.Process.Pid) - before
	t.Logf("%v of processor time in 10 s", used)
	if used > 20*time.Millisecond {
		t.Error("an idle server uses the processor")
	}
	e.quit()
}

// cpuTime returns the user and system time of a process.
func cpuTime(t *testing.T, pid int) time.Duration {
	t.Helper()
	fields := procFields(t, pid, "stat", ") ")
	user, err1 := strconv.Atoi(fields[11])
	system, err2 := strconv.Atoi(fields[12])
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	const perSecond = 100 // USER_HZ of Linux
	return time.Duration(user+system) * time.Second / perSecond
}

// procFields returns the fields of a file of /proc/PID after a text.
func procFields(t *testing.T, pid int, name, after string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), name))
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("no /proc")
	}
	_, rest, ok := strings.Cut(string(text), after)
	if err != nil || !ok {
		t.Fatalf("/proc/%d/%s: %v in %s", pid, name, err, text)
	}
	return strings.Fields(rest)
}

// TestMemory measures the memory of a server over 10,000 edits of a file of 1,000 lines:
// statements that are typed and deleted again, lines that come and go.
func TestMemory(t *testing.T) {
	wantLatency(t)
	text := lsptest.Source(fiveThousand/5, 8)
	e := newEditor(t, map[string]string{"a.cu": text}, lsptest.Config{Settings: map[string]any{"debounce": 0}})
	e.must(e.Open("a.cu"))
	resident := func() int {
		e.must(e.WaitIdle())
		kb, err := strconv.Atoi(procFields(t, e.server.Cmd.Process.Pid, "status", "VmRSS:")[0])
		e.must(err)
		return kb >> 10
	}
	at, statement := lsptest.Typing(text)
	typed, megabytes := 0, map[int]int{}
	start := time.Now()
	for i := 1; i <= 10_000; i++ {
		switch {
		case typed < len(statement):
			e.must(e.Edit("a.cu", at+typed, at+typed, statement[typed:][:1]))
			typed++
		default: // gone, and on in another place
			e.must(e.Edit("a.cu", at, at+typed, ""))
			typed = 0
			at = len(text)/4 + i*37%(len(text)/2)
			at += strings.Index(text[at:], "\n") + 1
		}
		_, err := e.Current("a.cu")
		e.must(err)
		if i == 100 || i == 1000 || i == 5000 || i == 10_000 {
			megabytes[i] = resident()
			t.Logf("%6d edits: %d MB resident, %v", i, megabytes[i], time.Since(start).Round(time.Second))
		}
	}
	if more := megabytes[10_000] - megabytes[1000]; more > 32+megabytes[1000]/4 {
		t.Errorf("memory grew by %d MB over 9,000 edits", more)
	}
	e.quit()
}
