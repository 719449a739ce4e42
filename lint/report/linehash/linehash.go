// Package linehash makes the hashes of lines by which GitHub code scanning knows findings.
package linehash

import (
	"strconv"
	"unicode/utf8"
)

// Of returns, for the lines that are wanted (1-based), the value by which GitHub code scanning
// knows a finding, its primaryLocationLineHash. GitHub makes it from the source when it
// is not given; a value that differs from its own makes alerts appear twice.
//
// The algorithm is that of src/fingerprints.ts in github/codeql-action: a rolling hash,
// modulo 2^64 with the multiplier 37, of the 100 UTF-16 code units that begin at the
// line's first character. Blanks and tabs are skipped, and \r and \r\n are \n (so that a
// \r alone begins a line, other than for compilers). At the end stand 0xffff and zeros.
// The hash is in hexadecimal; behind a colon is how many lines up to this one have it.
func Of(text []byte, wanted map[int]bool) map[int]string {
	h := &lineHasher{wanted: wanted, out: map[int]string{}, seen: map[uint64]int{}}
	for len(text) > 0 {
		r, size := decodeReplacing(text)
		text = text[size:]
		if r > 0xffff {
			r -= 0x10000
			h.add(uint16(0xd800 + r>>10))
			h.add(uint16(0xdc00 + r&0x3ff))
			continue
		}
		h.add(uint16(r))
	}
	h.add(endOfFile)
	for range h.window {
		h.flush()
		h.push(0)
	}
	return h.out
}

const (
	hashWindow     = 100
	hashMultiplier = 37
	endOfFile      = 0xffff
)

// hashLast is what a character that leaves the window was multiplied by.
var hashLast = func() uint64 {
	power := uint64(1)
	for i := 0; i < hashWindow; i++ {
		power *= hashMultiplier
	}
	return power
}()

// A lineHasher holds the window of a rolling hash, as a ring.
type lineHasher struct {
	wanted map[int]bool
	out    map[int]string
	seen   map[uint64]int

	window [hashWindow]uint16
	starts [hashWindow]int // the line that begins with the character, 0 for none
	at     int             // the oldest character, and the place of the next
	hash   uint64

	line    int
	started bool // the line has a character
	afterCR bool
}

// add takes the next code unit of the text.
func (h *lineHasher) add(c uint16) {
	if c == ' ' || c == '\t' || h.afterCR && c == '\n' {
		h.afterCR = false
		return
	}
	h.afterCR = c == '\r'
	if h.afterCR {
		c = '\n'
	}
	h.flush()
	if !h.started {
		h.started = true
		h.line++
		h.starts[h.at] = h.line
	}
	if c == '\n' {
		h.started = false
	}
	h.push(c)
}

// flush gives out the hash of the line that begins with the oldest character.
func (h *lineHasher) flush() {
	line := h.starts[h.at]
	if line == 0 {
		return
	}
	h.starts[h.at] = 0
	h.seen[h.hash]++
	if h.wanted[line] {
		h.out[line] = strconv.FormatUint(h.hash, 16) + ":" + strconv.Itoa(h.seen[h.hash])
	}
}

// push puts a character in the place of the oldest.
func (h *lineHasher) push(c uint16) {
	h.hash = h.hash*hashMultiplier + uint64(c) - hashLast*uint64(h.window[h.at])
	h.window[h.at] = c
	h.at = (h.at + 1) % hashWindow
}

// decodeReplacing decodes the first character of a text as the decoders of the web do
// (Unicode Standard, 3.9, U+FFFD substitution of maximal subparts): bytes that begin a
// character but do not end it are replaced together, other wrong bytes one by one.
func decodeReplacing(text []byte) (r rune, size int) {
	r, size = utf8.DecodeRune(text)
	if r != utf8.RuneError || size != 1 {
		return r, size
	}
	low, high, length := byte(0x80), byte(0xbf), 1
	switch c := text[0]; {
	case c >= 0xc2 && c <= 0xdf:
		length = 2
	case c >= 0xe0 && c <= 0xef:
		length = 3
		if c == 0xe0 {
			low = 0xa0
		} else if c == 0xed {
			high = 0x9f
		}
	case c >= 0xf0 && c <= 0xf4:
		length = 4
		if c == 0xf0 {
			low = 0x90
		} else if c == 0xf4 {
			high = 0x8f
		}
	}
	size = 1
	for size < length && size < len(text) && low <= text[size] && text[size] <= high {
		low, high = 0x80, 0xbf
		size++
	}
	return utf8.RuneError, size
}
