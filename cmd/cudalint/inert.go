package main

import (
	"bytes"
	"io"
	"unicode"
)

// An inertWriter keeps lines for people from being workflow commands: the runner of GitHub
// Actions takes lines of either stream that begin with ::, or have ##[ anywhere, for those
// (actions/runner, ActionCommand), and a pull request can have a file of that name, which
// would end annotations (::stop-commands::x.cu). Flush writes what has no line end.
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

// Flush writes the line that was begun.
func (w *inertWriter) Flush() error {
	line := bytes.ReplaceAll(w.line, []byte("##["), []byte("## ["))
	if bytes.HasPrefix(bytes.TrimLeftFunc(line, unicode.IsSpace), []byte("::")) {
		// Only a file name can stand there, and this is the same file.
		line = append([]byte("./"), line...)
	}
	w.line = w.line[:0]
	if len(line) == 0 {
		return nil
	}
	_, err := w.to.Write(line)
	return err
}

// inert makes a writer inert in a job of GitHub Actions; flush is for the end.
func (c *Command) inert(w io.Writer) (out io.Writer, flush func() error) {
	if !c.inGitHubJob() {
		return w, func() error { return nil }
	}
	i := &inertWriter{to: w}
	return i, i.Flush
}

// plain returns what an inert writer writes to, for what is no line for people.
func plain(w io.Writer) io.Writer {
	if i, ok := w.(*inertWriter); ok {
		return i.to
	}
	return w
}
