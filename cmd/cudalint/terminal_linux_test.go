package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

// terminal returns a pseudo-terminal of that many columns, and a function that closes it and returns
// what was written to it.
func terminal(t *testing.T, columns uint16) (*os.File, func() string) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { master.Close() })
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	if err := unix.IoctlSetWinsize(int(slave.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns}); err != nil {
		t.Fatal(err)
	}
	written := make(chan string)
	go func() {
		text, _ := io.ReadAll(master) // it ends with EIO
		written <- strings.ReplaceAll(string(text), "\r\n", "\n")
	}()
	return slave, func() string {
		slave.Close()
		return <-written
	}
}

// TestTerminalWidth: text fits the terminal. COLUMNS sets the width of a terminal, and nothing where
// there is none.
func TestTerminalWidth(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.cu")
	const text = `__constant__ float row[1024];
__global__ void k(float *out) { out[threadIdx.x] = row[threadIdx.x]; }
`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Dir(file))
	run := func(stdout io.Writer, columns string) {
		c := Command{Stdin: strings.NewReader(""), Stdout: stdout, Stderr: io.Discard, UserCacheDir: os.UserCacheDir, Getenv: func(name string) string {
			return map[string]string{"COLUMNS": columns, "NO_COLOR": "1"}[name]
		}}
		if got := c.Run(context.Background(), []string{"check", "--no-cache", "--quiet", "a.cu"}); got != exitFindings {
			t.Errorf("exit status %d", got)
		}
	}
	most := func(text string) (n int) {
		for _, line := range strings.Split(text, "\n") {
			n = max(n, utf8.RuneCountInString(line))
		}
		return n
	}
	for columns, want := range map[string]int{"": 70, "90": 90, "none": 70, "-1": 70} {
		out, written := terminal(t, 70)
		run(out, columns)
		if got := most(written()); got > want || got < want-15 {
			t.Errorf("COLUMNS=%q: %d columns, want at most %d", columns, got, want)
		}
	}
	var out strings.Builder
	run(&out, "50")
	if got := most(out.String()); got < 120 {
		t.Errorf("no terminal: %d columns", got)
	}
}
