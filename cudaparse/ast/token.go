package ast

// An Op is the operator of an expression.
type Op uint8

// The operators. A node without one has OpNone.
const (
	OpNone Op = iota
	Add
	Sub
	Mul
	Div
	Rem
	And
	Or
	Xor
	Shl
	Shr
	LogicalAnd
	LogicalOr
	Equal
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
	ThreeWay
	Not
	Complement
	Assign
	AddAssign
	SubAssign
	MulAssign
	DivAssign
	RemAssign
	AndAssign
	OrAssign
	XorAssign
	ShlAssign
	ShrAssign
	Increment
	Decrement
	Dot
	Arrow
	DotStar
	ArrowStar
	Ellipsis

	opCount
)

// opTokens maps each operator to its spelling in the source.
var opTokens = [opCount]string{
	Add: "+", Sub: "-", Mul: "*", Div: "/", Rem: "%", And: "&", Or: "|", Xor: "^",
	Shl: "<<", Shr: ">>", LogicalAnd: "&&", LogicalOr: "||",
	Equal: "==", NotEqual: "!=", Less: "<", LessEqual: "<=", Greater: ">", GreaterEqual: ">=", ThreeWay: "<=>",
	Not: "!", Complement: "~", Assign: "=", AddAssign: "+=", SubAssign: "-=", MulAssign: "*=", DivAssign: "/=",
	RemAssign: "%=", AndAssign: "&=", OrAssign: "|=", XorAssign: "^=", ShlAssign: "<<=", ShrAssign: ">>=",
	Increment: "++", Decrement: "--", Dot: ".", Arrow: "->", DotStar: ".*", ArrowStar: "->*", Ellipsis: "...",
}

// String returns the spelling of the operator.
func (op Op) String() string { return opTokens[op] }

// Binary returns the operator that a compound assignment applies, such as Add for +=, and
// OpNone for every other operator.
func (op Op) Binary() Op {
	if op >= AddAssign && op <= ShrAssign {
		return [...]Op{Add, Sub, Mul, Div, Rem, And, Or, Xor, Shl, Shr}[op-AddAssign]
	}
	return OpNone
}

// OpOf returns the operator that a token spells, such as "&&" or "and"; OpNone for any other
// token.
func OpOf(token string) Op { return opByToken[token] }

var opByToken = func() map[string]Op {
	m := map[string]Op{
		"and": LogicalAnd, "or": LogicalOr, "not": Not, "bitand": And, "bitor": Or, "xor": Xor, "compl": Complement,
		"not_eq": NotEqual, "and_eq": AndAssign, "or_eq": OrAssign, "xor_eq": XorAssign,
	}
	for op, token := range opTokens {
		if token != "" {
			m[token] = Op(op)
		}
	}
	return m
}()

// Qualifiers is a set of keywords on a declaration, a function, a parameter or a declarator.
type Qualifiers uint32

// The keywords that a tree has.
const (
	Const Qualifiers = 1 << iota
	Volatile
	Restrict
	Constexpr
	Static
	Extern
	Inline
	Virtual
	Mutable
	Typedef
	Global    // __global__
	Device    // __device__
	Host      // __host__
	Constant  // __constant__
	Shared    // __shared__
	Managed   // __managed__
	GridConst // __grid_constant__
	NoInline  // __noinline__
	Friend
)

var qualifierByToken = map[string]Qualifiers{
	"const": Const, "volatile": Volatile, "__volatile__": Volatile, "restrict": Restrict, "__restrict__": Restrict, "__restrict": Restrict,
	"constexpr": Constexpr, "constinit": 0, "consteval": Constexpr,
	"static": Static, "extern": Extern, "inline": Inline, "__inline": Inline, "__inline__": Inline,
	"__forceinline": Inline, "__forceinline__": Inline, "virtual": Virtual, "mutable": Mutable, "typedef": Typedef,
	"__global__": Global, "__device__": Device, "__host__": Host, "__constant__": Constant, "__shared__": Shared,
	"__managed__": Managed, "__grid_constant__": GridConst, "__noinline__": NoInline, "friend": Friend,
}

// QualifierOf returns the qualifier that a token spells, 0 for any other token.
func QualifierOf(token string) Qualifiers { return qualifierByToken[token] }
