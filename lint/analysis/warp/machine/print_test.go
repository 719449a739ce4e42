package machine_test

import (
	"fmt"
	"strings"
)

func (p *program) launchArgument() string {
	if p.n < 0 {
		return "atoi(argv[1])"
	}
	return fmt.Sprint(p.n)
}

var tableContent = [8]int64{3, 0, 7, 1, 12, 5, 2, 30}

// print writes the program as CUDA C++ and notes where its accesses are.
func (p *program) print() {
	w := &printer{p: p, declared: map[*variable]bool{}}
	for i := range p.sites {
		p.sites[i] = -1
	}
	w.WriteString("struct S { int a; int b; };\n__device__ const int table[8] = {")
	for _, x := range tableContent {
		fmt.Fprintf(w, "%d, ", x)
	}
	w.WriteString("};\n")
	for _, f := range p.functions {
		fmt.Fprintf(w, "__device__ int %s(int *out, int n", f.name)
		for _, v := range f.params {
			fmt.Fprintf(w, ", %s %s", typeName(v), v.name)
		}
		for _, v := range f.refs {
			fmt.Fprintf(w, ", int &%s", v.name)
		}
		w.WriteString(") {\n")
		w.declare(f.params...)
		w.declare(f.refs...)
		w.body(f.body)
		w.WriteString("}\n")
	}
	w.WriteString("__global__ void k(int *out, int n) {\n")
	w.body(p.kernel.body)
	fmt.Fprintf(w, "}\nint main(int argc, char **argv) {\n    int *p;\n    cudaMalloc(&p, 4096);\n    k<<<%d, dim3(%d, %d)>>>(p, %s);\n}\n",
		p.grid, p.block[0], p.block[1], p.launchArgument())
	p.text = w.String()
}

func typeName(v *variable) string {
	if v.unsigned {
		return "unsigned"
	}
	return "int"
}

type printer struct {
	strings.Builder
	p        *program
	indent   int
	declared map[*variable]bool
}

// use checks that a variable is declared: reduce takes declarations out, too.
func (w *printer) use(list ...*variable) {
	for _, v := range list {
		if !w.declared[v] {
			panic("not declared: " + v.name)
		}
	}
}

func (w *printer) declare(list ...*variable) {
	for _, v := range list {
		w.declared[v] = true
	}
}

func (w *printer) body(list []*stmt) {
	w.indent++
	for _, s := range list {
		w.WriteString(strings.Repeat("    ", w.indent))
		w.stmt(s)
		w.WriteString("\n")
	}
	w.indent--
}

func (w *printer) nested(list []*stmt) {
	w.WriteString(" {\n")
	w.body(list)
	w.WriteString(strings.Repeat("    ", w.indent) + "}")
}

// site notes where an access starts and writes it.
func (w *printer) site(n int, index *expr) {
	w.p.sites[n] = w.Len()
	w.WriteString("out[")
	w.expr(index)
	w.WriteString("]")
}

func (w *printer) stmt(s *stmt) {
	defer func() {
		switch s.op {
		case "declare", "array", "reference", "pointer", "struct", "lambda":
			w.declare(s.v)
			if s.op == "struct" {
				w.declare(s.other)
			}
		}
	}()
	switch s.op {
	case "=", "+=", "-=", "^=", "|=", "*=", "assignload", "element", "repoint":
		w.use(s.v)
	}
	if s.to != nil {
		w.use(s.to)
	}
	if s.to != nil && s.other != nil {
		w.use(s.other)
	}
	switch s.op {
	case "declare":
		fmt.Fprintf(w, "%s %s = ", typeName(s.v), s.v.name)
		w.expr(s.e[0])
		w.WriteString(";")
	case "=", "+=", "-=", "^=", "|=", "*=":
		fmt.Fprintf(w, "%s %s ", s.v.text, s.op)
		w.expr(s.e[0])
		w.WriteString(";")
	case "store":
		w.site(s.site, s.e[0])
		w.WriteString(" = 1;")
	case "load":
		w.WriteString("(void)")
		w.site(s.site, s.e[0])
		w.WriteString(";")
	case "assignload":
		w.WriteString(s.v.text + " = ")
		w.site(s.site, s.e[0])
		w.WriteString(" & 255;")
	case "if":
		w.WriteString("if (")
		w.expr(s.e[0])
		w.WriteString(")")
		w.nested(s.body)
		if s.alt != nil {
			w.WriteString(" else")
			w.nested(s.alt)
		}
	case "for", "while", "do":
		w.loop(s)
	case "switch":
		w.WriteString("switch (")
		w.expr(s.e[0])
		w.WriteString(") {\n")
		for i, c := range s.cases {
			label := fmt.Sprintf("case %d:", c)
			if c < 0 {
				label = "default:"
			}
			w.WriteString(strings.Repeat("    ", w.indent) + label)
			w.nested(s.sections[i])
			w.WriteString("\n")
		}
		w.WriteString(strings.Repeat("    ", w.indent) + "}")
	case "break", "continue":
		w.WriteString(s.op + ";")
	case "return":
		w.WriteString("return")
		if len(s.e) > 0 {
			w.WriteString(" ")
			w.expr(s.e[0])
		}
		w.WriteString(";")
	case "array":
		fmt.Fprintf(w, "int %s[4] = {", s.v.name)
		for i, e := range s.e {
			if i > 0 {
				w.WriteString(", ")
			}
			w.expr(e)
		}
		w.WriteString("};")
	case "element":
		w.WriteString(s.v.name + "[")
		w.expr(s.e[0])
		w.WriteString("] = ")
		w.expr(s.e[1])
		w.WriteString(";")
	case "reference":
		fmt.Fprintf(w, "int &%s = %s;", s.v.name, s.to.text)
	case "pointer", "repoint":
		if s.op == "pointer" {
			w.WriteString("int *")
		}
		w.WriteString(s.v.name + " = ")
		w.expr(s.e[0])
		fmt.Fprintf(w, " ? &%s : &%s;", s.to.text, s.other.text)
	case "struct":
		fmt.Fprintf(w, "S %s = {", s.v.name)
		w.expr(s.e[0])
		w.WriteString(", ")
		w.expr(s.e[1])
		w.WriteString("};")
	case "lambda":
		capture := "="
		if s.v.lambda.byRef {
			capture = "&"
		}
		w.declare(s.v.lambda.param)
		fmt.Fprintf(w, "auto %s = [%s](int %s) { return ", s.v.name, capture, s.v.lambda.param.name)
		w.expr(s.v.lambda.body)
		w.WriteString("; };")
	case "empty":
		w.WriteString(";")
	}
}

