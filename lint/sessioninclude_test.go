package lint_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/includes"
	"github.com/cudalint/cudalint/rules"
)

// TestSessionSearchesIncludes: files that come, go and change are found as a fresh run
// finds them, by open files and by others.
func TestSessionSearchesIncludes(t *testing.T) {
	for _, open := range []bool{true, false} {
		st := newSessionTest(t, map[string]string{"src/scale.cu": tableKernel})
		st.session.Close()
		st.opts = lint.Options{Rules: rules.All(), Dir: st.dir, Includes: includes.NewFinder(st.dir, []string{st.dir})}
		st.session = lint.NewSession(st.opts)
		t.Cleanup(st.session.Close)
		st.find()
		if open {
			st.edit("src/scale.cu", "\n"+tableKernel)
		} else {
			st.write("src/scale.cu", "\n"+tableKernel)
		}
		make := func(name, text string) {
			st.write(name, text)
			st.session.Changed(name)
			st.find()
		}
		remove := func(name string) {
			if err := os.RemoveAll(filepath.Join(st.dir, name)); err != nil {
				t.Fatal(err)
			}
			st.session.Changed(name)
			st.find()
		}
		device := strings.Replace(tableHeader, "__constant__", "__device__", 1)
		const here = "src/scale.cu:3 constant-divergent-index"
		st.want()
		make("include/lib/table.cuh", tableHeader)
		st.want(here)
		make("src/inc/table.cuh", device) // nearer
		st.want()
		remove("src/inc")
		st.want(here)
		make("lib/src/table.cuh", device) // another one as near
		st.want()
		make("lib/src/table.cuh", tableHeader) // the same as near
		st.want(here)
		make("lib/src/table.cuh", device)
		st.want()
		make(".gitignore", "/lib/\n")
		st.want(here)
		make("src/table.cuh", device) // beside
		st.want()
		remove("src/table.cuh")
		st.want(here)
		make("include/lib/table.cuh", device)
		st.want()
		remove("include")
		st.want()
		make("include/lib/table.cuh", tableHeader)
		st.want(here)
	}
}
