package lint

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/fxamacker/cbor/v2"
)

// The values of facts and subjects are encoded as soon as a rule hands them over. So they cannot
// hold on to a syntax tree, and the results cache can store them without knowing their types.

// encoding is deterministic: equal values have equal encodings, which can be compared and hashed.
var encoding = func() cbor.EncMode {
	mode, err := cbor.CoreDetEncOptions().EncMode()
	if err != nil {
		panic(err)
	}
	return mode
}()

// decoding takes what encoding writes. Strings may hold source text that is not UTF-8.
var decoding = func() cbor.DecMode {
	const most = 1<<31 - 1
	mode, err := cbor.DecOptions{UTF8: cbor.UTF8DecodeInvalid, MaxArrayElements: most, MaxMapPairs: most}.DecMode()
	if err != nil {
		panic(err)
	}
	return mode
}()

// encodeData returns the encoding of a value of a type that checkData accepts.
func encodeData(value any) []byte {
	data, err := encoding.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("lint: %T cannot be encoded: %s", value, err))
	}
	return data
}

// decodeData is the reverse of encodeData. The engine turns a panic into a problem of the rule.
func decodeData[V any](data []byte) (value V) {
	if err := decoding.Unmarshal(data, &value); err != nil {
		panic(fmt.Sprintf("lint: cannot decode %T: %s", value, err))
	}
	return value
}

// checkData returns an error for a type that is not plain data, of which every part is encoded.
func checkData(t reflect.Type) error { return dataIn(t, map[reflect.Type]bool{}) }

func dataIn(t reflect.Type, seen map[reflect.Type]bool) error {
	if seen[t] {
		return nil
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer, reflect.Uintptr, reflect.Complex64, reflect.Complex128:
		return fmt.Errorf("%s is not plain data", t)
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return dataIn(t.Elem(), seen)
	case reflect.Map:
		return errors.Join(dataIn(t.Key(), seen), dataIn(t.Elem(), seen))
	case reflect.Struct:
		for i := range t.NumField() {
			field := t.Field(i)
			if !field.IsExported() {
				return fmt.Errorf("%s is not plain data: its field %s is not exported", t, field.Name)
			}
			if err := dataIn(field.Type, seen); err != nil {
				return err
			}
		}
	}
	return nil
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
