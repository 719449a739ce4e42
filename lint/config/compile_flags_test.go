package config

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
)

// flagsIn returns the flags of a command line that runs in a folder.
func flagsIn(dir, line string) engine.Flags {
	c := command{dir: dir, args: split(line, posix)}
	e := expander{files: map[responseKey]response{}}
	args, _ := e.expand(&c)
	flags, _ := flagsOf(&c, args, &files{})
	return flags
}

// TestFlags has command lines as tools write them. What nvcc makes of its own was
// looked up with nvcc --dryrun.
func TestFlags(t *testing.T) {
	sm90 := engine.Flags{GPU: "sm_90"}
	for line, want := range map[string]engine.Flags{
		"":     {},
		"nvcc": {},
		// Include folders: searched in the order of their kinds.
		"nvcc -isystem sys -I inc -I/opt/x -isystem=sys2 --include-path=a,b --system-include c,d": {
			IncludeDirs: []string{"/w/inc", "/opt/x", "/w/a", "/w/b", "/w/sys", "/w/sys2", "/w/c", "/w/d"},
			SystemDirs:  []string{"/w/sys", "/w/sys2", "/w/c", "/w/d"}},
		"clang++ -idirafter last -Iinc,x -isystemsys -iquote q -iquoter -I=e": {
			IncludeDirs: []string{"/w/q", "/w/r", "/w/inc,x", "/w/e", "/w/sys", "/w/last"}, SystemDirs: []string{"/w/sys", "/w/last"}},
		"g++ -Iinc -I inc -isystem inc -Iown":    {IncludeDirs: []string{"/w/own", "/w/inc"}, SystemDirs: []string{"/w/inc"}},
		"g++ -I/x/../y/./ --include-directory=z": {IncludeDirs: []string{"/y", "/w/z"}},
		"nvcc -I":                                {}, "nvcc -I ''": {},
		// Macros.
		`nvcc -DA -D B=1 --define-macro=C=2 --define-macro D "-DNAME=a b"`:    {Defines: []string{"A", "B=1", "C=2", "D", "NAME=a b"}},
		`nvcc -DA=1,B=2 -DF=\"x,y\" '-DG=p\,q'`:                               {Defines: []string{"A=1", "B=2", `F="x,y"`, "G=p,q"}},
		`clang++ -DA=1,B=2 '-DMAX(a,b)=((a)>(b)?(a):(b))' -DVERSION=\"1\ 2\"`: {Defines: []string{"A=1,B=2", "MAX(a,b)=((a)>(b)?(a):(b))", `VERSION="1 2"`}},
		"nvcc -DA -UA":                    {Undefines: []string{"A"}},
		"nvcc -UA -DA=2":                  {Defines: []string{"A=2"}},
		"nvcc -DA=1 -DB -DA=3":            {Defines: []string{"B", "A=3"}},
		"nvcc -UNDEBUG -U X":              {Undefines: []string{"NDEBUG", "X"}},
		"nvcc -std=c++14":                 {Defines: []string{"__cplusplus=201402L"}},
		"nvcc --std c++20":                {Defines: []string{"__cplusplus=202002L"}},
		"clang++ -std=gnu++1z":            {Defines: []string{"__cplusplus=201703L"}},
		"gcc -std=c11 --std=odd":          {},
		"nvcc -std=c++14 -D__cplusplus=1": {Defines: []string{"__cplusplus=1"}},
		// What nvcc hands to the host compiler counts for both; what is for other
		// programs does not.
		"nvcc -DOWN=1 -Xcompiler -DX,-Iinc -Xcompiler=-fPIC --compiler-options=-isystem,sys": {Defines: []string{"X", "OWN=1"},
			IncludeDirs: []string{"/w/inc", "/w/sys"}, SystemDirs: []string{"/w/sys"}},
		"nvcc -Xcompiler '-DX -DY=2'":                                                      {Defines: []string{"X", "Y=2"}},
		`nvcc -Xcompiler '"-DX=a b"',-std=c++17`:                                           {Defines: []string{"__cplusplus=201703L", "X=a b"}},
		"nvcc -Xptxas -DX -Xlinker=-DY -Xnvlink -arch=sm_80":                               {},
		"clang++ -Xarch_host -DHOST -Xarch_device -DDEVICE -Xclang -DCC1 -Xcuda-ptxas -DP": {Defines: []string{"DEVICE", "CC1"}},
		// Architectures: the newest that is named.
		"nvcc -arch=sm_90": sm90, "nvcc -arch sm_90": sm90, "nvcc --gpu-architecture=sm_90": sm90, "nvcc --gpu-architecture sm_90": sm90,
		"nvcc -arch=compute_70 -code=sm_90,compute_70":                                                sm90,
		"nvcc -gencode arch=compute_80,code=[sm_80,compute_80] -gencode=arch=compute_90a,code=sm_90a": sm90,
		`nvcc "--generate-code=arch=compute_90,code=[compute_90,sm_90]"`:                              sm90,
		`nvcc -gencode 'arch=compute_90,code="sm_90,compute_90"'`:                                     sm90,
		"nvcc -gencode arch=compute_90,code=lto_90 -rdc=true":                                         {GPU: "sm_90", Build: lint.Build{RDC: true}},
		"nvcc -gencode arch=compute_75,code=sm_75 -gencode arch=compute_120,code=sm_120":              {GPU: "sm_120"},
		"nvcc -arch=native": {}, "nvcc -arch=all": {}, "nvcc -arch all-major": {}, "nvcc -arch": {}, "nvcc -arch=sm_": {}, "nvcc -arch=sm_99999999999": {},
		"nvcc -arch=native -gencode arch=compute_90,code=sm_90":                       sm90,
		"clang++ --cuda-gpu-arch=sm_75 --cuda-gpu-arch=sm_90":                         sm90,
		"clang++ --offload-arch=sm_75,sm_90":                                          sm90,
		"clang++ --offload-arch=sm_120 --offload-arch=sm_90 --no-offload-arch=sm_120": sm90,
		"clang++ --cuda-gpu-arch=sm_120 --no-cuda-gpu-arch=all --cuda-gpu-arch=sm_90": sm90,
		"clang++ --offload-arch=gfx90a":                                               {}, "nvc++ -cuda -gpu=cc80,cc90": sm90,
		"nvcc -o sm_99 my_arch_file_sm_20.cu -L sm_80 -lsm_80": {},
		// CMake 3.25 with nvcc and with clang.
		`/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler -DNAME=\"a b\" --options-file none.rsp -I/s/inc -isystem=/s/sys -O2 -g -DNDEBUG --generate-code=arch=compute_90,code=[compute_90,sm_90] -Xcompiler=-fPIC --expt-relaxed-constexpr -std=c++17 -x cu -rdc=true -c /s/a.cu -o CMakeFiles/app.dir/a.cu.o`: {
			Defines: []string{"__cplusplus=201703L", `NAME="a`, "NDEBUG"}, IncludeDirs: []string{"/s/inc", "/s/sys"}, SystemDirs: []string{"/s/sys"}, GPU: "sm_90",
			Build: lint.Build{RDC: true, LinkUnit: "/w/CMakeFiles/app.dir"}},
		"ccache /usr/local/cuda/bin/nvcc -DA,B": {Defines: []string{"A", "B"}},
		"/opt/my-nvcc-wrapper.sh -DA,B":         {Defines: []string{"A", "B"}},
		"clang++ -DA,B nvcc":                    {Defines: []string{"A,B"}},
	} {
		if got := flagsIn("/w", line); !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %+v\nwant %+v", line, got, want)
		}
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
		if got := flagsIn(dir, c.command).Build; got != c.want {
			t.Errorf("%s: %+v, want %+v", c.command, got, c.want)
		}
	}
}

