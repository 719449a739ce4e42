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

const (
	// maxParses limits the number of repaired texts of one source that are parsed, and
	// maxParsedBytes their size together.
	maxParses      = 24
	maxParsedBytes = 8 << 20
	// maxParserEdits limits the edits of the parser's tree, each of which costs a walk down
	// the tree. With more, the parser starts without a tree.
	maxParserEdits = 4096
)

// A repairer searches for the repaired text of one source with the fewest errors.
type repairer struct {
	ctx context.Context
	// origin is the source. src is what is repaired: origin, or its text after some macros
	// were expanded; expanded is nil in the first case.
	src, origin *source.File
	expanded    *source.Expanded
	parses      *parseSet
	options     Options
	parseCount  int

	// The best so far.
	*parse
	problems
	edits []repair.Edit
	best  *repair.View // of text, nil until it is needed
}

// repairErrors returns a tree of src with fewer problems than found, which are those of p, or
// the tree of p if there is none. Edits are those that p already has. It discards p.
func repairErrors(ctx context.Context, src *source.File, parses *parseSet, p *parse, found problems, edits []repair.Edit, options Options) *ast.File {
	r := &repairer{ctx: ctx, src: src, origin: src, parses: parses, options: options, parse: p, problems: found, edits: edits}
	defer func() { r.parses.discard(r.parse) }()
	r.expandSome()
	r.improve()
	if r.expanded == nil && r.expandSome() {
		r.improve() // qualifiers may have been in the way of an expansion
	}
	if len(r.edits) > 0 || r.expanded != nil {
		return r.finish()
	}
	return r.file
}

// problems are the places of a tree where the text does not parse, or as something else.
type problems struct {
	spans []source.Span // errors and suspects
	cost  int           // 0 for no problem: weighs their number, and the bytes in errors
}

// problemsOf returns the problems of a tree.
func problemsOf(f *ast.File, outside repair.Outside) problems {
	p := problems{spans: suspects(f, outside)}
	p.cost = 16 * (len(p.spans) + len(f.Errors))
	end := 0
	for _, e := range f.Errors {
		p.spans = append(p.spans, e.Span)
		if !e.Missing && e.Span.End > end {
			p.cost += e.Span.End - max(e.Span.Start, end)
			end = e.Span.End
		}
	}
	return p
}

