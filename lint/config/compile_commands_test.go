package config

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
)

// database writes the text of a compilation database with other files and reads it.
func database(t *testing.T, text string, files map[string]string) (c *CompileCommands, dir string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	writeFiles(t, dir, files)
	writeFiles(t, dir, map[string]string{"compile_commands.json": strings.ReplaceAll(text, "$DIR", filepath.ToSlash(dir))})
	if c, err = ReadCompileCommands(dir); err != nil {
		t.Fatal(err)
	}
	return c, dir
}

// problemsOf returns the problems as LINE:COLUMN: MESSAGE.
func problemsOf(c *CompileCommands) (out []string) {
	for _, p := range c.Problems() {
		if p.Kind != lint.Config {
			out = append(out, "kind "+string(p.Kind))
		}
		out = append(out, fmt.Sprintf("%d:%d: %s", p.Line, p.Column, p.Message))
	}
	return out
}

func TestCompileCommands(t *testing.T) {
	c, dir := database(t, `[
{"directory": "sub", "file": "a.cu", "command": "nvcc -I ../inc \"-DNAME=a b\" -arch=sm_80 -c a.cu"},
{"directory": "sub", "file": "./x/../a.cu", "command": "nvcc -DSECOND -arch=sm_90 -c a.cu"},
{"directory": "$DIR", "file": "b.cu", "arguments": ["clang++", "--cuda-gpu-arch=sm_75", "--include-path=x", "b.cu"], "output": "CMakeFiles/b.dir/b.o"},
{"directory": ".", "file": "c.cu", "command": "nvcc -arch sm_70 -c c.cu", "unknown": [1, {}]},
{"directory": ".", "file": "d.cu", "command": ""},
{"directory": ".", "file": "e.cpp", "command": "g++ -DHOST -c e.cpp"},
{"directory": ".", "file": "e.cpp", "command": "nvcc -DDEVICE -x cu -arch=sm_80 -c e.cpp"},
]`, nil)
	for file, want := range map[string]engine.Flags{
		"sub/a.cu": {IncludeDirs: []string{filepath.Join(dir, "inc")}, Defines: []string{"NAME=a b"}, GPU: "sm_90"},
		"b.cu":     {IncludeDirs: []string{filepath.Join(dir, "x")}, GPU: "sm_75", Build: lint.Build{LinkUnit: filepath.ToSlash(dir) + "/CMakeFiles/b.dir"}},
		"c.cu":     {GPU: "sm_70"},
		"d.cu":     {},
		"e.cpp":    {Defines: []string{"DEVICE"}, GPU: "sm_80"},
		"none.cu":  {},
	} {
		if got := c.Flags(filepath.Join(dir, file)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", file, got, want)
		}
	}
	if got := problemsOf(c); got != nil {
		t.Errorf("problems %q", got)
	}
	if !c.Lists(filepath.Join(dir, "d.cu")) || c.Lists(filepath.Join(dir, "none.cu")) {
		t.Error("d.cu is not listed or none.cu is")
	}
	// The file itself will do, too.
	if again, err := ReadCompileCommands(filepath.Join(dir, "compile_commands.json")); err != nil || again.Flags(filepath.Join(dir, "c.cu")).GPU != "sm_70" {
		t.Errorf("read by its name: %v", err)
	}
}

