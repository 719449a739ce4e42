// Package linehash computes the line hashes that identify findings in GitHub code scanning.
package linehash

import (
	"strconv"
	"unicode/utf8"
)

// Of returns the primaryLocationLineHash of each wanted line (1-based). GitHub code scanning
// identifies a finding by this hash. Without it GitHub computes the hash from the source; a
// different value would make each alert appear twice.
//
// The algorithm is that of src/fingerprints.ts in github/codeql-action: a rolling hash of the
// 100 UTF-16 code units that begin at the line's first character, modulo 2^64 with the
// multiplier 37. Blanks and tabs are skipped. \r and \r\n count as \n, so that a lone \r
// begins a line, which it does not for compilers. The text is followed by 0xffff and zeros.
// The result is the hash in hexadecimal, a colon, and how many lines up to this one have it.
func Of(text []byte, wanted map[int]bool) map[int]string {
	h := &lineHasher{wanted: wanted, out: map[int]string{}, counts: map[uint64]int{}}
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

// hashLast is the factor of a character that leaves the window.
var hashLast = func() uint64 {
	power := uint64(1)
	for i := 0; i < hashWindow; i++ {
		power *= hashMultiplier
	}
	return power
}()

// A lineHasher is a rolling hash over a ring buffer.
type lineHasher struct {
	wanted map[int]bool
	out    map[int]string
	counts map[uint64]int

	window [hashWindow]uint16
	starts [hashWindow]int // the line that begins with this character, 0 for none
	at     int             // index of the oldest character, which the next one replaces
	hash   uint64

	line    int
	started bool // the current line has a character
	afterCR bool
}

// add adds the next code unit of the text.
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

// flush records the hash of the line, if any, that begins with the oldest character.
func (h *lineHasher) flush() {
	line := h.starts[h.at]
	if line == 0 {
		return
	}
	h.starts[h.at] = 0
	h.counts[h.hash]++
	if h.wanted[line] {
		h.out[line] = strconv.FormatUint(h.hash, 16) + ":" + strconv.Itoa(h.counts[h.hash])
	}
}

// push replaces the oldest character.
func (h *lineHasher) push(c uint16) {
	h.hash = h.hash*hashMultiplier + uint64(c) - hashLast*uint64(h.window[h.at])
	h.window[h.at] = c
	h.at = (h.at + 1) % hashWindow
}

// decodeReplacing decodes the first character of a text as web browsers do (Unicode Standard,
// 3.9, U+FFFD substitution of maximal subparts): the bytes of an incomplete character are
// replaced together, other invalid bytes one by one.
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
