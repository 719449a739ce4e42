package config

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/cudalint/cudalint/lint"
)

func TestCompileCommands(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("compile_commands.json", `[
{"directory": "sub", "file": "a.cu", "command": "nvcc -I ../inc -I/opt/x -isystem sys \"-DNAME=a b\" -D FLAG -gencode arch=compute_80,code=[sm_80,compute_80] -gencode=arch=compute_90a,code=sm_90a -c a.cu -o sm_99.o"},
{"directory": "sub", "file": "a.cu", "command": "nvcc -DSECOND -c a.cu"},
{"directory": "`+filepath.ToSlash(dir)+`", "file": "b.cu", "arguments": ["clang++", "--cuda-gpu-arch=sm_75", "--include-path=x", "--define-macro", "Y=1", "b.cu"]},
{"directory": ".", "file": "c.cu", "command": "nvcc -arch sm_70 -O3 my_arch_file_sm_20.cu -c c.cu"},
{"directory": ".", "file": "d.cu", "command": ""}]`)
	c, err := ReadCompileCommands(dir)
	if err != nil {
		t.Fatal(err)
	}
	sub := filepath.Join(dir, "sub")
	for file, want := range map[string]lint.Flags{
		"sub/a.cu": {IncludeDirs: []string{filepath.Join(dir, "inc"), "/opt/x", filepath.Join(sub, "sys")}, Defines: []string{"NAME=a b", "FLAG"}, GPU: "sm_90"},
		"b.cu":     {IncludeDirs: []string{filepath.Join(dir, "x")}, Defines: []string{"Y=1"}, GPU: "sm_75"},
		"c.cu":     {GPU: "sm_70"},
		"d.cu":     {},
		"none.cu":  {},
	} {
		if got := c.Flags(filepath.Join(dir, file)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", file, got, want)
		}
	}
	write("compile_commands.json", `[{"directory": 1}]`)
	if _, err := ReadCompileCommands(dir); err == nil {
		t.Error("a directory that is a number is no error")
	}
}

func TestRelocatableDeviceCode(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		command string
		want    lint.Build
	}{
		{"nvcc -c a.cu -o CMakeFiles/app.dir/a.cu.o", lint.Build{LinkUnit: dir + "/CMakeFiles/app.dir"}},
		{"nvcc -rdc=true -c a.cu -o src/CMakeFiles/app.dir/sub/a.cu.o", lint.Build{RDC: true, LinkUnit: dir + "/src/CMakeFiles/app.dir"}},
		{"nvcc -rdc true -c a.cu -o a.o", lint.Build{RDC: true}},
		{"nvcc --relocatable-device-code=true -c a.cu", lint.Build{RDC: true}},
		{"nvcc --relocatable-device-code true -c a.cu", lint.Build{RDC: true}},
		{"nvcc -dc a.cu -o /b/CMakeFiles/lib.dir/a.o", lint.Build{RDC: true, LinkUnit: "/b/CMakeFiles/lib.dir"}},
		{"nvcc --device-c a.cu --output-file CMakeFiles/x.dir/a.o", lint.Build{RDC: true, LinkUnit: dir + "/CMakeFiles/x.dir"}},
		{"clang++ -fgpu-rdc -c a.cu", lint.Build{RDC: true}},
		{"clang++ -fgpu-rdc -fno-gpu-rdc -c a.cu", lint.Build{}},
		{"nvcc -rdc=false -c a.cu -odir CMakeFiles/app.dir/a", lint.Build{}},
		{"nvcc -dw a.cu -o CMakeFiles/a.o", lint.Build{}},
		{"nvcc -DX=-dc -dlto a.cu", lint.Build{}},
	} {
		if got := flagsOf(dir, splitCommand(c.command)).Build; got != c.want {
			t.Errorf("%s: %+v, want %+v", c.command, got, c.want)
		}
	}
}

func TestSplitCommand(t *testing.T) {
	for command, want := range map[string][]string{
		`a  b`:              {"a", "b"},
		`-D"X=\"a b\""`:     {`-DX="a b"`},
		`'a\b' c\ d ""`:     {`a\b`, "c d", ""},
		"  ":                nil,
		`unterminated "a b`: {"unterminated", "a b"},
	} {
		if got := splitCommand(command); !reflect.DeepEqual(got, want) {
			t.Errorf("splitCommand(%q) = %q, want %q", command, got, want)
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
		"different macros":  {`{"directory": "/x", "file": "a.cu", "command": "nvcc -DA -c a.cu"}, {"directory": "/x", "file": "a.cu", "command": "nvcc -c a.cu"}`, 0},
		"different targets": {`{"directory": "/x", "file": "a.cu", "command": "nvcc -arch=sm_80 -c a.cu"}, {"directory": "/x", "file": "a.cu", "command": "nvcc -arch=sm_90 -c a.cu"}`, 0},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "compile_commands.json"), []byte("["+test.entries+"]"), 0o666); err != nil {
			t.Fatal(err)
		}
		c, err := ReadCompileCommands(dir)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Files(); len(got) != test.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}
