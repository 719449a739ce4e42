package texture

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

func index(t *testing.T, text string, headers map[string]string) *Index {
	t.Helper()
	u, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(text)), sema.Options{Read: func(path string) ([]byte, error) {
		if h, ok := headers[path]; ok {
			return []byte(h), nil
		}
		return nil, errors.New("no such file")
	}})
	if err != nil {
		t.Fatal(err)
	}
	return References(u)
}

// describe spells an index: one line per reference, one per use below it.
func describe(x *Index) string {
	if x == nil {
		return ""
	}
	var b strings.Builder
	line := func(u Use) {
		fmt.Fprintf(&b, "  %s", [...]string{"fetch", "bind", "unbind", "query", "set", "get", "pass", "driver", "other"}[u.Kind])
		if u.Callee != "" {
			fmt.Fprintf(&b, " %s/%d", u.Callee, u.Arg)
		}
		if u.Field != "" {
			fmt.Fprintf(&b, " .%s", u.Field)
		}
		if u.Value.Valid() {
			fmt.Fprintf(&b, " = %s", u.Value.Text())
		}
		if u.Function != nil {
			fmt.Fprintf(&b, " in %s", u.Function.Name)
		}
		b.WriteString("\n")
	}
	for _, r := range x.References {
		texel := "?"
		if r.Texel != nil {
			texel = r.Texel.Name
		}
		fmt.Fprintf(&b, "%s: %s %s mode %d role %d form %d count %d extern %v internal %v\n", r.QualifiedName(), texel, r.Shape(), r.Mode, r.Role, r.Form, r.Count, r.Extern, r.Internal)
		for _, u := range r.Uses {
			line(u)
		}
	}
	for _, c := range x.Calls {
		b.WriteString("call\n")
		line(c)
	}
	return b.String()
}

func TestReferences(t *testing.T) {
	for name, c := range map[string]struct {
		text    string
		headers map[string]string
		want    string
	}{
		"all that is done with one": {text: `
texture<float4, 2, cudaReadModeNormalizedFloat> ref;
__global__ void k(float4* out) { out[0] = tex2D(ref, 0.5f, 0.5f); }
void host(cudaArray_t a) {
  ref.addressMode[1] = cudaAddressModeWrap;
  ref.normalized |= 1;
  ref.channelDesc.x = 8;
  int m = ref.filterMode;
  cudaBindTextureToArray(&ref, a, &ref.channelDesc);
  log(ref);
  cudaUnbindTexture(ref);
}`, want: `ref: float4 2D mode 2 role 0 form 0 count 1 extern false internal false
  fetch tex2D/0 in k
  set .addressMode[1] = cudaAddressModeWrap in host
  set .normalized in host
  set .channelDesc.x = 8 in host
  get .filterMode in host
  bind cudaBindTextureToArray/0 in host
  get .channelDesc in host
  pass log/0 in host
  unbind cudaUnbindTexture/0 in host
`},
		"in a header, extern, with its definition here": {
			headers: map[string]string{"a.cuh": "namespace n { extern texture<int, 1> t; static texture<int, 1> s; extern texture<int, 1> far; }\n"},
			text:    "#include \"a.cuh\"\nnamespace n { texture<int, 1> t; }\n__device__ int f() { return tex1Dfetch(n::t, 1) + tex1Dfetch(n::far, 2); }\n",
			want: `n::t: int 1D mode 1 role 0 form 0 count 1 extern false internal false
  fetch tex1Dfetch/0 in f
n::s: int 1D mode 1 role 0 form 0 count 1 extern false internal true
n::far: int 1D mode 1 role 0 form 0 count 1 extern true internal false
  fetch tex1Dfetch/0 in f
`},
		"calls without a reference, in source order": {text: `
void f(void* p) { cudaUnbindTexture(x); CHECK(cudaBindTexture(0, y, p, 4)); cuTexRefSetFlags(z, 0); }`, want: `call
  unbind cudaUnbindTexture/-1 in f
call
  bind cudaBindTexture/-1 in f
call
  driver cuTexRefSetFlags/-1 in f
`},
		"an array, and a typedef that is used": {text: "typedef texture<float, 3> V;\nV many[2][3];\n",
			want: "many: float 3D mode 1 role 0 form 0 count 6 extern false internal false\n"},
		"objects":                     {text: "__global__ void k(float* o, cudaTextureObject_t texture) { o[0] = tex2D<float>(texture, 1.f, 2.f); }"},
		"no word of it":               {text: "int f() { return 1; }"},
		"another template":            {text: "template <class T, int N> struct texture { T t; }; texture<float, 2> x;"},
		"arguments that are no texel": {text: "texture<std::string, 2> a; texture<float, 17> b; texture<3> c; texture<float, int> d; texture<float3, 1> e;"},
	} {
		if got := describe(index(t, c.text, c.headers)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// TestHostile: sources made to take long end soon.
func TestHostile(t *testing.T) {
	var b strings.Builder
	b.WriteString("texture<float, 1> t0;\nvoid f() {\n")
	for i := 1; i < 3000; i++ {
		fmt.Fprintf(&b, "texture<float, 1>& t%d = t%d;\n", i, i-1)
	}
	b.WriteString("cudaUnbindTexture(t2999);\n}\n#define M0 t0\n")
	for i := 1; i < 300; i++ {
		fmt.Fprintf(&b, "#define M%d M%d\n", i, i-1)
	}
	b.WriteString("void g() {\n")
	b.WriteString(strings.Repeat("{ int a; ", 150))
	for range 800 {
		b.WriteString("cudaUnbindTexture(M299);\n")
	}
	b.WriteString(strings.Repeat("}", 150) + "}\n")
	start := time.Now()
	x := index(t, b.String(), nil)
	if x == nil || len(x.References) == 0 {
		t.Error("nothing found")
	}
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("took %v", d)
	}
}
