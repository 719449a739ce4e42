package parameter

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A made function is one of a generated program.
type made struct {
	name    string
	kind    int
	file    int
	params  []string // "int a0"
	uses    []int    // values that it uses itself
	calls   []*made
	kernel  bool
	needs   map[int]bool // of it and all that it calls
	defined string       // the last parameter has a default
}

const (
	plain = iota
	inHeader
	template
	method
	static
	kinds
)

// A maker generates a program: device functions in a few files that call each other
// without circles, kernels, and launches. Values are pointers at file scope.
type maker struct {
	r         *rand.Rand
	values    int
	files     int
	functions []*made
}

func generate(r *rand.Rand) *maker {
	m := &maker{r: r, values: 1 + r.Intn(3), files: 1 + r.Intn(3)}
	n := 3 + r.Intn(14)
	for i := range n {
		f := &made{name: fmt.Sprintf("f%d", i), kind: r.Intn(kinds), file: r.Intn(m.files), needs: map[int]bool{}}
		f.kernel = i > n/2 && r.Intn(2) == 0
		if f.kernel && f.kind != template {
			f.kind = plain
		}
		for k := range r.Intn(4) {
			f.params = append(f.params, fmt.Sprintf("int a%d", k))
		}
		if len(f.params) > 0 && r.Intn(4) == 0 {
			f.defined = " = 7"
		}
		for v := range m.values {
			if r.Intn(6) == 0 {
				f.uses = append(f.uses, v)
				f.needs[v] = true
			}
		}
		for _, g := range m.functions {
			if !g.kernel && r.Intn(4) == 0 && f.mayCall(g) {
				f.calls = append(f.calls, g)
				for v := range g.needs {
					f.needs[v] = true
				}
			}
		}
		m.functions = append(m.functions, f)
	}
	return m
}

// mayCall reports whether g is in sight of f: what is in the header can call only
// what the header declares before it.
func (f *made) mayCall(g *made) bool { return g.kind != static || f.file == g.file && f.kind == plain }

func (f *made) header() bool { return f.kind == inHeader || f.kind == template || f.kind == method }

// list spells a parameter list in one of several layouts.
func (m *maker) list(items []string) string {
	switch {
	case len(items) == 0 && m.r.Intn(2) == 0:
		return "(void)"
	case len(items) > 1 && m.r.Intn(3) == 0:
		return "(\n    " + strings.Join(items, ",\n    ") + ")"
	case len(items) > 0 && m.r.Intn(4) == 0:
		return "( " + strings.Join(items, " , ") + " /* all */ )"
	}
	return "(" + strings.Join(items, ", ") + ")"
}

func (m *maker) call(g *made, in *made) string {
	var args []string
	for k := range g.params {
		if k == len(g.params)-1 && g.defined != "" && m.r.Intn(2) == 0 {
			break
		}
		args = append(args, fmt.Sprint(m.r.Intn(9)))
	}
	list := m.list(args)
	if list == "(void)" {
		list = "()"
	}
	switch g.kind {
	case template:
		return g.name + "<int>" + list
	case method:
		return "S_" + g.name + "()." + g.name + list
	}
	return g.name + list
}

func (m *maker) body(f *made) string {
	var b strings.Builder
	b.WriteString(" {\n    float sum = 0;\n")
	for _, v := range f.uses {
		fmt.Fprintf(&b, "    sum += v%d[1];\n", v)
	}
	for _, g := range f.calls {
		switch call := m.call(g, f); m.r.Intn(6) {
		case 0:
			fmt.Fprintf(&b, "    sum += ID(%s);\n", call)
		case 1:
			fmt.Fprintf(&b, "    auto l_%s = [](int i) { return i + %s; };\n    sum += l_%s(1);\n", g.name, call, g.name)
		case 2:
			fmt.Fprintf(&b, "    if (sum > 0) { sum += %s +\n        %s; }\n", call, m.call(g, f))
		default:
			fmt.Fprintf(&b, "    sum += %s;\n", call)
		}
	}
	if f.kernel {
		b.WriteString("    if (sum > 3) __trap();\n}\n")
	} else {
		b.WriteString("    return sum;\n}\n")
	}
	return b.String()
}

func (f *made) head() string {
	switch {
	case f.kernel && f.kind == template:
		return "template <typename T> __global__ void "
	case f.kernel:
		return "__global__ void "
	case f.kind == template:
		return "template <typename T> __device__ float "
	case f.kind == inHeader:
		return "static inline __device__ float "
	case f.kind == static:
		return "static __device__ float "
	}
	return "__device__ float "
}

