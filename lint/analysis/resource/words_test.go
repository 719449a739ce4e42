package resource

import (
	"context"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/follow"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
)

// TestWords reads findings as their readers do: message, label, help, and what is
// said of other places, one a line.
func TestWords(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing destroys", `void up() { TEX tex; CREATE(tex MAKE); k<<<1, 1>>>(tex); }`,
			`texture object tex leaks at the end of up (line 1): nothing destroys it
created here, never destroyed
call cudaDestroyTextureObject(tex) before the end of up, after the kernels that use it have finished`},
		{"nothing frees", `void up() { cudaArray_t a; cudaMallocArray(&a, &desc, 1, 1); }`,
			`CUDA array a leaks at the end of up (line 1): nothing frees it
allocated here, never freed
call cudaFreeArray(a) before the end of up, after the kernels that use it have finished`},
		{"one path destroys", `int up(int n) { TEX tex; CREATE(tex MAKE); if (n) return 1; DESTROY(tex); return 0; }`,
			`texture object tex leaks when the return at line 1 is taken
created here, not destroyed on every path
call cudaDestroyTextureObject(tex) on that path too, after the kernels that use it have finished
1: the path on which it leaks`},
		{"overwritten", `void up() { TEX tex; CREATE(tex MAKE);
CREATE(tex MAKE); DESTROY(tex); }`,
			`texture object tex leaks when line 2 creates another over it
created here, not destroyed on every path
call cudaDestroyTextureObject(tex) before line 2 overwrites it, after the kernels that use it have finished
2: the path on which it leaks`},
		{"dropped", `TEX make() { TEX tex; CREATE(tex MAKE); return tex; } void up() { make(); }`,
			`texture object leaks because nothing keeps the result of make()
created here, never destroyed
keep what make() returns and call cudaDestroyTextureObject on it, after the kernels that use it have finished
1: the path on which it leaks`},
		{"twice", `void up(TEX tex) { DESTROY(tex);
DESTROY(tex); }`, `texture object tex is destroyed twice: it has been destroyed at line 1
destroyed a second time
remove one of the two calls; or set the handle to 0 after the first, and test it before the second
1: destroyed here`},
		{"twice, by a helper", `void finish(TEX t) { DESTROY(t); } void up(TEX tex) { DESTROY(tex);
finish(tex); }`, `texture object tex is destroyed twice: it has been destroyed at line 1
finish() destroys it again
remove one of the two calls; or set the handle to 0 after the first, and test it before the second
1: destroyed here`},
		{"freed twice", `void up(cudaArray_t a) { cudaFreeArray(a);
cudaFreeArray(a); }`, `CUDA array a is freed twice: it has been freed at line 1
freed a second time
remove one of the two calls; or set the handle to 0 after the first, and test it before the second
1: freed here`},
		{"used", `void up(TEX tex) { DESTROY(tex);
k<<<1, 1>>>(tex); }`, `texture object tex is used after it is destroyed at line 1
used here
destroy it after its last use, when the kernels that use it have finished
1: destroyed here`},
		{"hidden", `cudaArray_t table;
void up() { cudaArray_t table; cudaMallocArray(&table, &desc, 1, 1); }
void down() { cudaFreeArray(table); }`, `CUDA array table leaks at the end of up (line 2): nothing frees it
allocated here, never freed
call cudaFreeArray(table) before the end of up, after the kernels that use it have finished
1: the local table hides the variable of the same name declared here, which is freed at line 3`},
		{"hidden, but not freed", `cudaArray_t table;
void up() { cudaArray_t table; cudaMallocArray(&table, &desc, 1, 1); }
void down(cudaArray_t table) { cudaFreeArray(table); }`, `CUDA array table leaks at the end of up (line 2): nothing frees it
allocated here, never freed
call cudaFreeArray(table) before the end of up, after the kernels that use it have finished`},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, err := sema.NewUnit(context.Background(), source.NewFile("t.cu", []byte(abbreviations.Replace(c.text))), sema.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var said []string
			for _, kind := range []*handle.Kind{handle.TextureObject, handle.Array} {
				for _, f := range Check(u, kind, follow.Options{}) {
					said = append(said, f.Message, f.Label, f.Help)
					for _, r := range f.Related {
						said = append(said, string(rune('0'+body.Line(r.Node)))+": "+r.Message)
					}
				}
			}
			if got := strings.Join(said, "\n"); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
