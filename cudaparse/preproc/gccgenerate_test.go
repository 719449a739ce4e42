package preproc

import (
	"fmt"
	"math/rand"
	"strings"
)

// A macroGenerator writes random macros and texts that use them. Every name it may use is
// known: those that are not defined yet are undefined by a directive.
type macroGenerator struct {
	*rand.Rand
	out   strings.Builder
	arity map[string]int // of function-like macros; -1 of object-like ones
	rest  map[string]bool
	depth int
	use   bool // what is written is no directive and may go on over lines
}

var (
	objectMacros   = []string{"OA", "OB", "OC", "OD"}
	functionMacros = []string{"FA", "FB", "FC", "FD", "FE"}
	numberMacros   = []string{"NA", "NB", "NC"}
	macroParams    = []string{"p", "q", "r"}
)

// generate returns macro definitions, with conditionals among them, and texts.
func generate(r *rand.Rand) (definitions string, uses []string) {
	g := &macroGenerator{Rand: r, arity: map[string]int{}, rest: map[string]bool{}}
	g.out.WriteString(undefineAll())
	g.line("#define BIN(a, b) ((a) * 2 + (b))")
	for _, name := range functionMacros { // so that bodies can call all of them
		g.arity[name], g.rest[name] = g.Intn(4), g.Intn(3) == 0
	}
	for i := range g.Intn(3) {
		g.line("#define %s (%s)", numberMacros[i], g.condition(2))
	}
	for range 4 + g.Intn(8) {
		g.directive()
	}
	for i := range 3 {
		name := fmt.Sprintf("RESULT%d", i)
		g.conditional(func() { g.line("#define %s yes", name) }, func() { g.line("#define %s no", name) })
		uses = append(uses, name)
	}
	g.use = true
	for range 6 {
		uses = append(uses, g.text(1+g.Intn(6), nil))
	}
	return g.out.String(), uses
}

// undefineAll returns directives that make every name a known one.
func undefineAll() string {
	var b strings.Builder
	for _, names := range [][]string{objectMacros, functionMacros, numberMacros, {"BIN", "not_defined"}} {
		for _, name := range names {
			b.WriteString("#undef " + name + "\n")
		}
	}
	return b.String()
}

func (g *macroGenerator) line(format string, args ...any) {
	fmt.Fprintf(&g.out, format+"\n", args...)
}

func (g *macroGenerator) pick(from ...string) string { return from[g.Intn(len(from))] }

// directive writes a #define, an #undef, or a conditional around them.
func (g *macroGenerator) directive() {
	switch k := g.Intn(12); {
	case k < 4:
		name := g.pick(objectMacros...)
		g.line("#undef %s\n#define %s %s", name, name, g.body(g.Intn(6), nil))
	case k < 10:
		g.function(g.pick(functionMacros...))
	case k < 11:
		g.line("#undef %s", g.pick(g.pick(objectMacros...), g.pick(functionMacros...)))
	default:
		if g.depth > 1 {
			return
		}
		g.depth++
		g.conditional(g.directive, g.directive)
		g.depth--
	}
}

// function writes the definition of a function-like macro.
func (g *macroGenerator) function(name string) {
	params := append([]string(nil), macroParams[:g.arity[name]]...)
	shown := strings.Join(params, g.pick(",", ", ", " , "))
	if g.rest[name] {
		last := g.pick("...", "...", "...", "s...")
		if len(params) > 0 {
			shown += ", "
		}
		shown += last
		params = append(params, map[string]string{"...": "__VA_ARGS__", "s...": "s"}[last])
	}
	g.line("#undef %s\n#define %s(%s) %s", name, name, shown, g.body(g.Intn(7), params))
}

// body returns a replacement text.
func (g *macroGenerator) body(n int, params []string) string {
	var parts []string
	for range n {
		parts = append(parts, g.part(params))
	}
	if g.Intn(8) == 0 {
		parts = append(parts, "/* it's */", "end")
	}
	return strings.Join(parts, g.pick(" ", "  ", " \\\n"))
}

// part returns a piece of a replacement text.
func (g *macroGenerator) part(params []string) string {
	if len(params) == 0 || g.Intn(5) == 0 {
		return g.item(params)
	}
	p := g.pick(params...)
	variadic := params[len(params)-1]
	switch g.Intn(9) {
	case 0:
		return "#" + g.pick("", " ") + p
	case 1:
		return p + g.pick("##", " ## ") + g.pick("x", "_t", "1")
	case 2:
		return g.pick("x", "F", "O", "L") + g.pick("##", " ## ") + p
	case 3:
		return p + "##" + g.pick(params...)
	case 4:
		if variadic == "__VA_ARGS__" || variadic == "s" {
			return "k" + g.pick(",", ", ") + "##" + variadic
		}
	case 5:
		if variadic == "__VA_ARGS__" {
			return "__VA_OPT__(" + g.pick(",", "()", "x y", p, "") + g.pick(" z", p, "") + ")"
		}
	}
	return p
}

