package ir

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// takePragma returns the number of the #pragma unroll before a loop, encoded as in OpLoop.
func (l *lowerer) takePragma(loop ast.Node) int64 {
	p := l.pragma
	l.pragma = 0
	if p == 0 {
		p = pragmaBefore(loop)
	}
	return p
}

// unrollPragma returns the number of a #pragma unroll, encoded as in OpLoop; 0 for any
// other directive.
func unrollPragma(directive string) int64 {
	words := strings.Fields(strings.NewReplacer("(", " ", ")", " ").Replace(directive))
	if len(words) > 0 && words[0] == "#" {
		words = words[1:]
	}
	if len(words) < 2 || !strings.HasSuffix(words[0], "pragma") || words[1] != "unroll" {
		return 0
	}
	if len(words) > 2 {
		if times, err := strconv.ParseInt(words[2], 10, 32); err == nil && times > 0 {
			return times
		}
	}
	return -1
}

// pragmaBefore returns the number of the #pragma unroll on the line before a loop that is
// the whole body of another loop. There the tree has no node for the directive.
func pragmaBefore(loop ast.Node) int64 {
	if loop.Origin() != loop || !loop.Parent().Is(ast.ForStatement, ast.WhileStatement, ast.DoStatement) {
		return 0
	}
	text := loop.File().Source.Text
	end := bytes.LastIndexByte(text[:loop.Span().Start], '\n')
	if end < 0 || len(bytes.TrimLeft(text[end+1:loop.Span().Start], " \t")) > 0 {
		return 0
	}
	line := bytes.TrimSpace(text[bytes.LastIndexByte(text[:end], '\n')+1 : end])
	if !bytes.HasPrefix(line, []byte("#")) {
		return 0
	}
	return unrollPragma(string(line))
}
