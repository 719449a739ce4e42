package engine_test

import (
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/includes"
	"github.com/cudalint/cudalint/rules"
)

// A searchTest is a sessionTest in which included files are searched for.
type searchTest struct{ *sessionTest }

func newSearchTest(t *testing.T, files map[string]string) *searchTest {
	st := newSessionTest(t, files)
	st.session.Close()
	st.opts = engine.Options{Rules: rules.All(), Dir: st.dir, Includes: includes.NewFinder(st.dir, []string{st.dir})}
	st.session = engine.NewSession(st.opts)
	t.Cleanup(st.session.Close)
	st.find()
	return &searchTest{st}
}

// make writes a file, remove removes one or a folder, and both tell the session.
func (st *searchTest) make(name, text string) {
	st.write(name, text)
	st.session.Changed(name)
	st.find()
}

func (st *searchTest) remove(name string) {
	if err := os.RemoveAll(filepath.Join(st.dir, name)); err != nil {
		st.Fatal(err)
	}
	st.session.Changed(name)
	st.find()
}

// TestSessionSearchesIncludes: files that come, go and change are found as a fresh run
// finds them, by open files and by others.
func TestSessionSearchesIncludes(t *testing.T) {
	for _, open := range []bool{true, false} {
		st := newSearchTest(t, map[string]string{"src/scale.cu": tableKernel})
		if open {
			st.edit("src/scale.cu", "\n"+tableKernel)
		} else {
			st.write("src/scale.cu", "\n"+tableKernel)
		}
		device := strings.Replace(tableHeader, "__constant__", "__device__", 1)
		const here = "src/scale.cu:3 constant-divergent-index"
		st.want()
		st.make("include/lib/table.cuh", tableHeader)
		st.want(here)
		st.make("src/inc/table.cuh", device) // nearer
		st.want()
		st.remove("src/inc")
		st.want(here)
		st.make("lib/src/table.cuh", device) // another one as near
		st.want()
		st.make("lib/src/table.cuh", tableHeader) // the same as near
		st.want(here)
		st.make("lib/src/table.cuh", device)
		st.want()
		st.make(".gitignore", "/lib/\n")
		st.want(here)
		st.make("src/table.cuh", device) // beside
		st.want()
		st.remove("src/table.cuh")
		st.want(here)
		st.make("include/lib/table.cuh", device)
		st.want()
		st.remove("include")
		st.want()
		st.make("include/lib/table.cuh", tableHeader)
		st.want(here)
	}
}

// TestSessionSearchesAtRandom has files come, go and change at random.
func TestSessionSearchesAtRandom(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	texts := map[string][]string{
		"src/scale.cu":      {tableKernel, "#include \"lib/table.cuh\"\n" + tableKernel},
		"src/deep/scale.cu": {strings.Replace(tableKernel, "scale", "deep", 1), "#include <size.h>\n" + tableKernel},
		".gitignore":        {"", "/lib/\n", "*.h\n", "inc\n"},
	}
	for _, name := range []string{"table.cuh", "lib/table.cuh", "inc/lib/table.cuh", "src/inc/table.cuh", "src/deep/inc/table.cuh", "other/table.cuh"} {
		texts[name] = []string{tableHeader, strings.Replace(tableHeader, "__constant__", "__device__", 1), "#include \"size.h\"\n__constant__ float table[SIZE];\n__global__ void scale(float *out);\n"}
	}
	for _, name := range []string{"size.h", "inc/size.h", "src/size.h"} {
		texts[name] = []string{"#define SIZE 64\n", "#define SIZE 1024\n"}
	}
	names := slices.Sorted(maps.Keys(texts))
	st := newSearchTest(t, map[string]string{"src/scale.cu": tableKernel})
	found := map[int]bool{}
	for step := range 200 {
		name := names[random.Intn(len(names))]
		text := texts[name][random.Intn(len(texts[name]))]
		switch random.Intn(5) {
		case 0:
			st.remove(name)
		case 1:
			st.edit(name, text)
		case 2:
			st.edit(name, "")
		case 3:
			if folder := filepath.Dir(name); folder != "." && folder != "src" {
				st.remove(folder)
			}
		default:
			st.make(name, text)
		}
		if found[len(st.check())] = true; t.Failed() {
			t.Fatalf("step %d: %s", step, name)
		}
	}
	if len(found) < 2 {
		t.Error("the findings were always as many")
	}
}
