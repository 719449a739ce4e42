package repair

import (
	"strconv"
	"strings"
)

// predefined are the macros that a CUDA compilation for a device defines. The
// device arm of a conditional is the one worth analysing.
var predefined = map[string]string{
	"__cplusplus": "201703L", "__CUDACC__": "1", "__NVCC__": "1", "__CUDA_ARCH__": "900", "__CUDACC_VER_MAJOR__": "13",
	"__CUDACC_VER_MINOR__": "0", "CUDART_VERSION": "13000", "CUDA_VERSION": "13000", "__GNUC__": "12", "__linux__": "1", "__linux": "1",
	"linux": "1", "__unix__": "1", "__x86_64__": "1", "__LP64__": "1", "NDEBUG": "1", "__CUDACC_RTC__": "", "__STDC__": "1",
}

// evaluator decides conditions of #if with what a file defines.
type evaluator struct{ defined map[string]string }

func (v *View) evaluator() *evaluator {
	e := &evaluator{map[string]string{}}
	for name, body := range predefined {
		if body != "" {
			e.defined[name] = body
		}
	}
	for name, m := range v.macros {
		if !m.FunctionLike {
			e.defined[name] = m.Body
		}
	}
	return e
}

// arm returns the index of the arm of a group that is compiled, -1 for none.
// What is not known to be defined is not defined, as for the preprocessor.
func (e *evaluator) arm(v *View, g group) int {
	for k, m := range g.marks[:len(g.marks)-1] {
		keyword, rest := splitDirective(v.text[v.tokens[m].start():v.tokens[m].end()])
		switch keyword {
		case "if", "elif":
			if e.condition(v, rest) {
				return k
			}
		case "ifdef", "elifdef":
			if e.isDefined(v, strings.TrimSpace(rest)) {
				return k
			}
		case "ifndef", "elifndef":
			// A name tested here and defined in the arm is undefined before.
			if name := strings.TrimSpace(rest); !e.isDefined(v, name) || v.definedBetween(name, m, g.marks[k+1]) {
				return k
			}
		case "else":
			return k
		}
	}
	return -1
}

func (v *View) definedBetween(name string, first, last int) bool {
	for i := first + 1; i < min(last, first+100); i++ {
		if v.is(i, directive) {
			if k, rest := splitDirective(v.text[v.tokens[i].start():v.tokens[i].end()]); k == "define" && strings.HasPrefix(rest, name) {
				return true
			}
		}
	}
	return false
}

func (e *evaluator) isDefined(v *View, name string) bool {
	if n := skipWord([]byte(name), 0); n > 0 {
		name = name[:n]
	}
	if _, ok := e.defined[name]; ok {
		return true
	}
	_, ok := v.macro(name)
	return ok
}

// condition evaluates a preprocessor expression; what it cannot read is false.
func (e *evaluator) condition(v *View, expr string) bool {
	src := []byte(expr)
	tokens, _ := lex(src)
	p := &conditionParser{e: e, v: v}
	for _, t := range tokens {
		p.words = append(p.words, string(src[t.start():t.end()]))
	}
	return p.binary(0) != 0
}

// conditionParser is a precedence climber over the words of an expression.
type conditionParser struct {
	e     *evaluator
	v     *View
	words []string
	at    int
	depth int
}

// operators by precedence, loosest first; those of two marks are read as such.
var precedence = []map[string]bool{
	set("||"), set("&&"), set("|"), set("^"), set("&"), set("==", "!="), set("<", ">", "<=", ">="),
	set("<<", ">>"), set("+", "-"), set("*", "/", "%"),
}

// operator returns the operator at the current place and its number of words.
func (p *conditionParser) operator() (string, int) {
	if p.at >= len(p.words) {
		return "", 0
	}
	if p.at+1 < len(p.words) {
		two := p.words[p.at] + p.words[p.at+1]
		for _, level := range precedence {
			if len(two) == 2 && level[two] {
				return two, 2
			}
		}
	}
	switch w := p.words[p.at]; w {
	case "and":
		return "&&", 1
	case "or":
		return "||", 1
	default:
		return w, 1
	}
}

func (p *conditionParser) binary(level int) int64 {
	if level == len(precedence) {
		return p.unary()
	}
	x := p.binary(level + 1)
	for {
		op, n := p.operator()
		if !precedence[level][op] {
			return x
		}
		p.at += n
		x = apply(op, x, p.binary(level+1))
	}
}

func (p *conditionParser) unary() int64 {
	if p.at >= len(p.words) || p.depth > 100 {
		return 0
	}
	p.depth++
	defer func() { p.depth-- }()
	w := p.words[p.at]
	p.at++
	switch {
	case w == "!", w == "not":
		return truth(p.unary() == 0)
	case w == "-":
		return -p.unary()
	case w == "+":
		return p.unary()
	case w == "~":
		return ^p.unary()
	case w == "(":
		x := p.binary(0)
		if p.at < len(p.words) {
			p.at++ // the closing parenthesis
		}
		return x
	case w == "defined":
		parenthesis := p.at < len(p.words) && p.words[p.at] == "("
		if parenthesis {
			p.at++
		}
		if p.at >= len(p.words) {
			return 0
		}
		name := p.words[p.at]
		p.at++
		if parenthesis {
			p.at++
		}
		return truth(p.e.isDefined(p.v, name))
	}
	return p.value(w)
}

// value returns the number a word stands for, following plain macros; 0 for any
// other, as the preprocessor does.
func (p *conditionParser) value(w string) int64 {
	for range 8 {
		body, ok := p.e.defined[w]
		if !ok {
			break
		}
		w = strings.Trim(body, "() \t")
	}
	w = strings.TrimRight(strings.ReplaceAll(w, "'", ""), "uUlL")
	n, err := strconv.ParseInt(w, 0, 64)
	if err != nil {
		return truth(w == "true")
	}
	return n
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func apply(op string, x, y int64) int64 {
	switch op {
	case "||":
		return truth(x != 0 || y != 0)
	case "&&":
		return truth(x != 0 && y != 0)
	case "|":
		return x | y
	case "^":
		return x ^ y
	case "&":
		return x & y
	case "==":
		return truth(x == y)
	case "!=":
		return truth(x != y)
	case "<":
		return truth(x < y)
	case ">":
		return truth(x > y)
	case "<=":
		return truth(x <= y)
	case ">=":
		return truth(x >= y)
	case "<<":
		return x << (uint64(y) & 63)
	case ">>":
		return x >> (uint64(y) & 63)
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return x * y
	case "/", "%":
		if y == 0 {
			return 0
		}
		if op == "/" {
			return x / y
		}
		return x % y
	}
	return 0
}
