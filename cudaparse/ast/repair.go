package ast

import "github.com/cudalint/cudalint/cudaparse/source"

// A Repair is an edit that was made to a copy of the text so that more of it parses.
type Repair struct {
	Span  source.Span // in the original text
	Cause RepairCause
}

// A RepairCause is what the grammar does not accept at a Repair.
type RepairCause uint8

// The causes of repairs, and what the tree has there.
const (
	// AttributeMacro is a macro that stands for attributes or nothing; it is
	// not in the tree. The qualifiers in its definition, if that is known, are
	// those of the declaration.
	AttributeMacro RepairCause = iota + 1
	// AttributeRepair is an attribute or keyword in an unusual place; it is not
	// in the tree, its qualifiers are those of the declaration.
	AttributeRepair
	// Conditional is a preprocessor directive, or an arm of it that was left
	// out, of a conditional that splits a construct.
	Conditional
	// MissingSemicolon is a macro used as a statement without a semicolon: the
	// span is where the tree has one.
	MissingSemicolon
	// LoopMacro is the name of a macro that heads a statement, such as one that
	// expands to for (...): the tree has a WhileStatement or an IfStatement
	// whose condition are the macro's arguments.
	LoopMacro
	// ArgumentRepair is a macro argument that is no expression (a type, an
	// operator, a block); the tree has a placeholder.
	ArgumentRepair
	// TypeRepair is a type the grammar does not accept in its place: the tree
	// has an unknown type.
	TypeRepair
	// StringRepair is a macro next to a string literal; the tree has "".
	StringRepair
	// TokenRepair is any other token that is not in the tree.
	TokenRepair
)

var repairNames = [...]string{"", "attribute macro", "attribute", "conditional", "missing semicolon", "loop macro",
	"macro argument", "type", "string", "token"}

// String names the cause for messages and tests.
func (c RepairCause) String() string { return repairNames[c] }
