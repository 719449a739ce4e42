package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

// Identity returns what identifies the running program to the byte: the build identity
// that the Go linker writes into it, which hashes everything that it is made of, else
// the checksum of the executable.
func Identity() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	head := make([]byte, 1<<16)
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.ErrUnexpectedEOF {
		return "", err
	}
	if id := buildID(head[:n]); id != "" {
		return "build " + id, nil
	}
	h := sha256.New()
	if _, err := io.Copy(h, io.MultiReader(bytes.NewReader(head[:n]), f)); err != nil {
		return "", err
	}
	return "executable " + hex.EncodeToString(h.Sum(nil)), nil
}

// buildID finds the identity at the start of an executable: in an ELF note of the
// owner Go of type 4, elsewhere between marks (cmd/internal/buildid). It is four
// hashes: of what the program and its main package were made from, and of what they
// came out as.
func buildID(head []byte) string {
	id := ""
	if _, rest, ok := bytes.Cut(head, []byte("\x04\x00\x00\x00Go\x00\x00")); ok && bytes.HasPrefix(head, []byte("\x7fELF")) {
		at := len(head) - len(rest) - 16
		if at >= 0 && bytes.HasPrefix(head[at:], []byte("\x04\x00\x00\x00")) {
			if size := int(head[at+4]) | int(head[at+5])<<8; size <= len(rest) {
				id = string(rest[:size])
			}
		}
	} else if _, rest, ok := bytes.Cut(head, []byte("\xff Go build ID: \"")); ok {
		if quoted, _, ok := bytes.Cut(rest, []byte("\"\n \xff")); ok {
			id = string(quoted)
		}
	}
	if bytes.Count([]byte(id), []byte("/")) != 3 {
		return "" // left out, or set to something else, by -ldflags=-buildid=
	}
	return id
}
