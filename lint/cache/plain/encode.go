package plain

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
)

type encoder struct {
	codec *Codec
	out   []byte
	err   error
	depth int
}

func (e *encoder) fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

func (e *encoder) uint(n uint64) { e.out = binary.AppendUvarint(e.out, n) }

func (e *encoder) value(v reflect.Value) {
	if e.err != nil {
		return
	}
	if e.depth == maxDepth {
		e.fail(errors.New("values are nested too deep, or in a circle"))
		return
	}
	e.depth++
	e.codec.plan(v.Type()).encode(e, v)
	e.depth--
}

func (e *encoder) basic(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			e.out = append(e.out, 1)
		} else {
			e.out = append(e.out, 0)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		e.out = binary.AppendVarint(e.out, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		e.uint(v.Uint())
	case reflect.Float32, reflect.Float64:
		e.out = binary.LittleEndian.AppendUint64(e.out, math.Float64bits(v.Float()))
	case reflect.String:
		e.uint(uint64(v.Len()))
		e.out = append(e.out, v.String()...)
	}
}

// Lengths are one more than they are, 0 stands for nil.

func (e *encoder) bytes(v reflect.Value) {
	if v.IsNil() {
		e.uint(0)
		return
	}
	e.uint(uint64(v.Len()) + 1)
	e.out = append(e.out, v.Bytes()...)
}

func (e *encoder) slice(v reflect.Value) {
	if v.IsNil() {
		e.uint(0)
		return
	}
	e.uint(uint64(v.Len()) + 1)
	e.array(v)
}

func (e *encoder) array(v reflect.Value) {
	for i := range v.Len() {
		e.value(v.Index(i))
	}
}

func (e *encoder) mapping(v reflect.Value) {
	if v.IsNil() {
		e.uint(0)
		return
	}
	e.uint(uint64(v.Len()) + 1)
	keys, encoded := sortedKeys(e, v)
	for i, k := range keys {
		e.out = append(e.out, encoded[i]...)
		e.value(addressable(v.MapIndex(k)))
	}
}

func (e *encoder) pointer(v reflect.Value) {
	if v.IsNil() {
		e.uint(0)
		return
	}
	e.uint(1)
	e.value(v.Elem())
}

// dynamic writes what an interface holds, behind the name of its type.
func (e *encoder) dynamic(v reflect.Value) {
	if v.IsNil() {
		e.uint(0)
		return
	}
	v = v.Elem()
	name, ok := e.codec.names[v.Type()]
	if !ok {
		e.fail(fmt.Errorf("type %s is not registered", v.Type()))
		return
	}
	e.uint(uint64(len(name)))
	e.out = append(e.out, name...)
	e.value(addressable(v))
}
