package preproc

import (
	"strconv"
	"strings"
)

// Limits for conditions.
const (
	maxConditionTokens = 4000
	maxConditionDepth  = 100     // parentheses, unary operators and ternaries in each other
	maxUnitSteps       = 2 << 20 // steps of the expansions in all conditions of a unit
)

// A Conditioner evaluates the conditions of #if, #elif, #ifdef, #elifdef and so on.
type Conditioner struct {
	// Lookup returns the definition of a name, nil for none.
	Lookup func(name string) *Macro
	// Undefined reports whether a name that Lookup does not find is known to be undefined.
	// A nil Undefined knows no such name.
	Undefined func(name string) bool
	// Assume makes every name that Lookup does not find count as undefined.
	Assume bool
	// steps, unless nil, counts the steps of all expansions; past maxUnitSteps every
	// condition is Undecided.
	steps *int
}

// Defined reports whether a name is defined.
func (c *Conditioner) Defined(name string) Truth {
	switch {
	case c.Lookup(name) != nil:
		return True
	case c.Assume || c.Undefined != nil && c.Undefined(name):
		return False
	}
	return Undecided
}

// tokens evaluates the tokens of a condition. likely is the result with Assume.
func (c *Conditioner) tokens(condition []Spelled) (t Truth, likely bool) {
	if c.steps != nil && *c.steps > maxUnitSteps {
		return Undecided, false
	}
	x := Expander{Lookup: c.Lookup, Condition: true}
	tokens, ok := x.Expand(condition)
	if c.steps != nil {
		*c.steps += x.steps
	}
	if !ok || len(tokens) > maxConditionTokens {
		return Undecided, false
	}
	tokens = withoutSpace(tokens)
	v := c.value(tokens)
	if v.known {
		return TruthOf(v.n != 0), v.n != 0
	}
	assuming := *c
	assuming.Assume = true
	v = assuming.value(tokens)
	return Undecided, v.known && v.n != 0
}

// value evaluates the tokens of an expression after macro expansion, without white space.
func (c *Conditioner) value(tokens []Spelled) value {
	p := conditionParser{c: c, tokens: tokens}
	v := p.ternary()
	if p.failed || p.at < len(p.tokens) {
		return value{}
	}
	return v
}

func withoutSpace(tokens []Spelled) []Spelled {
	out := tokens[:0]
	for _, t := range tokens {
		if t.Kind != Space {
			out = append(out, t)
		}
	}
	return out
}

// A value is the value of an expression in a condition, an intmax_t or uintmax_t.
type value struct {
	known    bool
	n        int64
	unsigned bool
}

func flag(b bool) value {
	v := value{known: true}
	if b {
		v.n = 1
	}
	return v
}

// A conditionParser is a precedence climber over the tokens of an expression.
type conditionParser struct {
	c      *Conditioner
	tokens []Spelled
	at     int
	depth  int
	failed bool // the tokens are not an expression
}

// binaryOperators by precedence, loosest first.
var binaryOperators = []map[string]bool{
	{"||": true}, {"&&": true}, {"|": true}, {"^": true}, {"&": true}, {"==": true, "!=": true},
	{"<": true, ">": true, "<=": true, ">=": true}, {"<<": true, ">>": true}, {"+": true, "-": true}, {"*": true, "/": true, "%": true},
}

// spelledOperators are the alternative tokens.
var spelledOperators = map[string]string{"and": "&&", "or": "||", "not": "!", "bitand": "&", "bitor": "|", "xor": "^", "compl": "~", "not_eq": "!="}

// peek returns the next token, "" at the end. An alternative token is returned as the operator.
func (p *conditionParser) peek() string {
	if p.at >= len(p.tokens) {
		return ""
	}
	t := p.tokens[p.at].Text
	if op, ok := spelledOperators[t]; ok {
		return op
	}
	return t
}

func (p *conditionParser) accept(text string) bool {
	if p.peek() != text {
		return false
	}
	p.at++
	return true
}

func (p *conditionParser) enter() bool {
	p.depth++
	p.failed = p.failed || p.depth > maxConditionDepth
	return !p.failed
}

func (p *conditionParser) ternary() value {
	if !p.enter() {
		return value{}
	}
	defer func() { p.depth-- }()
	cond := p.binary(0)
	if !p.accept("?") {
		return cond
	}
	then := p.ternary()
	if !p.accept(":") {
		p.failed = true
	}
	otherwise := p.ternary()
	v := otherwise
	switch {
	case !cond.known && then.known && otherwise.known && then.n == otherwise.n:
	case !cond.known:
		return value{}
	case cond.n != 0:
		v = then
	}
	v.unsigned = then.unsigned || otherwise.unsigned
	return v
}

func (p *conditionParser) binary(level int) value {
	if level == len(binaryOperators) {
		return p.unary()
	}
	x := p.binary(level + 1)
	for !p.failed {
		op := p.peek()
		if !binaryOperators[level][op] {
			return x
		}
		p.at++
		x = apply(op, x, p.binary(level+1))
	}
	return x
}

