package lint

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/cudalint/cudalint/lint/codec"
)

// A Fact is a kind of fact that units of a program export for each other: under a key of type K
// it has values of type V. A function that another file defines and the size of a variable that
// is linked in are facts.
//
// A rule declares its facts as package variables. Its Collector exports them, its Check and its
// Program read them:
//
//	var definitions = lint.NewFact[functionName, definition]()
//
//	definitions.Export(pass, functionName(f.Name), definition{...}) // in the Collector
//	found := definitions.Of(pass, functionName(call.Name))           // in Check
type Fact[K comparable, V any] struct {
	name string // of K, with its package
}

// NewFact declares a kind of fact. The type of the keys identifies it, so K is a type that the
// caller declares for this fact alone. Keys and values are plain data: numbers, strings,
// booleans, and structs, slices, maps and pointers of these, with exported fields only. NewFact
// panics for other types.
func NewFact[K comparable, V any]() *Fact[K, V] {
	key := reflect.TypeFor[K]()
	if err := errors.Join(checkKey(key), codec.Check(reflect.TypeFor[V]())); err != nil {
		panic("lint: " + err.Error())
	}
	return &Fact[K, V]{name: key.PkgPath() + "." + key.Name()}
}

// Export gives the other units a fact about the unit of the pass. A key can have several values.
func (f *Fact[K, V]) Export(pass *CollectPass, key K, value V) {
	pass.ExportFact(f.key(key), encodeData(value))
}

// Of returns what the other unit that is nearest to the unit of the pass exported under a key;
// what several exported, if they are equally near. It returns nil if no other unit exported
// anything under the key.
//
// A unit is checked first without the facts of the others, and Of returns nil. The unit is
// checked again if another one exported a fact under a key that Of was called with.
func (f *Fact[K, V]) Of(pass *CheckPass, key K) []V {
	var values []V
	for _, data := range pass.FactsOf(f.key(key)) {
		values = append(values, decodeData[V](data))
	}
	return values
}

// Has reports whether Of returns a value.
func (f *Fact[K, V]) Has(pass *CheckPass, key K) bool { return len(pass.FactsOf(f.key(key))) > 0 }

// All returns what all units exported under a key, in the order of the inputs.
func (f *Fact[K, V]) All(pass *ProgramPass, key K) []UnitFact[V] {
	var facts []UnitFact[V]
	for _, e := range pass.AllFacts(f.key(key)) {
		facts = append(facts, UnitFact[V]{Path: e.Path, Build: e.Build, Value: decodeData[V](e.Data)})
	}
	return facts
}

// key returns the key in the fact store. Keys of different facts differ.
func (f *Fact[K, V]) key(key K) string { return f.name + " " + fmt.Sprintf("%#v", key) }

// A UnitFact is a fact with the unit that it is about.
type UnitFact[V any] struct {
	Path  string // of the unit's file, as reported
	Build Build
	Value V
}

// An ExportedFact is a UnitFact as the fact store holds it.
type ExportedFact struct {
	Path  string
	Build Build
	Data  []byte // the encoded value
}
