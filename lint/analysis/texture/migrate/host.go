package migrate

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
)

// channelDesc is the member that becomes a variable of its own.
const channelDesc = "channelDesc"

// fields maps the members of a reference to those of a description.
var fields = map[string]string{
	"addressMode": "addressMode", "filterMode": "filterMode", "normalized": "normalizedCoords", "maxAnisotropy": "maxAnisotropy",
	"mipmapFilterMode": "mipmapFilterMode", "mipmapLevelBias": "mipmapLevelBias", "minMipmapLevelClamp": "minMipmapLevelClamp",
	"maxMipmapLevelClamp": "maxMipmapLevelClamp", "sRGB": "sRGB", "disableTrilinearOptimization": "disableTrilinearOptimization",
	channelDesc: channelDesc,
}

// live returns the references of a site that are migrated.
func (s *site) live() []*reference {
	return slices.DeleteFunc(slices.Clone(s.refs), func(r *reference) bool { return r.reason != "" })
}

// dropUnused drops the sites in arguments that objects do not need: the channel description of
// an array, which has its own.
func (p *program) dropUnused() {
	for _, s := range p.sites {
		if s.action != bind || s.callee == "cudaBindTexture" || s.callee == "cudaBindTexture2D" || len(s.args) < 3 {
			continue
		}
		start, end := s.view.span(s.args[2])
		for _, o := range p.sites {
			if o.file.Source.Path == s.file.Source.Path && o.view.tokens[o.token].Start() >= start && o.view.tokens[o.token].End() <= end {
				o.action = unknown
			}
		}
	}
}

// findNeeds finds what the uses of the references need.
func (p *program) findNeeds() {
	for _, s := range p.sites {
		for _, r := range s.live() {
			switch s.action {
			case bind:
				p.askBind(s, r)
			case unbind:
				p.need.unbindTexture = true
			case field:
				name := fields[s.view.at(s.field)]
				switch {
				case name == "":
					r.refuse("its member " + s.view.at(s.field) + " is used at " + s.at())
				case name == channelDesc:
					r.channelled = r.channelled || !p.unread(r)
				default:
					r.described = true
				}
			}
		}
	}
	for _, r := range p.refs {
		for _, d := range r.decls {
			r.described = r.described || !r.surface && (d.normalized() || d.args != "")
		}
		if slices.ContainsFunc(r.decls, func(d *declaration) bool { return strings.HasPrefix(strings.TrimLeft(d.args, ":"), "texture") }) {
			r.refuse("its initialiser could not be parsed") // = texture<float>(...)
		}
		if r.reason == "" && r.linear {
			p.need.linear = p.need.linear || !r.described
			p.need.linearDescribed = p.need.linearDescribed || r.described
		}
	}
}

func (p *program) askBind(s *site, r *reference) {
	if s.callee == "cudaBindSurfaceToArray" {
		p.need.surface = true
		return
	}
	p.need.textures = true
	if list := s.node.Enclosing(ast.ArgumentList); s.macro == nil && list.ChildCount() != len(s.args) {
		r.refuse("the arguments of " + s.callee + " at " + s.at() + " could not be parsed") // f<a, b>(x) among them
	}
	switch s.callee {
	case "cudaBindTexture":
		r.linear = true
		r.described = r.described || s.param
		p.need.unsized = p.need.unsized || len(s.args) == 3 || len(s.args) == 4 && p.isChannel(s, 3)
		if len(s.args) < 3 || len(s.args) > 5 {
			r.refuse("the arguments of cudaBindTexture at " + s.at() + " could not be parsed")
		}
	case "cudaBindTexture2D":
		p.need.pitch, r.described = true, true
		if len(s.args) < 6 || len(s.args) > 7 {
			r.refuse("the arguments of cudaBindTexture2D at " + s.at() + " could not be parsed")
		}
	case "cudaBindTextureToArray":
		p.need.array, r.described = true, true
	case "cudaBindTextureToMipmappedArray":
		p.need.mipmapped, r.described = true, true
	}
	if s.arg == 1 && !literalNull(s.view.spelled(s.args[0])) {
		p.need.offset = true
	}
	if p.withoutChannel(s) && r.texel != s.refs[0].texel {
		for _, o := range s.refs {
			o.channelled = true
			if s.carrier != nil {
				o.refuse(s.carrier.function.Name + " binds references of several types")
			}
		}
	}
}

func (p *program) withoutChannel(s *site) bool {
	switch s.callee {
	case "cudaBindTexture":
		return len(s.args) == 3 || len(s.args) == 4 && !p.isChannel(s, 3)
	case "cudaBindTexture2D":
		return len(s.args) == 6
	}
	return false
}

// isChannel reports whether an argument is a channel description, not a size.
func (p *program) isChannel(s *site, arg int) bool {
	if s.macro == nil {
		list := s.node.Enclosing(ast.ArgumentList)
		i := 0
		for a := range list.Children() {
			if i == arg {
				t := s.unit.ScopeAt(s.node).ExprType(a).Object()
				if t.Known() && t.Kind == sema.Pointer {
					t = t.Elem
				}
				if t.Known() && (t.Kind == sema.Int || t.Kind == sema.Float) {
					return false
				}
				if t.Known() {
					return true
				}
			}
			i++
		}
	}
	text := strings.ToLower(s.view.spelled(s.args[arg]))
	return strings.Contains(text, "desc") || strings.Contains(text, "channel") || strings.Contains(text, "format")
}

