package clangtest

import (
	"bytes"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// A place is a line and a byte column, both from 1.
type place struct{ line, column int }

// A construct is what the two trees are compared by.
type construct int

const (
	// function is a function with a body, at its name. Lambdas are none.
	function construct = iota
	// body is the body of a function or of a lambda, at its closing brace.
	body
	// call is a call, a kernel launch, or a conversion T(x) or static_cast<T>(x), at
	// its closing parenthesis: no other call ends there, whatever the callee is.
	call
	// subscript is a subscript, of operator[] too, at its closing bracket.
	subscript

	constructs
)

func (c construct) String() string {
	return [...]string{"functions", "bodies", "calls", "subscripts"}[c]
}

// places are the constructs of one file.
type places [constructs]map[place]bool

func newPlaces() places {
	var p places
	for c := range p {
		p[c] = map[place]bool{}
	}
	return p
}

// add takes over the places of other.
func (p places) add(other places) {
	for c, set := range other {
		for at := range set {
			p[c][at] = true
		}
	}
}

// A text is a source file that knows which lines are directives.
type text struct {
	*source.File
	directive map[int]bool
}

func newText(path string, content []byte) text {
	t := text{source.NewFile(path, content), map[int]bool{}}
	spliced := false
	for line := 1; line <= t.LineCount(); line++ {
		s := bytes.TrimSpace([]byte(t.Slice(t.LineSpan(line))))
		t.directive[line] = spliced || bytes.HasPrefix(s, []byte("#"))
		spliced = t.directive[line] && bytes.HasSuffix(s, []byte(`\`))
	}
	return t
}

// at returns the byte at a place, 0 outside the text and in directives: a construct in the body
// of a macro does not belong to the file.
func (t text) at(p place) byte {
	if t.directive[p.line] {
		return 0
	}
	line := t.Slice(t.LineSpan(p.line))
	if p.column < 1 || p.column > len(line) {
		return 0
	}
	return line[p.column-1]
}
