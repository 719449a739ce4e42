package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// scaleSource has two findings: one with a safe fix, as nothing outside can see the
// table, and one that the user suppresses.
const scaleSource = `#include <cuda_runtime.h>

static __constant__ float hidden[256];
__constant__ float shown[64];

__global__ void scale(float *out)
{
    /* ä 𝄞 */ out[threadIdx.x] = hidden[threadIdx.x];
    out[threadIdx.x] += /* 𝄞 */ shown[threadIdx.x % 64];
}

void scale_all(float *out, const float *from)
{
    cudaMemcpyToSymbol(hidden, from, sizeof hidden);
    scale<<<1, 256>>>(out);
}
`

// scaleEdited is that after the session that all editors go through: a line typed, a
// finding suppressed, all safe fixes applied.
const scaleEdited = `#include <cuda_runtime.h>
// ä 𝄞

static __device__ float hidden[256];
__constant__ float shown[64];

__global__ void scale(float *out)
{
    /* ä 𝄞 */ out[threadIdx.x] = hidden[threadIdx.x];
    out[threadIdx.x] += /* 𝄞 */ shown[threadIdx.x % 64]; // cudalint: ignore[constant-divergent-index]
}

void scale_all(float *out, const float *from)
{
    cudaMemcpyToSymbol(hidden, from, sizeof hidden);
    scale<<<1, 256>>>(out);
}
`

// farSource has a finding and is not opened.
const farSource = `__constant__ float far[64];
__global__ void read(float *out) { out[threadIdx.x] = far[threadIdx.x]; }
`

// An editorSession is what an editor showed, by the names that the script of
// testdata/editors gives.
type editorSession struct {
	*workshop
	seen map[string][]any
}

// edit runs an editor with a script of testdata/editors in a new project.
func edit(t *testing.T, script string, env []string, name string, args ...string) *editorSession {
	t.Helper()
	s := &editorSession{workshop: newRepository(t), seen: map[string][]any{}}
	s.write("cudalint.toml", "ignore = [\"missing-restrict\"]\n")
	s.write("src/scale.cu", scaleSource)
	s.write("far.cu", farSource)
	seen := filepath.Join(s.dir, "seen")
	home := t.TempDir()
	s.env = append(append(s.env, env...), "SEEN="+seen, "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home, "XDG_STATE_HOME="+home, "XDG_CACHE_HOME="+home,
		"CUDALINT_CACHE_DIR="+t.TempDir(), "LANG=C.UTF-8", "LC_ALL=C.UTF-8")
	start := time.Now()
	status, output := s.run("timeout", append([]string{"120", name}, args...)...)
	t.Logf("%s: exit status %d in %s\n%s", script, status, time.Since(start).Round(time.Millisecond), output)
	file, err := os.Open(seen)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var line map[string]any
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		for what, value := range line {
			t.Logf("%s: %s", what, compact(value))
			s.seen[what] = append(s.seen[what], value)
		}
	}
	if why := s.seen["failed"]; why != nil || status != 0 {
		t.Fatalf("%s failed: %v", name, why)
	}
	if got := s.read("src/scale.cu"); got != scaleEdited {
		t.Errorf("the file is now\n%s\nwant\n%s", got, scaleEdited)
	}
	return s
}

func compact(value any) string {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value)
	return strings.TrimSpace(out.String())
}

// shows fails the test unless what was seen has the members of want; those of want that
// are texts have to be in those seen.
func (s *editorSession) shows(what string, want any) {
	s.t.Helper()
	got := s.seen[what]
	if len(got) == 0 {
		s.t.Errorf("%s: nothing was seen", what)
		return
	}
	if !resembles(got[len(got)-1], want) {
		s.t.Errorf("%s: %s\nwant %s", what, compact(got[len(got)-1]), compact(want))
	}
}

func resembles(got, want any) bool {
	switch want := want.(type) {
	case string:
		got, ok := got.(string)
		return ok && strings.Contains(got, want)
	case map[string]any:
		got, ok := got.(map[string]any)
		for key, value := range want {
			ok = ok && resembles(got[key], value)
		}
		return ok
	case []any:
		got, ok := got.([]any)
		if !ok || len(got) != len(want) {
			return false
		}
		for i := range want {
			ok = ok && resembles(got[i], want[i])
		}
		return ok
	case int:
		return reflect.DeepEqual(got, float64(want))
	}
	return reflect.DeepEqual(got, want)
}

