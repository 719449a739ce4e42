package changes

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// Limits of git commands.
const (
	gitTimeout = 2 * time.Minute
	maxOutput  = 256 << 20 // bytes of a list of files
	maxBlob    = 64 << 20  // bytes of a file
)

// git runs git in a folder. The configuration and attributes of a repository can name
// programs: hooks, file system monitors, filters, text conversions, external diffs,
// transports. None of them runs: only commands that read objects are used, none that reads the
// working tree, writes or fetches.
type git struct {
	ctx context.Context
	dir string
	// own is set for a repository other than that of git's environment variables.
	own bool
}

// passed are the variables of git's environment that are passed on: the place of the
// repository, and the configuration of the user.
var passed = []string{"GIT_DIR=", "GIT_WORK_TREE=", "GIT_COMMON_DIR=", "GIT_OBJECT_DIRECTORY=", "GIT_ALTERNATE_OBJECT_DIRECTORIES=",
	"GIT_CEILING_DIRECTORIES=", "GIT_DISCOVERY_ACROSS_FILESYSTEM=", "GIT_EXEC_PATH=", "GIT_CONFIG_"}

// ofRepository is how many of them, the first ones, give the place of the repository.
const ofRepository = 5

func (g *git) environment() []string {
	keep := passed
	if g.own {
		keep = passed[ofRepository:]
	}
	var env []string
	for _, v := range os.Environ() {
		if strings.HasPrefix(v, "GIT_") && !hasAnyPrefix(v, keep) || strings.HasPrefix(v, "LC_ALL=") || strings.HasPrefix(v, "LANGUAGE=") {
			continue
		}
		env = append(env, v)
	}
	// Fetching is disabled for all protocols: what a partial clone lacks counts as missing.
	return append(env, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0")
}

func hasAnyPrefix(s string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// A gitError is the message of a git command that failed.
type gitError struct{ message string }

func (e *gitError) Error() string { return e.message }

// stream runs a git command with some input and calls read with its output.
func (g *git) stream(input io.Reader, read func(*bufio.Reader) error, args ...string) error {
	ctx, cancel := context.WithTimeout(g.ctx, gitTimeout)
	defer cancel()
	safe := []string{"--no-pager", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull,
		"-c", "diff.external=", "-c", "safe.bareRepository=explicit"}
	cmd := exec.CommandContext(ctx, "git", append(safe, args...)...)
	cmd.Dir, cmd.Env, cmd.Stdin = g.dir, g.environment(), input
	cmd.WaitDelay = time.Second
	stderr := &head{limit: 2000}
	cmd.Stderr = stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	switch {
	case err == nil:
	case g.ctx.Err() != nil:
		return g.ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return errors.New("git is not installed")
	default:
		return fmt.Errorf("git cannot be run: %w", err)
	}
	readErr := read(bufio.NewReaderSize(out, 1<<16))
	if readErr != nil {
		cancel()
	}
	err = cmd.Wait()
	switch {
	case g.ctx.Err() != nil:
		return g.ctx.Err()
	case readErr != nil:
		return readErr
	case ctx.Err() != nil:
		return fmt.Errorf("git %s took longer than %s", args[0], gitTimeout)
	case err != nil:
		return &gitError{saying(stderr.String(), err)}
	}
	return nil
}

// partial reports whether git stopped at an object that it would have to fetch.
func (e *gitError) partial() bool { return strings.Contains(e.message, "promisor remote") }

// saying returns git's standard error on one line.
func saying(stderr string, err error) string {
	text := strings.Join(strings.Fields(strings.ToValidUTF8(stderr, "?")), " ")
	if text == "" {
		return "git failed: " + err.Error()
	}
	return "git says: " + strings.TrimPrefix(text, "fatal: ")
}

// line returns the output of a git command that prints one line.
func (g *git) line(args ...string) (string, error) {
	var out []byte
	err := g.stream(nil, func(r *bufio.Reader) (err error) {
		out, err = io.ReadAll(io.LimitReader(r, 1<<16))
		return err
	}, args...)
	return strings.TrimSuffix(string(out), "\n"), err
}

// A head is a writer that keeps only the start of its input.
type head struct {
	bytes.Buffer
	limit int
}

func (h *head) Write(p []byte) (int, error) {
	if room := h.limit - h.Len(); room > 0 {
		h.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

// An object is a file or submodule in a tree of git.
type object struct {
	name string // its hash
	mode string // "100644"
}

// The modes of git that matter here.
const (
	symlink = "120000"
	gitlink = "160000" // a submodule
)

// tree returns the files of a commit by their paths.
func (g *git) tree(commit string) (map[string]object, error) {
	out := map[string]object{}
	err := g.stream(nil, func(r *bufio.Reader) error {
		size := 0
		for {
			record, err := r.ReadString(0)
			if err == io.EOF {
				return nil
			}
			if size += len(record); err != nil || size > maxOutput {
				return fmt.Errorf("the list of the files of %s has over %d MiB", commit, maxOutput>>20)
			}
			// MODE TYPE NAME\tPATH
			about, path, ok := strings.Cut(strings.TrimSuffix(record, "\x00"), "\t")
			fields := strings.Fields(about)
			if !ok || len(fields) != 3 {
				return fmt.Errorf("git ls-tree prints %q", record)
			}
			out[path] = object{strings.Clone(fields[2]), strings.Clone(fields[0])}
		}
	}, "ls-tree", "-r", "-z", "--full-tree", commit)
	return out, err
}

// blobs calls each with the contents of blobs, in their order. text is nil for a blob that is
// missing or too large.
func (g *git) blobs(names []string, each func(i int, text []byte)) error {
	if len(names) == 0 {
		return nil
	}
	return g.stream(strings.NewReader(strings.Join(names, "\n")+"\n"), func(r *bufio.Reader) error {
		for i, name := range names {
			// NAME TYPE SIZE, the content and a line break, or NAME missing
			line, err := r.ReadString('\n')
			if err != nil {
				return nil // git says why
			}
			fields := strings.Fields(line)
			if len(fields) != 3 {
				each(i, nil)
				continue
			}
			size, err := strconv.ParseInt(fields[2], 10, 64)
			if err != nil || fields[0] != name {
				return fmt.Errorf("git cat-file prints %q", line)
			}
			if size > maxBlob || fields[1] != "blob" {
				each(i, nil)
				_, err = io.CopyN(io.Discard, r, size+1)
			} else {
				text := make([]byte, size+1)
				if _, err = io.ReadFull(r, text); err == nil {
					each(i, text[:size:size])
				}
			}
			if err != nil {
				return nil
			}
		}
		return nil
	}, "cat-file", "--batch")
}
