package document

import (
	"net/url"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/sourcegraph/go-lsp"
)

// PathOf returns the absolute path of the file that a URI names, "" for a URI of another
// kind: an unsaved document, a file in an archive, a file on another machine.
func PathOf(uri lsp.DocumentURI) string { return pathOn(uri, runtime.GOOS == "windows") }

func pathOn(uri lsp.DocumentURI, windows bool) string {
	u, err := url.Parse(string(uri))
	if err != nil || u.Scheme != "file" || u.Path == "" || strings.ContainsRune(u.Path, 0) {
		return ""
	}
	name := u.Path
	if windows {
		// file:///c%3A/dir is C:\dir, file://server/share is \\server\share.
		if len(name) >= 3 && name[0] == '/' && letter(name[1]) && name[2] == ':' {
			name = strings.ToUpper(name[1:2]) + name[2:]
		} else if u.Host != "" {
			name = "//" + u.Host + name
		}
		return strings.ReplaceAll(name, "/", `\`)
	}
	if u.Host != "" && u.Host != "localhost" || name[0] != '/' {
		return ""
	}
	return filepath.Clean(name)
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// URIOf returns the URI of a file by its absolute path, written as Visual Studio Code and
// most other clients write it.
func URIOf(path string) lsp.DocumentURI { return uriOn(path, runtime.GOOS == "windows") }

func uriOn(path string, windows bool) lsp.DocumentURI {
	host := ""
	if windows {
		path = strings.ReplaceAll(path, `\`, "/")
		if server, ok := strings.CutPrefix(path, "//"); ok {
			host, path, _ = strings.Cut(server, "/")
		}
		path = "/" + strings.TrimPrefix(path, "/")
	}
	var b strings.Builder
	b.WriteString("file://" + host)
	for i := 0; i < len(path); i++ {
		c := path[i]
		if c == '/' || letter(c) || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0 {
			b.WriteByte(c)
			continue
		}
		const digits = "0123456789ABCDEF"
		b.WriteString("%" + string(digits[c>>4]) + string(digits[c&15]))
	}
	return lsp.DocumentURI(b.String())
}