func (p *conditionParser) unary() value {
	if !p.enter() || p.at >= len(p.tokens) {
		p.failed = true
		return value{}
	}
	defer func() { p.depth-- }()
	t := p.tokens[p.at]
	op := p.peek()
	p.at++
	switch op {
	case "!":
		v := p.unary()
		return value{known: v.known, n: flag(v.n == 0).n}
	case "-":
		v := p.unary()
		v.n = -v.n
		return v
	case "+":
		return p.unary()
	case "~":
		v := p.unary()
		v.n = ^v.n
		return v
	case "(":
		v := p.ternary()
		p.failed = !p.accept(")") || p.failed
		return v
	}
	switch t.Kind {
	case Number:
		return parseInteger(t.Text)
	case Literal:
		return parseCharacter(t.Text)
	case Word:
		return p.name(t.Text)
	}
	p.failed = true
	return value{}
}

// name returns the value of an identifier that is not a macro.
func (p *conditionParser) name(name string) value {
	switch {
	case name == "defined":
		return p.defined()
	case name == "true" || name == "false":
		return flag(name == "true")
	case strings.HasPrefix(name, "__has_") || p.peek() == "(":
		// Only the compiler knows the answer, or the macro is not defined in the unit.
		p.skipArguments()
		return value{known: p.c.Assume}
	}
	if p.c.Defined(name) == False {
		return value{known: true}
	}
	return value{}
}

func (p *conditionParser) defined() value {
	parenthesis := p.accept("(")
	if p.at >= len(p.tokens) || p.tokens[p.at].Kind != Word {
		p.failed = true
		return value{}
	}
	d := p.c.Defined(p.tokens[p.at].Text)
	p.at++
	p.failed = parenthesis && !p.accept(")") || p.failed
	if d == Undecided {
		return value{}
	}
	return flag(d == True)
}

// skipArguments skips an argument list in parentheses, if there is one.
func (p *conditionParser) skipArguments() {
	depth := 0
	for ; p.at < len(p.tokens); p.at++ {
		switch p.tokens[p.at].Text {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth == 0 {
			if p.tokens[p.at].Is(")") {
				p.at++
			}
			return
		}
	}
}

// parseInteger returns the value of an integer literal; any other number is unknown.
func parseInteger(text string) value {
	text = strings.ReplaceAll(text, "'", "")
	digits := strings.TrimRight(text, "uUlLzZ")
	suffix := text[len(digits):]
	n, err := strconv.ParseUint(digits, 0, 64)
	if err != nil || strings.ContainsRune(digits, '_') || strings.HasPrefix(digits, "0o") || strings.HasPrefix(digits, "0O") {
		return value{}
	}
	return value{known: true, n: int64(n), unsigned: strings.ContainsAny(suffix, "uU") || n > 1<<63-1}
}

// parseCharacter returns the value of a character literal of one byte.
func parseCharacter(text string) value {
	s, err := strconv.Unquote(text)
	if err != nil && text == `'\0'` {
		return value{known: true}
	}
	if err != nil || text[0] != '\'' || len(s) != 1 {
		return value{}
	}
	return value{known: true, n: int64(int8(s[0]))}
}

// apply evaluates a binary operator. One known operand may decide && and ||.
func apply(op string, x, y value) value {
	switch op {
	case "&&":
		if x.known && x.n == 0 || y.known && y.n == 0 {
			return flag(false)
		}
		return value{known: x.known && y.known, n: 1}
	case "||":
		if x.known && x.n != 0 || y.known && y.n != 0 {
			return flag(true)
		}
		return value{known: x.known && y.known}
	}
	if !x.known || !y.known {
		return value{}
	}
	v := value{known: true, unsigned: x.unsigned || y.unsigned}
	switch op {
	case "==":
		return flag(x.n == y.n)
	case "!=":
		return flag(x.n != y.n)
	case "<":
		return flag(less(x, y))
	case ">":
		return flag(less(y, x))
	case "<=":
		return flag(!less(y, x))
	case ">=":
		return flag(!less(x, y))
	case "|":
		v.n = x.n | y.n
	case "^":
		v.n = x.n ^ y.n
	case "&":
		v.n = x.n & y.n
	case "+":
		v.n = x.n + y.n
	case "-":
		v.n = x.n - y.n
	case "*":
		v.n = x.n * y.n
	case "<<", ">>":
		return shift(op, x, y)
	case "/", "%":
		return divide(op, x, y)
	}
	return v
}

func less(x, y value) bool {
	if x.unsigned || y.unsigned {
		return uint64(x.n) < uint64(y.n)
	}
	return x.n < y.n
}

// shift evaluates << and >>. The result has the type of the left operand.
func shift(op string, x, y value) value {
	left := op == "<<"
	by := uint64(y.n)
	if y.n < 0 && !y.unsigned {
		left, by = !left, uint64(-y.n)
	}
	switch {
	case left && by > 63:
		x.n = 0
	case left:
		x.n <<= by
	case x.unsigned && by > 63:
		x.n = 0
	case x.unsigned:
		x.n = int64(uint64(x.n) >> by)
	default:
		x.n >>= min(by, 63)
	}
	return x
}

// divide evaluates / and %. Division by zero is unknown.
func divide(op string, x, y value) value {
	v := value{known: y.n != 0, unsigned: x.unsigned || y.unsigned}
	switch {
	case y.n == 0:
	case v.unsigned && op == "/":
		v.n = int64(uint64(x.n) / uint64(y.n))
	case v.unsigned:
		v.n = int64(uint64(x.n) % uint64(y.n))
	case op == "/":
		v.n = x.n / y.n
	default:
		v.n = x.n % y.n
	}
	return v
}
