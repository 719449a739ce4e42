package lint

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
	// Line and Column are 1-based, columns count bytes; 0 where the problem is not at a
	// line or a column.
	Line    int
	Column  int
	Message string
}

// Fatal reports whether the problem makes the exit status 2.
func (p Problem) Fatal() bool { return p.Kind != Syntax }
