package source

// LineStart returns the offset at which the line of an offset begins. It takes time in
// proportion to the line.
func LineStart[T string | []byte](text T, offset int) int {
	for offset > 0 && text[offset-1] != '\n' {
		offset--
	}
	return offset
}

// LineEnd returns the offset, not before the given one, at which the line of an offset ends:
// that of its \n or \r\n. It takes time in proportion to the line.
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

// Indentation returns the spaces and tabs that the line of an offset begins with.
func Indentation[T string | []byte](text T, offset int) string {
	start := LineStart(text, offset)
	end := start
	for end < len(text) && (text[end] == ' ' || text[end] == '\t') {
		end++
	}
	return string(text[start:end])
}