// text returns source, in which params may stand.
func (g *macroGenerator) text(n int, params []string) string {
	var parts []string
	for range n {
		parts = append(parts, g.item(params))
	}
	if g.use && g.Intn(4) == 0 {
		return strings.Join(parts, "\n")
	}
	return strings.Join(parts, g.pick(" ", "  "))
}

// item returns a token or an invocation.
func (g *macroGenerator) item(params []string) string {
	if g.depth < 4 && g.Intn(3) == 0 {
		g.depth++
		defer func() { g.depth-- }()
		return g.invocation(params)
	}
	switch g.Intn(8) {
	case 0:
		return g.pick("1", "0x1Fu", "1.5e+3", "0xe+1", "1'000", ".5f", "1..2", "2_km")
	case 1:
		return g.pick(`"a"`, `"a\"b\n"`, `'c'`, `'\''`, `L"w"`, `u8"(,"`, `'"'`)
	case 2:
		return g.pick("+", "-", "->", "<<=", ">>", "::", "...", ";", "<", "%=", "&&", "<<<", "[", "]", "{", "}", "-=")
	case 3:
		return g.pick(objectMacros...)
	case 4:
		return g.pick(functionMacros...)
	}
	if len(params) > 0 && g.Intn(2) == 0 {
		return g.pick(params...)
	}
	return g.pick("x", "y", "foo", "A", "B", "_t")
}

// invocation returns a function-like macro with arguments.
func (g *macroGenerator) invocation(params []string) string {
	name := g.pick(functionMacros...)
	n := g.arity[name]
	if g.rest[name] {
		n += g.Intn(3)
	}
	var args []string
	for range n {
		switch g.Intn(10) {
		case 0:
			args = append(args, g.pick("", " ", "/**/"))
		case 1:
			args = append(args, "("+g.item(params)+", "+g.item(params)+")")
		case 2:
			args = append(args, g.pick("A", "B", "C", "x1"))
		default:
			args = append(args, g.text(1+g.Intn(2), params))
		}
	}
	return name + g.pick("(", "(", " (", "( ") + strings.Join(args, g.pick(",", ", ")) + ")"
}

// conditional writes an #if with two to three arms.
func (g *macroGenerator) conditional(yes, no func()) {
	name := g.pick(g.pick(objectMacros...), g.pick(functionMacros...), g.pick(numberMacros...))
	switch g.Intn(6) {
	case 0:
		g.line("#%s %s", g.pick("ifdef", "ifndef"), name)
	default:
		g.line("#%sif%s%s", g.pick("", " "), g.pick(" ", "  "), g.condition(3))
	}
	yes()
	switch g.Intn(4) {
	case 0:
		g.line("#%s %s", g.pick("elifdef", "elifndef"), name)
		no()
		g.line("#else // or else\n#endif")
	case 1:
		g.line("#elif %s", g.condition(2))
		no()
		g.line("#endif /* done */")
	default:
		g.line("#else")
		no()
		g.line("#endif")
	}
}

// condition returns the expression of an #if, in which nothing is divided by zero
// that counts.
func (g *macroGenerator) condition(depth int) string {
	if depth == 0 || g.Intn(6) == 0 {
		name := g.pick(g.pick(objectMacros...), g.pick(functionMacros...), g.pick(numberMacros...))
		return g.pick("0", "1", "-1", "2u", "0u", "017", "0x7fffffffffffffff", "0xFFFFFFFFFFFFFFFFu", "0b1011", "1'000'000", "3LL", "4ul", "5uz", "'a'", `'\n'`, `'\x41'`, `'\101'`, `'\0'`,
			"true", "false", "not_defined", "__cplusplus", "defined "+name, "defined("+name+")", "!defined("+name+")", g.pick(numberMacros...), g.pick(numberMacros...))
	}
	a, b := g.condition(depth-1), g.condition(depth-1)
	switch g.Intn(9) {
	case 0:
		return g.pick("-", "~", "!", "+", "- -", "!!") + "(" + a + ")"
	case 1:
		return "(" + a + ") " + g.pick("/", "%") + " " + g.pick("3", "7u", "-2", "0x10")
	case 2:
		return "(" + a + ") " + g.pick("<<", ">>") + " " + g.pick("0", "1", "5", "31", "40u")
	case 3:
		return "(" + a + ") ? " + b + " : " + g.condition(depth-1)
	case 4:
		return "BIN(" + a + ", " + b + ")"
	case 5:
		return g.pick("0 && 1 / 0", "1 || 1 % 0", "(0 ? 1 / 0 : 2)") + g.pick(" && ", " || ") + a
	case 6: // without parentheses: precedence counts
		return a + " " + g.pick("+", "-", "*", "<", ">=", "==", "&", "|", "^", "&&", "||") + " " + b
	}
	return "(" + a + ") " + g.pick("+", "-", "*", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^", "&&", "||") + " (" + b + ")"
}