func TestCompileCommandsNotThere(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"made/build/compile_commands.json": "[]"})
	for path, want := range map[string]string{
		"nowhere": "nowhere: there is no such file; CMake creates it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, bear creates it for other builds",
		"made":    "made/compile_commands.json: there is no such file; but DIR/made/build has one",
	} {
		_, err := ReadCompileCommands(filepath.Join(dir, path))
		if err == nil || strings.ReplaceAll(err.Error(), filepath.ToSlash(dir), "DIR") != "cannot read the compilation database DIR/"+want {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestDamagedDatabase has databases of which a part can be read: files a.cu and z.cu.
func TestDamagedDatabase(t *testing.T) {
	const a = `{"directory": ".", "file": "a.cu", "command": "nvcc -DA"}`
	const z = `{"directory": ".", "file": "z.cu", "command": "nvcc -DZ"}`
	for text, want := range map[string][]string{
		"[" + a + "," + z + "]":                                               nil,
		"\xef\xbb\xbf[" + a + "," + z + ",]":                                  nil,
		"[" + a + ",\n" + z + ",\n":                                           {"3:1: the list of entries does not end: the file is cut off"},
		"[" + a + ",\n" + z + ",\n {\"file\": \"b":                            {"3:2: the file is cut off in the entry that begins here"},
		"[" + a + ",\n" + z + "]\n[]":                                         {"3:1: the list of entries ends before this; the rest of the file is ignored"},
		"[" + a + ",\n {\"file\": 1},\n" + z + "]":                            {"2:2: file of this entry has the type number; the entry is ignored"},
		"[" + a + ",\n {\"arguments\": [{}]},\n" + z + "]":                    {"2:2: arguments of this entry has the type object; the entry is ignored"},
		"[" + a + ",\n 17, \"x\",\n" + z + "]":                                {"2:2: an entry is a JSON object, this has the type number", "2:6: an entry is a JSON object, this has the type string"},
		"[" + a + ",\n {\"directory\": \"/\"},\n" + z + "]":                   {"2:2: the entry names no file"},
		"[" + a + ",\n {\"file\": \"b.cu},\n" + z + "]":                       {"2:18: invalid character '\\n' in string literal; the entry is ignored"},
		"[" + a + ",\n {\"file\": oops},\n  " + z + "]":                       {"2:11: invalid character 'o' looking for beginning of value; the entry is ignored"},
		"[" + a + ",\n" + z + ",\n {\"file\": oops}\n]":                       {"3:11: invalid character 'o' looking for beginning of value; the entry is ignored"},
		"[" + a + ",\n<<<<<<< HEAD\n" + z + "\n=======\n]":                    {"2:1: invalid character '<' looking for beginning of value; the entry is ignored", "4:1: invalid character '=' looking for beginning of value; the entry is ignored"},
		"[" + a + ",\n{\"a\": " + strings.Repeat("[", 20000) + "\n" + z + "]": {"2:10006: invalid character '[' exceeded max depth; the entry is ignored"},
	} {
		c, dir := database(t, text, nil)
		if got := problemsOf(c); !reflect.DeepEqual(got, want) {
			t.Errorf("%.200s\nproblems %q\n    want %q", text, got, want)
		}
		if c.Flags(dir+"/a.cu").Defines == nil || c.Flags(dir+"/z.cu").Defines == nil {
			t.Errorf("%.200s\na.cu or z.cu is not read", text)
		}
		// Nobody can say that these are all translation units.
		if got := c.Files(); (got == nil) != (want != nil) {
			t.Errorf("%.200s\nfiles %q", text, got)
		}
	}
	for text, want := range map[string]string{
		"": "1:1: ", "\n {}": "2:2: ", "null": "1:1: ", "MZ\x00": "1:1: ",
	} {
		c, _ := database(t, text, nil)
		if got := problemsOf(c); !reflect.DeepEqual(got, []string{want + "this is not a compilation database: that is a JSON array of entries"}) {
			t.Errorf("%q: problems %q", text, got)
		}
	}
	// A database of nothing but damage does not bury the rest.
	c, _ := database(t, "[\n"+strings.Repeat("{\"file\": 1},\n", 500)+"]", nil)
	if got := problemsOf(c); len(got) != maxDatabaseProblems+1 || got[maxDatabaseProblems] != "0:0: 480 more problems" {
		t.Errorf("%d problems, the last %q", len(got), got[len(got)-1])
	}
}

func TestResponseFiles(t *testing.T) {
	entry := func(file, command string) string {
		line, _ := json.Marshal(command)
		return fmt.Sprintf(`{"directory": "build", "file": "../%s", "command": %s}`, file, line)
	}
	c, dir := database(t, "["+strings.Join([]string{
		entry("a.cu", "nvcc --options-file inc.rsp,more.rsp -DLAST"),
		entry("b.cu", "nvcc -optf=sub/nested.rsp"),
		entry("c.cu", "clang++ -x cuda @clang.rsp -I@I"),
		entry("d.cu", "nvcc -DBEFORE --options-file gone.rsp -DAFTER"),
		entry("e.cu", "nvcc --options-file gone.rsp"),
		entry("f.cu", "nvcc --options-file loop.rsp -DF"),
		entry("g.cu", "nvcc --options-file sub -DG"),
		entry("h.cu", "nvcc -DH --options-file"),
		entry("host.cpp", "g++ @host.cpp.o.modmap -c host.cpp"),
	}, ",\n")+"]", map[string]string{
		"build/inc.rsp":        "-I\"../with space\" -isystem=../sys\r\n",
		"build/more.rsp":       "-DMORE",
		"build/sub/nested.rsp": "-DNESTED --options-file more.rsp", // the folder is the entry's
		"build/clang.rsp":      `-D'TEXT="a b"' -I..\ x`,
		"build/loop.rsp":       "-DLOOP --options-file loop.rsp",
	})
	join := func(names ...string) (out []string) {
		for _, name := range names {
			out = append(out, filepath.Join(dir, name))
		}
		return out
	}
	for file, want := range map[string]engine.Flags{
		"a.cu":     {IncludeDirs: join("with space", "sys"), SystemDirs: join("sys"), Defines: []string{"MORE", "LAST"}},
		"b.cu":     {Defines: []string{"NESTED", "MORE"}},
		"c.cu":     {Defines: []string{`TEXT="a b"`}, IncludeDirs: join("build/.. x", "build/@I")},
		"d.cu":     {Defines: []string{"BEFORE", "AFTER"}},
		"e.cu":     {},
		"f.cu":     {Defines: []string{"LOOP", "F"}},
		"g.cu":     {Defines: []string{"G"}},
		"h.cu":     {Defines: []string{"H"}},
		"host.cpp": {},
	} {
		if got := c.Flags(filepath.Join(dir, file)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %+v\nwant %+v", file, got, want)
		}
	}
	want := []string{
		"4:1: the options in gone.rsp, for ../d.cu and 1 more, are unknown: there is no such file",
		"6:1: the options in loop.rsp, for ../f.cu, are unknown: response files are nested more than 8 deep",
		"7:1: the options in sub, for ../g.cu, are unknown: it is not a regular file",
	}
	if got := problemsOf(c); !reflect.DeepEqual(got, want) {
		t.Errorf("problems\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestResponseBomb would take 50^8 steps without a bound.
func TestResponseBomb(t *testing.T) {
	files := map[string]string{"r8": "-DX"}
	for i := range 8 {
		files[fmt.Sprintf("r%d", i)] = strings.Repeat(fmt.Sprintf("@r%d ", i+1), 50)
	}
	c, _ := database(t, `[{"directory": ".", "file": "a.cu", "command": "clang++ @r0"}, {"directory": ".", "file": "b.cu", "command": "clang++ @r0"}]`, files)
	if got := problemsOf(c); len(got) == 0 || !strings.Contains(got[0], "response files have too many arguments") {
		t.Errorf("problems %q", got)
	}
}

// TestHeaders gives headers the flags of the nearest source.
func TestHeaders(t *testing.T) {
	entry := func(file, command string) string {
		return fmt.Sprintf(`{"directory": ".", "file": %q, "command": "%s -D%s -o CMakeFiles/x.dir/o.o"}`, file, command, strings.NewReplacer("/", "_", ".", "_").Replace(file))
	}
	c, dir := database(t, "["+strings.Join([]string{
		entry("lib/src/tensor.cu", "nvcc -rdc=true"), entry("lib/src/deep/other.cu", "nvcc"), entry("lib/src/host.cpp", "g++"),
		entry("app/main.cpp", "g++"), entry("app/z.cu", "nvcc"), entry("app/b.cu", "nvcc"),
	}, ",")+"]", nil)
	for file, want := range map[string]string{
		"lib/src/tensor.cuh":           "lib_src_tensor_cu",
		"lib/src/host.h":               "lib_src_host_cpp",
		"lib/src/none.h":               "lib_src_tensor_cu",
		"lib/src/deep/tensor.h":        "lib_src_deep_other_cu", // the folder counts more than the name
		"lib/include/lib/other.impl.h": "lib_src_deep_other_cu",
		"lib/include/tensor.hpp":       "lib_src_tensor_cu",
		"app/include/x.h":              "app_b_cu",
		"include/x.h":                  "app_b_cu",
		"../x.h":                       "app_b_cu",
		"app/new.cu":                   "", // not a header
		"app/z.cu":                     "app_z_cu",
	} {
		flags := c.Flags(filepath.Join(dir, file))
		if got := strings.Join(flags.Defines, " "); got != want {
			t.Errorf("%s: flags of %q, want %q", file, got, want)
		}
		if flags.Build != (lint.Build{}) && discover.IsHeader(file) {
			t.Errorf("%s: build %+v of another file", file, flags.Build)
		}
	}
	if got := c.Flags(filepath.Join(filepath.VolumeName(dir)+string(filepath.Separator), "elsewhere.h")); !reflect.DeepEqual(got, engine.Flags{}) {
		t.Errorf("a header outside has %+v", got)
	}
}

// TestLinkedFolders names the same file with and without a symbolic link.
func TestLinkedFolders(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	writeFiles(t, dir, map[string]string{"real/a.cu": "", "real/compile_commands.json": fmt.Sprintf(`[{"directory": "/", "file": %q, "command": "nvcc -DA"}]`, filepath.Join(dir, "link", "a.cu"))})
	if err := os.Symlink("real", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	c, err := ReadCompileCommands(filepath.Join(dir, "real"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"real/a.cu", "link/a.cu"} {
		if got := c.Flags(filepath.Join(dir, file)).Defines; len(got) != 1 {
			t.Errorf("%s: %q", file, got)
		}
	}
}

// TestFiles names the translation units only where one reading of each is enough.
func TestFiles(t *testing.T) {
	for name, test := range map[string]struct {
		entries string
		want    int
	}{
		"two files":         {`{"directory": "/x", "file": "a.cu", "command": "nvcc -c a.cu"}, {"directory": "/x", "file": "b.cu", "command": "nvcc -c b.cu"}`, 2},
		"the same twice":    {`{"directory": "/x", "file": "a.cu", "command": "nvcc -DA -c a.cu -o a.o"}, {"directory": "/x", "file": "a.cu", "command": "nvcc -DA -c a.cu -o b.o"}`, 1},
		"what is linked":    {`{"directory": "/x", "file": "a.cu", "command": "nvcc -c a.cu"}, {"directory": "/x", "file": "a.o", "command": "ar a.o"}, {"directory": "/x", "file": "CMakeFiles/x.dir", "command": ""}`, 1},
		"CUDA by language":  {`{"directory": "/x", "file": "a.kernel", "command": "clang++ -xcuda -c a.kernel"}`, 1},
		"different macros":  {`{"directory": "/x", "file": "a.cu", "command": "nvcc -DA -c a.cu"}, {"directory": "/x", "file": "a.cu", "command": "nvcc -c a.cu"}`, 0},
		"different targets": {`{"directory": "/x", "file": "a.cu", "command": "nvcc -arch=sm_80 -c a.cu"}, {"directory": "/x", "file": "a.cu", "command": "nvcc -arch=sm_90 -c a.cu"}`, 0},
	} {
		c, _ := database(t, "["+test.entries+"]", nil)
		if got := c.Files(); len(got) != test.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestNewer(t *testing.T) {
	for _, c := range [][3]string{{"", "", ""}, {"sm_90", "", "sm_90"}, {"", "sm_90", "sm_90"}, {"sm_90", "sm_120", "sm_120"}, {"sm_89", "sm_90", "sm_90"}, {"sm_100", "sm_90", "sm_100"}} {
		if got := newer(c[0], c[1]); got != c[2] {
			t.Errorf("newer(%q, %q) = %q", c[0], c[1], got)
		}
	}
}

// FuzzCompileCommands reads databases and response files: it has to end, and what it
// reads has to be the same the second time.
func FuzzCompileCommands(f *testing.F) {
	f.Add(`[{"directory": "x", "file": "a.cu", "command": "nvcc --options-file r.rsp -I'a b' -gencode arch=compute_90,code=[sm_90]"}]`, "-DX=\"a b\" @r.rsp -I\\")
	f.Add("[{\"file\": 1},\n{\"file\": \"a.h\", \"arguments\": [\"clang++\", \"@r.rsp\", \"-Xcompiler\", \"-D,X\"]},\n{", "--options-file r.rsp")
	f.Add(`[{"directory": "C:\\x", "file": "a.cu", "command": "\"nvcc.exe\" -IC:\\a\\\"b"}, {"directory": "C:\\x", "file": "a.cu", "command": "g++ -std=c++17 -UX -include y"}]`, "'")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text, rsp string) {
		writeFiles(t, dir, map[string]string{"compile_commands.json": text, "r.rsp": rsp, "x/r.rsp": rsp})
		read := func() (out []string) {
			c, err := ReadCompileCommands(dir)
			if err != nil {
				t.Fatal(err)
			}
			if len(c.Problems()) == 0 && !c.differ && c.Files() == nil && len(c.byFile) > 0 {
				t.Error("the files of a database without problems are not known")
			}
			for _, name := range append(c.Files(), dir+"/a.cu", dir+"/x/a.cu", dir+"/a.h", dir+"/x/b.cuh") {
				out = append(out, fmt.Sprintf("%s %+v", name, c.Flags(name)))
			}
			return append(out, problemsOf(c)...)
		}
		if first, again := read(), read(); !reflect.DeepEqual(first, again) {
			t.Errorf("%q\nthe second time %q", first, again)
		}
	})
}
