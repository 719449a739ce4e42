package clangtest

import (
	"bufio"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// A dumpNode is one line of clang's dump of a tree.
type dumpNode struct {
	kind       string
	rest       string // what follows the locations
	start, end place
	name       place // of a declaration
	// converts is set if the call in it is one that nobody wrote, of a conversion
	// function.
	converts bool
}

// A dumpReader reads what clang-query dumps. Locations are printed in the short form:
// without what they share with the one before, which is kept here. Those of
// macros are where the token is spelled.
type dumpReader struct {
	text  text
	found places
	stack []dumpNode
	file  string
	line  int
}

var dumpLocation = regexp.MustCompile(`^(?:<invalid sloc>|(col|line|<[a-z -]+>|[^ '<>]+?):(\d+)(?::(\d+))?)`)

// readDump returns the constructs of a text in the dumps of its declarations.
func readDump(r io.Reader, t text) (places, error) {
	d := &dumpReader{text: t, found: newPlaces()}
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		line, err := in.ReadString('\n')
		if strings.HasPrefix(line, "Binding for ") {
			d.file, d.line, d.stack = "", 0, nil
		} else {
			d.read(strings.TrimRight(line, "\n"))
		}
		if err == io.EOF {
			return d.found, nil
		}
		if err != nil {
			return d.found, err
		}
	}
}

// location reads one location and returns what follows; the place is that in the
// text itself, else zero.
func (d *dumpReader) location(s string) (place, string) {
	if rest, ok := strings.CutPrefix(s, "col:"); ok { // most are such
		column, rest := leadingNumber(rest)
		if d.file != d.text.Path {
			return place{}, rest
		}
		return place{d.line, column}, rest
	}
	m := dumpLocation.FindStringSubmatch(s)
	if m == nil || m[1] == "" {
		return place{}, s
	}
	line, _ := strconv.Atoi(m[2])
	column, _ := strconv.Atoi(m[3])
	d.line = line
	if m[1] != "line" {
		d.file = m[1]
	}
	if d.file != d.text.Path {
		return place{}, s[len(m[0]):]
	}
	return place{d.line, column}, s[len(m[0]):]
}

func leadingNumber(s string) (n int, rest string) {
	for s != "" && '0' <= s[0] && s[0] <= '9' {
		n, s = n*10+int(s[0]-'0'), s[1:]
	}
	return n, s
}

// read takes one line of a dump: branches, kind, addresses, range, name, the rest.
func (d *dumpReader) read(line string) {
	kind := strings.TrimLeft(line, " |`-")
	depth := (len(line) - len(kind)) / 2
	if kind == "" || depth > len(d.stack) {
		return
	}
	kind, rest, _ := strings.Cut(kind, " ")
	n := dumpNode{kind: kind}
	for strings.HasPrefix(rest, "0x") || strings.HasPrefix(rest, "parent ") || strings.HasPrefix(rest, "prev ") || strings.HasPrefix(rest, "first ") {
		_, rest, _ = strings.Cut(rest, " ")
	}
	if inside, ok := strings.CutPrefix(rest, "<"); ok && !strings.HasPrefix(rest, "<<<") {
		n.start, rest = d.location(skipInvalid(inside))
		n.end = n.start
		if second, ok := strings.CutPrefix(rest, ", "); ok {
			n.end, rest = d.location(skipInvalid(second))
		}
		rest = strings.TrimPrefix(rest, ">")
		if strings.HasSuffix(kind, "Decl") {
			n.name, rest = d.location(skipInvalid(strings.TrimPrefix(rest, " ")))
		}
	}
	n.rest = rest
	n.converts = strings.HasSuffix(kind, "CastExpr") && strings.Contains(rest, "<UserDefinedConversion>")
	d.stack = append(d.stack[:depth], n)
	d.node(n)
}

// skipInvalid skips an invalid location.
func skipInvalid(s string) string { return strings.TrimPrefix(s, "<invalid sloc>") }

// node notes a node that is a construct.
func (d *dumpReader) node(n dumpNode) {
	parent := dumpNode{}
	if len(d.stack) > 1 {
		parent = d.stack[len(d.stack)-2]
	}
	close := d.text.at(n.end)
	switch n.kind {
	case "CompoundStmt", "CXXTryStmt":
		if parent.kind == "LambdaExpr" || isFunction[parent.kind] && !hasWord(parent.rest, "implicit") {
			if close == '}' {
				d.found[body][n.end] = true
			}
			if isFunction[parent.kind] && !d.inLambda() && d.text.at(parent.name) != 0 {
				d.found[function][parent.name] = true
			}
		}
	case "CXXOperatorCallExpr":
		switch {
		case close == ')' && hasWord(n.rest, "'()'"):
			d.found[call][n.end] = true
		case close == ']' && hasWord(n.rest, "'[]'"):
			d.found[subscript][n.end] = true
		}
	case "CallExpr", "CXXMemberCallExpr", "CUDAKernelCallExpr", "CXXUnresolvedConstructExpr", "CXXFunctionalCastExpr", "CXXTemporaryObjectExpr", "CXXScalarValueInitExpr",
		"CXXStaticCastExpr", "CXXReinterpretCastExpr", "CXXConstCastExpr", "CXXDynamicCastExpr",
		"CXXTypeidExpr", "TypeTraitExpr", "VAArgExpr": // spelled like calls
		if close == ')' && !parent.converts {
			d.found[call][n.end] = true
		}
	case "ArraySubscriptExpr":
		if close == ']' {
			d.found[subscript][n.end] = true
		}
	}
}

var isFunction = map[string]bool{"FunctionDecl": true, "CXXMethodDecl": true, "CXXConstructorDecl": true, "CXXDestructorDecl": true, "CXXConversionDecl": true}

// inLambda reports whether the function whose body the last node is, is that of a
// lambda's class.
func (d *dumpReader) inLambda() bool {
	for i := len(d.stack) - 3; i >= 0; i-- {
		switch d.stack[i].kind {
		case "LambdaExpr":
			return true
		case "CXXRecordDecl", "FunctionTemplateDecl":
		default:
			return false
		}
	}
	return false
}

func hasWord(s, word string) bool {
	for _, w := range strings.Fields(s) {
		if w == word {
			return true
		}
	}
	return false
}