// suspects returns the spans that parse as something that C++ does not allow there:
//   - a function in a function: MACRO(i, n) { ... } that heads a loop;
//   - a type that is a macro for attributes: MACRO f(int) { ... };
//   - a function without a type that has the name of a macro: MACRO(name, type) { ... }.
func suspects(f *ast.File, outside repair.Outside) []source.Span {
	var spans []source.Span
	calls := map[string]bool{}     // the function-like macros of the file
	var attributes map[string]bool // the macros of the file for attributes
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

// view returns the view of the best text so far.
func (r *repairer) view() *repair.View {
	if r.best == nil {
		r.best = repair.NewView(r.text, r.spans, r.options.Outside)
	}
	return r.best
}

// expandSome expands macros if that helps, and reports whether it did.
func (r *repairer) expandSome() bool { return r.expand(true) || r.expand(false) }

// expand expands the macros that keep the source from being parsed, if that helps, and reports
// whether it did. With near, macros close to errors are among them.
func (r *repairer) expand(near bool) bool {
	if r.cost == 0 || r.exhausted() {
		return false
	}
	replacements := r.view().Expansions(near)
	if len(replacements) == 0 {
		return false
	}
	text := source.Expand(r.text, replacements).Text
	src := source.NewFile(r.origin.Path, text)
	r.parseCount++
	p, err := r.parses.parseText(r.ctx, src, text, nil, difference{})
	if err != nil {
		return false
	}
	if !r.better(p) {
		return false
	}
	r.src = src
	r.expanded = source.Expand(r.origin.Text, replacements)
	r.edits = movedEdits(r.edits, r.expanded)
	return true
}

// movedEdits returns the edits of a text at their places in the expanded text, without those
// in replaced spans.
func movedEdits(edits []repair.Edit, x *source.Expanded) []repair.Edit {
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

// improve tries the steps until nothing helps any more, at most three times each.
func (r *repairer) improve() {
	for round := 0; round < 3 && r.cost > 0 && !r.exhausted(); round++ {
		before := r.cost
		r.tryCertain()
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

// exhausted reports whether the limit for parses is reached. It counts work rather than time,
// so that the result does not depend on the machine.
func (r *repairer) exhausted() bool {
	return r.parseCount >= maxParses || r.parseCount > 0 && (r.parseCount+1)*len(r.text) > maxParsedBytes || r.ctx.Err() != nil
}

// tryCertain tries all edits that do not change the meaning at once and, if that does not
// help, one step after the other.
func (r *repairer) tryCertain() {
	text, edits, view := r.text, []repair.Edit(nil), r.view()
	take := func(s repair.Step) bool {
		found := s.Find(view)
		if len(found) > 0 {
			text, edits = repair.Apply(text, found), append(edits, found...)
			view = view.Edited(text, found, r.spans)
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
	if r.accept(text, edits) {
		return
	}
	for _, s := range append([]repair.Step{repair.Conditionals}, repair.Certain...) {
		r.try(s)
	}
}

// try makes the edits of a step if they help.
func (r *repairer) try(s repair.Step) {
	if found := s.Find(r.view()); len(found) > 0 {
		r.accept(repair.Apply(r.text, found), found)
	}
}

// accept makes text, which has some more edits, the best so far if it has fewer errors, and
// reports whether it has.
func (r *repairer) accept(text []byte, edits []repair.Edit) bool {
	if r.exhausted() {
		return false
	}
	if len(text) != r.src.Len() {
		panic("cudaparse: a repair moved the text")
	}
	r.parseCount++
	p, err := r.parses.parseEdited(r.ctx, r.src, text, r.parse, edits)
	if err != nil {
		return false
	}
	before := r.best
	if !r.better(p) {
		return false
	}
	r.edits = append(r.edits, edits...)
	if r.cost > 0 {
		r.best = before.Edited(text, edits, r.spans)
	}
	return true
}

// better makes a parse the best so far if it has fewer errors, and reports whether it has. It
// discards the other parse.
func (r *repairer) better(p *parse) bool {
	found := problemsOf(p.file, r.options.Outside)
	if found.cost >= r.cost {
		r.parses.discard(p)
		return false
	}
	r.parses.discard(r.parse)
	r.parse, r.problems, r.best = p, found, nil
	return true
}

// finish returns the best tree with its repairs. It copies the records, as later parses may
// start from those of the parse.
func (r *repairer) finish() *ast.File {
	records := slices.Clone(r.records)
	f := ast.NewFile(r.origin, records)
	f.Expanded = r.expanded
	for _, e := range r.file.Errors {
		e.Span = r.inOrigin(e.Span)
		f.Errors = append(f.Errors, e)
	}
	// Comments in spans that were replaced or do not parse are not in the tree.
	f.Comments = repair.Comments(r.origin.Text)
	sort.SliceStable(r.edits, func(i, j int) bool { return r.edits[i].Start < r.edits[j].Start })
	tree := ast.NewFile(r.src, records) // f before the map of f.Expanded
	for _, e := range r.edits {
		f.Repairs = append(f.Repairs, ast.Repair{Span: r.inOrigin(e.Span()), Cause: e.Cause})
		if e.Inactive {
			f.Inactive = append(f.Inactive, r.inOrigin(e.Span()))
		}
		if e.Qualifiers != 0 {
			r.qualify(tree, records, e)
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

// inOrigin returns the span in origin for a span in src.
func (r *repairer) inOrigin(s source.Span) source.Span {
	if r.expanded == nil {
		return s
	}
	return r.expanded.Old(s)
}

// qualify adds the qualifiers that an edit took out of the text to the declaration that the
// edit stands in, or in front of.
func (r *repairer) qualify(f *ast.File, records []ast.Record, e repair.Edit) {
	for n := f.NodeAt(repair.NextToken(r.text, e.End())); n.Valid(); n = n.Parent() {
		d := n
		if n.Is(ast.FriendDeclaration) {
			d = n.ChildOf(ast.FunctionDefinition, ast.Declaration)
		}
		if d.Is(ast.FunctionDefinition, ast.Declaration, ast.FieldDeclaration, ast.ParameterDeclaration, ast.LambdaExpression) {
			records[d.Index()].Qualifiers |= e.Qualifiers
			return
		}
	}
}
