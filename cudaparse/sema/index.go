package sema

import (
	"bytes"
	"strings"
	"sync"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// An itemKind says what one item of a file's index is.
type itemKind uint8

const (
	itemFunction    itemKind = iota // a function_definition
	itemDeclaration                 // a declaration of variables or functions
	itemType                        // a struct, class, union or enum specifier
	itemTypedef                     // a type_definition or alias_declaration
	itemUsing
	itemSpace // a namespace is opened
	itemSpaceAlias
	itemInclude
	itemLaunch // a call that may start a kernel
	itemCall   // a call at file scope: a macro that declares something
)

// An item is one entry of a file's index, in source order.
type item struct {
	kind     itemKind
	node     ast.Node
	template ast.Node // the innermost template_declaration around it
	space    int32    // in fileIndex.spaces
	arm      int32    // in fileIndex.arms
	extern   bool     // extern "C" without braces
}

// An arm is one branch of a conditional at file scope.
type arm struct {
	node  ast.Node // preproc_if, _ifdef, _elif, _elifdef or _else
	outer int32    // the arm around the conditional
	prev  int32    // the arm before it in the same conditional, 0 for the first
}

// A fileIndex lists what a file declares. It depends on nothing but the file's text and
// on what the macros mean that its parse asked for, so that it serves every unit that
// includes the file and has the same macros.
type fileIndex struct {
	file   *ast.File
	items  []item
	arms   []arm    // [0] is the file itself
	spaces []string // "a::b"; [0] is the global namespace
	// launchNames says whether the text names a launch function of the runtime.
	launchNames bool

	callsOnce sync.Once
	calls     map[string][]ast.Node // see indexCalls
}

// indexFile lists the declarations of a file.
func indexFile(file *ast.File) *fileIndex {
	x := &fileIndex{file: file, arms: make([]arm, 1), spaces: []string{""}}
	for _, name := range []string{"LaunchKernel", "LaunchCooperativeKernel"} {
		if bytes.Contains(file.Source.Text, []byte(name)) {
			x.launchNames = true
		}
	}
	x.children(file.Root(), walkState{})
	return x
}

// A walkState is where the walk is.
type walkState struct {
	space, arm int32
	template   ast.Node
	extern     bool
	depth      int
}

func (x *fileIndex) add(kind itemKind, n ast.Node, c walkState) {
	x.items = append(x.items, item{kind, n, c.template, c.space, c.arm, c.extern})
}

func (x *fileIndex) children(n ast.Node, c walkState) {
	if c.depth++; c.depth > 500 {
		return
	}
	for child := range n.Children() {
		x.node(child, c)
	}
}

func (x *fileIndex) node(n ast.Node, c walkState) {
	switch n.Kind() {
	case ast.DeclarationList, ast.Error:
		x.children(n, c)
	case ast.LinkageSpecification:
		body := n.Child(ast.FieldBody)
		if body.Kind() != ast.DeclarationList {
			c.extern = true
		}
		x.node(body, c)
	case ast.NamespaceDefinition:
		x.namespace(n, c)
	case ast.PreprocIf, ast.PreprocIfdef:
		x.conditional(n, c, 0)
	case ast.TemplateDeclaration:
		c.template = n
		for child := range n.Children() {
			if child.Field() != ast.FieldParameters {
				x.node(child, c)
			}
		}
	case ast.FunctionDefinition:
		x.add(itemFunction, n, c)
		x.scan(n, c)
	case ast.Declaration:
		if t := n.Child(ast.FieldType); t.Child(ast.FieldBody).Valid() {
			x.add(itemType, t, c)
			x.scan(t, c)
		}
		x.add(itemDeclaration, n, c)
	case ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier, ast.EnumSpecifier:
		x.add(itemType, n, c)
		x.scan(n, c)
	case ast.TypeDefinition, ast.AliasDeclaration:
		if t := n.Child(ast.FieldType); n.Kind() == ast.TypeDefinition && t.Child(ast.FieldName).Valid() && t.Is(ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier, ast.EnumSpecifier) {
			x.add(itemType, t, c)
		} else if t.Kind() == ast.EnumSpecifier {
			x.add(itemType, t, c)
		}
		x.add(itemTypedef, n, c)
		x.scan(n, c)
	case ast.UsingDeclaration:
		x.add(itemUsing, n, c)
	case ast.NamespaceAliasDefinition:
		x.add(itemSpaceAlias, n, c)
	case ast.PreprocInclude:
		x.add(itemInclude, n, c)
	case ast.PreprocCall:
		if strings.HasSuffix(n.Child(ast.FieldDirective).Text(), "include_next") {
			x.add(itemInclude, n, c)
		}
	case ast.ExpressionStatement:
		if call := n.FirstChild(); call.Kind() == ast.CallExpression {
			x.add(itemCall, call, c)
		}
	case ast.CallExpression:
		x.add(itemCall, n, c)
	}
}

func (x *fileIndex) namespace(n ast.Node, c walkState) {
	path := x.spaces[c.space]
	if name := n.Child(ast.FieldName); name.Valid() {
		for _, part := range strings.Split(name.Text(), "::") {
			part = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(part), "inline "))
			path = join(path, part)
		}
		x.spaces = append(x.spaces, path)
		c.space = int32(len(x.spaces) - 1)
		x.add(itemSpace, n, c)
	}
	x.children(n.Child(ast.FieldBody), c)
}

// join returns the path of a name in a namespace.
func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "::" + name
}

// inside returns the path of a namespace, "" for the one around it, in another one.
func inside(outer, path string) string {
	if path == "" {
		return outer
	}
	return join(outer, path)
}

type indexKey struct{}

// conditional walks one branch of a conditional and those after it.
func (x *fileIndex) conditional(n ast.Node, c walkState, prev int32) {
	x.arms = append(x.arms, arm{node: n, outer: c.arm, prev: prev})
	own := int32(len(x.arms) - 1)
	inner := c
	inner.arm = own
	if inner.depth++; inner.depth > 500 {
		return
	}
	for child := range n.Children() {
		switch child.Field() {
		case ast.FieldCondition, ast.FieldName:
		case ast.FieldAlternative:
			c.depth++
			x.conditional(child, c, own)
		default:
			x.node(child, inner)
		}
	}
}

// scan finds the launches inside a function or class. It visits every node once, so it does next to nothing for most.
func (x *fileIndex) scan(n ast.Node, c walkState) {
	for i, end := n.Index(), n.End(); i < end; i++ {
		m := x.file.At(i)
		switch m.Kind() {
		case ast.KernelCallSyntax:
			x.add(itemLaunch, m.Parent(), c)
		case ast.CallExpression:
			if x.launchNames && launchFunctions[m.Child(ast.FieldFunction).Text()] != 0 {
				x.add(itemLaunch, m, c)
			}
		}
	}
}
