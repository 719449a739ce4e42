// Package kernelname has the names of kernels as profilers and compilers write them, and finds the
// kernels of a source that they mean.
package kernelname

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ianlancetaylor/demangle"
)

// A Name is the name of a kernel, as far as it is known: an export may only have its last part.
type Name struct {
	// Qualifiers are the namespaces, the outermost first, "" for an unnamed one.
	Qualifiers []string
	// Base is the last part, without template arguments.
	Base string
	// Args are the template arguments as written, Params the parameter types. They are nil if
	// the name does not have them.
	Args, Params []string
}

// maxName bounds the length of a name that is parsed, in bytes.
const maxName = 64 << 10

// Parse parses the name of a kernel as Nsight Compute writes it with any value of
// --print-kernel-base: "k", "void ns::k<(int)32>(float *)", "_ZN2ns1kEPf". A name that cannot be
// parsed becomes Base.
func Parse(s string) Name {
	s = strings.TrimSpace(s)
	if len(s) > maxName {
		return Name{Base: s}
	}
	if strings.HasPrefix(s, "_Z") {
		if plain, err := demangle.ToString(s, demangle.NoClones, demangle.MaxLength(14)); err == nil {
			s = plain
		}
	}
	name, params, called := cutParams(s)
	// A template instance is written with its result type, which is void.
	name = strings.TrimSpace(strings.TrimPrefix(name, "void "))
	var n Name
	if called {
		n.Params = split(params, ",")
		if len(n.Params) == 1 && (n.Params[0] == "void" || n.Params[0] == "") {
			n.Params = []string{}
		}
	}
	parts := split(name, "::")
	for i, part := range parts {
		base, args, has := strings.Cut(part, "<")
		if i < len(parts)-1 {
			if base == "(anonymous namespace)" {
				base = ""
			}
			n.Qualifiers = append(n.Qualifiers, base)
			continue
		}
		n.Base = strings.TrimSpace(base)
		if has {
			n.Args = split(strings.TrimSuffix(strings.TrimSpace(args), ">"), ",")
		}
	}
	return n
}

// cutParams separates the list of parameters from a name.
func cutParams(s string) (name, params string, found bool) {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '<':
			depth++
		case '>':
			depth--
		case '(':
			if depth > 0 {
				continue
			}
			if const_ := "(anonymous namespace)"; strings.HasPrefix(s[i:], const_) {
				i += len(const_) - 1
				continue
			}
			return s[:i], strings.TrimSuffix(strings.TrimSpace(s[i+1:]), ")"), true
		}
	}
	return s, "", false
}

// split splits a list at the separators outside of brackets, and trims the parts.
func split(s, separator string) []string {
	var out []string
	depth, from := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '<', '(', '[', '{':
			depth++
		case '>', ')', ']', '}':
			depth--
		default:
			if depth == 0 && strings.HasPrefix(s[i:], separator) {
				out = append(out, strings.TrimSpace(s[from:i]))
				from = i + len(separator)
				i = from - 1
			}
		}
	}
	return append(out, strings.TrimSpace(s[from:]))
}

// Fit compares the name of a kernel in an export with the name of one in the source. It returns
// the number of equal parts: namespaces, template arguments and parameters. It returns -1 if the
// names are certainly those of different kernels.
func (n Name) Fit(source Name) int {
	if n.Base == "" || n.Base != source.Base {
		return -1
	}
	fit, ok := common(n.Qualifiers, source.Qualifiers)
	if !ok {
		return -1
	}
	// The arguments are not known if no visible launch instantiates the kernel.
	for i := 0; i < min(len(n.Args), len(source.Args)); i++ {
		switch same, known := sameArgument(n.Args[i], source.Args[i]); {
		case same:
			fit++
		case known:
			return -1
		}
	}
	if n.Params != nil && source.Params != nil {
		if len(n.Params) != len(source.Params) {
			return -1
		}
		for i := range n.Params {
			if spelling(n.Params[i]) == spelling(source.Params[i]) {
				fit++
			}
		}
	}
	return fit
}

// common returns the number of namespaces in the shorter list if all of them are in the longer
// one, in order: either may lack inline namespaces, or those that a macro spells.
func common(a, b []string) (n int, ok bool) {
	if len(a) > len(b) {
		a, b = b, a
	}
	for _, q := range b {
		if n < len(a) && a[n] == q {
			n++
		}
	}
	return n, n == len(a)
}

// sameArgument reports whether two template arguments are the same. known is false if their
// texts do not decide it: different names may mean one type.
func sameArgument(a, b string) (same, known bool) {
	x, ok1 := integer(a)
	y, ok2 := integer(b)
	if ok1 && ok2 {
		return x == y, true
	}
	return b != "" && spelling(a) == spelling(b), false
}

// integer returns the value of an argument such as "32", "(int)32", "32u", "true".
func integer(s string) (int64, bool) {
	if strings.HasPrefix(s, "(") {
		if _, after, ok := strings.Cut(s, ")"); ok {
			s = after
		}
	}
	switch s {
	case "true":
		return 1, true
	case "false":
		return 0, true
	}
	n, err := strconv.ParseInt(strings.TrimRight(s, "uUlL"), 10, 64)
	return n, err == nil
}

// spelling normalises the spelling of a type.
func spelling(s string) string {
	words := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' })
	kept := words[:0]
	for _, w := range words {
		if w != "const" && w != "__restrict__" && w != "__restrict" {
			kept = append(kept, w)
		}
	}
	return strings.ReplaceAll(strings.Join(kept, ""), "__restrict__", "")
}

// String returns the name with its namespaces and template arguments, as far as
// they are known.
func (n Name) String() string {
	s := strings.Join(append(slices.DeleteFunc(slices.Clone(n.Qualifiers), func(q string) bool { return q == "" }), n.Base), "::")
	if len(n.Args) > 0 && !slices.Contains(n.Args, "") {
		s += "<" + strings.Join(n.Args, ", ") + ">"
	}
	return s
}