// TestFoldersThatTellThemselves has what the file system decides: the folder of the
// toolkit, and where a forced include is.
func TestFoldersThatTellThemselves(t *testing.T) {
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{"cuda/include/cuda_runtime_api.h": "", "inc/pre.h": "", "here.h": "", "inc/here.h": ""})
	got := flagsIn(dir, "nvcc -Icuda/include -Iinc -include pre.h,here.h --pre-include=none.h -include /abs.h")
	want := engine.Flags{IncludeDirs: []string{dir + "/cuda/include", dir + "/inc"}, SystemDirs: []string{dir + "/cuda/include"},
		Includes: []string{dir + "/inc/pre.h", dir + "/here.h", dir + "/none.h", "/abs.h"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		dialect dialect
		text    string
		want    []string
	}{
		{posix, `a  b`, []string{"a", "b"}},
		{posix, `-D"X=\"a b\""`, []string{`-DX="a b"`}},
		{posix, `'a\b' c\ d "" "x\y\\z" '\'`, []string{`a\b`, "c d", "", `x\y\z`, `\`}},
		{posix, "a\\\nb 'c\nd' \"e\\\nf\"", []string{"ab", "c\nd", "ef"}},
		{posix, "  ", nil},
		{posix, `unterminated "a b`, []string{"unterminated", "a b"}},
		{posix, `a\`, []string{`a\`}},
		{gnu, `-D'X=\'1' "a\"b" -DY=\\ # c`, []string{"-DX='1", `a"b`, `-DY=\`, "#", "c"}},
		{gnu, "-Ia\r\n-Ib\\ c\t'-Id e'", []string{"-Ia", "-Ib c", "-Id e"}},
		{nvcc, "-Ia 'b' \"-Ic d\" e\\ f", []string{"-Ia", "'b'", "-Ic d", "e f"}},
		{windows, `C:\a\nvcc.exe -IC:\inc -D"X=\"a b\"" "C:\Program Files\\" 'q'`, []string{`C:\a\nvcc.exe`, `-IC:\inc`, `-DX="a b"`, `C:\Program Files\`, "'q'"}},
		{windows, `"a""b" \\\"c "" \\h\s`, []string{`a"b`, `\"c`, "", `\\h\s`}},
	} {
		if got := split(c.text, c.dialect); !reflect.DeepEqual(got, c.want) {
			t.Errorf("split(%q, %d) = %q, want %q", c.text, c.dialect, got, c.want)
		}
	}
}

func TestWindowsCommands(t *testing.T) {
	c := command{windows: true, dir: "C:/build"}
	c.args = split(`C:\PROGRA~1\cuda\bin\nvcc.exe -forward-unknown-to-host-compiler -DA=1 -IC:\src\inc -I..\gen -isystem \\host\sys "--generate-code=arch=compute_90,code=[compute_90,sm_90]" -x cu -c C:\src\a.cu -o CMakeFiles\app.dir\a.cu.obj`, windows)
	got, cuda := flagsOf(&c, c.args, &files{})
	want := engine.Flags{Defines: []string{"A=1"}, IncludeDirs: []string{"C:/src/inc", "C:/gen", "/host/sys"}, SystemDirs: []string{"/host/sys"}, GPU: "sm_90",
		Build: lint.Build{LinkUnit: "C:/build/CMakeFiles/app.dir"}}
	if !reflect.DeepEqual(got, want) || !cuda {
		t.Errorf("cuda %v\n got %+v\nwant %+v", cuda, got, want)
	}
}

// writeFiles writes files, by their path in a folder.
func writeFiles(t testing.TB, dir string, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
