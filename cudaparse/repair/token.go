package repair

import "github.com/cudalint/cudalint/cudaparse/preproc"

// A token is a token in the mode preproc.Lines.
type token = preproc.Token

// The kinds of tokens.
const (
	word      = preproc.Word
	number    = preproc.Number
	text      = preproc.Literal
	mark      = preproc.Mark // one byte, or one of :: -> <<< >>>
	directive = preproc.Line
)

// lex splits source into tokens and comments.
func lex(src []byte) (tokens, comments []token) {
	tokens = make([]token, 0, len(src)/4)
	x := preproc.NewLexer(src, preproc.Lines|preproc.Comments)
	for t, ok := x.Next(); ok; t, ok = x.Next() {
		if t.Kind == preproc.Comment {
			comments = append(comments, t)
		} else {
			tokens = append(tokens, t)
		}
	}
	return tokens, comments
}
