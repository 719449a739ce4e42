package report

import (
	"bufio"
	"fmt"

	"github.com/cudalint/cudalint/lint/verify"
	"github.com/cudalint/cudalint/lint/wording"
)

// linesText writes the lines of which a source page says something else than predicted, and counts
// the others.
func linesText(b *bufio.Writer, lines []verify.LineResult) {
	if len(lines) == 0 {
		return
	}
	counts := map[verify.Status]int{}
	for i := range lines {
		r := &lines[i]
		if counts[r.Status]++; r.Status == verify.Disagrees {
			memory := "global"
			if r.Shared {
				memory = "shared"
			}
			fmt.Fprintf(b, "verify: %s:%d: %s of %s memory differs: %s\n", r.Path, r.Line, r.Kind, memory, r.Text())
		}
	}
	fmt.Fprintf(b, "verify: of the accesses of %s, %d agree, %d differ, %d did not run, %d cannot be told\n", wording.Plural(len(lines), "line"),
		counts[verify.Agrees], counts[verify.Disagrees], counts[verify.DidNotRun], counts[verify.CannotTell])
}
