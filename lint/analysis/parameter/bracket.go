package parameter

import "github.com/cudalint/cudalint/cudaparse/preproc"

// match returns the index of the bracket that closes the one at i, -1 for none.
func match(text []byte, tokens []preproc.Token, i int) int {
	depth := 0
	for ; i < len(tokens); i++ {
		if tokens[i].Kind != preproc.Mark {
			continue
		}
		switch text[tokens[i].Start()] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// opening returns the index of the bracket that is open at token i, -1 for none.
func opening(text []byte, tokens []preproc.Token, i int) int {
	depth := 0
	for i--; i >= 0; i-- {
		if tokens[i].Kind != preproc.Mark {
			continue
		}
		switch text[tokens[i].Start()] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}
