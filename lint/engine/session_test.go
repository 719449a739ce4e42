package engine_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/includes"
	"github.com/cudalint/cudalint/rules"
)

// A sessionTest is a program on disk with a session over it.
type sessionTest struct {
	*testing.T
	dir     string
	opts    engine.Options
	session *engine.Session
	inputs  []discover.Input
	texts   map[string][]byte // unsaved
}

func newSessionTest(t *testing.T, files map[string]string) *sessionTest {
	st := &sessionTest{T: t, dir: t.TempDir(), texts: map[string][]byte{}}
	for name, text := range files {
		st.write(name, text)
	}
	st.opts = engine.Options{Rules: rules.All(), Dir: st.dir}
	st.session = engine.NewSession(st.opts)
	t.Cleanup(st.session.Close)
	st.find()
	return st
}

func (st *sessionTest) write(name, text string) {
	name = filepath.Join(st.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		st.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		st.Fatal(err)
	}
}

// find tells the session which files there are.
func (st *sessionTest) find() {
	search := discover.Search{Dir: st.dir}
	inputs, problems := search.Files([]string{"."})
	if len(problems) > 0 {
		st.Fatal(problems)
	}
	st.inputs = inputs
	st.session.SetInputs(inputs)
}

// edit gives a file an unsaved text, "" for none.
func (st *sessionTest) edit(name, text string) {
	if text == "" {
		delete(st.texts, name)
		st.session.SetText(name, nil)
		return
	}
	st.texts[name] = []byte(text)
	st.session.SetText(name, []byte(text))
}

// fresh is what a run that knows nothing finds.
func (st *sessionTest) fresh() *engine.Result {
	opts := st.opts
	opts.Texts, opts.Cache = st.texts, nil
	if opts.Includes != nil {
		opts.Includes = includes.NewFinder(st.dir, []string{st.dir})
	}
	return engine.New(opts).Check(context.Background(), st.inputs)
}

// check compares the session with a fresh run and returns the findings, concisely.
func (st *sessionTest) check() []string {
	st.Helper()
	got, want := st.session.Check(context.Background()), st.fresh()
	ignore := cmp.Options{cmpopts.IgnoreFields(lint.Diagnostic{}, "Origin"), cmpopts.IgnoreUnexported(engine.Result{}), cmpopts.EquateEmpty()}
	if diff := cmp.Diff(want, got, ignore); diff != "" {
		st.Errorf("the session differs from a fresh run (-fresh +session):\n%s", diff)
	}
	var out []string
	for _, d := range got.Findings {
		out = append(out, fmt.Sprintf("%s:%d %s", d.Path, d.Start.Line, d.Rule))
	}
	return out
}

// want is check with what has to be found.
func (st *sessionTest) want(findings ...string) {
	st.Helper()
	if got := st.check(); !slices.Equal(got, findings) {
		st.Errorf("found %q, want %q", got, findings)
	}
}

const tableHeader = `#pragma once
__constant__ float table[256];
__global__ void scale(float *out);
`

const tableKernel = `#include "table.cuh"
__global__ void scale(float *out) { out[threadIdx.x] = table[threadIdx.x]; }
`

func TestSessionFollowsEdits(t *testing.T) {
	st := newSessionTest(t, map[string]string{
		"table.cuh": tableHeader, "scale.cu": tableKernel,
		"launch.cu": "#include \"table.cuh\"\nvoid run(float *out) { scale<<<8, 128>>>(out); }\n",
	})
	const here = "scale.cu:2 constant-divergent-index"
	st.want(here)
	st.edit("scale.cu", strings.Replace(tableKernel, "table[threadIdx.x]", "table[blockIdx.x]", 1))
	st.want()
	st.edit("scale.cu", "\n"+tableKernel)
	st.want("scale.cu:3 constant-divergent-index")
	// A header that is not saved is seen by those that include it.
	st.edit("table.cuh", strings.Replace(tableHeader, "__constant__", "__device__", 1))
	st.want()
	st.edit("table.cuh", "")
	st.edit("scale.cu", "")
	st.want(here)
	// The launch of another file counts.
	st.edit("launch.cu", "#include \"table.cuh\"\nvoid run(float *out) { scale<<<8, 1>>>(out); }\n")
	st.want()
	st.edit("launch.cu", "")
	// What changes on disk does, too.
	st.write("table.cuh", strings.Replace(tableHeader, "__constant__", "__device__", 1))
	st.session.Changed("table.cuh")
	st.want()
	st.write("table.cuh", tableHeader)
	st.session.Changed(filepath.Join(st.dir, "table.cuh"))
	st.want(here)
	st.write("more.cu", "__constant__ int c[256];\n__global__ void k(int *p) { p[threadIdx.x] = c[threadIdx.x]; }\n")
	st.session.Changed("more.cu")
	st.find()
	st.want("more.cu:2 constant-divergent-index", here)
	if err := os.Remove(filepath.Join(st.dir, "more.cu")); err != nil {
		t.Fatal(err)
	}
	st.session.Changed("more.cu")
	st.find()
	st.want(here)
}

