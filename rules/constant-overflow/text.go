package constantoverflow

import (
	"fmt"
	"strconv"
	"strings"
)

// A text holds the figures of a finding and words them.
type text struct {
	bytes   int64
	sizes   []Size // the largest first
	unknown []string
	files   int    // how many are linked together, 0 for one translation unit
	tool    string // the tool that refuses the module
	exact   bool   // bytes is the figure that the tool prints, unless a size is unknown
	over    bool   // over the limit, not only near it
	may     bool   // it is not certain that the tool refuses it
}

// Bounds of the variables in a message and in its data.
const (
	maxNamed  = 4
	maxListed = 200
)

func (t *text) message() string {
	subject := "__constant__ data of this translation unit"
	if t.files > 0 {
		subject = fmt.Sprintf("__constant__ data of %d files that are linked together", t.files)
	}
	if !t.over {
		return fmt.Sprintf("%s takes %s%s of the 65,536 bytes that a module can have (%d %%): %s", subject, t.least(), grouped(t.bytes), t.bytes*100/limit, t.names())
	}
	quote := "File uses too much global constant data"
	if t.exact && len(t.unknown) == 0 {
		quote += fmt.Sprintf(" (0x%x bytes, 0x10000 max)", t.bytes)
	}
	will := "will"
	if t.may {
		will = "may"
	}
	return fmt.Sprintf("%s takes %s%s bytes, %s more than the 65,536 that a module can have: %s; %s %s say \"%s\"",
		subject, t.least(), grouped(t.bytes), grouped(t.bytes-limit), t.names(), t.tool, will, quote)
}

// least returns the words that mark a lower bound: some size is unknown.
func (t *text) least() string {
	if len(t.unknown) > 0 {
		return "at least "
	}
	return ""
}

// names lists the variables in order of size.
func (t *text) names() string {
	var b strings.Builder
	for i, s := range t.sizes {
		if i == maxNamed {
			fmt.Fprintf(&b, " and %d smaller", len(t.sizes)-i)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s %s", s.Name, grouped(s.Bytes))
	}
	if len(t.unknown) > 0 {
		fmt.Fprintf(&b, "; the size of %s is unknown", t.unknown[0])
		if more := len(t.unknown) - 1; more > 0 {
			fmt.Fprintf(&b, ", as is that of %d more", more)
		}
	}
	return b.String()
}

func (t *text) label() string {
	return fmt.Sprintf("%s of %s bytes", grouped(t.sizes[0].Bytes), grouped(t.bytes))
}

// related describes the i-th variable in order of size.
func (t *text) related(i int) string {
	return fmt.Sprintf("%s takes %s bytes", t.sizes[i].Name, grouped(t.sizes[i].Bytes))
}

func (t *text) help() string {
	if !t.over {
		return "before it grows further, declare the variables that lanes of a warp read at different addresses __device__ instead of __constant__"
	}
	return "declare the largest variable that lanes of a warp read at different addresses __device__ instead of __constant__: " +
		"reads then go through the L1 cache, and cudaMemcpyToSymbol keeps working"
}

func (t *text) data() Data {
	t.sizes = t.sizes[:min(len(t.sizes), maxListed)]
	return Data{Bytes: t.bytes, Limit: limit, Variables: t.sizes, Unknown: t.unknown}
}

// grouped spells a number with commas between thousands.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
