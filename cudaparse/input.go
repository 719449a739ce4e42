package cudaparse

import (
	"bytes"
	"unicode/utf8"
)

// An InputProblem is a reason why a text is not valid UTF-8 source.
type InputProblem struct {
	Offset  int // of the first byte concerned
	Message string
	Fatal   bool // the text cannot be analysed
}

// Error returns the message.
func (p *InputProblem) Error() string { return p.Message }

// Check returns nil for UTF-8 with or without a byte order mark, a fatal problem for UTF-16,
// UTF-32 and binary data, and another problem for a text with some bytes that are not UTF-8,
// as older sources have them in comments and strings.
func Check(text []byte) *InputProblem {
	switch {
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		return &InputProblem{0, "the file is UTF-16; cudalint reads UTF-8", true}
	case bytes.HasPrefix(text, []byte("\x00\x00\xfe\xff")):
		return &InputProblem{0, "the file is UTF-32; cudalint reads UTF-8", true}
	}
	if i := bytes.IndexByte(text, 0); i >= 0 {
		if looksUTF16(text) {
			return &InputProblem{i, "the file looks like UTF-16 without a byte order mark; cudalint reads UTF-8", true}
		}
		return &InputProblem{i, "the file is binary: it holds a NUL byte", true}
	}
	if !utf8.Valid(text) {
		i := invalidUTF8(text, 0)
		return &InputProblem{i, "the file is not UTF-8: byte 0x" + hex(text[i]) + " is taken as an unknown character", false}
	}
	return nil
}

// looksUTF16 reports whether nearly every other byte at the start is NUL.
func looksUTF16(text []byte) bool {
	start := text[:min(len(text), 256)&^1]
	var even, odd int
	for i := 0; i < len(start); i += 2 {
		if start[i] == 0 {
			even++
		}
		if start[i+1] == 0 {
			odd++
		}
	}
	return len(start) >= 8 && max(even, odd) > len(start)/2*9/10
}

func hex(b byte) string { return string([]byte{"0123456789abcdef"[b>>4], "0123456789abcdef"[b&15]}) }

// invalidUTF8 returns the offset of the first byte at or after i that is not
// part of valid UTF-8, or -1.
func invalidUTF8(text []byte, i int) int {
	for i < len(text) {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// validUTF8 returns text with an underscore for each byte that is not part of valid UTF-8;
// text itself if all of it is valid.
func validUTF8(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	clean := bytes.Clone(text)
	for i := invalidUTF8(clean, 0); i >= 0; i = invalidUTF8(clean, i) {
		clean[i] = '_'
	}
	return clean
}
