package kernelname

import "strings"

// builtins are the arithmetic types as compilers and sources write them.
var builtins = map[string]string{
	"bool": "bool", "char": "char", "signed char": "signed char", "unsigned char": "unsigned char",
	"short": "short", "short int": "short", "unsigned short": "unsigned short", "short unsigned int": "unsigned short",
	"int": "int", "unsigned": "unsigned int", "unsigned int": "unsigned int",
	"long": "long", "long int": "long", "unsigned long": "unsigned long", "long unsigned int": "unsigned long",
	"long long": "long long", "long long int": "long long", "unsigned long long": "unsigned long long", "long long unsigned int": "unsigned long long",
	"float": "float", "double": "double",
}

// Excludes reports whether a name of compiled code cannot be the kernel of the source because they
// differ in a type that has one name only, such as float and double. Types with other names may be
// aliases of each other.
func (n Name) Excludes(source Name) bool {
	differ := func(a, b []string) bool {
		for i := 0; i < min(len(a), len(b)); i++ {
			x, stars, known := builtin(a[i])
			y, others, knownToo := builtin(b[i])
			if known && knownToo && (x != y || stars != others) {
				return true
			}
		}
		return false
	}
	return differ(n.Args, source.Args) || n.Params != nil && source.Params != nil && differ(n.Params, source.Params)
}

// builtin returns the arithmetic type in a text with the pointers and references to it.
func builtin(s string) (name, suffix string, ok bool) {
	s = strings.ReplaceAll(s, "__restrict__", " ")
	base, suffix := s, ""
	if i := strings.IndexAny(s, "*&"); i >= 0 {
		base, suffix = s[:i], s[i:]
	}
	drop := func(s string) []string {
		var out []string
		for _, w := range strings.Fields(s) {
			if w != "const" && w != "volatile" {
				out = append(out, w)
			}
		}
		return out
	}
	name, ok = builtins[strings.Join(drop(base), " ")]
	return name, strings.Join(drop(suffix), ""), ok
}
