// Package measuredtable reads tables of measurements that tests compare cudalint with.
package measuredtable

import (
	"os"
	"strings"
	"testing"
)

// A Row is a line of a table: "RESULT<tab>CODE".
type Row struct {
	Result string // what a compiler made of the code
	Code   string
}

// Rows returns the lines of a file that are no comments. A comment begins with #. The test ends if
// the file cannot be read, or if a line has no tab.
func Rows(t testing.TB, path string) (rows []Row) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		result, code, ok := strings.Cut(line, "\t")
		if !ok {
			t.Fatalf("%s: no tab in %q", path, line)
		}
		rows = append(rows, Row{result, code})
	}
	return rows
}
