package lint

import (
	"fmt"
	"reflect"

	"github.com/cudalint/cudalint/lint/codec"
)

// The values of facts and subjects are encoded as soon as a rule hands them over. So they cannot
// hold on to a syntax tree, and the results cache can store them without knowing their types.

// encodeData returns the encoding of a value of a type that codec.Check accepts.
func encodeData(value any) []byte {
	data, err := codec.Encode(value)
	if err != nil {
		panic(fmt.Sprintf("lint: %T cannot be encoded: %s", value, err))
	}
	return data
}

// decodeData is the reverse of encodeData. The engine turns a panic into a problem of the rule.
func decodeData[V any](data []byte) (value V) {
	if err := codec.Decode(data, &value); err != nil {
		panic(fmt.Sprintf("lint: cannot decode %T: %s", value, err))
	}
	return value
}

// checkKey returns an error for a type that cannot be the key of a fact: it needs a name of its
// own, and equal keys have to be printed alike.
func checkKey(t reflect.Type) error {
	if t.PkgPath() == "" {
		return fmt.Errorf("a fact cannot have keys of type %s: declare a type for them", t)
	}
	holds := func(t reflect.Type) bool {
		return t.Kind() == reflect.String || t.Kind() == reflect.Bool || t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64
	}
	if t.Kind() != reflect.Struct {
		if !holds(t) {
			return fmt.Errorf("a fact cannot have keys of type %s", t)
		}
		return nil
	}
	for i := range t.NumField() {
		if field := t.Field(i); !holds(field.Type) {
			return fmt.Errorf("a fact cannot have keys of type %s: its field %s is no string, number or bool", t, field.Name)
		}
	}
	return nil
}
