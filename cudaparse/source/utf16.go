package source

import "unicode/utf8"

// markEvery is the distance between the marks of a utf16Index, in bytes.
const markEvery = 1 << 10

// A utf16Index makes the UTF-16 columns of long lines cheap: generated sources have lines
// of megabytes with many findings on them.
type utf16Index struct{ marks []utf16Mark }

// A utf16Mark is the offset of a character, and the number of code units before it in the
// file.
type utf16Mark struct{ offset, units int }

func newUTF16Index(text []byte) *utf16Index {
	index := &utf16Index{marks: make([]utf16Mark, 0, len(text)/markEvery+1)}
	units := 0
	for offset := 0; offset <= len(text); {
		if offset >= len(index.marks)*markEvery {
			index.marks = append(index.marks, utf16Mark{offset, units})
		}
		if offset == len(text) {
			break
		}
		size, n := utf16Units(text[offset:])
		offset += size
		units += n
	}
	return index
}

// units returns the number of code units before an offset of the text, which is the one
// that the index was made from.
func (x *utf16Index) units(text []byte, offset int) int {
	i := min(offset/markEvery, len(x.marks)-1)
	if x.marks[i].offset > offset {
		i-- // the offset is within the character that ends at the mark
	}
	return x.marks[i].units + countUTF16(text[x.marks[i].offset:offset])
}

// countUTF16 returns the number of UTF-16 code units of a text. A byte that is not valid
// UTF-8 counts as one.
func countUTF16(text []byte) int {
	units := 0
	for len(text) > 0 {
		size, n := utf16Units(text)
		text = text[size:]
		units += n
	}
	return units
}

// utf16Units returns the numbers of bytes and of code units of the first character of a
// text.
func utf16Units(text []byte) (size, units int) {
	if text[0] < utf8.RuneSelf {
		return 1, 1
	}
	r, size := utf8.DecodeRune(text)
	if r > 0xffff {
		return size, 2
	}
	return size, 1
}
