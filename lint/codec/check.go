package codec

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// Check returns an error for a type that is not plain data, or of which the encoding would not
// hold everything. CBOR leaves out fields that are not exported, without a word; here these need
// the tag `cbor:"-"`, by which the author says that a field is not kept. It also takes the tags
// of JSON for its own, and drops one of two embedded fields that have the same name.
func Check(t reflect.Type) error { return check(t, map[reflect.Type]bool{}) }

func check(t reflect.Type, seen map[reflect.Type]bool) error {
	if seen[t] {
		return nil
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer, reflect.Uintptr, reflect.Complex64, reflect.Complex128:
		return fmt.Errorf("%s is not plain data", t)
	case reflect.Pointer:
		switch t.Elem().Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			if len(seen) > 1 { // a pointer to nil would become nil
				return fmt.Errorf("%s is not plain data: it can be nil in two ways", t)
			}
		}
		return check(t.Elem(), seen)
	case reflect.Slice, reflect.Array:
		return check(t.Elem(), seen)
	case reflect.Map:
		return errors.Join(check(t.Key(), seen), check(t.Elem(), seen))
	case reflect.Struct:
		return checkFields(t, map[string]bool{}, seen)
	}
	return nil
}

// checkFields checks the fields of a struct. names are those of the fields that it is embedded
// beside.
func checkFields(t reflect.Type, names map[string]bool, seen map[reflect.Type]bool) error {
	for i := range t.NumField() {
		f := t.Field(i)
		tag, own := f.Tag.Lookup("cbor")
		if own && tag == "-" || f.Name == "_" {
			continue
		}
		fail := func(reason string) error {
			return fmt.Errorf("%s is not plain data: its field %s %s", t, f.Name, reason)
		}
		if !f.IsExported() {
			return fail("is not exported")
		}
		if !own {
			tag = f.Tag.Get("json")
		}
		name, options, _ := strings.Cut(tag, ",")
		switch {
		case name == "-":
			return fail(`has the tag "-" for JSON and none for CBOR`)
		case strings.Contains(options, "omit") && (f.Type.Kind() == reflect.Slice || f.Type.Kind() == reflect.Map):
			return fail("is left out where it is empty, and would be nil")
		case name == "" && f.Anonymous:
			if f.Type.Kind() != reflect.Struct {
				return fail("is embedded and is no struct")
			}
			if err := checkFields(f.Type, names, seen); err != nil {
				return err
			}
			continue
		case name == "":
			name = f.Name
		}
		if names[name] {
			return fail("has the name of another one")
		}
		names[name] = true
		if err := check(f.Type, seen); err != nil {
			return fmt.Errorf("%s.%s: %w", t, f.Name, err)
		}
	}
	return nil
}
