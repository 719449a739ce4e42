package cudaparse

import "bytes"

// prepare returns text, or a copy of the same length, with what the parser silently misreads
// spelled differently. Repairs, in contrast, start from syntax errors.
func prepare(text []byte) []byte {
	return plainConditions(closeDirectives(validUTF8(text), text), text)
}

// plainConditions replaces "..." and <...> in the conditions of #if and #elif by 0, because the
// grammar does not accept them there. Conditions are not evaluated on the tree. For original
// see closeDirectives.
func plainConditions(text, original []byte) []byte {
	for i := 0; i < len(text); {
		n := bytes.IndexByte(text[i:], '#')
		if n < 0 {
			break
		}
		start := skipBlanks(text, i+n+1)
		i = start
		rest := bytes.TrimPrefix(text[start:], []byte("el"))
		if len(rest) < 3 || rest[0] != 'i' || rest[1] != 'f' || rest[2] != ' ' && rest[2] != '\t' && rest[2] != '(' {
			continue
		}
		for ; i < len(text) && !bytes.HasPrefix(text[i:], []byte("//")) && !bytes.HasPrefix(text[i:], []byte("/*")); i++ {
			closing := text[i]
			if closing == '\n' && text[i-1] != '\\' {
				break
			}
			switch {
			case closing == '"':
			case closing == '<' && text[i-1] == '(':
				closing = '>'
			default:
				continue
			}
			end := bytes.IndexAny(text[i+1:min(len(text), i+1000)], string(closing)+"\n")
			if end < 0 || text[i+1+end] != closing {
				continue
			}
			if &text[0] == &original[0] {
				text = bytes.Clone(text)
			}
			end += i + 1
			text[i] = '0'
			for i++; i <= end; i++ {
				text[i] = ' '
			}
			i = end
		}
	}
	return text
}

// closeDirectives replaces a space after a #define without a body, or after a bare #pragma, by
// a line end: otherwise the grammar takes the next line for the body. In a comment or a string
// this does no harm, as the rest of the line is blank. Original is the text before any change,
// which is copied before the first one.
func closeDirectives(text, original []byte) []byte {
	for i := 0; i < len(text); {
		n := bytes.IndexByte(text[i:], '#')
		if n < 0 {
			break
		}
		i += n + 1
		end := directiveName(text, i)
		if end < 0 || end >= len(text) || text[end] != ' ' && text[end] != '\t' {
			continue
		}
		if rest := bytes.TrimLeft(text[end:], " \t\r\f\v"); len(rest) > 0 && rest[0] != '\n' {
			continue
		}
		if &text[0] == &original[0] {
			text = bytes.Clone(text)
		}
		text[end] = '\n'
	}
	return text
}

// directiveName returns where the name and the parameters of a #define end, or the keyword of
// a #pragma, whose # is before i; -1 for anything else.
func directiveName(text []byte, i int) int {
	i = skipBlanks(text, i)
	if bytes.HasPrefix(text[i:], []byte("pragma")) {
		return i + len("pragma")
	}
	if !bytes.HasPrefix(text[i:], []byte("define")) {
		return -1
	}
	start := skipBlanks(text, i+len("define"))
	i = start
	for i < len(text) && (text[i] == '_' || text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z' || text[i] >= '0' && text[i] <= '9') {
		i++
	}
	if i == start {
		return -1
	}
	if i < len(text) && text[i] == '(' {
		closing := bytes.IndexAny(text[i:min(len(text), i+1000)], ")\n")
		if closing < 0 || text[i+closing] != ')' {
			return -1
		}
		i += closing + 1
	}
	return i
}

func skipBlanks(text []byte, i int) int {
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	return i
}
