package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/lint/discover"
)

func TestProgressStaysSilentForASecond(t *testing.T) {
	var out bytes.Buffer
	at := time.Unix(0, 0)
	show, end := newProgress(&out, func() time.Time { return at })
	for i, step := range []time.Duration{500, 499, 1, 50, 60} { // milliseconds
		at = at.Add(step * time.Millisecond)
		show(i+1, 9)
	}
	if got, want := out.String(), "\r\x1b[K3 of 9 files\r\x1b[K5 of 9 files"; got != want {
		t.Errorf("shown %q, want %q", got, want)
	}
	out.Reset()
	if end(); out.String() != "\r\x1b[K" {
		t.Errorf("the line is left behind: %q", out.String())
	}
	out.Reset()
	_, end = newProgress(&out, time.Now)
	if end(); out.Len() > 0 {
		t.Errorf("a short run prints %q", out.String())
	}
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{"1": 1, "500K": 500 << 10, "16M": 16 << 20, "1G": 1 << 30} {
		if got, err := parseSize(text); err != nil || got != want {
			t.Errorf("parseSize(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "M", "0", "-1", "1T", "1MM", "1.5M", "99999999999999"} {
		if n, err := parseSize(text); err == nil {
			t.Errorf("parseSize(%q) = %d, want an error", text, n)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error)  { return 0, f.err }
func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestStreamsThatFail: a full disk or a closed pipe is never a clean run.
func TestStreamsThatFail(t *testing.T) {
	broken := failing{errors.New("broken pipe")}
	none := func(string) string { return "" }
	for _, c := range []struct {
		name string
		in   io.Reader
		out  io.Writer
		args []string
	}{
		{"input", broken, io.Discard, []string{"check", "-"}},
		{"findings", strings.NewReader(""), broken, []string{"check", "-"}},
		{"json", strings.NewReader(""), broken, []string{"check", "--output-format", "json", "-"}},
		{"access", strings.NewReader(""), broken, []string{"access", "-"}},
		{"rules", nil, broken, []string{"rules"}},
		{"page", nil, broken, []string{"explain", "constant-divergent-index"}},
		{"version", nil, broken, []string{"version"}},
	} {
		var stderr bytes.Buffer
		command := Command{Stdin: c.in, Stdout: c.out, Stderr: &stderr, Getenv: none}
		if status := command.Run(context.Background(), c.args); status != exitFailure {
			t.Errorf("%s: exit status %d, want %d", c.name, status, exitFailure)
		}
		if !strings.Contains(stderr.String(), "broken pipe") {
			t.Errorf("%s: standard error says %q, not why", c.name, stderr.String())
		}
	}
}
func TestTextOf(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "a.cu")
	if err := os.WriteFile(file, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	inputs := []discover.Input{{Path: file}, {Path: "./src//b.cu", Text: []byte("given"), HasText: true}}
	for _, c := range []struct {
		name string
		most int64
		want string
		ok   bool
	}{
		{filepath.ToSlash(file), 4, "text", true},
		{filepath.ToSlash(file), 3, "", false},
		{"src/b.cu", 1, "given", true},
		{filepath.ToSlash(folder), 4, "", false},
		{filepath.ToSlash(file) + "x", 4, "", false},
		{os.DevNull, 4, "", false},
	} {
		text, ok := textOf(inputs, c.most)(c.name)
		if ok != c.ok || ok && string(text) != c.want {
			t.Errorf("%s, %d bytes: %q, %v", c.name, c.most, text, ok)
		}
	}
}
