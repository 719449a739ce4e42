package bounded

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, bytes int) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(strings.Repeat("x", bytes)), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	for name, c := range map[string]struct {
		file  string
		limit int64
		want  string // of the error
	}{
		"empty":          {file("empty", 0), 10, ""},
		"at the limit":   {file("ten", 10), 10, ""},
		"over the limit": {file("eleven", 11), 10, "it is larger than 10 bytes"},
		"far over it":    {file("large", 5000), 2 << 10, "it is larger than 2 KiB"},
		"a folder":       {dir, 10, "it is not a regular file"},
		"a device":       {os.DevNull, 10, "it is not a regular file"},
	} {
		text, err := Read(c.file, c.limit)
		switch {
		case c.want != "":
			if err == nil || err.Error() != c.want {
				t.Errorf("%s: %v, want %s", name, err, c.want)
			}
		case err != nil:
			t.Errorf("%s: %v", name, err)
		default:
			if want, _ := os.ReadFile(c.file); string(text) != string(want) {
				t.Errorf("%s: %q", name, text)
			}
		}
	}
	for n, want := range map[int64]string{0: "0 bytes", 1023: "1023 bytes", 1536: "1.5 KiB", 512 << 20: "512 MiB", 20 << 30: "20 GiB"} {
		if got := Size(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
	if _, err := Read(filepath.Join(dir, "none"), 10); !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), dir) {
		t.Errorf("no file: %v", err)
	}
}