// sources spells the program out.
func (m *maker) sources() map[string]string {
	out := map[string]string{}
	var h strings.Builder
	h.WriteString("#pragma once\n#define ID(x) (x)\n#define START(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)\n")
	for v := range m.values {
		fmt.Fprintf(&h, "extern __device__ const float *v%d;\nextern const float *h_v%d;\n", v, v)
	}
	files := make([]strings.Builder, m.files)
	for v := range m.values {
		fmt.Fprintf(&files[0], "__device__ const float *v%d;\nconst float *h_v%d;\n", v, v)
	}
	for _, f := range m.functions {
		params := append([]string(nil), f.params...)
		withDefault := append([]string(nil), params...)
		if f.defined != "" {
			withDefault[len(params)-1] += f.defined
		}
		switch {
		case f.kind == method:
			fmt.Fprintf(&h, "struct S_%s {\n    __device__ float %s%s const;\n};\n", f.name, f.name, m.list(withDefault))
			fmt.Fprintf(&h, "inline __device__ float S_%s::%s%s const%s", f.name, f.name, m.list(params), m.body(f))
		case f.header() || f.kernel && f.kind == template:
			h.WriteString(f.head() + f.name + m.list(withDefault) + m.body(f))
		case f.kind == static:
			files[f.file].WriteString(f.head() + f.name + m.list(withDefault) + m.body(f))
		default:
			short := withDefault
			if m.r.Intn(2) == 0 {
				short = nil
				for _, p := range withDefault {
					short = append(short, strings.NewReplacer("a0", "", "a1", "", "a2", "", " ", "").Replace(p))
				}
			}
			h.WriteString(f.head() + f.name + m.list(short) + ";\n")
			files[f.file].WriteString(f.head() + f.name + m.list(params) + m.body(f))
		}
	}
	for i := range files {
		fmt.Fprintf(&files[i], "void host%d() {\n", i)
		for _, f := range m.functions {
			if !f.kernel || m.r.Intn(3) == 0 {
				continue
			}
			var args []string
			for k := range f.params {
				args = append(args, fmt.Sprintf("%d", k+m.r.Intn(3)))
			}
			name := f.name
			if f.kind == template {
				name += "<int>"
			}
			switch form := m.r.Intn(4); {
			case form == 0 && len(args) > 0 && f.defined == "" && f.kind != template:
				fmt.Fprintf(&files[i], "    START(%s, %s);\n", name, strings.Join(args, ", "))
			case form == 1 && len(args) > 0 && f.defined == "":
				fmt.Fprintf(&files[i], "    {\n")
				for k := range args {
					fmt.Fprintf(&files[i], "        int x%d = %s;\n", k, args[k])
					args[k] = fmt.Sprintf("&x%d", k)
				}
				fmt.Fprintf(&files[i], "        void *args[] = { %s };\n        cudaLaunchKernel((const void *)%s, 1, 1, args, 0, 0);\n    }\n", strings.Join(args, ", "), name)
			default:
				list := m.list(args)
				if list == "(void)" {
					list = "()"
				}
				fmt.Fprintf(&files[i], "    %s<<<1, 1>>>%s;\n", name, list)
			}
		}
		files[i].WriteString("}\n")
		out[fmt.Sprintf("file%d.cu", i)] = "#include \"all.h\"\n" + files[i].String()
	}
	out["all.h"] = h.String()
	return out
}

// TestEveryCallPassesIt threads values through generated programs and reads the
// result again: every function that reaches a use has the parameters, no other has,
// and every call and launch has as many arguments as there are parameters. With
// CUDALINT_NVCC set to a compiler, programs are compiled before and after.
func TestEveryCallPassesIt(t *testing.T) {
	nvcc := os.Getenv("CUDALINT_NVCC")
	for seed := range 80 {
		m := generate(rand.New(rand.NewSource(int64(seed))))
		files := m.sources()
		p := load(t, files)
		var lines []string
		for v := range m.values {
			lines = append(lines, fmt.Sprintf("v%d const_float_pointer", v))
		}
		var needs []Need
		for _, line := range lines {
			n := p.need(t, line)
			n.Type = "const float *"
			needs = append(needs, n)
		}
		r := Thread(p, needs)
		for _, q := range r.Problems {
			if !q.Note {
				t.Errorf("seed %d: %+v", seed, q)
			}
		}
		after := p.apply(t, r.Edits)
		consistent(t, after)
		changed := load(t, after)
		found := map[string]*sema.Function{}
		for _, u := range changed.units {
			for _, f := range u.Functions() {
				if f.Body.Valid() {
					found[f.Name] = f
				}
			}
		}
		for _, f := range m.functions {
			got := found[f.name]
			if got == nil {
				t.Errorf("seed %d: %s is gone", seed, f.name)
				continue
			}
			has := map[string]bool{}
			for _, param := range got.Params {
				has[param.Name] = true
			}
			for v := range m.values {
				if name := fmt.Sprintf("v%d", v); has[name] != f.needs[v] {
					t.Errorf("seed %d: %s has %s: %v", seed, f.name, name, has[name])
				}
			}
			if len(got.Params) != len(f.params)+len(f.needs) {
				t.Errorf("seed %d: %s has %d parameters", seed, f.name, len(got.Params))
			}
		}
		if nvcc != "" && seed < 30 {
			compile(t, nvcc, seed, "before", files)
			compile(t, nvcc, seed, "after", after)
		}
		if t.Failed() {
			for name, text := range after {
				t.Logf("%s:\n%s\n---\n%s", name, files[name], text)
			}
			return
		}
	}
}

func compile(t *testing.T, nvcc string, seed int, what string, files map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name := range files {
		if filepath.Ext(name) != ".cu" {
			continue
		}
		out, err := exec.Command(nvcc, "-arch=sm_90", "-rdc=true", "-ptx", "-o", os.DevNull, filepath.Join(dir, name)).CombinedOutput()
		if err != nil {
			t.Errorf("seed %d, %s, %s: %v\n%s", seed, what, name, err, out)
		}
	}
}
