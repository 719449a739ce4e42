package lint

import (
	"context"
	"reflect"
)

// A Subject is what the fixes of a finding are about, if they need to see the whole program.
// Rule.Fix makes them from it when all units are done. It is plain data.
type Subject struct {
	// Key identifies the subject among those of the rule. Findings with the same key have the
	// same fixes, which are made once.
	Key string
	// Data is the encoding of what Rule.Fix needs to know, see NewSubject; nil for nothing.
	Data []byte
}

// NewSubject returns a subject with a value that Rule.Fix gets by About. The value is plain data,
// as those of facts are.
func NewSubject[T any](key string, about T) *Subject {
	if err := checkData(reflect.TypeFor[T]()); err != nil {
		panic("lint: " + err.Error())
	}
	return &Subject{Key: key, Data: encodeData(about)}
}

// About returns the value that the subject of a pass was made with.
func About[T any](p *FixPass) T { return decodeData[T](p.Subject.Data) }

// A FixPass is one rule at work on the fixes of one subject. It sees the whole
// program.
type FixPass struct {
	Context context.Context
	Rule    *Rule
	Subject Subject
	FixServices
}

// A UnitID names a unit of a run for its fixes. What a fix needs of a unit that no question
// of FixServices answers, it finds out by Survey, or by Open for a few units.
type UnitID int

// FixServices are what the engine answers to a rule that makes the fixes of a subject.
type FixServices interface {
	// Memo returns what makes returns: it is called once for a subject and a key, which is
	// of a type of its own.
	Memo(key any, makes func() any) any
	// Whole reports whether no unit of the program is out of sight: all translation
	// units that the build names were read.
	Whole() bool

	// OwnUnit returns the unit that the finding is in, Own the same opened; nil where it
	// cannot be opened again.
	OwnUnit() UnitID
	Own() *Pass
	// Having returns every unit of the program, the finding's own first, of which a source,
	// or a header that it includes, has one of some identifiers in its text, comments and
	// strings included. all is false where some are missing: there are more than a fix looks
	// at, or a file that has a name is no unit. What plain C++ calls by a name is another
	// thing of that name.
	//
	// One run can be given several programs. Units that share no file with a name, and of
	// which none declares what another defines, are not of one program as far as that name
	// goes; where several define what one declares, the nearest is meant (see Near). The
	// caller still looks at what a name stands for in each unit.
	Having(names ...string) (units []UnitID, all bool)
	// Open returns those of some units that can be opened, and whether these are all. They
	// stay open, which takes memory: see Survey.
	Open(units []UnitID) (passes []*Pass, all bool)
	// Mentioning opens the units that Having returns. all is false, too, where one of them
	// could not be opened.
	Mentioning(names ...string) (passes []*Pass, all bool)
	// SurveyUnits is Survey without the type of what is returned.
	SurveyUnits(units []UnitID, of func(*Pass) any) []any

	// Near tells how likely a unit is of the same program as the finding's own one: it
	// is larger for those that share a header, then for those with the longest way of
	// folders in common.
	Near(pass *Pass) int
	// Includes reports whether a unit includes a file, or is made of it; the path is one
	// as reported.
	Includes(unit UnitID, path string) bool
	// NamesKernel reports whether a unit declares or defines a kernel of a qualified name.
	// Now and then it says so of a unit that does not.
	NamesKernel(unit UnitID, name string) bool
	// ConstantUses returns what the kernels of a unit do with a variable of constant
	// memory, given by its qualified name, if that is known without an analysis of the unit.
	ConstantUses(unit UnitID, variable string) (uses []ConstantUse, known bool)
}

// Survey calls a function with each of some units, several at a time where there are workers
// for it, and returns what it returns, in the order of the units; nil for a unit that cannot
// be opened. A unit may be closed right after the call: what is returned must not hold on to
// its syntax tree, but for that of the finding's own unit. The function must not use p.
func Survey[T any](p *FixPass, units []UnitID, of func(*Pass) *T) []*T {
	out := make([]*T, len(units))
	for i, found := range p.SurveyUnits(units, func(pass *Pass) any { return of(pass) }) {
		out[i], _ = found.(*T)
	}
	return out
}
