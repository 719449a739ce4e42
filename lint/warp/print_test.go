package warp_test

import (
	"fmt"
	"strings"
)

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
