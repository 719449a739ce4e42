package lint

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// A ProblemKind says what went wrong.
type ProblemKind string

// The kinds of problems.
const (
	Syntax   ProblemKind = "syntax"   // source that does not parse
	IO       ProblemKind = "io"       // a file that cannot be read
	Config   ProblemKind = "config"   // a configuration that cannot be used
	Internal ProblemKind = "internal" // a failure of cudalint itself
)

// A Problem is something that kept a source, or part of it, from being checked.
type Problem struct {
	Kind ProblemKind
	Path string
	// Line and Column start at 1, and columns count bytes. They are 0 if the problem has no
	// line or no column.
	Line    int
	Column  int
	Message string
}

// Fatal reports whether the problem makes the exit status 2.
func (p Problem) Fatal() bool { return p.Kind != Syntax }

// interrupted is how the message of an interrupted run begins. Interrupts recognises it.
const interrupted = "the run was interrupted"

// Interruption returns the problem of a run that was interrupted. done says what was done until
// then, "" for nothing to say.
func Interruption(done string) Problem {
	p := Problem{Kind: Internal, Message: interrupted}
	if done != "" {
		p.Message += ": " + done
	}
	return p
}

// Interrupts reports whether the problem is that of a run that was interrupted.
func (p Problem) Interrupts() bool {
	return p.Kind == Internal && strings.HasPrefix(p.Message, interrupted)
}

// Reason returns a file system error without its path, which the problem has already.
func Reason(err error) error {
	var pathErr *os.PathError
	if errors.As(err, &pathErr) {
		return fmt.Errorf("cannot be read: %w", pathErr.Err)
	}
	return err
}

// MergeProblems sorts problems and drops repeated ones.
func MergeProblems(problems []Problem) []Problem {
	slices.SortFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(problems)
}
