// Package decl reads what the declarations of one file say by their text: an index of the
// file's declarations, what functions, templates and classes declare, and the words that may be
// macros for qualifiers.
//
// Nothing here depends on other files, on macros or on types, so all translation units that
// include a file share the results. Package sema gives them their meaning in a unit.
package decl

import (
	"bytes"
	"strings"
	"sync"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// An ItemKind says what an Item is.
type ItemKind uint8

const (
	FunctionItem    ItemKind = iota // a function_definition
	DeclarationItem                 // a declaration of variables or functions
	TypeItem                        // a struct, class, union or enum specifier
	TypedefItem                     // a type_definition or alias_declaration
	UsingItem
	NamespaceItem // a namespace is opened
	NamespaceAliasItem
	IncludeItem
	LaunchItem // a call that may start a kernel
	CallItem   // a call at file scope: a macro that declares something
)

// An Item is one entry of a file's index.
type Item struct {
	Kind      ItemKind
	Node      ast.Node
	Template  ast.Node // the innermost template_declaration around it
	Namespace int32    // number in File.Namespaces
	Arm       int32    // number in File.Arms
	ExternC   bool     // extern "C" without braces
}

// An Arm is one branch of a preprocessor conditional at file scope.
type Arm struct {
	Node  ast.Node // preproc_if, _ifdef, _elif, _elifdef or _else
	Outer int32    // number of the arm around the conditional
}

// A File lists the declarations of a file in source order.
type File struct {
	Tree       *ast.File
	Items      []Item
	Arms       []Arm    // [0] is the file itself
	Namespaces []string // "a::b"; [0] is the global namespace
	// launchNames says whether the text names a launch function of the runtime.
	launchNames bool

	callsOnce sync.Once
	calls     map[string][]ast.Node // see Calls
}

// Index lists the declarations of a file.
func Index(file *ast.File) *File {
	x := &File{Tree: file, Arms: make([]Arm, 1), Namespaces: []string{""}}
	for _, name := range []string{"LaunchKernel", "LaunchCooperativeKernel"} {
		if bytes.Contains(file.Source.Text, []byte(name)) {
			x.launchNames = true
		}
	}
	x.children(file.Root(), walkState{})
	return x
}

// A walkState is the context of the node that is being indexed.
type walkState struct {
	space, arm int32
	template   ast.Node
	extern     bool
	depth      int
}

func (x *File) add(kind ItemKind, n ast.Node, c walkState) {
	x.Items = append(x.Items, Item{kind, n, c.template, c.space, c.arm, c.extern})
}

func (x *File) children(n ast.Node, c walkState) {
	if c.depth++; c.depth > 500 {
		return
	}
	for child := range n.Children() {
		x.node(child, c)
	}
}

func (x *File) node(n ast.Node, c walkState) {
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
		x.conditional(n, c)
	case ast.TemplateDeclaration:
		c.template = n
		for child := range n.Children() {
			if child.Field() != ast.FieldParameters {
				x.node(child, c)
			}
		}
	case ast.FunctionDefinition:
		x.add(FunctionItem, n, c)
		x.scan(n, c)
	case ast.Declaration:
		if t := n.Child(ast.FieldType); t.Child(ast.FieldBody).Valid() {
			x.add(TypeItem, t, c)
			x.scan(t, c)
		}
		x.add(DeclarationItem, n, c)
	case ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier, ast.EnumSpecifier:
		x.add(TypeItem, n, c)
		x.scan(n, c)
	case ast.TypeDefinition, ast.AliasDeclaration:
		if t := n.Child(ast.FieldType); n.Kind() == ast.TypeDefinition && t.Child(ast.FieldName).Valid() && t.Is(ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier, ast.EnumSpecifier) {
			x.add(TypeItem, t, c)
		} else if t.Kind() == ast.EnumSpecifier {
			x.add(TypeItem, t, c)
		}
		x.add(TypedefItem, n, c)
		x.scan(n, c)
	case ast.UsingDeclaration:
		x.add(UsingItem, n, c)
	case ast.NamespaceAliasDefinition:
		x.add(NamespaceAliasItem, n, c)
	case ast.PreprocInclude:
		x.add(IncludeItem, n, c)
	case ast.PreprocCall:
		if strings.HasSuffix(n.Child(ast.FieldDirective).Text(), "include_next") {
			x.add(IncludeItem, n, c)
		}
	case ast.ExpressionStatement:
		if call := n.FirstChild(); call.Kind() == ast.CallExpression {
			x.add(CallItem, call, c)
		}
	case ast.CallExpression:
		x.add(CallItem, n, c)
	}
}

func (x *File) namespace(n ast.Node, c walkState) {
	path := x.Namespaces[c.space]
	if name := n.Child(ast.FieldName); name.Valid() {
		for _, part := range strings.Split(name.Text(), "::") {
			part = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(part), "inline "))
			path = Join(path, part)
		}
		x.Namespaces = append(x.Namespaces, path)
		c.space = int32(len(x.Namespaces) - 1)
		x.add(NamespaceItem, n, c)
	}
	x.children(n.Child(ast.FieldBody), c)
}

// Join returns the path of a name in a namespace.
func Join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "::" + name
}

// Inside returns the path of a namespace, "" for the one around it, in another one.
func Inside(outer, path string) string {
	if path == "" {
		return outer
	}
	return Join(outer, path)
}

type indexKey struct{}

// IndexOnce is Index for a file that is asked for often; the result stays with the file.
func IndexOnce(file *ast.File) *File { return ast.Derive(file, indexKey{}, Index) }

// conditional walks one branch of a conditional and those after it.
func (x *File) conditional(n ast.Node, c walkState) {
	x.Arms = append(x.Arms, Arm{Node: n, Outer: c.arm})
	inner := c
	inner.arm = int32(len(x.Arms) - 1)
	if inner.depth++; inner.depth > 500 {
		return
	}
	for child := range n.Children() {
		switch child.Field() {
		case ast.FieldCondition, ast.FieldName:
		case ast.FieldAlternative:
			c.depth++
			x.conditional(child, c)
		default:
			x.node(child, inner)
		}
	}
}

// scan adds the launches inside a function or class.
func (x *File) scan(n ast.Node, c walkState) {
	for i, end := n.Index(), n.End(); i < end; i++ {
		m := x.Tree.At(i)
		switch m.Kind() {
		case ast.KernelCallSyntax:
			x.add(LaunchItem, m.Parent(), c)
		case ast.CallExpression:
			if x.launchNames && launchFunctions[m.Child(ast.FieldFunction).Text()] != 0 {
				x.add(LaunchItem, m, c)
			}
		}
	}
}

// Calls returns the calls in the file by the last part of the callee's name, in source order.
// The result must not be changed.
func (x *File) Calls() map[string][]ast.Node {
	x.callsOnce.Do(func() {
		x.calls = map[string][]ast.Node{}
		for i := range x.Tree.Len() {
			n := x.Tree.At(i)
			if n.Kind() != ast.CallExpression || n.ChildOf(ast.KernelCallSyntax).Valid() {
				continue
			}
			callee := n.Child(ast.FieldFunction)
			if callee.Kind() == ast.FieldExpression {
				callee = callee.Child(ast.FieldField)
			}
			if name := callee.PlainName(); name != "" {
				x.calls[name] = append(x.calls[name], n)
			}
		}
	})
	return x.calls
}
