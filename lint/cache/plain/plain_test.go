package plain

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

type inner struct {
	name  string
	Count int8
	more  *inner
}

type mode uint8

type everything struct {
	A        bool
	b        int
	C        uint16
	d        float64
	E        string
	F        []inner
	g        map[string][]int
	H        [2]mode
	i        *inner
	J        any
	K        []byte
	l        map[inner2]bool
	Fn       func()
	Opaque   opaque
	Moment   time.Duration
	Nil, Non []int
}

type inner2 struct{ A, b int }

type opaque struct{ p *int }

func codec() *Codec {
	c := New()
	c.Register(inner{}, []string{})
	c.Opaque(reflect.TypeFor[opaque]())
	return c
}

func value() everything {
	return everything{
		A: true, b: -7, C: 65535, d: 1.25, E: "text\x00", F: []inner{{"x", -128, nil}, {more: &inner{name: "deep"}}},
		g: map[string][]int{"b": {1}, "a": nil, "": {}}, H: [2]mode{1, 255}, i: &inner{}, J: inner{name: "held"}, K: []byte{0, 1},
		l: map[inner2]bool{{1, 2}: true, {1, 1}: false}, Moment: time.Hour, Non: []int{},
	}
}

func TestEveryFieldComesBack(t *testing.T) {
	want := value()
	data, err := codec().Encode(&want)
	if err != nil {
		t.Fatal(err)
	}
	var got everything
	if err := codec().Decode(string(data), &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant\n%+v", got, want)
	}
	// No field of the test is left zero by mistake.
	v := reflect.ValueOf(want)
	for i := range v.NumField() {
		if name := v.Type().Field(i).Name; v.Field(i).IsZero() && name != "Fn" && name != "Opaque" && name != "Nil" {
			t.Errorf("%s is not tried", name)
		}
	}
}

func TestEncodingsAreTheSameForTheSameValue(t *testing.T) {
	v := value()
	first, _ := codec().Encode(&v)
	for range 50 {
		w := value()
		if again, _ := codec().Encode(&w); string(again) != string(first) {
			t.Fatal("two encodings of one value")
		}
	}
}

func TestWhatHasNoEncodingFails(t *testing.T) {
	circle := &inner{}
	circle.more = circle
	for name, c := range map[string]struct {
		value any
		want  string
	}{
		"function":     {&everything{Fn: func() {}}, "func()"},
		"opaque":       {&everything{Opaque: opaque{new(int)}}, "plain.opaque"},
		"unregistered": {&everything{J: inner2{}}, "plain.inner2 is not registered"},
		"circle":       {circle, "circle"},
	} {
		if _, err := codec().Encode(c.value); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestConvert(t *testing.T) {
	c := codec()
	Convert(c, func(d time.Duration) (string, bool) { return d.String(), d < 2*time.Hour }, func(s string) time.Duration {
		d, err := time.ParseDuration(s)
		if err != nil {
			panic(err)
		}
		return d
	})
	v := value()
	data, err := c.Encode(&v)
	if err != nil || !strings.Contains(string(data), "1h0m0s") {
		t.Fatalf("%q, %v", data, err)
	}
	var got everything
	if err := c.Decode(string(data), &got); err != nil || got.Moment != time.Hour {
		t.Errorf("%v, %v", got.Moment, err)
	}
	if err := c.Decode(strings.Replace(string(data), "1h0m0s", "1x0m0s", 1), &got); err == nil {
		t.Error("a panic of a conversion is no error")
	}
	v.Moment = 3 * time.Hour
	if _, err := c.Encode(&v); err == nil {
		t.Error("a value that cannot be converted is encoded")
	}
}

// FuzzDecode: no bytes make decoding panic or take memory out of proportion, and what
// decodes has an encoding.
func FuzzDecode(f *testing.F) {
	v := value()
	data, err := codec().Encode(&v)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(data))
	f.Add(string(data[:len(data)/2]))
	f.Add(strings.Repeat("\xff", 100))
	f.Fuzz(func(t *testing.T, data string) {
		var v everything
		if codec().Decode(data, &v) != nil {
			return
		}
		if _, err := codec().Encode(&v); err != nil {
			t.Fatal(err)
		}
	})
}

func TestTruncatedEncodingsFail(t *testing.T) {
	v := value()
	data, _ := codec().Encode(&v)
	for n := range len(data) {
		if codec().Decode(string(data[:n]), new(everything)) == nil {
			t.Errorf("%d of %d bytes are enough", n, len(data))
		}
	}
	if codec().Decode(string(data)+"x", new(everything)) == nil {
		t.Error("a byte too many is not seen")
	}
}
