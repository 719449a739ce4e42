package report

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint/includes"
	"github.com/cudalint/cudalint/lint/wording"
)

type jsonInclude struct {
	Path   string  `json:"path"`
	Line   int     `json:"line"`
	Name   string  `json:"name"`
	Found  *string `json:"found"` // null where it was not found
	How    string  `json:"how"`   // beside, folder, search, none
	Folder *string `json:"folder,omitempty"`
}

// howFound lists the ways to find a file. Guesses come first, since users want to know them
// most.
var howFound = []struct {
	how  includes.FoundBy
	text string
}{
	{includes.FoundBySearch, "found by searching, which is a guess (-I names the folders of headers)"},
	{includes.FoundBeside, "beside the including file, or named by the whole path"},
	{includes.FoundInFolder, "in an include folder"},
	{includes.NotFound, "not found"},
}

func includesJSON(lines []includes.Inclusion) []jsonInclude {
	out := []jsonInclude{}
	for _, in := range lines {
		j := jsonInclude{Path: in.Path, Line: in.Line, Name: in.Name, How: string(in.How)}
		if in.Found != "" {
			j.Found = &in.Found
		}
		if in.Folder != "" {
			j.Folder = &in.Folder
		}
		out = append(out, j)
	}
	return out
}

// writeIncludes writes where included files were found, as comments. Most headers of the
// toolchain are not found; they are only counted.
func writeIncludes(w *bufio.Writer, lines []includes.Inclusion) {
	library := func(in includes.Inclusion) bool { return in.Found == "" && in.Library }
	for _, h := range howFound {
		first := true
		for _, in := range lines {
			if in.How != h.how || library(in) {
				continue
			}
			if first {
				fmt.Fprintf(w, "\n# Included files %s:\n", h.text)
				first = false
			}
			fmt.Fprintf(w, "#   %s\n", inclusionText(in))
		}
	}
	if n := len(lines) - len(slices.DeleteFunc(slices.Clone(lines), library)); n > 0 {
		fmt.Fprintf(w, "\n# Headers of the standard library and of toolkits that were not found: %d\n", n)
	}
}

func inclusionText(in includes.Inclusion) string {
	out := fmt.Sprintf("%s:%d: %s", wording.Printable(in.Path), in.Line, wording.Printable(in.Name))
	if in.Found != "" {
		out += " is " + wording.Printable(in.Found)
	}
	if in.Folder != "" {
		out += " (in " + wording.Printable(strings.TrimSuffix(in.Folder, "/")) + ")"
	}
	return out
}
