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
	// skip is set for calls that nobody wrote: of a conversion function.
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

var (
	dumpLine     = regexp.MustCompile("^([ |`-]*)([A-Za-z]+)(?: 0x[0-9a-f]+)?(?: (?:parent|prev|first) 0x[0-9a-f]+)*(?: <((?:<[a-z -]+>|[^<>])*)>)?(.*)")
	dumpLocation = regexp.MustCompile(`^(?:<invalid sloc>|(col|line|<[a-z -]+>|[^ '<>]+?):(\d+)(?::(\d+))?)`)
)

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
	m := dumpLocation.FindStringSubmatch(s)
	if m == nil {
		return place{}, s
	}
	s = s[len(m[0]):]
	a, _ := strconv.Atoi(m[2])
	b, _ := strconv.Atoi(m[3])
	switch {
	case m[1] == "":
		return place{}, s
	case m[1] == "col" && m[3] == "":
		b = a
	case m[1] == "line":
		d.line = a
	default:
		d.file, d.line = m[1], a
	}
	if d.file != d.text.Path {
		return place{}, s
	}
	return place{d.line, b}, s
}

// read takes one line of a dump.
func (d *dumpReader) read(line string) {
	m := dumpLine.FindStringSubmatch(line)
	if m == nil {
		return
	}
	depth := len(m[1]) / 2
	if depth > len(d.stack) {
		return
	}
	n := dumpNode{kind: m[2], rest: m[4], converts: strings.Contains(m[4], "<UserDefinedConversion>")}
	if m[3] != "" {
		start, end, both := strings.Cut(m[3], ", ")
		n.start, _ = d.location(start)
		n.end = n.start
		if both {
			n.end, _ = d.location(end)
		}
	}
	if strings.HasSuffix(n.kind, "Decl") && strings.HasPrefix(n.rest, " ") {
		n.name, n.rest = d.location(n.rest[1:])
	}
	d.stack = append(d.stack[:depth], n)
	d.node(n)
}

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
	case "CallExpr", "CXXMemberCallExpr", "CUDAKernelCallExpr", "CXXUnresolvedConstructExpr", "CXXFunctionalCastExpr", "CXXTemporaryObjectExpr", "CXXScalarValueInitExpr":
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
