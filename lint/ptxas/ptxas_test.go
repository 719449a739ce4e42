package ptxas

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/kernelname"
)

// entry is what ptxas prints of one kernel.
func entry(symbol, arch string, registers, shared, spilled int) string {
	smem := ""
	if shared > 0 {
		smem = fmt.Sprintf(", %d bytes smem", shared)
	}
	return fmt.Sprintf(`ptxas info    : Compiling entry function '%s' for '%s'
ptxas info    : Function properties for %[1]s
    %[3]d bytes stack frame, %[3]d bytes spill stores, %[3]d bytes spill loads
ptxas info    : Used %d registers, used 1 barriers%s, 360 bytes cmem[0]
`, symbol, arch, spilled, registers, smem)
}

// dumped is what cuobjdump prints of one kernel.
func dumped(arch, symbol string, registers, shared int) string {
	return fmt.Sprintf("arch = %s\nResource usage:\n Common:\n  GLOBAL:0\n Function %s:\n  REG:%d STACK:0 SHARED:%d LOCAL:0 CONSTANT[0]:536 TEXTURE:0 SURFACE:0 SAMPLER:0\n", arch, symbol, registers, shared)
}

func TestFind(t *testing.T) {
	const (
		plain  = "_Z1kPf"                      // k(float*)
		floats = "_ZN2ns5scaleIfLi4EEEvPT_S1_" // void ns::scale<float, 4>(float*, float)
		double = "_ZN2ns5scaleIdLi8EEEvPT_S1_" // void ns::scale<double, 8>(double*, double)
		hidden = "_ZN29_GLOBAL__N__0001_4_a_cu_plain1kEPf"
	)
	for name, c := range map[string]struct {
		log, kernel, arch, want string
	}{
		"one":                 {entry(plain, "sm_90", 40, 1024, 8), "k(float *)", "sm_90", "40 registers, 1024 bytes of shared memory, 8 bytes spilled from a.log"},
		"plain C":             {entry("k", "sm_90", 40, 0, 0), "k(float *)", "sm_90", "40 registers from a.log"},
		"another type":        {entry(plain, "sm_90", 40, 0, 0), "k(int *)", "sm_90", ""},
		"another count":       {entry(plain, "sm_90", 40, 0, 0), "k(float *, int)", "sm_90", ""},
		"another name":        {entry(plain, "sm_90", 40, 0, 0), "kk(float *)", "sm_90", ""},
		"another GPU":         {entry(plain, "sm_80", 40, 0, 0), "k(float *)", "sm_90", ""},
		"the right GPU":       {entry(plain, "sm_80", 40, 0, 0) + entry(plain, "sm_90a", 50, 0, 0), "k(float *)", "sm_90", "50 registers from a.log"},
		"an instance":         {entry(floats, "sm_90", 10, 0, 0) + entry(double, "sm_90", 12, 0, 0), "ns::scale<double, 8>", "sm_90", "12 registers from a.log"},
		"all instances":       {entry(floats, "sm_90", 10, 512, 0) + entry(double, "sm_90", 12, 2048, 4), "ns::scale", "sm_90", "10 to 12 registers, 512 to 2048 bytes of shared memory, 0 to 4 bytes spilled (2 instances) from a.log"},
		"said twice":          {entry(plain, "sm_90", 40, 0, 0) + entry(plain, "sm_90", 40, 0, 0), "k(float *)", "sm_90", "40 registers from a.log"},
		"two builds":          {entry(plain, "sm_90", 40, 0, 0) + entry(plain, "sm_90", 41, 0, 0), "k(float *)", "sm_90", "ambiguous [_Z1kPf]"},
		"two namespaces":      {entry("_ZN1a1kEPf", "sm_90", 40, 0, 0) + entry("_ZN1b1kEPf", "sm_90", 41, 0, 0), "k(float *)", "sm_90", "ambiguous [_ZN1a1kEPf _ZN1b1kEPf]"},
		"its namespace":       {entry("_ZN1a1kEPf", "sm_90", 40, 0, 0) + entry("_ZN1b1kEPf", "sm_90", 41, 0, 0), "b::k(float *)", "sm_90", "41 registers from a.log"},
		"an unnamed one":      {entry(hidden, "sm_90", 40, 0, 0), "(anonymous namespace)::k(float *)", "sm_90", "40 registers from a.log"},
		"cuobjdump":           {dumped("sm_80", plain, 40, 1024), "k(float *)", "sm_80", "40 registers, 1024 bytes of shared memory from a.log"},
		"cuobjdump, reserved": {dumped("sm_90", plain, 40, 3072), "k(float *)", "sm_90", "40 registers, 2048 bytes of shared memory from a.log"},
		"make -j": {
			"ptxas info : Compiling entry function '_Z1aPf' for 'sm_90'\n" + entry(plain, "sm_90", 40, 0, 0) + "ptxas info : Used 12 registers, 10 bytes smem\n" + entry("_Z1bPf", "sm_90", 7, 0, 0),
			"k(float *)", "sm_90", ""},
		"after make -j": {
			"ptxas info : Compiling entry function '_Z1aPf' for 'sm_90'\n" + entry(plain, "sm_90", 40, 0, 0) + "ptxas info : Used 12 registers\n" + entry("_Z1bPf", "sm_90", 7, 0, 0),
			"b(float *)", "sm_90", "7 registers from a.log"},
		"after an error": {
			"ptxas info : Compiling entry function '_Z1aPf' for 'sm_90'\nptxas fatal   : Ptx assembly aborted due to errors\n" + entry(plain, "sm_90", 40, 0, 0),
			"k(float *)", "sm_90", "40 registers from a.log"},
		"old ptxas": {"ptxas info    : Compiling entry function '_Z1kPf' for 'sm_20'\nptxas info    : Used 9 registers, 1024+16 bytes smem, 48 bytes cmem[0]\n", "k(float *)", "sm_20", "9 registers, 1040 bytes of shared memory from a.log"},
	} {
		t.Run(name, func(t *testing.T) {
			log, err := Parse([]byte("nvcc -c a.cu\r\n"+c.log+"a.cu(3): warning #177-D\n"), "a.log")
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			switch u := log.Find(kernelname.Parse(c.kernel), c.arch); {
			case u != nil && u.Ambiguous:
				got = fmt.Sprint("ambiguous ", u.Symbols)
			case u != nil:
				got = u.String()
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestCover(t *testing.T) {
	log, err := Parse([]byte(entry("_Z1kPf", "sm_90", 40, 0, 0)+entry("_Z1lPf", "sm_90", 40, 0, 0)+entry("_Z1mPf", "sm_90", 40, 0, 0)+entry("_Z1kPf", "sm_80", 40, 0, 0)), "a.log")
	if err != nil {
		t.Fatal(err)
	}
	matches := []Match{
		{Log: "a.log", Kernel: "a.cu:1", Symbols: []string{"_Z1kPf"}}, {Log: "a.log", Kernel: "b.cu:1", Symbols: []string{"_Z1kPf"}},
		{Log: "a.log", Kernel: "b.cu:7", Symbols: []string{"_Z1lPf"}, Ambiguous: true}, {Log: "b.log", Kernel: "b.cu:9", Symbols: []string{"_Z1mPf"}},
	}
	for arch, want := range map[string]string{
		"sm_90": "{a.log sm_90 [] 3 2 1 1 0}",
		"sm_75": "{a.log sm_75 [sm_80 sm_90] 0 0 0 0 0}",
	} {
		got := log.Cover(matches, arch)
		if arch == "sm_75" {
			got = log.Cover(nil, arch)
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
}

// TestHostileLogs: what is no log is an error, and no input is followed without bound.
func TestHostileLogs(t *testing.T) {
	var many strings.Builder
	for i := range maxFunctions + 1 {
		fmt.Fprintf(&many, " Function k%d:\n  REG:1 STACK:0 SHARED:0 LOCAL:0\n", i)
	}
	for name, c := range map[string]struct{ log, want string }{
		"empty":       {"", "no kernel is in it"},
		"text":        {"make: nothing to be done\n", "no kernel is in it"},
		"half":        {"ptxas info    : Compiling entry function '_Z1kPf' for 'sm_90'\n", "no kernel is in it"},
		"no name":     {"ptxas info    : Used 10 registers\n  REG:1 STACK:0 SHARED:0 LOCAL:0\n", "no kernel is in it"},
		"bytes":       {"\x00\xff ptxas bytes spill\n", "no kernel is in it"},
		"a long line": {entry(strings.Repeat("k", maxLine), "sm_90", 1, 0, 0), "no kernel is in it"},
		"many":        {many.String(), "over 131072 kernels"},
	} {
		if _, err := Parse([]byte(c.log), "a.log"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	log, err := Parse([]byte(entry("_Z1kPf", "sm_90", 1, 0, 0)+"ptxas info : Compiling entry function 'l' for 'sm_90'\nptxas info : Used 99999999999999999999 registers\n"), "a.log")
	if err != nil || log.Functions[1].Registers <= 0 {
		t.Error("a large number", err)
	}
}
