package report

import (
	"fmt"
	"io"
	"os"

	"github.com/mattn/go-isatty"
)

// UseColor decides whether output to w is coloured: mode is auto, always or
// never. In auto a terminal is coloured unless NO_COLOR is set to anything
// (no-color.org) or TERM is dumb.
func UseColor(mode string, w io.Writer, getenv func(string) string) (bool, error) {
	switch mode {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "auto":
		return getenv("NO_COLOR") == "" && getenv("TERM") != "dumb" && IsTerminal(w), nil
	}
	return false, fmt.Errorf("unknown colour mode %q: one of auto, always, never", mode)
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}
