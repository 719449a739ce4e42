package parameter

import (
	"strconv"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// maxPasted bounds the invocations of a unit that are expanded to see the names that
// macros put together.
const maxPasted = 5000

// A pasted is the invocation of a macro that pastes tokens, with the words that its
// expansion has and its own text has not.
type pasted struct {
	at    ast.Node
	words map[string]bool
}

// pastes returns the invocations in a unit of macros that paste tokens, or whose text
// names such a macro.
func (t *threader) pastes(u *sema.Unit) []pasted {
	if known, ok := t.pasted[u]; ok {
		return known
	}
	macros := map[string]bool{}
	for grown := true; grown; {
		grown = false
		for _, file := range u.Files {
			text := file.Source.Text
			for _, d := range t.index(file).defines {
				for _, tok := range d.body {
					if !macros[d.name] && (tok.Is(text, "##") || tok.Kind == preproc.Word && macros[tok.In(text)]) {
						macros[d.name], grown = true, true
					}
				}
			}
		}
	}
	var out []pasted
	for _, file := range u.Files {
		x := t.index(file)
		for i := 0; len(macros) > 0 && i < len(x.tokens) && len(out) < maxPasted; i++ {
			tok := x.tokens[i]
			if tok.Kind != preproc.Word || !macros[tok.In(file.Source.Text)] {
				continue
			}
			n := file.NodeAt(tok.Start())
			if n.Parent().Kind() == ast.CallExpression && n.Field() == ast.FieldFunction {
				n = n.Parent()
			}
			if !dead(u, n) {
				out = append(out, expand(u, n))
			}
		}
	}
	t.pasted[u] = out
	return out
}

func expand(u *sema.Unit, n ast.Node) pasted {
	p := pasted{at: n, words: map[string]bool{}}
	x, ok := u.Expand(n)
	if !ok {
		return p
	}
	spelled := map[string]bool{}
	own := []byte(n.Text())
	for _, tok := range preproc.Lex(own, preproc.Operators) {
		spelled[tok.In(own)] = true
	}
	text := []byte(x.Text())
	for _, tok := range preproc.Lex(text, preproc.Operators) {
		if name := tok.In(text); tok.Kind == preproc.Word && !spelled[name] {
			p.words[name] = true
		}
	}
	return p
}

// pastedNames looks for mentions of a function that macros put together: the text of no
// macro shows them, so that they cannot be edited.
func (t *threader) pastedNames(g *group, u *sema.Unit) {
	for _, p := range t.pastes(u) {
		if !p.words[g.name] || t.handled[placeOf(p.at)] {
			continue
		}
		line := strconv.Itoa(p.at.File().Source.Position(p.at.Span().Start).Line)
		g.problemAt(p.at, "the macro at line "+line+" puts the name "+g.name+" together")
	}
}
