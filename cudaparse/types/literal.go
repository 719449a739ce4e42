package types

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// IntConst returns an integer constant, wrapped to its type.
func IntConst(v int64, t *Type) Const { return Const{Type: t, Int: wrap(v, t)} }

// BoolConst returns a constant of type bool.
func BoolConst(b bool) Const { return Const{Type: BoolType, Int: flag(b)} }

// wrap reduces v to the width of an integer type.
func wrap(v int64, t *Type) int64 {
	size, signed := t.Size, t.Signed
	if t.Kind == Bool {
		return flag(v != 0)
	}
	switch {
	case size == 1 && signed:
		return int64(int8(v))
	case size == 1:
		return int64(uint8(v))
	case size == 2 && signed:
		return int64(int16(v))
	case size == 2:
		return int64(uint16(v))
	case size == 4 && signed:
		return int64(int32(v))
	case size == 4:
		return int64(uint32(v))
	}
	return v
}

// ParseNumber returns the value of a number literal, unknown for what is none.
func ParseNumber(text string) Const {
	if strings.IndexByte(text, '\'') >= 0 {
		text = strings.ReplaceAll(text, "'", "")
	}
	if len(text) > 1 && (text[0] == '-' || text[0] == '+') { // the grammar takes -7 for one literal
		k := ParseNumber(text[1:])
		if text[0] == '-' {
			return UnaryConst(ast.Sub, k)
		}
		return k
	}
	if text == "" || !('0' <= text[0] && text[0] <= '9' || text[0] == '.') {
		return Const{}
	}
	hex := len(text) > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')
	if !hex && strings.ContainsAny(text, ".eEpP") || hex && strings.ContainsAny(text, ".pP") {
		return parseFloat(text)
	}
	body := strings.TrimRight(text, "uUlLzZ")
	suffix := strings.ToLower(text[len(body):])
	if !hex && strings.HasSuffix(body, "f") {
		return parseFloat(text)
	}
	base, digits := 10, body
	switch {
	case hex:
		base, digits = 16, body[2:]
	case len(body) > 1 && body[0] == '0' && (body[1] == 'b' || body[1] == 'B'):
		base, digits = 2, body[2:]
	case len(body) > 1 && body[0] == '0':
		base, digits = 8, body[1:]
	}
	v, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		return Const{}
	}
	unsigned := strings.Contains(suffix, "u")
	longs := strings.Count(suffix, "l") + strings.Count(suffix, "z")
	// The first of int, long, long long that holds the value; unsigned ones only
	// for literals that say so or are not decimal.
	for _, t := range []*Type{IntType, UIntType, LongType, ULongType, LongLongType, ULongLongType} {
		if unsigned && t.Signed || !t.Signed && !unsigned && base == 10 {
			continue
		}
		if t.Size == 4 && longs > 0 || longs == 2 && !t.rankName() {
			continue
		}
		limit := uint64(1)<<(uint(t.Size*8)-uint(flag(t.Signed))) - 1
		if !t.Signed && t.Size == 8 {
			limit = math.MaxUint64
		}
		if v <= limit {
			return Const{Type: t, Int: int64(v)}
		}
	}
	return Const{Type: ULongLongType, Int: int64(v)}
}

func parseFloat(text string) Const {
	t := DoubleType
	body := text
	switch text[len(text)-1] {
	case 'f', 'F':
		t, body = FloatType, text[:len(text)-1]
	case 'l', 'L':
		body = text[:len(text)-1]
	}
	v, err := strconv.ParseFloat(body, 64)
	if err != nil && !math.IsInf(v, 0) {
		return Const{}
	}
	if t == FloatType {
		if v32, err := strconv.ParseFloat(body, 32); err == nil {
			v = v32
		}
	}
	return Const{Type: t, Float: v}
}

// ParseChar returns the value of a character literal.
func ParseChar(text string) Const {
	t := CharType
	switch {
	case strings.HasPrefix(text, "L"):
		t, text = builtinTypes["wchar_t"], text[1:]
	case strings.HasPrefix(text, "u8"):
		text = text[2:]
	case strings.HasPrefix(text, "u"):
		t, text = builtinTypes["char16_t"], text[1:]
	case strings.HasPrefix(text, "U"):
		t, text = builtinTypes["char32_t"], text[1:]
	}
	if len(text) < 3 || text[0] != '\'' || text[len(text)-1] != '\'' {
		return Const{}
	}
	text = text[1 : len(text)-1]
	if text[0] != '\\' {
		if r, n := utf8.DecodeRuneInString(text); n == len(text) && r != utf8.RuneError {
			return IntConst(int64(r), t)
		}
		return Const{} // a multi-character literal, whose value compilers choose
	}
	if len(text) < 2 {
		return Const{}
	}
	simple := map[byte]int64{'n': 10, 't': 9, 'r': 13, '0': 0, '\\': '\\', '\'': '\'', '"': '"', 'a': 7, 'b': 8, 'f': 12, 'v': 11, 'e': 27, '?': '?'}
	if len(text) == 2 {
		if v, ok := simple[text[1]]; ok {
			return IntConst(v, t)
		}
	}
	base, digits := 8, text[1:]
	if text[1] == 'x' {
		base, digits = 16, text[2:]
	}
	if v, err := strconv.ParseUint(digits, base, 32); err == nil {
		return IntConst(int64(v), t)
	}
	return Const{}
}

// StringLength returns the number of bytes in a string literal, its final zero
// included, -1 where the escapes are not understood.
func StringLength(text string) int64 {
	if len(text) < 2 || text[0] != '"' {
		return -1
	}
	n := int64(1)
	for i := 1; i < len(text)-1; i++ {
		n++
		if text[i] != '\\' {
			continue
		}
		i++
		switch c := text[i]; {
		case '0' <= c && c <= '7':
			for k := 0; k < 2 && i+1 < len(text)-1 && '0' <= text[i+1] && text[i+1] <= '7'; k++ {
				i++
			}
		case c == 'x':
			for i+1 < len(text)-1 && strings.IndexByte("0123456789abcdefABCDEF", text[i+1]) >= 0 {
				i++
			}
		case c == 'u' || c == 'U' || c == 'N':
			return -1
		}
	}
	return n
}

// StringsLength returns the length of the array that a string literal, or several
// in a row, make; -1 where it is not known.
func StringsLength(n ast.Node) int64 {
	if n.Kind() == ast.StringLiteral {
		return StringLength(n.Text())
	}
	total := int64(1)
	for c := range n.Children() {
		length := int64(-1)
		if c.Kind() == ast.StringLiteral {
			length = StringLength(c.Text())
		}
		if length < 0 {
			return -1
		}
		total += length - 1
	}
	return total
}