// rewrite returns the edits of one site.
func (p *program) rewrite(s *site) []fixes.Edit {
	live := s.live()
	if len(live) == 0 {
		return nil
	}
	r := live[0]
	edit := func(start, end int, text string) fixes.Edit { return p.edit(s.file, start, end, text) }
	name := s.view.tokens[s.token]
	switch s.action {
	case invoke:
		return p.namedFetches(s)
	case pass:
		start, end := s.view.span(s.name)
		var args []string
		if s.to.object {
			args = append(args, s.prefix+s.object())
		}
		if s.to.described {
			args = append(args, s.prefix+s.description(p.suffix))
		}
		if s.to.value {
			return p.unqualify(s, r)
		}
		return []fixes.Edit{edit(start, end, strings.Join(args, ", "))}
	case fetch:
		edits := p.unqualify(s, r)
		if !r.surface {
			callee := s.view.tokens[s.surroundings.callee]
			edits = append(edits, edit(callee.End(), callee.End(), "<"+p.fetchedType(s)+">"))
		}
		return edits
	case unbind:
		start, end := s.view.span(s.name)
		callee := s.view.tokens[s.surroundings.callee]
		return []fixes.Edit{edit(callee.Start(), callee.End(), p.names[s.callee]), edit(start, end, s.lvalue(s.object()))}
	case bind:
		return p.rewriteBind(s, r)
	case query:
		return p.dropQuery(s)
	case field:
		member := s.view.tokens[s.field]
		if s.pointer {
			return p.pointedField(s)
		}
		to := fields[s.view.at(s.field)]
		if statement := p.assignment(s); to == channelDesc && !r.channelled && statement.Valid() {
			return []fixes.Edit{p.dropLine(statement)}
		}
		if to == channelDesc {
			// (ref).channelDesc keeps its parentheses.
			between := strings.TrimRight(string(s.view.text[name.End():member.Start()]), ".-> \t")
			return []fixes.Edit{edit(name.Start(), member.End(), strings.TrimPrefix(s.description(p.channel()), s.qualifier)+between)}
		}
		var edits []fixes.Edit
		if now := strings.TrimPrefix(s.description(p.suffix), s.qualifier); now != s.view.at(s.token) {
			edits = append(edits, edit(name.Start(), name.End(), now))
		}
		if to != s.view.at(s.field) {
			edits = append(edits, edit(member.Start(), member.End(), to))
		}
		return edits
	}
	return nil
}

// namedFetches adds the template argument to the name of a fetch function that is an argument
// of a macro.
func (p *program) namedFetches(s *site) (edits []fixes.Edit) {
	for _, m := range p.sites {
		if m.macro == nil || m.macro.name != s.callee || m.named < 0 || m.named >= len(s.args) || s.arg >= len(m.macro.params) || m.view.at(m.token) != m.macro.params[s.arg] {
			continue
		}
		_, end := s.view.span(s.args[m.named])
		edits = append(edits, p.edit(s.file, end, end, "<"+p.fetchedType(s)+">"))
	}
	return edits
}

// unqualify removes the namespaces from a name that becomes the name of a parameter.
func (p *program) unqualify(s *site, r *reference) []fixes.Edit {
	if s.qualifier == "" || r.managed {
		return nil
	}
	start, _ := s.view.span(s.name)
	return []fixes.Edit{p.edit(s.file, start, s.view.tokens[s.token].Start(), "")}
}

// fetchedType spells the template argument of a fetch.
func (p *program) fetchedType(s *site) string {
	r := s.refs[0]
	if r.aliased {
		return s.description(p.texel())
	}
	if s.callee == "tex2Dgather" {
		return r.decls[0].gathered
	}
	return r.fetched
}

func (p *program) rewriteBind(s *site, r *reference) []fixes.Edit {
	callee := s.view.tokens[s.surroundings.callee]
	edits := []fixes.Edit{p.edit(s.file, callee.Start(), callee.End(), p.names[s.callee])}
	start, end := s.view.span(s.name)
	if s.arg == 1 && !p.need.offset {
		start = s.view.tokens[s.args[0].first].Start() // no bind uses the offset
	}
	text := s.lvalue(s.object())
	if r.described {
		text += ", " + s.lvalue(s.description(p.suffix))
	}
	edits = append(edits, p.edit(s.file, start, end, text))
	if s.arg == 0 {
		if len(s.args) > 2 { // the array has its format
			_, from := s.view.span(s.args[1])
			_, to := s.view.span(s.args[len(s.args)-1])
			edits = append(edits, p.edit(s.file, from, to, ""))
		}
		return edits
	}
	_, pointer := s.view.span(s.args[2])
	switch {
	case p.withoutChannel(s) && r.channelled:
		edits = append(edits, p.edit(s.file, pointer, pointer, ", "+s.description(p.channel())))
	case p.withoutChannel(s):
		edits = append(edits, p.edit(s.file, pointer, pointer, ", cudaCreateChannelDesc<"+r.texel+">()"))
	default:
		edits = append(edits, p.dereference(s, s.args[3])...)
	}
	return edits
}

// dereference turns an argument that points to an object into the object.
func (p *program) dereference(s *site, arg tokenRange) []fixes.Edit {
	start, _ := s.view.span(arg)
	if s.view.at(arg.first) == "&" {
		return []fixes.Edit{p.edit(s.file, start, s.view.tokens[arg.first+1].Start(), "")}
	}
	if s.macro != nil {
		return nil
	}
	i := 0
	for a := range s.node.Enclosing(ast.ArgumentList).Children() {
		if i == 3 {
			if t := s.unit.ScopeAt(s.node).ExprType(a).Object(); t.Known() && t.Kind == sema.Pointer {
				return []fixes.Edit{p.edit(s.file, start, start, "*")}
			}
		}
		i++
	}
	return nil
}
