package sema

import (
	"reflect"
	"testing"
)

func TestReadCompileCommands(t *testing.T) {
	got, err := ReadCompileCommands([]byte(`[
{"directory": "/b", "file": "../src/a.cu", "command": "nvcc -Iinc -I /abs -isystem=/sys -DN=4 -D 'S=\"a b\"' -DX -UX -std=c++17 -gencode arch=compute_80,code=sm_80 -gencode=arch=compute_90a,code=[compute_90a,sm_90a] -c ../src/a.cu"},
{"directory": "/b", "file": "c.cu", "arguments": ["clang++", "--cuda-gpu-arch=sm_75", "-I", "x y", "c.cu"]},
{"directory": "/b", "file": "/d.cu", "arguments": ["nvcc", "-arch=sm_90", "--std", "c++20", "--include-path", "p,q"]}]`))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]CompileCommand{
		"/src/a.cu": {File: "/src/a.cu", IncludeDirs: []string{"/b/inc", "/abs", "/sys"}, Defines: []string{"N=4", `S="a b"`}, Arch: 900, Std: "c++17"},
		"/b/c.cu":   {File: "/b/c.cu", IncludeDirs: []string{"/b/x y"}, Arch: 750},
		"/d.cu":     {File: "/d.cu", IncludeDirs: []string{"/b/p", "/b/q"}, Arch: 900, Std: "c++20"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if _, err := ReadCompileCommands([]byte("{")); err == nil {
		t.Error("no error for broken JSON")
	}
}
