package parameter

import (
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// A launchForm says where a launch function takes the kernel and its arguments.
type launchForm struct{ form, kernel, args int }

const (
	plainArgs = iota + 1 // from args on, all are the kernel's
	arrayArg             // args is a void **
)

// launchFunctions are the functions that launch a kernel given by its address.
var launchFunctions = map[string]launchForm{
	"cudaLaunchKernel": {arrayArg, 0, 3}, "cudaLaunchCooperativeKernel": {arrayArg, 0, 3}, "hipLaunchKernel": {arrayArg, 0, 3}, "hipLaunchCooperativeKernel": {arrayArg, 0, 3},
	"cudaLaunchKernelEx": {plainArgs, 1, 2}, "cudaLaunchKernelExC": {arrayArg, 1, 2},
	"hipLaunchKernelGGL": {plainArgs, 0, 5},
}

// launchFunction handles a launch by a function of the runtime.
func (t *threader) launchFunction(g *group, u *sema.Unit, call, kernel ast.Node, form launchForm) {
	args := call.Child(ast.FieldArguments)
	var list []ast.Node
	for a := range args.Children() {
		list = append(list, a)
	}
	name := call.Child(ast.FieldFunction).LastName().Text()
	if form.kernel >= len(list) || list[form.kernel] != kernel {
		g.problemAt(kernel, g.name+" is passed to "+name)
		return
	}
	if form.form == plainArgs {
		t.arguments(g, u, call, form.args, true)
		return
	}
	if form.args >= len(list) {
		g.problemAt(call, "the arguments of this launch are not visible")
		return
	}
	t.array(g, u, call, list[form.args])
}

// array handles the array of pointers to the arguments of a launch.
func (t *threader) array(g *group, u *sema.Unit, call, arg ast.Node) {
	for range 10 {
		switch arg.Kind() {
		case ast.ParenthesizedExpression:
			arg = arg.FirstChild()
			continue
		case ast.CastExpression:
			arg = arg.Child(ast.FieldValue)
			continue
		}
		break
	}
	name := arg.Text()
	refuse := func(why string) { g.problemAt(call, "the arguments of this launch, "+name+", "+why) }
	local := (*sema.Local)(nil)
	if arg.Kind() == ast.Identifier {
		local = u.LocalAt(arg, name)
	}
	if local == nil || local.Param || local.Init.Kind() != ast.InitializerList || !written(local.Node) || !written(call) {
		refuse("are not a visible list")
		return
	}
	init, f := local.Init, u.FunctionAt(call)
	if f == nil || f != u.FunctionAt(init) {
		refuse("come from another function")
		return
	}
	for n := range f.Body.Descendants() {
		if n.Kind() != ast.Identifier || n.Text() != name || n == arg || n == local.Node {
			continue
		}
		if other := u.LocalAt(n, name); other == nil || other.Node != local.Node {
			continue
		}
		if !t.sameLaunch(g, u, n) {
			refuse("are used elsewhere too")
			return
		}
	}
	g.launched = true
	t.handled[placeOf(call)] = true
	c, ok := t.site(g, u, call, true)
	if !ok {
		return
	}
	l := &list{kind: arrayList, file: init.File(), open: init.Span().Start, close: init.Span().End - 1, inMacro: invocationAround(u, call)}
	for a := range init.Children() {
		l.items = append(l.items, a.Span())
	}
	if declared := local.Node.Enclosing(ast.ArrayDeclarator); declared.Valid() {
		size := declared.Child(ast.FieldSize)
		switch {
		case !size.Valid():
		case size.Kind() == ast.NumberLiteral && size.Text() == strconv.Itoa(len(l.items)):
			l.size = size.Span()
		default:
			refuse("have a size that is not their number")
			return
		}
	}
	t.add(l, g, c)
}

// sameLaunch reports whether a mention of an array of arguments is in another launch
// of the same kernel.
func (t *threader) sameLaunch(g *group, u *sema.Unit, n ast.Node) bool {
	call := n.Enclosing(ast.CallExpression)
	form, ok := launchFunctions[call.Child(ast.FieldFunction).LastName().Text()]
	if !ok || form.form != arrayArg {
		return false
	}
	i := 0
	for a := range call.Child(ast.FieldArguments).Children() {
		if i == form.kernel {
			for d := range a.Descendants() {
				if d.Kind() == ast.Identifier && d.Text() == g.name {
					return t.means(g, u, d, fullName(d), ast.Node{}, nil) == own
				}
			}
		}
		i++
	}
	return false
}

// macroLaunch handles a kernel's name that is an argument of a macro which launches it with the
// rest of the arguments: LAUNCH(k, grid, block, a, b). It reports whether the macro does that.
func (t *threader) macroLaunch(g *group, u *sema.Unit, call, kernel ast.Node) bool {
	callee := call.Child(ast.FieldFunction)
	if _, ok := u.Expand(call); !ok || callee.Kind() != ast.Identifier || !written(call) || g.front {
		return false
	}
	args := call.Child(ast.FieldArguments)
	given, position := 0, -1
	for a := range args.Children() {
		if a == kernel {
			position = given
		}
		given++
	}
	found := 0
	for _, file := range u.Files {
		if !hasWord(file, callee.Text()) {
			continue
		}
		text := file.Source.Text
		for _, d := range t.index(file).defines {
			if d.name != callee.Text() || d.node.Valid() && dead(u, d.node) {
				continue
			}
			if !launchesRest(text, d, position, given) {
				return false
			}
			found++
		}
	}
	if found == 0 {
		return false
	}
	t.arguments(g, u, call, len(t.namedParams(u, callee.Text())), true)
	return true
}

// launchesRest reports whether the body of a variadic macro has one launch of the
// parameter at a position whose only arguments are the variable ones, and no other
// use of either.
func launchesRest(text []byte, d define, position, given int) bool {
	if !d.variadic || position < 0 || position >= len(d.params) || given <= len(d.params) {
		return false
	}
	kernel, launch, rest := 0, false, 0
	for i, tok := range d.body {
		switch {
		case tok.Is(text, "##") || tok.Is(text, "#"):
			return false
		case tok.Is(text, d.params[position]):
			kernel++
			j := i + 1
			if j < len(d.body) && d.body[j].Is(text, ")") && i > 0 && d.body[i-1].Is(text, "(") {
				j++
			}
			if j >= len(d.body) || !d.body[j].Is(text, "<<<") {
				return false
			}
			open := launchList(text, d.body, j)
			launch = open >= 0 && open+2 < len(d.body) && d.body[open+1].Is(text, "__VA_ARGS__") && d.body[open+2].Is(text, ")")
		case tok.Is(text, "__VA_ARGS__"):
			rest++
		}
	}
	return launch && kernel == 1 && rest == 1
}

// launchList returns the index of the bracket that opens the arguments of a launch
// whose <<< is at token i, -1 for none.
func launchList(text []byte, tokens []preproc.Token, i int) int {
	depth := 0
	for i++; i < len(tokens); i++ {
		switch tok := tokens[i]; {
		case tok.Is(text, "(") || tok.Is(text, "[") || tok.Is(text, "{"):
			depth++
		case tok.Is(text, ")") || tok.Is(text, "]") || tok.Is(text, "}"):
			if depth--; depth < 0 {
				return -1
			}
		case depth == 0 && tok.Is(text, ">>>"):
			if i+1 < len(tokens) && tokens[i+1].Is(text, "(") {
				return i + 1
			}
			return -1
		case tok.Is(text, ";"):
			return -1
		}
	}
	return -1
}

// namedParams returns the parameters of a macro that are not the variable ones.
func (t *threader) namedParams(u *sema.Unit, macro string) []string {
	for _, file := range u.Files {
		if hasWord(file, macro) {
			for _, d := range t.index(file).defines {
				if d.name == macro {
					return d.params
				}
			}
		}
	}
	return nil
}

// address spells the address of an argument as the others of an array are spelled;
// ok is false where the argument has none.
func address(items []string, expression string) (string, bool) {
	for i := range len(expression) {
		if c := expression[i]; !preproc.IsLetter(c) && !(i > 0 && preproc.IsDigit(c)) && !strings.ContainsRune(".:[]>-", rune(c)) {
			return "", false
		}
	}
	prefix := "(void *)&"
	if len(items) > 0 {
		last := items[len(items)-1]
		if i := strings.IndexByte(last, '&'); i >= 0 {
			switch strings.Join(strings.Fields(last[:i]), "") {
			case "", "(void*)":
				prefix = last[:i+1]
			}
		}
	}
	return prefix + expression, true
}

func textOf(file []byte, spans []source.Span) []string {
	var out []string
	for _, s := range spans {
		out = append(out, string(file[s.Start:s.End]))
	}
	return out
}
