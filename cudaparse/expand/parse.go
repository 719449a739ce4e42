package expand

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// A Position is what an expansion is parsed as.
type Position uint8

// The positions.
const (
	Expression Position = iota
	Statement
	Type
	File
)

// wrappers are written before and after a text, so that it parses as its position.
var wrappers = [...][2]string{
	Expression: {"void f(){return ", ";}"},
	Statement:  {"void f(){", ";}"},
	Type:       {"using t=", ";"},
	File:       {"", ""},
}

// ParseAt parses a text, wrapped for its position, and returns the node that stands for it. The text
// stands for a node, and counts as an expansion of it. The result is not valid where the text cannot
// be parsed so.
func ParseAt(text string, at Position, origin ast.Node) ast.Node {
	file, n := parse(text, at)
	if !n.Valid() {
		return n
	}
	return unwrap(file.ExpansionOf(origin), at)
}

func parse(text string, at Position) (*ast.File, ast.Node) {
	w := wrappers[at]
	file, err := cudaparse.Parse(context.Background(), source.NewFile("", []byte(w[0]+text+w[1])))
	if err != nil {
		return nil, ast.Node{}
	}
	return file, unwrap(file, at)
}

func unwrap(file *ast.File, at Position) ast.Node {
	root := file.Root()
	switch at {
	case File:
		return root
	case Type:
		n := root.ChildOf(ast.AliasDeclaration).Child(ast.FieldType)
		if n.HasError() {
			return ast.Node{}
		}
		return n
	}
	body := root.ChildOf(ast.FunctionDefinition).Child(ast.FieldBody)
	if at == Statement {
		return body
	}
	value := body.ChildOf(ast.ReturnStatement).FirstChild()
	if body.HasError() {
		return ast.Node{}
	}
	return value
}
