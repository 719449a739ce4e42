package sema

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// shared returns the tree of a file as it is kept in a cache.
func shared(t *testing.T, c *Cache, name, text string, defines ...string) *ast.File {
	t.Helper()
	u, err := NewUnit(context.Background(), source.NewFile(name, []byte(text)), Options{Cache: c, Defines: defines})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { runtime.KeepAlive(u) }) // units share trees while they are there
	return u.File
}

func TestCacheKeepsOneTree(t *testing.T) {
	const limit = 8 << 10
	c := NewCache(limit)
	a := shared(t, c, "a.h", "int a;")
	if shared(t, c, "a.h", "int a;") != a {
		t.Error("the same text is parsed again")
	}
	if shared(t, c, "a.h", "int b;") == a {
		t.Error("another text gives the old tree")
	}
	for i := range 100 {
		shared(t, c, fmt.Sprintf("f%d.h", i), "int f;")
	}
	if n, bytes := c.store.Size(); n > 20 || bytes > limit {
		t.Errorf("%d files, %d bytes of %d are kept", n, bytes, limit)
	}
}

// TestCacheKeepsTreesByMacros: a macro that a parse asked for makes another tree, any other
// macro does not.
func TestCacheKeepsTreesByMacros(t *testing.T) {
	c := NewCache(0)
	const text = "KERNEL void f(int *p) { *p = 1; }\n"
	kernel := shared(t, c, "a.h", text, "KERNEL=__global__")
	if shared(t, c, "a.h", text, "KERNEL=__global__", "OTHER=2") != kernel {
		t.Error("a macro that the file does not use makes another tree")
	}
	device := shared(t, c, "a.h", text, "KERNEL=__device__")
	if device == kernel {
		t.Fatal("another meaning of a macro gives the old tree")
	}
	if shared(t, c, "a.h", text, "KERNEL=__global__") != kernel || shared(t, c, "a.h", text, "KERNEL=__device__") != device {
		t.Error("both trees are not kept")
	}
	for want, file := range map[ast.Qualifiers]*ast.File{ast.Global: kernel, ast.Device: device} {
		if q := file.Root().ChildOf(ast.FunctionDefinition).Qualifiers(); q != want {
			t.Errorf("qualifiers %b, want %b", q, want)
		}
	}
}

// TestCacheForgetsWhatWasCutShort: the end of one unit's time says nothing about
// the header it was reading.
func TestCacheForgetsWhatWasCutShort(t *testing.T) {
	c := NewCache(0)
	opts := Options{Cache: c, Read: func(path string) ([]byte, error) {
		if path == "a.h" {
			return []byte("int in_header;\n"), nil
		}
		return nil, errors.New("no such file")
	}}
	file := source.NewFile("a.cu", []byte("#include \"a.h\"\n"))
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := NewUnit(done, file, opts); err == nil {
		t.Fatal("a unit without time")
	}
	u, err := NewUnit(context.Background(), file, opts)
	if err != nil || len(u.Files) != 2 {
		t.Fatal("the header is not read again", err)
	}
	variable(t, u, "in_header")
}

// TestSourcesAreParsedOnce: a source that is opened again, or that another one includes, comes
// out of the cache; one with a parser of its own does not get there.
func TestSourcesAreParsedOnce(t *testing.T) {
	files := map[string]string{"dir/main.cu": "__global__ void k() {}\n"}
	parsed := 0
	count := func(src *source.File, _ int, _ bool) {
		if src.Path == "dir/main.cu" {
			parsed++
		}
	}
	cudaparse.ParseObserver.Store(&count)
	defer cudaparse.ParseObserver.Store(nil)
	c := NewCache(0)
	for range 2 {
		build(t, files["dir/main.cu"], files, sharing(c))
	}
	u, err := NewUnit(context.Background(), source.NewFile("dir/other.cu", []byte("#include \"main.cu\"\n")), Options{Cache: c,
		Read: func(path string) ([]byte, error) { return []byte(files[path]), nil }})
	if err != nil || len(u.Files) != 2 || parsed != 1 {
		t.Errorf("%v: parsed %d times", err, parsed)
	}
	build(t, files["dir/main.cu"], files, sharing(c), func(o *Options) { o.Parse = cudaparse.ParseWith })
	if parsed != 2 {
		t.Errorf("parsed %d times, the last with a parser of its own", parsed)
	}
}
