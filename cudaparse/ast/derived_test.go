package ast_test

import (
	"reflect"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// TestDerive: of many who ask a file for the same, all get the first answer, and other keys
// and files have answers of their own.
func TestDerive(t *testing.T) {
	type key int
	a := &ast.File{Source: source.NewFile("a.cu", []byte("int a;"))}
	b := &ast.File{Source: source.NewFile("b.cu", []byte("int b;"))}
	var made atomic.Int64
	makes := func(*ast.File) int64 { return made.Add(1) }
	first := ast.Derive(a, key(1), makes)
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if got := ast.Derive(a, key(1), makes); got != first {
				t.Errorf("the file says %d, and %d before", got, first)
			}
		}()
	}
	wg.Wait()
	if other := ast.Derive(a, key(2), makes); other == first {
		t.Error("another key has the same answer")
	}
	if other := ast.Derive(b, key(1), makes); other == first {
		t.Error("another file has the same answer")
	}
	if got := made.Load(); got != 3 {
		t.Errorf("%d answers were made, want 3", got)
	}
}

// TestExpansionOf: what is copied is all of a file but what was derived from it.
func TestExpansionOf(t *testing.T) {
	type key struct{}
	f := &ast.File{}
	fields := reflect.ValueOf(f).Elem()
	for i := range fields.NumField() {
		switch field := fields.Field(i); {
		case !field.CanSet():
		case field.Kind() == reflect.Slice:
			field.Set(reflect.MakeSlice(field.Type(), 1, 1))
		case field.Kind() == reflect.Int:
			field.SetInt(int64(i + 1))
		case field.Kind() == reflect.Pointer:
			field.Set(reflect.New(field.Type().Elem()))
		}
	}
	ast.Derive(f, key{}, func(*ast.File) *ast.File { return f })
	own := f.ExpansionOf(ast.Node{})
	for i := range fields.NumField() {
		if fields.Type().Field(i).IsExported() && !reflect.DeepEqual(fields.Field(i).Interface(), reflect.ValueOf(own).Elem().Field(i).Interface()) {
			t.Errorf("%s is not copied", fields.Type().Field(i).Name)
		}
	}
	if got := ast.Derive(own, key{}, func(own *ast.File) *ast.File { return own }); got != own {
		t.Error("what was derived of the file counts for its copy")
	}
}
