package leak

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/resource"
	"github.com/cudalint/cudalint/lint/analysis/resource/repair"
)

// A fixer collects the edits that fix one leak.
type fixer struct {
	pass  *lint.Pass
	f     resource.Finding
	m     *repair.Proposal
	edits []fixes.Edit
}

// leakFix returns the fix of a leak. If there is none, ok is false and why is the reason
// as a phrase, "" for findings that never have a fix.
func leakFix(pass *lint.Pass, f resource.Finding) (fix fixes.Fix, why string, ok bool) {
	m := f.Repair()
	if m == nil {
		return fix, "", false
	}
	if m.Refused != "" {
		return fix, m.Refused, false
	}
	if f.Node.Enclosing(ast.FunctionDefinition).HasError() {
		return fix, "its function does not parse", false // its end is not certain
	}
	x := fixer{pass: pass, f: f, m: m}
	x.initialise()
	for _, p := range m.Points {
		if why := x.release(p); why != "" {
			return fix, why, false
		}
	}
	safety := fixes.Safe
	switch {
	case m.Shown:
		safety = fixes.Display
	case len(m.Doubts) > 0:
		safety = fixes.Unsafe
	}
	return fixes.Fix{Title: x.title(), Safety: safety, Edits: x.edits}, "", true
}

// doubleFix returns the fix that deletes one of the two releases of a handle; why and ok
// are as for leakFix.
func doubleFix(pass *lint.Pass, f resource.Finding) (fix fixes.Fix, why string, ok bool) {
	n, why := f.Second()
	if !n.Valid() {
		return fix, why, false
	}
	src := n.File().Source
	text, span := string(src.Text), n.Span()
	line := src.Position(span.Start).Line
	if !firstOnLine(text, span.Start) || !isComment(text[span.End:source.LineEnd(text, span.End)]) {
		return fix, "there is other code on its line", false
	}
	span.Start = source.LineStart(text, span.Start)
	if span.End = source.LineEnd(text, span.End); span.End < len(text) {
		span.End += strings.IndexByte(text[span.End:], '\n') + 1
	}
	safety := fixes.Unsafe
	if f.Proven {
		safety = fixes.Safe
	}
	return fixes.Fix{Title: fmt.Sprintf("delete the release at line %d", line), Safety: safety,
		Edits: []fixes.Edit{pass.EditSpan(n.File(), span, "")}}, "", true
}

var jumpNames = map[ast.Kind]string{ast.ReturnStatement: "return", ast.ThrowStatement: "throw", ast.BreakStatement: "break",
	ast.ContinueStatement: "continue", ast.GotoStatement: "goto"}

// title returns the title of the fix, for example "destroy tex before the return at line 12".
func (x *fixer) title() string {
	verb := "destroy"
	if strings.Contains(x.m.Release, "Array") {
		verb = "free"
	}
	var places []string
	waits := false
	for _, p := range x.m.Points {
		place := ""
		at := p.Node.File().Source
		switch line := at.Position(p.Node.Span().Start).Line; {
		case x.m.Owner != "":
			place = "in the destructor of " + x.m.Owner
		case p.End:
			place = fmt.Sprintf("at the end of the block (line %d)", at.Position(p.Node.Span().End-1).Line)
		case jumpNames[p.Node.Kind()] != "":
			place = fmt.Sprintf("before the %s at line %d", jumpNames[p.Node.Kind()], line)
		default:
			place = fmt.Sprintf("before line %d", line)
		}
		places = append(places, place)
		waits = waits || p.Wait
	}
	text := places[0]
	switch n := len(places); {
	case n == 2:
		text += " and " + places[1]
	case n > 2:
		text += fmt.Sprintf(" and at %d more places", n-1)
	}
	title := fmt.Sprintf("%s %s %s", verb, x.m.Handle, text)
	if waits && x.waitCall(repair.Point{}) != "" {
		title += ", after waiting for the kernels"
	}
	return title
}

// initialise adds the initial value 0 to the declaration of the handle, if the fix needs
// it.
func (x *fixer) initialise() {
	n := x.m.Declaration
	if !n.Valid() {
		return
	}
	zero := "0"
	if x.m.Pointer {
		zero = "nullptr"
		if text := n.File().Source.Text; !strings.Contains(string(text), "nullptr") && strings.Contains(string(text), "NULL") {
			zero = "NULL"
		}
	}
	end := n.Span().End
	x.edits = append(x.edits, x.pass.EditSpan(n.File(), source.Span{Start: end, End: end}, " = "+zero))
}

