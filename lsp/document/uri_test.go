package document

import (
	"runtime"
	"testing"

	"github.com/sourcegraph/go-lsp"
)

func TestPathOfURI(t *testing.T) {
	for _, c := range []struct {
		uri     lsp.DocumentURI
		windows bool
		want    string
	}{
		{"file:///a/b.cu", false, "/a/b.cu"},
		{"file:///a%20b/c%23d%25.cu", false, "/a b/c#d%.cu"},
		{"file:///tmp/%C3%BC/%E2%82%AC.cu", false, "/tmp/ü/€.cu"},
		{"file:///tmp/ü.cu", false, "/tmp/ü.cu"},
		{"file://localhost/a.cu", false, "/a.cu"},
		{"file:///a/../b//c.cu", false, "/b/c.cu"},
		{"file:/a.cu", false, "/a.cu"},
		{"file://server/share/a.cu", false, ""}, // on another machine
		{"file:///a%00.cu", false, ""},
		{"file:///%zz", false, ""},
		{"untitled:Untitled-1", false, ""},
		{"git:/a/b.cu?ref", false, ""},
		{"", false, ""}, {"a.cu", false, ""}, {"file://", false, ""},
		{"file:///c%3A/Users/a.cu", true, `C:\Users\a.cu`},
		{"file:///C:/Users/a%20b.cu", true, `C:\Users\a b.cu`},
		{"file://server/share/a.cu", true, `\\server\share\a.cu`},
	} {
		if runtime.GOOS == "windows" && !c.windows {
			continue
		}
		if got := pathOn(c.uri, c.windows); got != c.want {
			t.Errorf("%s on Windows %t is %q, want %q", c.uri, c.windows, got, c.want)
		}
	}
}

func TestURIOfPath(t *testing.T) {
	for _, c := range []struct {
		path    string
		windows bool
		want    lsp.DocumentURI
	}{
		{"/a/b.cu", false, "file:///a/b.cu"},
		{"/a b/c#d%.cu", false, "file:///a%20b/c%23d%25.cu"},
		{"/tmp/ü:€.cu", false, "file:///tmp/%C3%BC%3A%E2%82%AC.cu"},
		{`C:\Users\a.cu`, true, "file:///C%3A/Users/a.cu"},
		{`\\server\share\a.cu`, true, "file://server/share/a.cu"},
	} {
		got := uriOn(c.path, c.windows)
		if got != c.want {
			t.Errorf("%s on Windows %t is %q, want %q", c.path, c.windows, got, c.want)
		}
		if back := pathOn(got, c.windows); back != c.path && runtime.GOOS != "windows" {
			t.Errorf("%s is %q again, want %q", got, back, c.path)
		}
	}
}
