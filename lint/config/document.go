package config

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// A position is a place in a configuration file: line and column from 1, columns count
// bytes.
type position struct{ line, column int }

// A part is one part of a dotted key.
type part struct {
	name string
	at   position
}

// A node is a value: a string, int64, bool, or []node, or a literal of another kind.
type node struct {
	at    position
	value any
	items []assignment // of an inline table
}

// A literal is the text of a value of a kind that no key accepts.
type literal string

// An assignment is one key with its value, as in `a.b = 1`, `[a]` and `b = 1`, or
// `a = {b = 1}`. The keys of the header come first. A header is an assignment of its own, with
// header set; so is each table of a list, with list set.
type assignment struct {
	path   []part
	value  node
	header bool
	list   bool // [[name]]
}

// name returns the dotted key.
func (a *assignment) name() string {
	names := make([]string, len(a.path))
	for i, p := range a.path {
		names[i] = p.name
	}
	return strings.Join(names, ".")
}

// A syntaxError is the first syntax error of a document.
type syntaxError struct {
	at      position
	message string
}

// bom is the byte order mark that editors on Windows put first in a file.
var bom = []byte("\xef\xbb\xbf")

// parse returns the assignments of a TOML document, in its order, up to the first syntax error.
func parse(text []byte) ([]assignment, *syntaxError) {
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		return nil, &syntaxError{at: position{1, 1}, message: "the file is UTF-16, as PowerShell writes it; save it as UTF-8"}
	}
	text = bytes.TrimPrefix(text, bom)
	d := &document{source: source.NewFile("", text)}
	d.parser.Reset(text)
	var header []part
	for d.parser.NextExpression() {
		switch e := d.parser.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			header = d.key(e)
			d.out = append(d.out, assignment{path: header, header: true, list: e.Kind == unstable.ArrayTable, value: node{at: header[0].at}})
		case unstable.KeyValue:
			d.out = append(d.out, d.assignment(header, e))
		}
	}
	if err := d.parser.Error(); err != nil {
		return d.out, d.failed(err)
	}
	// Statements that are valid by themselves may contradict each other, as two definitions
	// of one table do.
	var all map[string]any
	var failed *toml.DecodeError
	if err := toml.Unmarshal(text, &all); errors.As(err, &failed) {
		line, column := failed.Position()
		return d.out, &syntaxError{at: position{line, column}, message: strings.TrimPrefix(failed.Error(), "toml: ")}
	} else if err != nil {
		return d.out, &syntaxError{at: position{1, 1}, message: strings.TrimPrefix(err.Error(), "toml: ")}
	}
	return d.out, nil
}

type document struct {
	parser unstable.Parser
	source *source.File
	out    []assignment
}

// at returns the position of an offset.
func (d *document) at(offset int) position {
	p := d.source.Position(offset)
	return position{p.Line, p.Column}
}

func (d *document) failed(err error) *syntaxError {
	var parser *unstable.ParserError
	if !errors.As(err, &parser) {
		return &syntaxError{at: position{1, 1}, message: err.Error()}
	}
	message := parser.Message
	if strings.Contains(message, "at start of value") || strings.Contains(message, "expected keyword") {
		message += ` (strings need quotes: "sm_90")`
	}
	return &syntaxError{at: d.at(int(d.parser.Range(parser.Highlight).Offset)), message: message}
}

// key returns the parts of a key.
func (d *document) key(e *unstable.Node) []part {
	var parts []part
	for it := e.Key(); it.Next(); {
		n := it.Node()
		parts = append(parts, part{string(n.Data), d.at(int(n.Raw.Offset))})
	}
	return parts
}

// assignment returns the assignment of a key and its value below a header.
func (d *document) assignment(header []part, e *unstable.Node) assignment {
	key := d.key(e)
	a := assignment{path: append(header[:len(header):len(header)], key...), value: d.node(e.Value())}
	a.value.place(key[0].at)
	return a
}

// place sets the position of a list to that of its assignment: the parser has none for lists.
func (n *node) place(at position) {
	if n.at == (position{}) {
		n.at = at
	}
	list, _ := n.value.([]node)
	for i := range list {
		list[i].place(n.at)
	}
}

func (d *document) node(e *unstable.Node) node {
	n := node{}
	if e.Raw.Length > 0 {
		n.at = d.at(int(e.Raw.Offset))
	}
	switch e.Kind {
	case unstable.String:
		n.value = string(e.Data)
	case unstable.Bool:
		n.value = string(e.Data) == "true"
	case unstable.Integer:
		n.value = literal(e.Data)
		if i, err := strconv.ParseInt(string(e.Data), 0, 64); err == nil {
			n.value = i
		}
	case unstable.Array:
		list := []node{}
		for it := e.Children(); it.Next(); {
			list = append(list, d.node(it.Node()))
		}
		n.value = list
	case unstable.InlineTable:
		n.items = []assignment{}
		for it := e.Children(); it.Next(); {
			n.items = append(n.items, d.assignment(nil, it.Node()))
		}
	default:
		n.value = literal(e.Data)
	}
	return n
}

// kind describes a value for messages.
func (n *node) kind() string {
	switch v := n.value.(type) {
	case string:
		return fmt.Sprintf("the string %.40q", v)
	case bool:
		return fmt.Sprint(v)
	case int64:
		return fmt.Sprintf("the number %d", v)
	case []node:
		return "a list"
	case literal:
		return string(v[:min(len(v), 40)])
	}
	return "a table"
}
