package main

import (
	"bytes"
	"io"
	"unicode"
)

// An inertWriter stops the runner of GitHub Actions from reading text as workflow commands.
// The runner executes every line of either stream that begins with :: or contains ##[
// (actions/runner, ActionCommand). A pull request could add a file with such a name and end
// the annotations: ::stop-commands::x.cu. Flush writes an unfinished last line.
type inertWriter struct {
	to   io.Writer
	line []byte
}

func (w *inertWriter) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		n := bytes.IndexByte(rest, '\n') + 1
		if n == 0 {
			w.line = append(w.line, rest...)
			break
		}
		w.line = append(w.line, rest[:n]...)
		rest = rest[n:]
		if err := w.Flush(); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// Flush writes the unfinished line.
func (w *inertWriter) Flush() error {
	line := bytes.ReplaceAll(w.line, []byte("##["), []byte("## ["))
	if bytes.HasPrefix(bytes.TrimLeftFunc(line, unicode.IsSpace), []byte("::")) {
		// Only file names begin like this, and ./ names the same file.
		line = append([]byte("./"), line...)
	}
	w.line = w.line[:0]
	if len(line) == 0 {
		return nil
	}
	_, err := w.to.Write(line)
	return err
}

// inert wraps a writer in an inertWriter in a job of GitHub Actions. The caller calls flush at
// the end.
func (c *Command) inert(w io.Writer) (out io.Writer, flush func() error) {
	if !c.inGitHubJob() {
		return w, func() error { return nil }
	}
	i := &inertWriter{to: w}
	return i, i.Flush
}

// plain returns the writer below an inert one, for output that is not lines for people.
func plain(w io.Writer) io.Writer {
	if i, ok := w.(*inertWriter); ok {
		return i.to
	}
	return w
}