// A file that is looked for before the one that is found takes its place.
func TestSessionSeesNewHeaders(t *testing.T) {
	st := newSessionTest(t, map[string]string{
		"inc/table.cuh": tableHeader, "src/scale.cu": tableKernel,
	})
	st.opts.IncludeDirs = []string{filepath.Join(st.dir, "inc")}
	st.session = engine.NewSession(st.opts)
	st.find()
	st.want("src/scale.cu:2 constant-divergent-index")
	st.write("src/table.cuh", "#pragma once\nextern float table[256];\n")
	st.session.Changed("src/table.cuh")
	st.find()
	st.want()
}

func TestSessionInterrupted(t *testing.T) {
	st := newSessionTest(t, map[string]string{"table.cuh": tableHeader, "scale.cu": tableKernel})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	st.session.Check(ctx)
	st.want("scale.cu:2 constant-divergent-index")
	st.edit("scale.cu", "// moved\n"+tableKernel)
	st.session.Check(ctx)
	st.want("scale.cu:3 constant-divergent-index")
}

// Of a header that many units include, CheckFile looks at some, and Check at all.
func TestSessionCheckFile(t *testing.T) {
	files := map[string]string{"table.cuh": tableHeader + "__device__ float pick() { return table[threadIdx.x]; }\n"}
	for i := range 12 {
		files[fmt.Sprintf("u%02d.cu", i)] = fmt.Sprintf("#include \"table.cuh\"\n__global__ void k%d(float *out) { out[0] = pick(); }\n", i)
	}
	files["u00.cu"] += "void run(float *out) { k0<<<1, 256>>>(out); }\n"
	st := newSessionTest(t, files)
	places := func(r *engine.Result) (out []string) {
		for _, d := range r.Findings {
			out = append(out, fmt.Sprintf("%s:%d", d.Path, d.Start.Line))
		}
		return out
	}
	ctx := context.Background()
	// No launch is in sight, of which another file may have one.
	if got := places(st.session.CheckFile(ctx, "u03.cu")); len(got) > 0 {
		t.Errorf("before the first check: %q", got)
	}
	if got := places(st.session.CheckFile(ctx, "u00.cu")); !slices.Equal(got, []string{"table.cuh:4"}) {
		t.Errorf("before the first check, with a launch: %q", got)
	}
	st.want("table.cuh:4 constant-divergent-index")
	st.edit("table.cuh", "\n"+files["table.cuh"])
	if got := places(st.session.CheckFile(ctx, "table.cuh")); !slices.Equal(got, []string{"table.cuh:5"}) {
		t.Errorf("after an edit of the header: %q", got)
	}
	st.want("table.cuh:5 constant-divergent-index")
	if r := st.session.CheckFile(ctx, "none.cu"); r != nil {
		t.Errorf("a file that is not there has the findings %q", places(r))
	}
}

// The header of an open file that is known by another spelling than the one it is reported
// under changes, on disk and unsaved.
func TestSessionSeesHeadersByOtherNames(t *testing.T) {
	st := newSessionTest(t, map[string]string{"inc/table.cuh": tableHeader, "src/scale.cu": tableKernel})
	st.opts.IncludeDirs = []string{filepath.Join(st.dir, "inc")}
	st.session = engine.NewSession(st.opts)
	t.Cleanup(st.session.Close)
	st.find()
	st.edit("src/scale.cu", "\n"+tableKernel)
	const here = "src/scale.cu:3 constant-divergent-index"
	st.want(here)
	global := strings.Replace(tableHeader, "__constant__", "__device__", 1)
	st.edit("inc/table.cuh", global)
	st.want()
	st.edit("inc/table.cuh", "")
	st.want(here)
	st.write("inc/table.cuh", global)
	st.session.Changed("inc/table.cuh")
	st.want()
}
