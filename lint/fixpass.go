package lint

import (
	"context"
	"reflect"

	"github.com/cudalint/cudalint/lint/codec"
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
	if err := codec.Check(reflect.TypeFor[T]()); err != nil {
		panic("lint: " + err.Error())
	}
	return &Subject{Key: key, Data: encodeData(about)}
}

// About returns the value that the subject of a pass was made with.
func About[T any](p *FixPass) T { return decodeData[T](p.Subject.Data) }

// A FixPass gives Rule.Fix one subject and the whole program.
type FixPass struct {
	Context context.Context
	Rule    *Rule
	Subject Subject
	FixServices
}

// A UnitID is a unit of the run. FixServices answers some questions about it. For others a fix
// opens it, by Survey, or by Open if there are few.
type UnitID int

// FixServices are what the engine answers about the program.
type FixServices interface {
	// Once calls compute once for the subject and the key, and returns the result from then
	// on. The key has a type of its own.
	Once(key any, compute func() any) any
	// AllUnitsRead reports whether all translation units that the build names were read, so
	// that no use of anything is out of sight.
	AllUnitsRead() bool

	// OwnUnit returns the unit that the finding is in. Own opens it; nil if that fails.
	OwnUnit() UnitID
	Own() *Pass
	// Having returns the units of the program with one of some identifiers in the text of
	// their source or a header, be it in a comment or a string. The finding's own unit comes
	// first. all is false if some are missing: there are too many, or a file with a name is in
	// no unit. Files of plain C++ do not count: a name means something else there.
	//
	// A run can hold several programs. Two units belong to one program, for a name, if they
	// share a file with the name or one declares what the other defines. If several units
	// define what one declares, the nearest is meant (see Near). The caller still looks at what
	// a name means in each unit.
	Having(names ...string) (units []UnitID, all bool)
	// Open opens units. all is false if some cannot be opened. They stay open, which takes
	// memory: see Survey.
	Open(units []UnitID) (passes []*Pass, all bool)
	// Mentioning opens the units that Having returns. all is false also if one of them cannot
	// be opened.
	Mentioning(names ...string) (passes []*Pass, all bool)
	// SurveyUnits is Survey without the type of what is returned.
	SurveyUnits(units []UnitID, of func(*Pass) any) []any

	// Includes reports whether a file, by its reported path, is part of a unit.
	Includes(unit UnitID, path string) bool
	// NamesKernel reports whether a unit declares or defines a kernel of a qualified name. It
	// is true of a few units that do not.
	NamesKernel(unit UnitID, name string) bool
	// ConstantUses returns what the kernels of a unit do with a variable of constant memory,
	// by its qualified name. known is false if only an analysis of the unit could say it.
	ConstantUses(unit UnitID, variable string) (uses []ConstantUse, known bool)
}

// Survey calls a function with each of some units and returns the results, in the order of the
// units; nil for a unit that cannot be opened. Several calls may run at a time. A unit may be
// closed after its call, so a result must not hold on to its syntax tree; that of the finding's
// own unit stays. The function must not use p.
func Survey[T any](p *FixPass, units []UnitID, of func(*Pass) *T) []*T {
	out := make([]*T, len(units))
	for i, found := range p.SurveyUnits(units, func(pass *Pass) any { return of(pass) }) {
		out[i], _ = found.(*T)
	}
	return out
}
