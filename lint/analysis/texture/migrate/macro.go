package migrate

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/parameter"
)

// A macro is one #define of a file of the program.
type macro struct {
	name   string
	params []string
	unit   *sema.Unit
	file   *ast.File
	node   ast.Node
	view   *view // of its text
}

// findMacros finds the macros of all files, in all #if arms.
func (p *program) findMacros() {
	p.macros = map[string][]*macro{}
	seen := map[place]bool{}
	for _, u := range p.units {
		for _, f := range u.Files {
			for i := range f.Len() {
				n := f.At(i)
				if !n.Is(ast.PreprocDef, ast.PreprocFunctionDef) || seen[placeOf(f, n.Span().Start)] {
					continue
				}
				seen[placeOf(f, n.Span().Start)] = true
				m := &macro{name: n.Child(ast.FieldName).Text(), unit: u, file: f, node: n}
				for a := range n.Child(ast.FieldParameters).Children() {
					m.params = append(m.params, a.Text())
				}
				value := n.Child(ast.FieldValue)
				m.view = viewPart(f.Source.Text, value.Span().Start, value.Span().End)
				if value.Valid() {
					p.macros[m.name] = append(p.macros[m.name], m)
				}
			}
		}
	}
}

// allMacros returns the macros in a fixed order.
func (p *program) allMacros() []*macro {
	var names []string
	for n := range p.macros {
		names = append(names, n)
	}
	slices.Sort(names)
	var out []*macro
	for _, n := range names {
		out = append(out, p.macros[n]...)
	}
	return out
}

// alias reports whether a macro is another name for something: #define IMAGE tex.
func (m *macro) alias() bool {
	return m.node.Kind() == ast.PreprocDef && len(m.view.tokens) == 1 && m.view.isWord(0)
}

// otherNames returns the references by the macros that are other names for them, in all #if
// arms.
func (p *program) otherNames() map[string]*reference {
	out := map[string]*reference{}
	for name, list := range p.macros {
		if len(list) == 1 && list[0].alias() && p.byName[list[0].view.at(0)] != nil {
			out[name] = p.byName[list[0].view.at(0)]
		}
	}
	return out
}

// joins finds the references whose names a macro pastes together from an argument:
// #define FETCH(t, i) tex1Dfetch(t##Tex, i), called with pos for posTex.
func (p *program) joins(m *macro) {
	for i, t := range m.view.tokens {
		param := slices.Index(m.params, m.view.at(i))
		if t.Kind != preproc.Word || param < 0 {
			continue
		}
		prefix, suffix := "", ""
		switch {
		case m.view.at(i+1) == "##" && m.view.isWord(i+2) && m.view.at(i+3) != "##" && m.view.at(i-1) != "##":
			suffix = m.view.at(i + 2)
		case m.view.at(i-1) == "##" && m.view.isWord(i-2) && m.view.at(i-3) != "##" && m.view.at(i+1) != "##":
			prefix = m.view.at(i - 2)
		default:
			continue
		}
		if slices.Contains(m.params, prefix) || slices.Contains(m.params, suffix) {
			continue
		}
		for _, u := range p.units {
			for _, call := range u.Calls(m.name) {
				p.join(u, m, i, call, param, prefix, suffix)
			}
		}
	}
}

// join checks one invocation of a macro that pastes a name together.
func (p *program) join(u *sema.Unit, m *macro, token int, call ast.Node, param int, prefix, suffix string) {
	i := 0
	for arg := range call.Child(ast.FieldArguments).Children() {
		if r := p.byName[prefix+arg.Text()+suffix]; i == param && r != nil {
			key := placeOf(m.file, m.view.tokens[token].Start())
			s := p.siteAt[key]
			if s == nil {
				s = &site{unit: m.unit, file: m.file, macro: m, joined: true, view: m.view, token: token}
				p.siteAt[key] = s
				p.sites = append(p.sites, s)
			}
			if !slices.Contains(s.refs, r) {
				s.refs = append(s.refs, r)
				p.classify(s)
			}
			if in := u.FunctionAt(call); in != nil && in.OnDevice() && s.action == fetch {
				r.users[in] = parameter.User{Unit: u, Function: in}
			}
		}
		i++
	}
}
