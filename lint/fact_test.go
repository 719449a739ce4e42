package lint

import (
	"reflect"
	"strings"
	"testing"
)

type (
	plainKey   struct{ Name string }
	numericKey struct {
		A, B int
		On   bool
	}
	//lint:ignore U1000 it cannot be encoded
	hiddenKey  struct{ name string }
	pointerKey struct{ To *int }
	nestedKey  struct{ Of plainKey }
	markKey    string
)

type plainValue struct {
	Text   string
	Counts map[int][]float64
	Next   *plainValue
	Place
}

type hiddenValue struct{ Part struct{ count int } }

// panics returns what a call panics with, "" for nothing.
func panics(f func()) (message string) {
	defer func() {
		if r := recover(); r != nil {
			message = r.(string)
		}
	}()
	f()
	return ""
}

func TestFactTypes(t *testing.T) {
	for name, c := range map[string]struct {
		declare func()
		want    string // of the message; "" for a fact that can be declared
	}{
		"struct":           {func() { NewFact[plainKey, plainValue]() }, ""},
		"numbers":          {func() { NewFact[numericKey, []string]() }, ""},
		"mark":             {func() { NewFact[markKey, struct{}]() }, ""},
		"shared key":       {func() { NewFact[string, int]() }, "declare a type"},
		"hidden key field": {func() { NewFact[hiddenKey, int]() }, ""},
		"pointer in key":   {func() { NewFact[pointerKey, int]() }, "field To"},
		"struct in key":    {func() { NewFact[nestedKey, int]() }, "field Of"},
		"hidden value":     {func() { NewFact[plainKey, hiddenValue]() }, "field count"},
		"interface":        {func() { NewFact[plainKey, []any]() }, "interface {} is not plain data"},
		"function":         {func() { NewFact[plainKey, map[string]func()]() }, "func() is not plain data"},
	} {
		got := panics(c.declare)
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if got := panics(func() { NewSubject("s", hiddenValue{}) }); !strings.Contains(got, "field count") {
		t.Errorf("a subject that loses a field: %q", got)
	}
}

// A store holds facts by their keys.
type store map[string][]ExportedFact

// The services of each pass are those of the store; what the test does not call is nil.
type (
	collecting struct{ store }
	checking   struct {
		CheckServices
		store
	}
	programming struct {
		ProgramServices
		store
	}
)

func (s collecting) ExportFact(key string, data []byte) {
	s.store[key] = append(s.store[key], ExportedFact{Path: "a.cu", Data: data})
}

func (s checking) FactsOf(key string) (out [][]byte) {
	for _, f := range s.store[key] {
		out = append(out, f.Data)
	}
	return out
}

func (s programming) AllFacts(key string) []ExportedFact { return s.store[key] }

// TestFactsComeBack: what is exported under a key is read under this key, whole, and under no
// other.
func TestFactsComeBack(t *testing.T) {
	values := NewFact[plainKey, plainValue]()
	marks := NewFact[markKey, struct{}]()
	s := store{}
	collect, check := &CollectPass{CollectServices: collecting{s}}, &CheckPass{CheckServices: checking{store: s}}
	program := &ProgramPass{ProgramServices: programming{store: s}}

	want := plainValue{Text: "not \xff UTF-8", Counts: map[int][]float64{-3: {0.1, 1e300}, 7: nil, 8: {}}, Next: &plainValue{}, Place: Place{Path: "b.cu", LineOffset: 4}}
	values.Export(collect, plainKey{"a"}, want)
	values.Export(collect, plainKey{"a"}, plainValue{})
	marks.Export(collect, "a", struct{}{})

	if got := values.Of(check, plainKey{"a"}); !reflect.DeepEqual(got, []plainValue{want, {}}) {
		t.Errorf("got %+v", got)
	}
	if got := values.All(program, plainKey{"a"}); len(got) != 2 || got[0].Path != "a.cu" || !reflect.DeepEqual(got[0].Value, want) {
		t.Errorf("got %+v", got)
	}
	if values.Has(check, plainKey{"b"}) || values.Of(check, plainKey{"b"}) != nil {
		t.Error("a fact under a key without any")
	}
	if !marks.Has(check, "a") || marks.Has(check, "") {
		t.Error("a mark is lost, or where none was set")
	}

	subject := NewSubject("s", want)
	if got := About[plainValue](&FixPass{Subject: *subject}); !reflect.DeepEqual(got, want) {
		t.Errorf("of the subject: %+v", got)
	}
}
