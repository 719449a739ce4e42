// Package codec encodes plain data as CBOR (RFC 8949): facts, subjects of fixes, and entries of
// the cache. Equal values have equal encodings, which can be compared and hashed. A type of which
// anything would be lost has no encoding, see Check.
package codec

import (
	"reflect"
	"sync"

	"github.com/fxamacker/cbor/v2"
)

// The limits for what is decoded. The bytes of a file may be damaged, but they cannot take more
// memory than elements of that number, or go deeper.
const (
	maxElements = 1 << 22 // of one array or map
	maxDepth    = 256
)

// encoder is deterministic. It writes lengths and numbers in their shortest form, and maps in the
// order of their keys.
var encoder = func() cbor.EncMode {
	mode, err := cbor.CoreDetEncOptions().EncMode()
	if err != nil {
		panic(err)
	}
	return mode
}()

// decoder takes what encoder writes. Strings may hold source text that is not UTF-8.
var decoder = func() cbor.DecMode {
	mode, err := cbor.DecOptions{
		UTF8: cbor.UTF8DecodeInvalid, DupMapKey: cbor.DupMapKeyEnforcedAPF, IndefLength: cbor.IndefLengthForbidden, TagsMd: cbor.TagsForbidden,
		ExtraReturnErrors: cbor.ExtraDecErrorUnknownField, MaxNestedLevels: maxDepth, MaxArrayElements: maxElements, MaxMapPairs: maxElements,
	}.DecMode()
	if err != nil {
		panic(err)
	}
	return mode
}()

// checked caches the results of Check. A nil error is stored as none.
var checked sync.Map // reflect.Type -> error

type none struct{ error }

// Encode returns the encoding of a value, or of what a pointer points to. It fails for a type that
// Check does not accept.
func Encode(value any) ([]byte, error) {
	t := reflect.TypeOf(value)
	err, known := checked.Load(t)
	if !known {
		err = none{Check(t)}
		checked.Store(t, err)
	}
	if err := err.(none).error; err != nil {
		return nil, err
	}
	return encoder.Marshal(value)
}

// Decode is the reverse of Encode. It reads into what a pointer points to, a zero value.
func Decode(data []byte, pointer any) error { return decoder.Unmarshal(data, pointer) }
