package source

// LineStart returns where the line of an offset begins in a text.
func LineStart[T string | []byte](text T, offset int) int {
	for offset > 0 && text[offset-1] != '\n' {
		offset--
	}
	return offset
}

// LineEnd returns where the line of an offset ends in a text, without its line end, \n
// or \r\n; it is not before the offset.
func LineEnd[T string | []byte](text T, offset int) int {
	end := offset
	for end < len(text) && text[end] != '\n' {
		end++
	}
	if end < len(text) && end > offset && text[end-1] == '\r' {
		end--
	}
	return end
}

// Indentation returns the blanks and tabs that the line of an offset begins with.
func Indentation[T string | []byte](text T, offset int) string {
	start := LineStart(text, offset)
	end := start
	for end < len(text) && (text[end] == ' ' || text[end] == '\t') {
		end++
	}
	return string(text[start:end])
}
