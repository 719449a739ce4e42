package parameter

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// unseen handles the mentions of a function that are not in the tree of a file: in the text of
// macros, and where source does not parse.
func (t *threader) unseen(g *group, u *sema.Unit, x *fileIndex) {
	text := x.file.Source.Text
	for i, tok := range x.tokens {
		if tok.Kind != preproc.Word || x.at[tok.Start()] || !tok.Is(text, g.name) {
			continue
		}
		at := mention{x.file, tok.Start()}
		around := x.file.NodeAt(tok.Start())
		if leftOut(x.file, tok.Start()) || dead(u, around) {
			g.dead[placeIn(x.file, tok.Start())] = at
			continue
		}
		g.live[placeIn(x.file, tok.Start())] = at
		if u.FunctionAt(around) == nil {
			g.problem(x.file, tok.Start(), "a declaration or call of "+g.name+" that is not understood")
			continue
		}
		if l, launch := t.spelled(g, u, x.file, x.tokens, i); l != nil {
			if c, ok := t.site(g, u, around, launch); ok {
				t.handled[placeIn(x.file, tok.Start())] = true
				t.add(l, g, c)
			}
		}
	}
	for _, d := range x.defines {
		if d.name == g.name {
			g.problem(x.file, d.start, "a macro has the name "+g.name)
			continue
		}
		for i, tok := range d.body {
			if !tok.Is(text, g.name) || d.has(g.name) {
				continue
			}
			at, where := mention{x.file, tok.Start()}, placeIn(x.file, tok.Start())
			if leftOut(x.file, d.start) || d.node.Valid() && dead(u, d.node) {
				g.dead[where] = at
				g.quiet = true
			} else {
				g.live[where] = at
			}
			l, launch := t.spelled(g, u, x.file, d.body, i)
			if l != nil {
				l.inMacro, l.define, l.dead, l.mention = true, true, g.quiet, where
				t.invocations(g, u, d.name, l, launch, map[string]bool{})
			}
			g.quiet = false
		}
	}
}

// has reports whether a name is a parameter of the macro.
func (d define) has(name string) bool {
	for _, p := range d.params {
		if p == name {
			return true
		}
	}
	return false
}

// spelled handles a mention among tokens. It returns the list of arguments, nil where the mention
// needs no change or is a problem, which is noted.
func (t *threader) spelled(g *group, u *sema.Unit, file *ast.File, tokens []preproc.Token, i int) (l *list, launch bool) {
	text, at := file.Source.Text, tokens[i].Start()
	before := func(s string) bool { return i > 0 && tokens[i-1].Is(text, s) }
	after := func(k int, s string) bool { return k < len(tokens) && tokens[k].Is(text, s) }
	if before("##") || before("#") || after(i+1, "##") {
		g.problem(file, at, "a macro pastes tokens to "+g.name)
		return nil, false
	}
	method := before(".") || before("->")
	for _, v := range g.variants {
		if v.u == u && method != (v.f.Record != nil && v.f.Qualifiers&ast.Static == 0) && !before("::") {
			if method {
				return nil, false // a member of something else
			}
		}
	}
	for _, f := range u.FunctionsNamed(g.name) {
		if t.groupAt(f) != g {
			g.problem(file, at, "which of several functions "+g.name+" a macro means is not known")
			return nil, false
		}
	}
	k := i + 1
	if after(k, "<") {
		k = closeAngle(text, tokens, k)
	}
	if k > 0 && after(k, "<<<") {
		k, launch = launchList(text, tokens, k), true
	}
	end := -1
	if k > 0 && after(k, "(") {
		end = match(text, tokens, k)
	}
	if end < 0 {
		if open := opening(text, tokens, i); open > 0 && keepsAddress(tokens[open-1].In(text)) {
			return nil, false
		}
		g.problem(file, at, "a macro, or source that does not parse, mentions "+g.name+" other than by a call")
		return nil, false
	}
	if launch {
		g.launched = true
	}
	l = &list{kind: argumentList, file: file, open: tokens[k].Start(), close: tokens[end].Start()}
	l.items = splitList(text, tokens[k+1:end])
	return l, launch
}

// closeAngle returns the index after the > that closes the < at token i, -1 for none.
func closeAngle(text []byte, tokens []preproc.Token, i int) int {
	depth := 0
	for ; i < len(tokens); i++ {
		switch tok := tokens[i]; {
		case tok.Is(text, "<"):
			depth++
		case tok.Is(text, ">>>"):
			depth -= 3
		case tok.Is(text, ">>"):
			depth -= 2
		case tok.Is(text, ">"):
			depth--
		case tok.Is(text, "("):
			if i = match(text, tokens, i); i < 0 {
				return -1
			}
		case tok.Is(text, ";"), tok.Is(text, "{"), tok.Is(text, "}"), tok.Is(text, ")"):
			return -1
		}
		if depth <= 0 {
			return i + 1
		}
	}
	return -1
}

// splitList returns the items of a list at commas outside of brackets.
func splitList(text []byte, tokens []preproc.Token) []source.Span {
	var out []source.Span
	depth, start := 0, 0
	for i, tok := range tokens {
		switch {
		case tok.Is(text, "(") || tok.Is(text, "[") || tok.Is(text, "{"):
			depth++
		case tok.Is(text, ")") || tok.Is(text, "]") || tok.Is(text, "}"):
			depth--
		case depth == 0 && tok.Is(text, ","):
			if i > start {
				out = append(out, source.Span{Start: tokens[start].Start(), End: tokens[i-1].End()})
			}
			start = i + 1
		}
	}
	if start < len(tokens) {
		out = append(out, source.Span{Start: tokens[start].Start(), End: tokens[len(tokens)-1].End()})
	}
	return out
}

// invocations adds the places at which a macro, or one whose text names it, is
// invoked as sites of a list in its text.
func (t *threader) invocations(g *group, u *sema.Unit, macro string, l *list, launch bool, seen map[string]bool) {
	if seen[macro] || len(seen) > 100 {
		return
	}
	seen[macro] = true
	for _, file := range u.Files {
		if !hasWord(file, macro) {
			continue
		}
		x := t.index(file)
		text := file.Source.Text
		for _, n := range x.names[macro] {
			t.invocation(g, u, n, l, launch)
		}
		for _, tok := range x.tokens {
			if tok.Kind == preproc.Word && !x.at[tok.Start()] && tok.Is(text, macro) && !leftOut(file, tok.Start()) {
				t.invocation(g, u, file.NodeAt(tok.Start()), l, launch)
			}
		}
		for _, d := range x.defines {
			if d.node.Valid() && dead(u, d.node) || d.has(macro) {
				continue
			}
			for i, tok := range d.body {
				if !tok.Is(text, macro) {
					continue
				}
				if i > 0 && d.body[i-1].Is(text, "##") || i+1 < len(d.body) && d.body[i+1].Is(text, "##") {
					g.problem(file, tok.Start(), "a macro pastes tokens to "+macro)
					continue
				}
				t.invocations(g, u, d.name, l, launch, seen)
			}
		}
	}
}

func (t *threader) invocation(g *group, u *sema.Unit, n ast.Node, l *list, launch bool) {
	if dead(u, n) {
		return
	}
	at := n
	if p := n.Parent(); p.Kind() == ast.CallExpression && n.Field() == ast.FieldFunction {
		at = p
	}
	if l.dead {
		t.deadSite(g, u, at, l)
		return
	}
	t.handled[placeOf(at)] = true
	if c, ok := t.site(g, u, at, launch); ok {
		t.add(l, g, c)
	}
}
