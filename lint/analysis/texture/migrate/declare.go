package migrate

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
)

// description returns the name of the texture description of a reference.
func (p *program) description(r *reference) string { return r.name + p.suffix }

// channel returns the suffix of the names of channel descriptions, texel that of the names of
// element types: in the style of the suffix of descriptions.
func (p *program) channel() string { return p.styled("channel") }
func (p *program) texel() string   { return p.styled("texel") }

func (p *program) styled(word string) string {
	return strings.NewReplacer("desc", word, "Desc", strings.ToUpper(word[:1])+word[1:]).Replace(p.suffix)
}

// declare returns the edits of the declarations. The generated functions go before the first
// declaration of each unit.
func (p *program) declare() []fixes.Edit {
	p.need.managed = slices.ContainsFunc(p.carried(), func(r *reference) bool { return r.managed })
	functions := p.functions()
	first, several := p.firstFiles()
	if several && functions != "" {
		functions = "#ifndef TEXTURE_OBJECT_FUNCTIONS\n#define TEXTURE_OBJECT_FUNCTIONS\n" + functions + "#endif\n\n"
	}
	hoisted := map[*reference]bool{}
	for _, r := range p.carried() {
		hoisted[r] = p.partial(r)
	}
	var edits []fixes.Edit
	inserted := map[place]int{} // the insertion at a place
	insert := func(f *ast.File, at int, text string) {
		key := placeOf(f, at)
		if i, ok := inserted[key]; ok {
			edits[i].Text += text
			return
		}
		inserted[key] = len(edits)
		edits = append(edits, p.edit(f, at, at, text))
	}
	done := map[ast.Node]bool{}
	above := map[*reference]bool{} // its handle is there
	for _, n := range p.declarationNodes() {
		if done[n] {
			continue
		}
		done[n] = true
		file := n.File()
		text := string(file.Source.Text)
		start, end := n.Span().Start, n.Span().End
		if end < len(text) && text[end] == ';' && !strings.HasSuffix(text[start:end], ";") {
			end++
		}
		indent := source.Indentation(text, start)
		if first[file] == n && functions != "" {
			at := aboveComments(file, p.outside(n, start-len(indent), true))
			insert(file, at, style(gap(text[:at])+functions, file.Source.Text))
		}
		var lines []string
		for _, r := range p.refs {
			for _, d := range r.decls {
				if d.node != n {
					continue
				}
				own := p.lines(r, d)
				if hoisted[r] {
					if !above[r] {
						insert(file, p.outside(n, start-len(indent), false), own[0]+"\n")
					}
					above[r], own = true, own[1:]
				}
				lines = append(lines, own...)
			}
		}
		if rest, _, _ := strings.Cut(text[end:], "\n"); strings.TrimSpace(rest) != "" && len(lines) > 1 {
			lines = append(lines[1:], lines[0]) // the comment is about the handle
		}
		if len(lines) == 0 {
			edits = append(edits, p.dropLine(n))
			continue
		}
		edits = append(edits, p.edit(file, start, end, strings.Join(lines, "\n"+indent)))
		edits = append(edits, p.comments(file, start-len(indent), end)...)
	}
	return edits
}

// gap returns the empty line to insert between other text and the generated functions.
func gap(before string) string {
	lines := strings.Split(before, "\n")
	if len(lines) < 2 || strings.TrimSpace(lines[len(lines)-2]) == "" {
		return ""
	}
	return "\n"
}

// partial reports whether a reference whose handle is passed to kernels is declared only in
// some #if arms. The handle is then declared before these: the parameters and arguments are
// not in an arm.
func (p *program) partial(r *reference) bool {
	if r.managed || len(r.users) == 0 {
		return false
	}
	top := ast.Node{}
	for _, d := range r.decls {
		arms := ast.Node{}
		for e := d.node.Parent(); e.Valid() && e.Kind() != ast.NamespaceDefinition; e = e.Parent() {
			if e.Is(ast.PreprocIf, ast.PreprocIfdef) && !guards(e) {
				arms = e
			}
		}
		if !arms.Valid() || top.Valid() && top != arms {
			return false // declared unconditionally, or in all arms
		}
		top = arms
	}
	// Every arm, the last of which is an #else, declares it.
	for arm := top; ; {
		alternative := arm.Child(ast.FieldAlternative)
		if !slices.ContainsFunc(r.decls, func(d *declaration) bool {
			at, own := d.node.Span().Start, arm.Span()
			return own.Contains(at) && !(alternative.Valid() && alternative.Span().Start <= at)
		}) {
			return true
		}
		if arm.Kind() == ast.PreprocElse {
			return false
		}
		if arm = alternative; !arm.Valid() {
			return true
		}
	}
}