func (w *printer) loop(s *stmt) {
	v := s.v.name
	w.declare(s.v)
	head := func() {
		fmt.Fprintf(w, "%s < ", v)
		w.expr(s.e[1])
	}
	if s.op == "for" {
		fmt.Fprintf(w, "for (int %s = ", v)
		w.expr(s.e[0])
		w.WriteString("; ")
		head()
		fmt.Fprintf(w, "; %s += %d)", v, s.byStep)
		w.nested(s.body)
		return
	}
	fmt.Fprintf(w, "int %s = ", v)
	w.expr(s.e[0])
	w.WriteString("; ")
	if s.op == "while" {
		w.WriteString("while (")
		head()
		w.WriteString(")")
	} else {
		w.WriteString("do")
	}
	w.WriteString(" {\n")
	w.body(s.body)
	fmt.Fprintf(w, "%s%s += %d;\n", strings.Repeat("    ", w.indent+1), v, s.byStep)
	w.WriteString(strings.Repeat("    ", w.indent) + "}")
	if s.op == "do" {
		w.WriteString(" while (")
		head()
		w.WriteString(");")
	}
}

func (w *printer) expr(e *expr) {
	if e.v != nil {
		w.use(e.v)
	}
	w.use(e.refs...)
	switch e.op {
	case "const":
		fmt.Fprint(w, e.n)
	case "variable":
		w.WriteString(e.v.text)
	case "threadIdx.x", "threadIdx.y", "blockIdx.x", "blockDim.x":
		w.WriteString("(int)" + e.op)
	case "n":
		w.WriteString("n")
	case "!":
		w.WriteString("!")
		w.expr(e.kids[0])
	case "?:":
		w.WriteString("(")
		w.expr(e.kids[0])
		w.WriteString(" ? ")
		w.expr(e.kids[1])
		w.WriteString(" : ")
		w.expr(e.kids[2])
		w.WriteString(")")
	case "min", "max":
		w.list(e.op+"((int)", "(", e.kids...)
	case "call":
		w.WriteString(e.fn.name + "(out, n")
		for _, k := range e.kids {
			w.WriteString(", ")
			w.expr(k)
		}
		for _, v := range e.refs {
			w.WriteString(", " + v.text)
		}
		w.WriteString(")")
	case "element":
		w.list(e.v.name+"[", "", e.kids...)
	case "apply":
		w.list(e.v.name+"(", "", e.kids...)
	case "table":
		w.list("table[", "", e.kids...)
	default:
		w.WriteString("(")
		w.expr(e.kids[0])
		w.WriteString(" " + e.op + " ")
		w.expr(e.kids[1])
		w.WriteString(")")
	}
}

// list writes operands between brackets; cast is put around each where not "".
func (w *printer) list(open, cast string, kids ...*expr) {
	w.WriteString(open)
	for i, k := range kids {
		if i > 0 {
			w.WriteString(", (int)")
		}
		if cast != "" {
			w.WriteString("(")
		}
		w.expr(k)
		if cast != "" {
			w.WriteString(")")
		}
	}
	if strings.HasSuffix(open, "[") {
		w.WriteString("]")
	} else {
		w.WriteString(")")
	}
}
