package ir

import (
	"fmt"
	"math"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

// String returns the function as text for tests and debugging, one operation a line.
func (f *Func) String() string {
	p := printer{f: f}
	p.line("func %s -> %s", f.Instance.Function.Name, typeName(f.Result))
	for _, id := range f.Params {
		p.line("  %s", p.op(id))
	}
	p.region(f.Body, 1)
	return p.out.String()
}

// A printer writes a function as text.
type printer struct {
	f   *Func
	out strings.Builder
}

func (p *printer) line(format string, args ...any) {
	fmt.Fprintf(&p.out, format+"\n", args...)
}

func (p *printer) region(r Region, depth int) {
	indent := strings.Repeat("  ", depth)
	for _, id := range r.Ops {
		p.line("%s%s", indent, p.op(id))
		p.inner(p.f.Op(id), depth)
	}
	if r.Value != 0 {
		p.line("%syield %s", indent, ref(r.Value))
	}
}

// regionNames are the labels that print the regions of an operation: the condition of a
// loop is "while", its body "do", its update "next".
var regionNames = map[Code][]string{OpIf: {"then", "else"}, OpArms: {"then", "else"}, OpChoose: {"then", "else"},
	OpLogical: {"second"}, OpLoop: {"while", "do", "next"}, OpBlock: {"{"}, OpTry: {"try"}}

func (p *printer) inner(o *Op, depth int) {
	if o.X == nil {
		return
	}
	indent := strings.Repeat("  ", depth)
	for i, r := range o.X.Regions {
		if len(r.Ops) == 0 && r.Value == 0 {
			continue
		}
		name := "catch"
		if names := regionNames[o.Code]; i < len(names) {
			name = names[i]
		}
		p.line("%s%s:", indent, name)
		p.region(r, depth+1)
	}
	for _, c := range o.X.Cases {
		if c.Default {
			p.line("%sdefault:", indent)
		} else {
			p.line("%scase:", indent)
			p.region(c.Test, depth+2)
		}
		p.region(c.Body, depth+1)
	}
}

func ref(id ID) string { return fmt.Sprintf("%%%d", id) }

func typeName(t *sema.Type) string {
	if t == nil {
		return "?"
	}
	switch t.Kind {
	case sema.Reference:
		return typeName(t.Elem) + "&"
	case sema.Pointer:
		return typeName(t.Elem) + "*"
	case sema.Array:
		return fmt.Sprintf("%s[%d]", typeName(t.Elem), t.Len)
	}
	if t.Name == "" {
		return "?"
	}
	return t.Name
}

// codeNames are the names of the codes.
var codeNames = [...]string{OpNone: "none", OpConst: "const", OpNull: "null", OpString: "string", OpSpecial: "special",
	OpTemplateValue: "template", OpUnknown: "unknown", OpFunction: "function", OpParam: "param", OpVar: "var",
	OpGlobal: "global", OpMember: "member", OpBase: "base", OpIndex: "index", OpAddress: "address", OpBind: "bind", OpLoad: "load",
	OpStore: "store", OpCopy: "copy", OpZero: "zero", OpForget: "forget", OpConvert: "convert", OpTruth: "truth",
	OpUnary: "unary", OpBinary: "binary", OpDistance: "distance", OpLogical: "logical", OpChoose: "choose", OpCall: "call",
	OpExternal: "external", OpLaunch: "launch", OpAssembly: "asm", OpOutput: "output", OpNew: "new", OpDelete: "delete",
	OpIf: "if", OpArms: "arms", OpLoop: "loop", OpSwitch: "switch", OpBlock: "block", OpReturn: "return", OpBreak: "break",
	OpContinue: "continue", OpGoto: "goto", OpLabel: "label", OpTry: "try", OpThrow: "throw"}

// String returns the name of the code.
func (c Code) String() string { return codeNames[c] }

var flagNames = [...]string{"literal", "last", "endless", "counted", "temporary", "method", "static", "restrict", "gridconstant", "deduced", "direct", "volatile", "packed", "alike", "explicit"}

// op returns an operation without its regions as text: "%7 = load %3 : int".
func (p *printer) op(id ID) string {
	o := p.f.Op(id)
	var b strings.Builder
	fmt.Fprintf(&b, "%s = %s", ref(id), o.Code)
	if o.Operator != 0 {
		fmt.Fprintf(&b, " %s", o.Operator)
	}
	for _, a := range [...]ID{o.A, o.B} {
		if a != 0 {
			b.WriteString(" " + ref(a))
		}
	}
	switch o.Code {
	case OpConst:
		if IsKind(o.Type, sema.Float) {
			fmt.Fprintf(&b, " %g", math.Float64frombits(uint64(o.Int)))
		} else {
			fmt.Fprintf(&b, " %d", o.Int)
		}
	case OpSpecial:
		fmt.Fprintf(&b, " %s", Special(o.Int))
	case OpVar:
		if s := sema.MemorySpace(o.Int); s != sema.LocalSpace {
			fmt.Fprintf(&b, " %s", s)
		}
	case OpParam, OpBase, OpLoop, OpOutput:
		fmt.Fprintf(&b, " #%d", o.Int)
	}
	p.extra(&b, o)
	for i, name := range flagNames {
		if o.Flags&(1<<i) != 0 {
			b.WriteString(" " + name)
		}
	}
	if o.Type != nil {
		fmt.Fprintf(&b, " : %s", typeName(o.Type))
	}
	return b.String()
}

// extra writes the fields in the Extra of an operation.
func (p *printer) extra(b *strings.Builder, o *Op) {
	x := o.X
	if x == nil {
		return
	}
	if x.Name != "" {
		fmt.Fprintf(b, " %q", x.Name)
	}
	if x.Field.Type != nil {
		fmt.Fprintf(b, " .%s+%d", x.Field.Name, x.Field.Offset)
	}
	if x.Callee != nil {
		fmt.Fprintf(b, " %s", x.Callee.Function.Name)
	}
	for _, c := range x.Candidates {
		fmt.Fprintf(b, " ?%s", c.Function.Name)
	}
	if x.Args != nil {
		var args []string
		for _, a := range x.Args {
			args = append(args, ref(a))
		}
		fmt.Fprintf(b, "(%s)", strings.Join(args, ", "))
	}
}