// aliases returns the edits of the typedefs that the declarations name.
func (p *program) aliases() (edits []fixes.Edit) {
	for _, r := range p.carried() {
		for _, d := range r.decls {
			if !d.alias.Valid() {
				continue
			}
			t, _ := p.templateOf(d.alias.Child(ast.FieldType))
			handle := "cudaTextureObject_t"
			if r.surface {
				handle = "cudaSurfaceObject_t"
			}
			edits = append(edits, p.edit(t.File(), t.Span().Start, t.Span().End, handle))
		}
	}
	return edits
}

// outside returns the offset before the conditional directives around a declaration, and, if
// namespaces is set, before the namespaces around it.
func (p *program) outside(n ast.Node, at int, namespaces bool) int {
	for e := n.Parent(); e.Valid() && e.Parent().Valid(); e = e.Parent() {
		switch {
		case e.Kind() == ast.NamespaceDefinition && !namespaces:
			return at
		case e.Is(ast.PreprocIf, ast.PreprocIfdef, ast.NamespaceDefinition, ast.LinkageSpecification) && !guards(e):
			at = e.Span().Start
		}
	}
	return at
}

// aboveComments returns the start of the comments directly above an offset, the offset itself
// if there are none.
func aboveComments(f *ast.File, at int) int {
	text := string(f.Source.Text)
	for i := len(f.Comments) - 1; i >= 0; i-- {
		c := f.Comments[i]
		if c.End > at {
			continue
		}
		between := text[c.End:at]
		line := strings.LastIndexByte(text[:c.Start], '\n') + 1
		if strings.TrimSpace(between) != "" || strings.Count(between, "\n") > 1 || strings.TrimSpace(text[line:c.Start]) != "" {
			break
		}
		at = line
	}
	return at
}

// called matches "texture reference" in the comment of a declaration: only these words of it
// change.
var called = regexp.MustCompile(`(?i)\b((?:texture|surface) )(reference)(?:s?\b)`)

// comments returns the edits of the comments that call a declaration a reference: those above
// it, and those after it on its line.
func (p *program) comments(file *ast.File, start, end int) (edits []fixes.Edit) {
	text := file.Source.Text
	above := aboveComments(file, start)
	line := len(text)
	if i := bytes.IndexByte(text[end:], '\n'); i >= 0 {
		line = end + i
	}
	for _, c := range file.Comments {
		if !(above <= c.Start && c.End <= start || end <= c.Start && c.End <= line) {
			continue
		}
		for _, m := range called.FindAllSubmatchIndex(text[c.Start:c.End], -1) {
			word := "object"
			switch old := string(text[c.Start+m[4] : c.Start+m[5]]); {
			case strings.ToUpper(old) == old:
				word = "OBJECT"
			case old[0] == 'R':
				word = "Object"
			}
			edits = append(edits, p.edit(file, c.Start+m[4], c.Start+m[5], word))
		}
	}
	return edits
}

// guards reports whether a conditional is an include guard, or tests only for the CUDA
// compiler.
func guards(n ast.Node) bool {
	asked := n.Child(ast.FieldName)
	if n.Kind() == ast.PreprocIf {
		asked = n.Child(ast.FieldCondition)
	}
	return asked.Next().Kind() == ast.PreprocDef || strings.Contains(asked.Text(), "__CUDACC__") || strings.Contains(asked.Text(), "__cplusplus")
}