// statements returns the statements to insert at a point, in order.
func (x *fixer) statements(p repair.Point) []string {
	wrap := func(call string) string { return call }
	if macro := x.checkMacro(); macro != "" && !p.Early {
		wrap = func(call string) string { return macro + "(" + call + ")" }
	}
	var out []string
	if wait := x.waitCall(p); p.Wait && wait != "" {
		out = append(out, wrap(wait)+";")
	}
	call := wrap(fmt.Sprintf("%s(%s)", x.m.Release, x.m.Handle)) + ";"
	if p.Maybe && x.m.Guard {
		call = fmt.Sprintf("if (%s) %s", x.m.Handle, call)
	}
	return append(out, call)
}

// waitCall returns the call that waits for the kernels at a point. It returns "" for
// cudaFreeArray and cudaFreeMipmappedArray, which themselves wait for earlier work
// (measured with CUDA 13.0 on sm_90, not documented).
func (x *fixer) waitCall(p repair.Point) string {
	driver := !strings.HasPrefix(x.m.Release, "cuda")
	switch {
	case strings.HasPrefix(x.m.Release, "cudaFree"):
		return ""
	case p.Stream != "" && driver:
		return fmt.Sprintf("cuStreamSynchronize(%s)", p.Stream)
	case p.Stream != "":
		return fmt.Sprintf("cudaStreamSynchronize(%s)", p.Stream)
	case driver:
		return "cuCtxSynchronize()"
	}
	return "cudaDeviceSynchronize()"
}

// checkMacro returns the name of the macro or function that checks the result of the
// create call: the fix checks the calls that it adds in the same way. It returns "" for
// one that may leave the function, as that would leak other handles.
func (x *fixer) checkMacro() string {
	call := x.m.Create
	list := call.Parent()
	outer := list.Parent()
	if !list.Is(ast.ArgumentList) || !outer.Is(ast.CallExpression) || !outer.Parent().Is(ast.ExpressionStatement) || list.ChildCount() != 1 {
		return ""
	}
	if e, ok := x.pass.Unit.Expand(outer); ok {
		for n := range e.Descendants() {
			if n.Is(ast.ReturnStatement, ast.ThrowStatement, ast.GotoStatement, ast.BreakStatement, ast.ContinueStatement) {
				return ""
			}
		}
	} else if x.throws(outer) {
		return ""
	}
	return outer.Child(ast.FieldFunction).Text()
}

// throws reports whether a visible definition of the called function contains a throw.
func (x *fixer) throws(call ast.Node) bool {
	name := call.Child(ast.FieldFunction).LastName().Text()
	for _, f := range x.pass.Unit.FunctionsNamed(name) {
		if !f.Body.Valid() {
			continue
		}
		for n := range f.Body.Descendants() {
			if n.Is(ast.ThrowStatement) {
				return true
			}
		}
	}
	return false
}

// release adds the edits of one point. why is the reason if that is not possible.
func (x *fixer) release(p repair.Point) (why string) {
	if p.Node.Origin() != p.Node {
		return "a macro writes the statement"
	}
	switch {
	case p.End:
		return x.atEnd(p)
	case p.Evaluate:
		return x.aroundReturn(p)
	}
	return x.inFront(p, x.statements(p), "")
}

// atEnd inserts the calls that release the handle before the closing brace of a block. It
// returns the reason if it cannot, "" otherwise.
func (x *fixer) atEnd(p repair.Point) string {
	src := p.Node.File().Source
	text, end := string(src.Text), p.Node.Span().End-1
	if end < 0 || text[end] != '}' {
		return "the block has no end"
	}
	statements := x.statements(p)
	if !firstOnLine(text, end) {
		before := ""
		if text[end-1] == '{' {
			before = " "
		}
		x.insert(p.Node, end, before+strings.Join(statements, " ")+" ")
		return ""
	}
	indent := ""
	for c := range p.Node.Children() {
		if at := c.Span().Start; firstOnLine(text, at) && !c.Is(ast.LabeledStatement) && !isDirective(c) {
			indent = source.Indentation(text, at)
		}
	}
	if indent == "" {
		indent = source.Indentation(text, end) + x.indentStep(p.Node)
	}
	at := source.LineStart(text, end)
	x.insert(p.Node, at, indent+strings.Join(statements, "\n"+indent)+"\n")
	return ""
}

// aroundReturn replaces a return statement: the value goes to a variable, then follow the
// statements of the point, and the return of the variable.
func (x *fixer) aroundReturn(p repair.Point) string {
	value := p.Node.FirstChild()
	kind, why := x.resultType()
	if why != "" {
		return why
	}
	for n := range x.body().Descendants() {
		// A declaration that a goto or case jumps over does not compile.
		if n.Is(ast.LabeledStatement) {
			return "a jump to a label would skip the variable that the fix declares"
		}
	}
	if p.Node.Parent().Is(ast.CaseStatement) {
		return "the return is in a case"
	}
	names := []string{"result", "value", "returned"}
	if strings.HasPrefix(kind, "cudaError") || kind == "CUresult" {
		names = []string{"status", "result", "returned"}
	}
	used := words(x.body().Text())
	name := ""
	for _, n := range names {
		if !used[n] {
			name = n
			break
		}
	}
	if name == "" {
		return "the names result, value and returned are all in use"
	}
	statements := append([]string{fmt.Sprintf("%s %s = %s;", kind, name, value.Text())}, x.statements(p)...)
	return x.inFront(p, statements, fmt.Sprintf("return %s;", name))
}

