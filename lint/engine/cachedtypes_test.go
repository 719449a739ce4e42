package engine

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/codec"
	"github.com/cudalint/cudalint/lint/inspect"
)

// fill gives every part of a value another value than zero, each one of its own. Pointers go no
// deeper than some levels.
func fill(v reflect.Value, n *int, depth int) {
	*n++
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(*n%127) + 1)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*n%255) + 1)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(*n) + 0.1)
	case reflect.String:
		v.SetString(fmt.Sprint("text \xff ", *n))
	case reflect.Pointer:
		if depth > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), n, depth-1)
		}
	case reflect.Slice:
		if depth > 0 {
			v.Set(reflect.MakeSlice(v.Type(), 2, 2))
			fill(v.Index(0), n, depth-1)
			fill(v.Index(1), n, depth-1)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), n, depth)
		}
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, n, depth)
		fill(value, n, depth)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.Tag.Get("cbor") != "-" && f.Name != "_" {
				fill(v.Field(i), n, depth)
			}
		}
	}
}

// TestCachedTypesAreKeptWhole fills values of all types that are kept on disk: every field comes
// back. A field that is not exported, or has the tag of a field that is not kept, is named.
func TestCachedTypesAreKeptWhole(t *testing.T) {
	for _, pointer := range []any{new(fileOutcome[lint.Diagnostic]), new(fileOutcome[inspect.Row]), new(Result), new([]fixes.Fix)} {
		typ := reflect.TypeOf(pointer).Elem()
		if err := codec.Check(typ); err != nil {
			t.Error(err)
			continue
		}
		n := 0
		fill(reflect.ValueOf(pointer).Elem(), &n, 6)
		data, err := codec.Encode(pointer)
		if err != nil {
			t.Errorf("%s: %s", typ, err)
			continue
		}
		got := reflect.New(typ)
		if err := codec.Decode(data, got.Interface()); err != nil {
			t.Errorf("%s: %s", typ, err)
		}
		if !reflect.DeepEqual(got.Interface(), pointer) {
			t.Errorf("%s is another one when it is read\n%+v\n%+v", typ, pointer, got)
		}
	}
}

// TestKeysHoldEverything: what results are found by is encoded as a whole, too.
func TestKeysHoldEverything(t *testing.T) {
	for _, key := range []any{commonKey{}, runKey{}, settingsKey{}, Flags{}, map[program.FilePlace][]*program.LaunchSummary{}, lint.Subject{}} {
		if err := codec.Check(reflect.TypeOf(key)); err != nil {
			t.Error(err)
		}
	}
}
