package sema

import (
	"context"
	"errors"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// build returns the unit of a source text; files are what it can include.
func build(t testing.TB, text string, files map[string]string, options ...func(*Options)) *Unit {
	t.Helper()
	opts := Options{Read: func(path string) ([]byte, error) {
		if text, ok := files[path]; ok {
			return []byte(text), nil
		}
		return nil, errors.New("no such file")
	}}
	for _, o := range options {
		o(&opts)
	}
	u, err := NewUnit(context.Background(), source.NewFile("dir/main.cu", []byte(text)), opts)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// variable returns a variable by name.
func variable(t testing.TB, u *Unit, name string) *Variable {
	t.Helper()
	for _, v := range u.Variables {
		if v.Name == name {
			return v
		}
	}
	t.Fatalf("no variable %s", name)
	return nil
}

func function(t testing.TB, u *Unit, name string) *Function {
	t.Helper()
	for _, f := range u.Functions() {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no function %s", name)
	return nil
}