// declarationNodes returns the declarations to change, in the order of the units' files.
func (p *program) declarationNodes() []ast.Node {
	var out []ast.Node
	for _, r := range p.refs {
		if r.reason == "" {
			for _, d := range r.decls {
				out = append(out, d.node)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b ast.Node) int {
		if a.File() != b.File() {
			return strings.Compare(a.File().Source.Path, b.File().Source.Path)
		}
		return a.Span().Start - b.Span().Start
	})
	return out
}

// firstFiles returns the declarations before which the functions go, by file: for each unit
// that is the first file with a declaration. several is set if a unit may then contain the
// functions twice.
func (p *program) firstFiles() (first map[*ast.File]ast.Node, several bool) {
	inFile := map[string]ast.Node{}
	for _, n := range p.declarationNodes() {
		if path := n.File().Source.Path; !inFile[path].Valid() {
			inFile[path] = n
		}
	}
	chosen := map[string]bool{}
	for _, u := range p.units {
		files := append(slices.Clone(u.Files[1:]), u.Files[0]) // what is included comes first
		for _, f := range files {
			if inFile[f.Source.Path].Valid() {
				chosen[f.Source.Path] = true
				break
			}
		}
	}
	for _, u := range p.units {
		n := 0
		for _, f := range u.Files {
			if chosen[f.Source.Path] {
				n++
			}
		}
		several = several || n > 1
	}
	first = map[*ast.File]ast.Node{}
	for path := range chosen {
		first[inFile[path].File()] = inFile[path]
	}
	return first, several
}

// lines returns the declarations that replace a declaration.
func (p *program) lines(r *reference, d *declaration) []string {
	linkage := "static "
	if r.merged {
		if !d.extern {
			return nil
		}
		definition := *r.decls[slices.IndexFunc(r.decls, func(d *declaration) bool { return !d.extern })]
		d = &definition
	}
	switch {
	case r.merged:
	case r.extern && d.extern:
		linkage = "extern "
	case r.extern:
		linkage = ""
	}
	init := func(text string) string {
		if d.extern {
			return ";"
		}
		return " = " + text + ";"
	}
	managed, handle := "", "cudaTextureObject_t "
	if r.managed {
		managed = "__managed__ "
	}
	if r.surface {
		handle = "cudaSurfaceObject_t "
	}
	if d.alias.Valid() {
		handle = d.node.Child(ast.FieldType).Text() + " "
	}
	out := []string{linkage + managed + handle + r.name + init("0")}
	if r.described {
		out = append(out, linkage+"cudaTextureDesc "+p.description(r)+init(d.initial()))
	}
	if r.channelled {
		channel := fmt.Sprintf("cudaCreateChannelDesc<%s>()", d.texel)
		if args := splitArguments(d.args); len(args) > 3 {
			channel = args[3]
		}
		out = append(out, linkage+"cudaChannelFormatDesc "+r.name+p.channel()+init(channel))
	}
	if r.aliased {
		out = append(out, fmt.Sprintf("typedef %s %s;", d.fetched(), r.name+p.texel()))
	}
	return out
}

// initial spells the initial description of a reference: clamped, not filtered and not
// normalised, unless the arguments of its constructor say otherwise.
func (d *declaration) initial() string {
	args := append(splitArguments(d.args), "", "", "")
	or := func(text, standard string) string {
		if text == "" {
			return standard
		}
		return text
	}
	mode := or(d.mode, "cudaReadModeElementType")
	address := or(args[2], "cudaAddressModeClamp")
	text := fmt.Sprintf("{{%s, %s, %s}, %s, %s", address, address, address, or(args[1], "cudaFilterModePoint"), mode)
	if args[0] != "" && args[0] != "0" && args[0] != "false" {
		text += ", 0, {0, 0, 0, 0}, " + args[0]
	}
	return text + "}"
}

func splitArguments(text string) (args []string) {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	depth, first := 0, 0
	for i, c := range text {
		switch c {
		case '(', '<', '{':
			depth++
		case ')', '>', '}':
			depth--
		case ',':
			if depth == 0 {
				args = append(args, strings.TrimSpace(text[first:i]))
				first = i + 1
			}
		}
	}
	return append(args, strings.TrimSpace(text[first:]))
}
