package constantuniformloop

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// Limits of a loop after unrolling: copies of its body, and operations in them. An
// operation is about one instruction of 16 bytes. Code that exceeds the instruction
// caches becomes slow: on an H200, 8,192 unrolled reads were still 17 times faster than
// the loop, but such a kernel leaves no room in the caches for another one.
const (
	maxCopies     = 1024
	maxOperations = 4096
)

// unrolling returns the fix that fully unrolls the loops that change the address of a
// read. It keeps the order of all operations. ok is false if it is not possible.
func unrolling(pass *lint.Pass, k *warp.Result, a *warp.Access) (fix fixes.Fix, ok bool) {
	loops := loopsOf(k, a)
	if len(loops) == 0 {
		return fix, false
	}
	copies := 1.0
	for _, n := range loops {
		copies *= n.Trips
	}
	outer := loops[len(loops)-1]
	if copies > maxCopies || operations(k, outer) > maxOperations || hasAsm(pass.Unit, outer.Loop, 0) {
		return fix, false
	}
	for _, n := range loops {
		e, needed, ok := unroll(pass, n)
		if !ok {
			return fix, false
		}
		if needed {
			fix.Edits = append(fix.Edits, e)
		}
	}
	fix.Title = fmt.Sprintf("fully unroll the loop around %s (%.0f iterations)", a.Node.Text(), copies)
	return fix, len(fix.Edits) > 0
}

// hasAsm reports whether a loop, or a function that it calls, has inline assembly.
// Unrolling would duplicate the labels and registers declared in it.
func hasAsm(u *sema.Unit, n ast.Node, depth int) bool {
	const most = 4
	if depth > most {
		return true
	}
	for d := range n.Descendants() {
		switch d.Kind() {
		case ast.GnuAsmExpression:
			return true
		case ast.CallExpression:
			callee := d.Child(ast.FieldFunction)
			functions, _ := u.ScopeAt(callee).FunctionsNamed(callee)
			if slices.ContainsFunc(functions, func(f *sema.Function) bool { return f.Body.Valid() && hasAsm(u, f.Body, depth+1) }) {
				return true
			}
		}
	}
	return false
}

// loopsOf returns the loops that change the address of a read, the innermost first. It
// returns none unless the compiler knows the trip count of each, and the index depends
// only on their counters and on constants.
func loopsOf(k *warp.Result, a *warp.Access) (loops []*warp.Nest) {
	if !lint.Written(a.Node) || a.Function == nil {
		return nil
	}
	counters := map[string]*warp.Nest{}
	var around []*warp.Nest
	for at := a.Node.Parent(); at.Valid() && !at.Is(ast.FunctionDefinition); at = at.Parent() {
		if !at.Is(ast.ForStatement) {
			if at.Is(ast.WhileStatement, ast.DoStatement, ast.LambdaExpression) {
				return nil
			}
			continue
		}
		i := slices.IndexFunc(k.Nests, func(n warp.Nest) bool { return n.Loop == at.Origin() })
		counter := counterOf(at)
		if i < 0 || counter == "" {
			return nil
		}
		if counters[counter] == nil {
			counters[counter] = &k.Nests[i]
			around = append(around, &k.Nests[i])
		}
	}
	used := map[*warp.Nest]bool{}
	for d := range a.Node.Descendants() {
		if !d.Is(ast.Identifier) || d.Text() == a.Object {
			continue
		}
		n := counters[d.Text()]
		switch {
		case n != nil && n.Constant && n.TripsKnown:
			used[n] = true
		case n != nil || !constant(a.Function, d):
			return nil
		}
	}
	for _, n := range around {
		if used[n] {
			loops = append(loops, n)
		}
	}
	return loops
}

func constant(f *sema.Function, n ast.Node) bool { return f.Scope.Const(n).Known() }

