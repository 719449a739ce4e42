package repair

// A Step proposes edits of one kind.
type Step struct {
	Name string
	find func(*View)
	// Guess is set for a step that is a heuristic near errors, and may be wrong.
	Guess bool
}

// Find returns the edits that the step proposes for a view, in source order and
// without overlaps.
func (s Step) Find(v *View) []Edit {
	s.find(v)
	return v.take()
}

// Conditionals replaces each conditional that splits a construct by one arm. It comes first,
// because the other steps need matching brackets.
var Conditionals = Step{Name: "conditionals", find: func(v *View) { v.conditionals(false) }}

// Certain are the steps that do not change the meaning. They can be tried together.
var Certain = []Step{
	{Name: "known attribute macros", find: (*View).knownAttributeMacros},
	{Name: "attributes", find: (*View).attributeSpellings},
	{Name: "qualifier macros", find: (*View).qualifierMacros},
	{Name: "friends", find: (*View).friends},
	{Name: "lambda specifiers", find: (*View).lambdaSpecifiers},
	{Name: "operator names", find: (*View).operatorNames},
	{Name: "templates", find: (*View).templates},
	{Name: "expressions", find: (*View).expressions},
	{Name: "members", find: (*View).members},
	{Name: "macro calls", find: (*View).macroCalls},
	{Name: "new of pointers", find: (*View).newPointers},
	{Name: "type arguments", find: (*View).typeArguments},
	{Name: "string macros", find: (*View).stringMacros},
	{Name: "statement macros", find: (*View).statementMacros},
	{Name: "oddities", find: (*View).oddities},
}

// Guesses are the steps to try one by one if errors remain.
var Guesses = []Step{
	{Name: "prototypes", find: (*View).prototypes, Guess: true},
	{Name: "lone macros", find: (*View).loneMacros, Guess: true},
	{Name: "unknown attribute macros", find: (*View).unknownAttributeMacros, Guess: true},
	{Name: "attributes near errors", find: (*View).attributesNear, Guess: true},
	{Name: "block arguments", find: (*View).blockArguments, Guess: true},
	{Name: "type arguments near errors", find: (*View).typeArgumentsNear, Guess: true},
	{Name: "asm operands", find: (*View).asmOperandsNear, Guess: true},
	{Name: "glued strings", find: (*View).gluedStrings, Guess: true},
	{Name: "typenames", find: (*View).typenames, Guess: true},
	{Name: "type macros", find: (*View).typeMacrosNear, Guess: true},
	{Name: "objects", find: (*View).objects, Guess: true},
	{Name: "less than", find: (*View).lessNear, Guess: true},
	{Name: "list defaults", find: (*View).listDefaultsNear, Guess: true},
	{Name: "names by macro", find: (*View).namesByMacro, Guess: true},
	{Name: "deleted functions", find: (*View).deletedFunctions, Guess: true},
	{Name: "conditionals near errors", find: func(v *View) { v.conditionals(true) }, Guess: true},
}
