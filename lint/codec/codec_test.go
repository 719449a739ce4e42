package codec

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
)

type part struct {
	_     struct{} `cbor:",toarray"`
	Name  string
	Count int8
	More  *part
}

type mode uint8

// An Origin is embedded.
type Origin struct{ Line int }

type everything struct {
	Origin
	A        bool
	B        int64
	C        uint64
	D        float64
	E        string
	F        []part
	G        map[string][]int
	H        [3]mode
	I        *part
	K        []byte
	Omitted  string `json:"omitted,omitempty"`
	Nil, Non []int
	NilMap   map[int]int
	NonMap   map[int]int
	hidden   *int `cbor:"-"`
}

func value() everything {
	return everything{
		Origin: Origin{3}, A: true, B: math.MinInt64, C: math.MaxUint64, D: math.Inf(-1), E: "text\x00\xff",
		F: []part{{Name: "x", Count: -128}, {More: &part{Name: "deep"}}},
		G: map[string][]int{"b": {1}, "a": nil, "": {}}, H: [3]mode{1, 255, 0}, I: &part{}, K: []byte{0, 1},
		Non: []int{}, NonMap: map[int]int{},
	}
}

func TestEveryFieldComesBack(t *testing.T) {
	want := value()
	data, err := Encode(&want)
	if err != nil {
		t.Fatal(err)
	}
	var got everything
	if err := Decode(data, &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant\n%+v", got, want)
	}
	want.hidden = new(int)
	if with, err := Encode(&want); err != nil || string(with) != string(data) {
		t.Errorf("the field with the tag - counts: %v", err)
	}
	for range 50 {
		w := value()
		if again, _ := Encode(&w); string(again) != string(data) {
			t.Fatal("two encodings of one value")
		}
	}
}

func TestCheck(t *testing.T) {
	type twice struct {
		Origin
		Line string
	}
	for want, value := range map[string]any{
		"":                               everything{},
		"field name is not exported":     struct{ name string }{},
		"field wall is not exported":     []map[string]*time.Time{},
		"interface {} is not plain data": []any{},
		"func() is not plain data":       struct{ F func() }{},
		`the tag "-" for JSON`: struct {
			A int `json:"-"`
		}{},
		"left out where it is empty": struct {
			A []int `cbor:",omitempty"`
		}{},
		"the name of another":       twice{},
		"embedded and is no struct": struct{ *Origin }{},
		"can be nil in two ways":    struct{ A *[]int }{},
		"field A has the name of another": struct {
			B int `cbor:"A"`
			A int
		}{},
	} {
		err := Check(reflect.TypeOf(value))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%T: %v, want %q", value, err, want)
		}
		if _, encoding := Encode(value); (encoding == nil) != (err == nil) {
			t.Errorf("%T: Encode returns %v", value, encoding)
		}
	}
}

// TestWhatIsNoEncodingFails: bytes that are cut off, that go on, that nest too deep, or that
// announce more elements than there are.
func TestWhatIsNoEncodingFails(t *testing.T) {
	v := value()
	data, _ := Encode(&v)
	for n := range len(data) {
		if Decode(data[:n], new(everything)) == nil {
			t.Errorf("%d of %d bytes are enough", n, len(data))
		}
	}
	if Decode(append(data, 0), new(everything)) == nil {
		t.Error("a byte too many is not seen")
	}
	deep := &part{}
	for range maxDepth + 1 {
		deep = &part{More: deep}
	}
	tooDeep, err := Encode(deep)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{
		"too deep": string(tooDeep), "too long": "\x9b\x00\x00\x7f\xff\xff\xff\xff\xff\x01", "another field": "\xa1\x61Z\x01", "an indefinite length": "\x9f\xff", "a tag": "\xc1\x80",
	} {
		if Decode([]byte(data), new(part)) == nil || Decode([]byte(data), new(everything)) == nil {
			t.Errorf("%s is decoded", name)
		}
	}
}

// FuzzDecode: no bytes make decoding panic, and what decodes has an encoding.
func FuzzDecode(f *testing.F) {
	v := value()
	data, err := Encode(&v)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add([]byte(strings.Repeat("\xff", 100)))
	f.Fuzz(func(t *testing.T, data []byte) {
		var v everything
		if Decode(data, &v) != nil {
			return
		}
		if _, err := Encode(&v); err != nil {
			t.Fatal(err)
		}
	})
}