// resultType spells the result type of the function. why is not "" if the result may be
// an object, of which the fix must not make a copy.
func (x *fixer) resultType() (kind, why string) {
	body := x.body()
	if body.Parent().Is(ast.LambdaExpression) {
		return "", "the return is in a lambda whose result type is not known"
	}
	f := x.f.Function
	t := f.Scope.ResultType(f)
	kind = strings.TrimSpace(body.Parent().Child(ast.FieldType).Text())
	switch {
	case slices.Contains([]string{"cudaError_t", "cudaError", "CUresult"}, kind):
		return kind, ""
	case t != nil && t.Kind == sema.Pointer:
		return "auto", ""
	case t != nil && (t.Arithmetic() || t.Kind == sema.Enum) && kind != "auto":
		return kind, ""
	}
	return "", "the function may return an object"
}

// body returns the body of the function or lambda that the finding is in.
func (x *fixer) body() ast.Node {
	n := x.f.Node.Origin()
	return n.Enclosing(ast.FunctionDefinition, ast.LambdaExpression).Child(ast.FieldBody)
}

// inFront inserts statements before the statement of a point, and replaces that by other
// unless other is "". It adds braces if the statement has none around it.
func (x *fixer) inFront(p repair.Point, statements []string, other string) string {
	n := p.Node
	text, start := string(n.File().Source.Text), n.Span().Start
	header, why := bareAfter(n, text)
	if why != "" {
		return why
	}
	if header > 0 {
		x.braced(n, header, statements)
	} else {
		sep := " "
		if firstOnLine(text, start) {
			sep = "\n" + source.Indentation(text, start)
		}
		x.insert(n, start, strings.Join(statements, sep)+sep)
	}
	if other != "" {
		x.edits = append(x.edits, x.pass.Edit(n, other))
	}
	return ""
}

// bareAfter returns the end of the condition, else or loop header that controls a
// statement without braces, and 0 for a statement in a block.
func bareAfter(n ast.Node, text string) (header int, why string) {
	start, owner := n.Span().Start, n.Parent()
	line := n.File().Source.Position(start).Line
	switch owner.Kind() {
	case ast.CompoundStatement, ast.CaseStatement, ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElse, ast.PreprocElif, ast.PreprocElifdef:
		return 0, ""
	case ast.IfStatement:
		header = owner.Child(ast.FieldCondition).Span().End
	case ast.ElseClause:
		header = owner.Span().Start + len("else")
	case ast.ForStatement, ast.ForRangeLoop, ast.WhileStatement:
		if header = len(strings.TrimRight(text[:start], " \t\r\n")); text[header-1] != ')' {
			return 0, fmt.Sprintf("the statement at line %d is in no block", line)
		}
	case ast.LabeledStatement:
		return 0, "the statement has a label"
	default:
		return 0, fmt.Sprintf("the statement at line %d is in no block", line)
	}
	if between := text[header:start]; strings.ContainsAny(between, "#\\") || !firstOnLine(text, start) && strings.TrimSpace(between) != "" {
		return 0, "there is a macro or a directive before the statement"
	}
	return header, ""
}

// braced adds braces around a statement that follows a header, and inserts statements
// before it.
func (x *fixer) braced(n ast.Node, header int, statements []string) {
	text, start, end := string(n.File().Source.Text), n.Span().Start, n.Span().End
	base := source.Indentation(text, n.Parent().Span().Start)
	inner := base + x.indentStep(n)
	open := " {"
	if x.bracesOnOwnLine(n) {
		open = "\n" + base + "{"
	}
	if rest := text[end:source.LineEnd(text, end)]; isComment(rest) {
		end += len(strings.TrimRight(rest, " \t")) // the comment stays with the statement
	}
	if firstOnLine(text, start) {
		inner = source.Indentation(text, start)
		x.insert(n, header, open)
		x.insert(n, start, strings.Join(statements, "\n"+inner)+"\n"+inner)
	} else {
		x.replace(n, source.Span{Start: header, End: start}, open+"\n"+inner+strings.Join(statements, "\n"+inner)+"\n"+inner)
	}
	x.insert(n, end, "\n"+base+"}")
}

func (x *fixer) insert(n ast.Node, at int, text string) {
	x.replace(n, source.Span{Start: at, End: at}, text)
}

func (x *fixer) replace(n ast.Node, span source.Span, text string) {
	x.edits = append(x.edits, x.pass.EditSpan(n.File(), span, text))
}