// counterOf returns the name of the counter that a loop declares. It returns "" if the
// body assigns to the counter or may leave the loop.
func counterOf(loop ast.Node) string {
	declaration := loop.Child(ast.FieldInitializer)
	if !declaration.Is(ast.Declaration) {
		return ""
	}
	declarator := declaration.Child(ast.FieldDeclarator)
	if !declarator.Is(ast.InitDeclarator) || !declarator.Child(ast.FieldDeclarator).Is(ast.Identifier) {
		return ""
	}
	name := declarator.Child(ast.FieldDeclarator).Text()
	for d := range loop.Child(ast.FieldBody).Descendants() {
		switch d.Kind() {
		case ast.BreakStatement, ast.ReturnStatement, ast.GotoStatement, ast.LabeledStatement:
			return ""
		case ast.UpdateExpression:
			if d.Child(ast.FieldArgument).Text() == name {
				return ""
			}
		case ast.AssignmentExpression:
			if d.Child(ast.FieldLeft).Text() == name {
				return ""
			}
		}
	}
	return name
}

// operations returns the number of operations of a loop, inner loops included, once it
// is unrolled.
func operations(k *warp.Result, loop *warp.Nest) float64 {
	sum := 0.0
	for i := range k.Nests {
		for n := &k.Nests[i]; ; n = &k.Nests[n.Parent] {
			if n == loop {
				for _, o := range k.Nests[i].Operations {
					sum += o.Count
				}
			}
			if n.Parent < 0 {
				break
			}
		}
	}
	return sum / max(1, loop.Entries)
}

// unroll returns the edit that puts #pragma unroll before a loop, or replaces a pragma
// with a number. needed is false if the compiler unrolls the loop by itself. ok is false
// if the pragma cannot be placed.
func unroll(pass *lint.Pass, n *warp.Nest) (e fixes.Edit, needed, ok bool) {
	const pragma = "#pragma unroll"
	loop := n.Loop
	if !lint.Written(loop) || !loop.Parent().Is(ast.CompoundStatement, ast.ForStatement) {
		return e, false, false
	}
	file, start := loop.File(), loop.Span().Start
	text := file.Source.Text
	line := start
	for line > 0 && text[line-1] != '\n' {
		line--
	}
	indent := string(text[line:start])
	if strings.Trim(indent, " \t") != "" {
		return e, false, n.Unroll == 0 // the loop does not start the line
	}
	before, from := lineBefore(text, line)
	if m := numbered.FindStringSubmatchIndex(before); m != nil {
		return pass.EditSpan(file, source.Span{Start: from + m[2], End: from + m[3]}, pragma), true, true
	}
	if n.Unroll == 0 {
		return e, false, true
	}
	if directive := strings.TrimSpace(before); strings.HasPrefix(directive, "#") || strings.HasSuffix(directive, "\\") {
		return e, false, false // another pragma, a pragma with a named number, an #if
	}
	if pragmaAbove(file, line) {
		return e, false, false // only comments are between that pragma and the loop
	}
	ending := "\n"
	if strings.HasSuffix(before, "\r") {
		ending = "\r\n"
	}
	return pass.EditSpan(file, source.Span{Start: line, End: line}, indentOf(string(text), indent)+pragma+ending), true, true
}

// numbered matches a pragma that asks for a number of copies.
var numbered = regexp.MustCompile(`^[ \t]*(#[ \t]*pragma[ \t]+unroll(?:[ \t]*\([ \t]*[0-9]+[ \t]*\)|[ \t]+[0-9]+))[ \t\r]*(?://.*|/\*.*\*/[ \t\r]*)?$`)

// pragmaAbove reports whether a pragma precedes an offset, with only comments and white
// space between.
func pragmaAbove(file *ast.File, offset int) bool {
	text := file.Source.Text
	for i := len(file.Comments) - 1; i >= 0; i-- {
		c := file.Comments[i]
		if c.End <= offset && len(bytes.TrimSpace(text[c.End:offset])) == 0 {
			offset = c.Start
		}
	}
	above := bytes.TrimRight(text[:offset], " \t\r\n")
	last := bytes.TrimSpace(above[bytes.LastIndexByte(above, '\n')+1:])
	return bytes.HasPrefix(last, []byte("#")) && bytes.Contains(last, []byte("pragma"))
}

// lineBefore returns the line that ends before an offset, without its line feed, and
// where it starts.
func lineBefore(text []byte, offset int) (line string, start int) {
	if offset == 0 {
		return "", 0
	}
	start = offset - 1
	for start > 0 && text[start-1] != '\n' {
		start--
	}
	return string(text[start : offset-1]), start
}

// indentOf returns the indentation of such pragmas in a file: that of the loop, or none.
func indentOf(text, indent string) string {
	if strings.Contains(text, "\n#pragma unroll") {
		return ""
	}
	return indent
}