// lists fails the test unless a list that was seen has an entry with each of the texts.
func (s *editorSession) lists(what string, texts ...string) {
	s.t.Helper()
	list := compact(s.seen[what])
	for _, text := range texts {
		if !strings.Contains(list, text) {
			s.t.Errorf("%s: %s\nwant %q", what, list, text)
		}
	}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// editorFolder returns the path of a file or folder of the repository.
func editorFolder(t *testing.T, name ...string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(append([]string{"..", ".."}, name...)...))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

type (
	object = map[string]any
	array  = []any
)

const (
	hiddenMessage = "each warp reads 32 distinct addresses of __constant__ hidden"
	shownMessage  = "each warp reads 32 distinct addresses of __constant__ shown"
	suppressTitle = "Suppress constant-divergent-index on this line with // cudalint: ignore[constant-divergent-index]"
)

// neovim returns the arguments that run nvim with the plugin of editors/nvim and a script of
// testdata/editors.
func neovim(t *testing.T, script string) []string {
	return []string{"--headless", "-u", "NONE", "-n", "-i", "NONE",
		"--cmd", "set runtimepath^=" + editorFolder(t, "editors", "nvim"), "--cmd", "filetype on",
		"--cmd", "runtime! plugin/cudalint.lua ftdetect/cudalint.vim",
		"-c", "luafile " + editorFolder(t, "testdata", "editors", script)}
}

// TestNeovim drives the nvim in PATH, 0.7 or later, with the plugin of editors/nvim.
func TestNeovim(t *testing.T) {
	optIn(t, "CUDALINT_EDITORS")
	s := edit(t, "session.lua", nil, "nvim", neovim(t, "session.lua")...)
	t.Log(firstLine(s.do("nvim", "--version")))
	s.shows("filetype", "cuda")
	s.shows("root", s.dir)
	finding := func(line int, table, message string) object {
		return object{"line": line, "text": table + "[threadIdx.x", "code": "constant-divergent-index",
			"page": "constant-divergent-index", "severity": 2, "source": "cudalint", "message": message}
	}
	s.shows("opened", array{finding(7, "hidden", hiddenMessage), finding(8, "shown", shownMessage)})
	s.shows("typed", array{finding(8, "hidden", hiddenMessage), finding(9, "shown", shownMessage)})
	s.shows("suppressed", array{finding(8, "hidden", hiddenMessage)})
	s.shows("hover", "hidden")
	s.lists("actions", suppressTitle)
	s.lists("notice", "prices are for A100", "prices are for sm_75")
	s.lists("gpus", "as configured", "sm_90", "H100")
	s.shows("statusline", "sm_75 1")
	s.shows("quickfix", array{
		object{"file": "far.cu", "line": 2, "type": "W", "text": "__constant__ far"},
		object{"file": "scale.cu", "line": 9, "type": "W", "text": "__constant__ hidden"},
	})
	if s.seen["hints"] != nil { // 0.10
		s.lists("hints", "32 addr")
	}
}

// TestNeovimWithoutTheProgram opens two CUDA files. How to install the program is said once.
func TestNeovimWithoutTheProgram(t *testing.T) {
	optIn(t, "CUDALINT_EDITORS")
	s := newRepository(t)
	s.write("a.cu", scaleSource)
	s.write("b.cu", farSource)
	const want = "1 notice: cudalint: the program no-such-cudalint is not found: install it with `pip install cudalint` or `uv tool install cudalint`"
	for _, env := range [][]string{nil, {"ENABLE=1"}} {
		s.env = append(s.env, env...)
		status, output := s.run("timeout", append([]string{"60", "nvim"}, neovim(t, "missing.lua")...)...)
		if status != 0 || !strings.Contains(output, want) {
			t.Errorf("%v: exit status %d\n%s\nwant %s", env, status, output, want)
		}
	}
}

// TestEmacs drives the emacs in PATH, 28 or later, with Eglot and editors/emacs.
func TestEmacs(t *testing.T) {
	optIn(t, "CUDALINT_EDITORS")
	s := edit(t, "session.el", []string{"CUDALINT_EL=" + editorFolder(t, "editors", "emacs")},
		"emacs", "--batch", "-q", "-l", editorFolder(t, "testdata", "editors", "session.el"))
	t.Log(firstLine(s.do("emacs", "--version")))
	s.shows("mode", "cudalint-cuda-mode")
	s.shows("root", s.dir)
	finding := func(line int, table, message string) object {
		return object{"line": line, "text": table + "[threadIdx.x", "message": message, "severity": "warning"}
	}
	s.shows("opened", array{finding(7, "hidden", hiddenMessage), finding(8, "shown", shownMessage)})
	s.lists("opened", "constant-divergent-index")
	s.shows("typed", array{finding(8, "hidden", hiddenMessage), finding(9, "shown", shownMessage)})
	s.shows("suppressed", array{finding(8, "hidden", hiddenMessage)})
	s.shows("hover", "hidden")
	s.lists("actions", suppressTitle)
	s.lists("gpus", "sm_90", "H100")
	s.shows("message", "prices are for A100")
	s.shows("stopped", true)
}

// TestVim drives the vim in PATH, 8 or later, with ALE and editors/vim.
func TestVim(t *testing.T) {
	optIn(t, "CUDALINT_EDITORS")
	ale := os.Getenv("CUDALINT_ALE")
	if ale == "" {
		ale = "/usr/share/vim-ale" // of Debian's package
	}
	s := edit(t, "session.vim", nil, "vim", "-es", "-N", "-u", "NONE", "-i", "NONE", "-n",
		"--cmd", "set encoding=utf-8 runtimepath^="+ale+","+editorFolder(t, "editors", "vim"),
		"--cmd", "let g:ale_linters = {'cuda': ['cudalint']} | let g:ale_fixers = {'cuda': ['cudalint']}",
		"--cmd", "filetype plugin on", "-c", "runtime! plugin/*.vim", "-S", editorFolder(t, "testdata", "editors", "session.vim"))
	t.Log(firstLine(s.do("vim", "--version")))
	s.shows("filetype", "cuda")
	s.shows("root", s.dir)
	finding := func(line int, message string) object {
		return object{"line": line, "code": "constant-divergent-index", "type": "W", "message": message}
	}
	s.shows("opened", array{finding(7, hiddenMessage), finding(8, shownMessage)})
	s.shows("loclist", array{object{"line": 7, "text": hiddenMessage}, object{"line": 8, "text": shownMessage}})
	s.shows("signs", 2)
	s.shows("typed", array{finding(8, hiddenMessage), finding(9, shownMessage)})
	s.shows("suppressed", array{finding(8, hiddenMessage)})
	s.lists("actions", suppressTitle)
	s.shows("message", "prices are for A100")
}
