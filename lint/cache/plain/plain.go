// Package plain writes values of Go types as bytes and reads them back: all fields,
// those that are not exported too, as what is lost on the way would be a wrong result
// later. One value has one encoding, so that encodings can be compared and hashed.
//
// It takes numbers, booleans, strings, slices, arrays, maps, structs, pointers that form
// a tree, and interfaces that hold values of registered types. What can hold none of
// that (functions, channels, types that are declared opaque) has to be zero: else
// encoding fails.
//
// Decoding is of bytes that nobody vouches for: it takes memory in proportion to their
// number, and fails where they are not an encoding.
package plain

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// maxDepth bounds how deep values are nested: pointers that form a circle end there.
const maxDepth = 200

// A Codec knows types. It is safe for concurrent use once it is set up.
type Codec struct {
	opaque map[reflect.Type]bool
	named  map[string]reflect.Type
	names  map[reflect.Type]string
	custom map[reflect.Type]*plan
	plans  sync.Map // reflect.Type -> *plan
}

// A plan is how values of one type are written and read.
type plan struct {
	encode func(*encoder, reflect.Value) // of a value that can be addressed
	decode func(*decoder, reflect.Value) // into a zero value that can be set
}

// New returns a Codec that knows the basic types in interfaces.
func New() *Codec {
	c := &Codec{opaque: map[reflect.Type]bool{}, named: map[string]reflect.Type{}, names: map[reflect.Type]string{}, custom: map[reflect.Type]*plan{}}
	c.Register(false, 0, int64(0), 0.0, "", []string(nil))
	return c
}

// Register makes types known, by a value of each, as what an interface may hold.
func (c *Codec) Register(values ...any) {
	for _, v := range values {
		t := reflect.TypeOf(v)
		name := t.String()
		if t.PkgPath() != "" {
			name = t.PkgPath() + "." + t.Name()
		}
		c.named[name], c.names[t] = t, name
	}
}

// Opaque declares types whose values have to be zero.
func (c *Codec) Opaque(types ...reflect.Type) {
	for _, t := range types {
		c.opaque[t] = true
	}
}

// Convert makes values of type T, but for the zero value, travel as values of type W. to
// returns false for a value that cannot.
func Convert[T, W any](c *Codec, to func(T) (W, bool), from func(W) T) {
	t := reflect.TypeFor[T]()
	c.custom[t] = &plan{
		encode: func(e *encoder, v reflect.Value) {
			if v.IsZero() {
				e.uint(0)
				return
			}
			e.uint(1)
			w, ok := to(v.Interface().(T))
			if !ok {
				e.fail(fmt.Errorf("this value of %s cannot be written", t))
				return
			}
			e.value(reflect.ValueOf(&w).Elem())
		},
		decode: func(d *decoder, v reflect.Value) {
			switch d.uint() {
			case 0:
			case 1:
				var w W
				if d.value(reflect.ValueOf(&w).Elem()); d.err == nil {
					v.Set(reflect.ValueOf(from(w)))
				}
			default:
				d.fail()
			}
		},
	}
}

// Encode returns the encoding of what a pointer points to. The error names the type
// that has none.
func (c *Codec) Encode(pointer any) ([]byte, error) {
	e := encoder{codec: c}
	e.value(reflect.ValueOf(pointer).Elem())
	return e.out, e.err
}

// Decode reads what Encode wrote into what a pointer points to, which is a zero value.
// Strings share the memory of data.
func (c *Codec) Decode(data string, pointer any) (err error) {
	defer func() {
		// Conversions see values that no encoder wrote.
		if r := recover(); r != nil {
			err = fmt.Errorf("not an encoding: %v", r)
		}
	}()
	d := decoder{codec: c, in: data}
	d.value(reflect.ValueOf(pointer).Elem())
	if d.err == nil && d.in != "" {
		d.err = errNotPlain
	}
	return d.err
}

var errNotPlain = errors.New("not an encoding")

// plan returns how values of a type are written and read.
func (c *Codec) plan(t reflect.Type) *plan {
	if p := c.custom[t]; p != nil {
		return p
	}
	if p, ok := c.plans.Load(t); ok {
		return p.(*plan)
	}
	p := c.make(t)
	c.plans.Store(t, p)
	return p
}

func (c *Codec) make(t reflect.Type) *plan {
	if c.opaque[t] {
		return zeroOnly(t)
	}
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64, reflect.String:
		return &plan{encode: (*encoder).basic, decode: (*decoder).basic}
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return &plan{encode: (*encoder).bytes, decode: (*decoder).bytes}
		}
		return &plan{encode: (*encoder).slice, decode: (*decoder).slice}
	case reflect.Array:
		return &plan{encode: (*encoder).array, decode: (*decoder).array}
	case reflect.Map:
		return &plan{encode: (*encoder).mapping, decode: (*decoder).mapping}
	case reflect.Pointer:
		return &plan{encode: (*encoder).pointer, decode: (*decoder).pointer}
	case reflect.Struct:
		return structPlan(t)
	case reflect.Interface:
		return &plan{encode: (*encoder).dynamic, decode: (*decoder).dynamic}
	}
	return zeroOnly(t)
}

// zeroOnly is the plan of a type without encoding.
func zeroOnly(t reflect.Type) *plan {
	return &plan{
		encode: func(e *encoder, v reflect.Value) {
			if !v.IsZero() {
				e.fail(fmt.Errorf("a value of %s cannot be written", t))
			}
		},
		decode: func(*decoder, reflect.Value) {},
	}
}

func structPlan(t reflect.Type) *plan {
	hidden := make([]bool, t.NumField())
	for i := range hidden {
		hidden[i] = !t.Field(i).IsExported()
	}
	each := func(v reflect.Value, f func(reflect.Value)) {
		for i := range hidden {
			field := v.Field(i)
			if hidden[i] {
				// reflect does not let go of such a field otherwise; the type is the
				// field's own.
				field = reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem()
			}
			f(field)
		}
	}
	return &plan{
		encode: func(e *encoder, v reflect.Value) { each(v, e.value) },
		decode: func(d *decoder, v reflect.Value) { each(v, d.value) },
	}
}

// sortedKeys returns the keys of a map in the order of their encodings.
func sortedKeys(e *encoder, v reflect.Value) (keys []reflect.Value, encoded []string) {
	type pair struct {
		key     reflect.Value
		encoded string
	}
	var pairs []pair
	for _, k := range v.MapKeys() {
		inner := encoder{codec: e.codec, depth: e.depth}
		inner.value(addressable(k))
		e.fail(inner.err)
		pairs = append(pairs, pair{k, string(inner.out)})
	}
	slices.SortFunc(pairs, func(a, b pair) int { return strings.Compare(a.encoded, b.encoded) })
	for _, p := range pairs {
		keys, encoded = append(keys, p.key), append(encoded, p.encoded)
	}
	return keys, encoded
}

// addressable returns a copy of a value that can be addressed.
func addressable(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}
