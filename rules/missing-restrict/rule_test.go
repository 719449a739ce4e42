package missingrestrict

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
)

func findings(t *testing.T, text string) []lint.Diagnostic {
	t.Helper()
	result := engine.New(engine.Options{Rules: []*lint.Rule{Rule}, Fixes: true}).Check(context.Background(), []discover.Input{{Path: "a.cu", Text: []byte(text), HasText: true}})
	for _, p := range result.Problems {
		t.Errorf("%d: %s", p.Line, p.Message)
	}
	return result.Findings
}

// TestSuggested spells parameters as the project would.
func TestSuggested(t *testing.T) {
	const body = ", float *out) { out[0] = *(const float *)in; }\n"
	for text, want := range map[string]string{
		"__global__ void k(const float *in" + body:                                "const float *__restrict__ in",
		"__global__ void k(float* in" + body:                                      "const float* __restrict__ in",
		"__global__ void k(float const * const in" + body:                         "float const * const __restrict__ in",
		"__global__ void k(const float in[]" + body:                               "const float *__restrict__ in",
		"__global__ void k(const float (*in)[8]" + body:                           "const float (*__restrict__ in)[8]",
		"#define RESTRICT __restrict__\n__global__ void k(const float *in" + body: "const float *RESTRICT in",
		"#define MY_RES __restrict\n__global__ void k(const float *in" + body:     "const float *MY_RES in",
		"template <typename T> __global__ void k(const T *in" + body:              "const T *__restrict__ in",
		"__global__ void k(const unsigned   char *\n    in" + body:                "const unsigned char * __restrict__ in",
	} {
		found := findings(t, text)
		if len(found) != 1 {
			t.Errorf("%s: %d findings", text, len(found))
			continue
		}
		if got := dataOf(t, found[0]).Suggested; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestWithoutConst suggests no const where it would not compile.
func TestWithoutConst(t *testing.T) {
	for text, want := range map[string]string{
		"__global__ void k(float *in, float *out) { out[0] = in[1]; }":                                                                              "const float *__restrict__ in",
		"__global__ void k(float *in, float *out) { const float *p = in; out[0] = p[1]; }":                                                          "const float *__restrict__ in",
		"__global__ void k(float *in, float *out) { auto *p = in; out[0] = p[1]; }":                                                                 "const float *__restrict__ in",
		"__global__ void k(float *in, float *out) { float *p = in; out[0] = p[1]; }":                                                                "float *__restrict__ in",
		"__global__ void k(float *in, float *out) { float *p; p = in + 1; out[0] = p[1]; }":                                                         "float *__restrict__ in",
		"__global__ void k(float *in, float *out) { out[0] = *reinterpret_cast<int *>(in); }":                                                       "float *__restrict__ in",
		"__global__ void k(float *in, float *out) { out[0] = *reinterpret_cast<const int *>(in); }":                                                 "const float *__restrict__ in",
		"__device__ float f(float *p) { return *p; } __global__ void k(float *in, float *out) { out[0] = f(in); }":                                  "float *__restrict__ in",
		"__device__ float f(const float *p) { return *p; } __global__ void k(float *in, float *out) { out[0] = f(in); }":                            "const float *__restrict__ in",
		"template <class T> __device__ T f(T *p) { return *p; } __global__ void k(float *in, float *out) { out[0] = f(in); }":                       "float *__restrict__ in",
		"template <class T> __device__ T f(const T *p) { return *p; } __global__ void k(float *in, float *out) { out[0] = f(in); }":                 "const float *__restrict__ in",
		"template <class T> __device__ float f(const T &p) { return *p; } __global__ void k(float *in, float *out) { out[0] = f(in); }":             "float *__restrict__ in",
		"__global__ void k(float *in, float *out) { auto p = in + 4, q = p; out[0] = q[1]; }":                                                       "const float *__restrict__ in",
		"__device__ float f(float *p) { return *p; } __global__ void k(float *in, float *out) { auto p = in + 4; out[0] = f(p); }":                  "float *__restrict__ in",
		"__global__ void k(float *in, float *out) { out[0] = in[1]; }\n#define HOST(n) host(in.data(), n)":                                          "const float *__restrict__ in",
		"#define GET(n) in[n]\n#define TWO GET(1) + GET(2)\n__global__ void k(float *in, float *out) { out[0] = TWO; }":                             "float *__restrict__ in",
		"struct S { float *p; __device__ float *data() const { return p; } }; __global__ void k(S *in) { in[1].data()[3] = 1; }":                    "const S *__restrict__ in",
		"struct S { float *p; __device__ float *data() const { return p; } }; __global__ void k(S *in) { auto s = in + 2; s->data()[3] = 1; }":      "const S *__restrict__ in",
		"struct S { float *p; __device__ float *data() { return p; } }; __global__ void k(S *in) { in[1].data()[3] = 1; }":                          "S *__restrict__ in",
		"struct S { float *p; __device__ float *data() { return p; } }; __global__ void k(S *in) { auto s = in + 2; s->data()[3] = 1; }":            "S *__restrict__ in",
		"struct S { float v; __device__ float operator+(float x) { return v + x; } }; __global__ void k(S *in, float *out) { out[0] = in[1] + 2; }": "S *__restrict__ in",
		"__global__ void k(float *in, float *__restrict__ first, float *out) { auto q = first; q = in; out[0] = q[1]; }":                            "float *__restrict__ in",
		"__global__ void k(float *in, float *out) { auto q = in; q = in + 1; out[0] = q[1]; }":                                                      "const float *__restrict__ in",
		"__global__ void k(float *in, float *out) { const float *q; q = in + 1; out[0] = q[1]; }":                                                   "const float *__restrict__ in",
		"struct S { float v; __device__ S(S &s) : v(s.v) {} }; __global__ void k(S *in, float *out) { S s = in[1]; out[0] = s.v; }":                 "S *__restrict__ in",
		"__device__ float f(float &x) { return x; } __global__ void k(float *in, float *out) { out[0] = f(in[1]); }":                                "float *__restrict__ in",
		"struct V { float *p; }; __global__ void k(float *in, float *out) { V v{in}; out[0] = v.p[1]; }":                                            "float *__restrict__ in",
		"struct V { const float *p; }; __global__ void k(float *in, float *out) { V v{in}; out[0] = v.p[1]; }":                                      "const float *__restrict__ in",
		"__global__ void k(float *in, float *out) { out[0] = in[1]; } void (*chosen)(float *, float *) = k;":                                        "float *__restrict__ in",
		"__global__ void k(double in[][4][8], float *out) { out[0] = in[1][2][3]; }":                                                                "const double (*__restrict__ in)[4][8]",
		"__global__ void k(double in[2][4], float *out) { out[0] = in[1][2]; }":                                                                     "const double (*__restrict__ in)[4]",
	} {
		found := findings(t, text)
		if len(found) != 1 {
			t.Errorf("%s: %d findings", text, len(found))
			continue
		}
		if got := dataOf(t, found[0]).Suggested; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestData has what programs read, and the other declarations.
func TestData(t *testing.T) {
	found := findings(t, `__global__ void k(const float *in, float *out, int n);
__global__ void k(const float *in, float *out, int n) { for (int i = 0; i < n; ++i) out[i] = in[i]; out[n] = in[n]; }
void f(float *p, float *q) { k<<<1, 1>>>(p, q, 3); }
`)
	if len(found) != 1 {
		t.Fatalf("%d findings", len(found))
	}
	got, err := json.Marshal(found[0].Data)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"kernel":"k","parameter":"in","loads":2,"loads_in_loops":1,"loads_beside_stores":1,"loads_repeated_after_stores":0,"stored_through":["out"],"launches":1,"suggested":"const float *__restrict__ in"}`
	if string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
	if r := found[0].Related; len(r) != 2 || r[1].Start.Line != 1 {
		t.Errorf("related %+v", r)
	}
	if a := found[0].Assumptions; len(a) != 1 || a[0] != "assumes that the launches at a.cu:3 pass separate memory; the origin of their pointers is not visible" {
		t.Errorf("assumptions %q", a)
	}
}

// TestOtherProgram has two programs that share the name of a function: a call in
// one says nothing of the other's.
func TestOtherProgram(t *testing.T) {
	const kernel = "__global__ void %[1]s(const float *in, float *out) { out[0] += in[1]; }\nvoid sort(const float *a, float *b) { %[1]s<<<1, 1>>>(a, b); }\n"
	const call = "void sort(const float *a, float *b);\nint main() { float *p; cudaMalloc(&p, 4096); sort(p, p); }\n"
	for _, c := range []struct {
		files map[string]string
		want  string
	}{
		{map[string]string{"a/sort.cu": fmt.Sprintf(kernel, "x"), "b/main.cu": call, "b/sort.cu": fmt.Sprintf(kernel, "y")}, "a/sort.cu"},
		{map[string]string{"a/sort.cu": fmt.Sprintf(kernel, "x"), "b/app/main.cu": call, "b/lib/sort.cu": fmt.Sprintf(kernel, "y")}, "a/sort.cu"},
		{map[string]string{"a/sort.cu": fmt.Sprintf(kernel, "x"), "a/app/main.cu": call}, ""},
		{map[string]string{"a/sort.cu": fmt.Sprintf(kernel, "x"), "b/main.cu": call}, ""},
	} {
		var inputs []discover.Input
		for path, text := range c.files {
			inputs = append(inputs, discover.Input{Path: path, Text: []byte(text), HasText: true})
		}
		got := ""
		for _, f := range engine.New(engine.Options{Rules: []*lint.Rule{Rule}}).Check(context.Background(), inputs).Findings {
			got += f.Path
		}
		if got != c.want {
			t.Errorf("%v: findings in %q, want %q", c.files, got, c.want)
		}
	}
}

// TestPriced: findings whose loads are repeated after stores have a price, the others
// have none.
func TestPriced(t *testing.T) {
	const text = `__global__ void k(const float *c, const float *in, float *out) {
	for (int i = 0; i < 64; i++) out[i * 256 + threadIdx.x] = c[0] * in[i * 256 + threadIdx.x];
}
`
	found := findings(t, text)
	if len(found) != 2 {
		t.Fatalf("%d findings", len(found))
	}
	for _, f := range found {
		d := dataOf(t, f)
		if (f.Impact != nil) != (d.LoadsRepeatedAfterStores > 0) {
			t.Errorf("%s: %d loads repeated, price %+v", d.Parameter, d.LoadsRepeatedAfterStores, f.Impact)
		}
		if d.Parameter == "c" && (f.Impact == nil || f.Impact.Executions != 64 || f.Impact.ExecutionsThen != 1) {
			t.Errorf("c: %+v", f.Impact)
		}
		if f.Severity != lint.Info {
			t.Errorf("%s: %s", d.Parameter, f.Severity)
		}
	}
}

// dataOf returns the data of a finding.
func dataOf(t *testing.T, d lint.Diagnostic) (data Data) {
	t.Helper()
	if err := json.Unmarshal(d.Data, &data); err != nil {
		t.Fatal(err)
	}
	return data
}
