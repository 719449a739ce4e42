package cudaparse

import (
	"context"
	"slices"
	"sort"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/repair"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// maxParses bounds how often one source is parsed again with repairs, and
// maxParsedBytes how much text that is, for sources larger than real ones.
const (
	maxParses      = 24
	maxParsedBytes = 8 << 20
	// maxTold is how many edits the parser is told of; past it, it starts afresh.
	// Each costs a walk down the tree.
	maxTold = 4096
)

// repairer looks for the repaired text of one source that has the fewest errors.
type repairer struct {
	ctx context.Context
	// src is the text that is repaired: origin, or what expanding macros made of it. expanded
	// has that of origin, too; it is nil where there are none.
	src, origin *source.File
	expanded    *source.Expanded
	texts       *texts
	options     Options
	parses      int

	// The best so far.
	*parse
	cost  int
	edits []repair.Edit
	best  *repair.View // of text, nil until it is needed
}

// repaired returns a tree of src with fewer errors than p, or that of p, which some edits
// were made for. It discards p.
func repaired(ctx context.Context, src *source.File, texts *texts, p *parse, edits []repair.Edit, options Options) *ast.File {
	r := &repairer{ctx: ctx, src: src, origin: src, texts: texts, options: options, parse: p, edits: edits, cost: cost(p.file, options.Outside)}
	defer func() { r.texts.discard(r.parse) }()
	r.expandSome()
	r.run()
	if r.expanded == nil && r.expandSome() {
		r.run() // with the qualifiers around what is expanded out of the way
	}
	if len(r.edits) > 0 || r.expanded != nil {
		return r.finish()
	}
	return r.file
}

// cost weighs what does not parse: the number of errors and the bytes in them,
// and the number of nodes that are not what they seem.
func cost(f *ast.File, outside repair.Outside) int {
	total, end := 16*len(suspects(f, outside)), 0
	for _, e := range f.Errors {
		total += 16
		if !e.Missing && e.Span.End > end {
			total += e.Span.End - max(e.Span.Start, end)
			end = e.Span.End
		}
	}
	return total
}

// suspects returns the places that parse, but as something that the language
// does not allow there:
//   - a function in a function: MACRO(i, n) { ... } that heads a loop;
//   - a type that is a macro for attributes: MACRO f(int) { ... };
//   - a function without a type that has the name of a macro: MACRO(name, type) { ... }.
func suspects(f *ast.File, outside repair.Outside) []source.Span {
	var spans []source.Span
	calls := map[string]bool{}     // the macros with parameters
	var attributes map[string]bool // made for the few files that define one
	for i := range f.Len() {
		switch n := f.At(i); n.Kind() {
		case ast.FunctionDefinition:
			if n.Parent().Is(ast.CompoundStatement) {
				head := n.Span()
				head.End = max(head.Start, n.Child(ast.FieldBody).Span().Start)
				spans = append(spans, head)
			} else if name := n.Child(ast.FieldDeclarator).Child(ast.FieldDeclarator); name.Kind() == ast.Identifier && !n.Child(ast.FieldType).Valid() {
				if m := outside.Macro(name.Text()); calls[name.Text()] || m != nil && m.FunctionLike {
					spans = append(spans, name.Span())
				}
			}
		case ast.PreprocFunctionDef:
			calls[n.Child(ast.FieldName).Text()] = true
		case ast.PreprocDef:
			if body := n.Child(ast.FieldValue).Text(); strings.Contains(body, "__") && repair.IsAttributes(body) {
				if attributes == nil {
					attributes = map[string]bool{}
				}
				attributes[n.Child(ast.FieldName).Text()] = true
			}
		case ast.TypeIdentifier:
			if len(attributes) > 0 && attributes[n.Text()] {
				spans = append(spans, n.Span())
			}
		}
	}
	return spans
}

func (r *repairer) view(text []byte) *repair.View {
	return repair.NewView(text, r.errors(), r.options.Outside)
}

// errors returns the spans of the best so far that do not parse, or not as what
// they are.
func (r *repairer) errors() []source.Span {
	spans := suspects(r.file, r.options.Outside)
	for _, e := range r.file.Errors {
		spans = append(spans, e.Span)
	}
	return spans
}

// expandSome expands what helps, and reports whether something did.
func (r *repairer) expandSome() bool { return r.expand(true) || r.expand(false) }

// expand replaces macros that keep the source from being parsed by what they expand to, if
// that helps; near are those close to errors, too.
func (r *repairer) expand(near bool) bool {
	if r.cost == 0 || r.exhausted() {
		return false
	}
	if r.best == nil {
		r.best = r.view(r.text)
	}
	replacements := r.best.Expansions(near)
	if len(replacements) == 0 {
		return false
	}
	text := source.Expand(r.text, replacements).Text
	src := source.NewFile(r.origin.Path, text)
	r.parses++
	p, err := r.texts.similar(r.ctx, src, text, nil, difference{})
	if err != nil {
		return false
	}
	if !r.better(p) {
		return false
	}
	r.src = src
	r.expanded = source.Expand(r.origin.Text, replacements)
	r.edits = moved(r.edits, r.expanded)
	return true
}

// moved returns edits of a text at their places in the expanded one, without those of what
// was replaced.
func moved(edits []repair.Edit, x *source.Expanded) []repair.Edit {
	var out []repair.Edit
	for _, e := range edits {
		at := x.New(e.Start)
		if x.Old(source.Span{Start: at, End: at + 1}).Start != e.Start || at+len(e.Text) > len(x.Text) {
			continue
		}
		e.Start = at
		out = append(out, e)
	}
	return out
}

func (r *repairer) run() {
	for round := 0; round < 3 && r.cost > 0 && !r.exhausted(); round++ {
		before := r.cost
		r.certain()
		for _, s := range repair.Guesses {
			if r.cost == 0 || r.exhausted() {
				return
			}
			r.try(s)
		}
		if r.cost == before {
			return
		}
	}
}

// exhausted reports whether the source has been parsed often enough. It counts
// work rather than time, so that the result does not depend on the machine.
func (r *repairer) exhausted() bool {
	return r.parses >= maxParses || r.parses > 0 && (r.parses+1)*len(r.text) > maxParsedBytes || r.ctx.Err() != nil
}

// certain takes all edits that change no meaning at once; should they make
// things worse together, one step after the other.
func (r *repairer) certain() {
	if r.best == nil {
		r.best = r.view(r.text)
	}
	text, edits, view := r.text, []repair.Edit(nil), r.best
	take := func(s repair.Step) bool {
		found := s.Find(view)
		if len(found) > 0 {
			text, edits = repair.Apply(text, found), append(edits, found...)
			view = view.Edited(text, found, r.errors())
		}
		return len(found) > 0
	}
	// Arms inside arms are decided from the outside in.
	for n := 0; n < 4 && take(repair.Conditionals); n++ {
	}
	for _, s := range repair.Certain {
		take(s)
	}
	if len(edits) == 0 {
		return
	}
	if r.keep(text, edits) {
		return
	}
	for _, s := range append([]repair.Step{repair.Conditionals}, repair.Certain...) {
		r.try(s)
	}
}

// try takes the edits of a step if they help.
func (r *repairer) try(s repair.Step) {
	if r.best == nil {
		r.best = r.view(r.text)
	}
	if found := s.Find(r.best); len(found) > 0 {
		r.keep(repair.Apply(r.text, found), found)
	}
}

// keep makes text the best so far if it has fewer errors.
func (r *repairer) keep(text []byte, edits []repair.Edit) bool {
	if r.exhausted() {
		return false
	}
	if len(text) != r.src.Len() {
		panic("cudaparse: a repair moved the text")
	}
	r.parses++
	p, err := r.texts.repaired(r.ctx, r.src, text, r.parse, edits)
	if err != nil {
		return false
	}
	before := r.best
	if !r.better(p) {
		return false
	}
	r.edits = append(r.edits, edits...)
	if r.cost > 0 {
		r.best = before.Edited(text, edits, r.errors())
	}
	return true
}

// better makes a parse the best so far if it has fewer errors, and discards the other one.
func (r *repairer) better(p *parse) bool {
	c := cost(p.file, r.options.Outside)
	if c >= r.cost {
		r.texts.discard(p)
		return false
	}
	r.texts.discard(r.parse)
	r.parse, r.cost, r.best = p, c, nil
	return true
}

// finish returns the tree with the repairs recorded in it. The copy that others may be
// made from stays as it is.
func (r *repairer) finish() *ast.File {
	records := slices.Clone(r.records)
	f := ast.NewFile(r.origin, records)
	f.Expanded = r.expanded
	for _, e := range r.file.Errors {
		e.Span = r.written(e.Span)
		f.Errors = append(f.Errors, e)
	}
	// A repaired comment is a comment still, and one in unparsed code may be
	// missing from the tree.
	f.Comments = repair.Comments(r.origin.Text)
	f.Repaired = len(r.edits)
	sort.SliceStable(r.edits, func(i, j int) bool { return r.edits[i].Start < r.edits[j].Start })
	for _, e := range r.edits {
		f.Repairs = append(f.Repairs, ast.Repair{Span: r.written(e.Span()), Cause: e.Cause})
		if e.Inactive {
			f.Inactive = append(f.Inactive, r.written(e.Span()))
		}
		if e.Qualifiers != 0 {
			r.qualify(records, e)
		}
	}
	original := r.origin.Text
	if r.expanded != nil {
		original = r.expanded.Text
	}
	for i, c := range r.text {
		if c == ' ' && original[i] != ' ' && original[i] != '\t' {
			f.BlankedBytes++
		}
	}
	return f
}

// written returns where a span of what was repaired is in the source.
func (r *repairer) written(s source.Span) source.Span {
	if r.expanded == nil {
		return s
	}
	return r.expanded.Old(s)
}

// qualify gives the declaration that an edit stands in, or in front of, the
// qualifiers that the edit took out of the text.
func (r *repairer) qualify(records []ast.Record, e repair.Edit) {
	at := repair.NextToken(r.text, e.End())
	var target ast.Node
	for n := ast.NewFile(r.src, records).Root(); n.Valid(); {
		if n.Is(ast.FunctionDefinition, ast.Declaration, ast.FieldDeclaration, ast.ParameterDeclaration, ast.LambdaExpression) {
			target = n
		}
		if n.Is(ast.FriendDeclaration) {
			if d := n.ChildOf(ast.FunctionDefinition, ast.Declaration); d.Valid() {
				target = d
			}
		}
		inner := ast.Node{}
		for c := range n.Children() {
			if c.Span().Contains(at) {
				inner = c
				break
			}
		}
		n = inner
	}
	if target.Valid() {
		records[target.Index()].Qualifiers |= e.Qualifiers
	}
}
