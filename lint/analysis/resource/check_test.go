package resource

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/follow"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
)

// found lints a text and returns its findings as "line problem message".
func found(t testing.TB, text string, opts follow.Options) []string {
	t.Helper()
	u, err := sema.NewUnit(context.Background(), source.NewFile("t.cu", []byte(text)), sema.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, kind := range []*handle.Kind{handle.TextureObject, handle.SurfaceObject, handle.Array, handle.MipmappedArray} {
		for _, f := range Check(u, kind, opts) {
			sure := "likely"
			if f.Proven {
				sure = "proven"
			}
			out = append(out, fmt.Sprintf("%d %s %s %s", body.Line(f.Node), sure, f.Problem, f.Message))
		}
	}
	return out
}

// prelude is what the cases have in front of them, all on their first line.
const prelude = `#define CHECK(x) do { cudaError_t err_ = (x); if (err_ != cudaSuccess) return -1; } while (0)
`

// create and destroy abbreviate the cases.
var abbreviations = strings.NewReplacer(
	"CREATE(", "cudaCreateTextureObject(&", "MAKE)", ", &res, &desc, nullptr)", "DESTROY(", "cudaDestroyTextureObject(",
	"TEX", "cudaTextureObject_t")

type checkCase struct{ name, text, want string }

func runCases(t *testing.T, cases []checkCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := strings.Join(found(t, strings.ReplaceAll(prelude, "\n", " \n")+abbreviations.Replace(c.text), follow.Options{}), "\n")
			wants := strings.Split(c.want, "\n")
			gots := strings.Split(got, "\n")
			ok := len(wants) == len(gots)
			for i := range wants {
				ok = ok && strings.HasPrefix(gots[i], wants[i]) && (wants[i] != "" || gots[i] == "")
			}
			if !ok {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestPaths(t *testing.T) {
	runCases(t, []checkCase{
		{"destroyed", `void f() { TEX tex; CREATE(tex MAKE); k<<<1, 1>>>(tex); DESTROY(tex); }`, ""},
		{"never", `void f() { TEX tex;
CREATE(tex MAKE);
k<<<1, 1>>>(tex); }`, "3 proven leak texture object tex leaks at the end of f (line 4): nothing destroys it"},
		{"early return", `int f(int n) { TEX tex = 0;
CREATE(tex MAKE);
if (n < 0)
  return 1;
DESTROY(tex); return 0; }`, "3 proven leak texture object tex leaks when the return at line 5 is taken"},
		{"condition", `void f(bool keep) { TEX tex = 0;
CREATE(tex MAKE);
if (!keep)
  DESTROY(tex);
}`, "3 proven leak texture object tex leaks when the condition at line 4 is true"},
		{"condition, after others", `void f(bool keep, bool more) { TEX tex = 0;
CREATE(tex MAKE);
if (more) { g(); }
if (!(keep))
  DESTROY(tex);
}`, "3 proven leak texture object tex leaks when the condition at line 5 is true"},
		{"correlated", `void f(bool use) { TEX tex = 0; if (use) CREATE(tex MAKE); g(); if (use) DESTROY(tex); }`, ""},
		{"correlated by handle", `void f(bool use) { TEX tex = 0; if (use) CREATE(tex MAKE); g(); if (tex) DESTROY(tex); }`, ""},
		{"correlated by comparison", `void f(int mode) { TEX tex = 0; if (mode == 2) CREATE(tex MAKE); g(); switch (mode) { case 2: DESTROY(tex); break; default: break; } }`, ""},
		{"error result", `int f() { TEX tex = 0; cudaError_t e = CREATE(tex MAKE); if (e != cudaSuccess) return 1; DESTROY(tex); return 0; }`, ""},
		{"error tested", `int f() { TEX tex = 0; if (CREATE(tex MAKE) != cudaSuccess) return 1; DESTROY(tex); return 0; }`, ""},
		{"error swallowed", `int f() { TEX tex = 0; if (CREATE(tex MAKE)) { return 1; } DESTROY(tex); return 0; }`, ""},
		{"macro on the call", `int f() { TEX tex = 0; CHECK(CREATE(tex MAKE)); DESTROY(tex); return 0; }`, ""},
		{"macro between", `int f() { TEX tex = 0;
CHECK(CREATE(tex MAKE));
CHECK(cudaDeviceSynchronize());
DESTROY(tex); return 0; }`, "3 proven leak texture object tex leaks when the return at line 4 is taken"},
		{"goto", `int f() { TEX tex = 0; int rc = 1; if (CREATE(tex MAKE) != cudaSuccess) goto out; if (g()) goto out; rc = 0; out: if (tex) DESTROY(tex); return rc; }`, ""},
		{"goto past", `int f() { TEX tex = 0; int rc = 1;
if (CREATE(tex MAKE) != cudaSuccess) goto out;
if (g()) goto out;
DESTROY(tex);
out: return rc; }`, "3 likely leak texture object tex leaks when the goto at line 4 is taken"},
		{"exit", `void f(int n) { TEX tex; CREATE(tex MAKE); if (n) exit(1); DESTROY(tex); }`, ""},
		{"loop overwrites", `void f(int n) { TEX tex;
for (int i = 0; i < n; ++i)
  CREATE(tex MAKE);
DESTROY(tex); }`, "4 proven leak texture object tex leaks in every iteration of the loop at line 3 but the last"},
		{"loop of its own", `void f(int n) {
for (int i = 0; i < n; ++i) { TEX tex;
  CREATE(tex MAKE);
  k<<<1, 1>>>(tex); } }`, "4 proven leak texture object tex leaks in each iteration of the loop at line 3"},
		{"loop continue", `void f(int n) {
for (int i = 0; i < n; ++i) { TEX tex;
  CREATE(tex MAKE);
  if (i == 3) continue;
  DESTROY(tex); } }`, "4 proven leak texture object tex leaks"},
		{"second create", `void f() { TEX tex;
CREATE(tex MAKE);
CREATE(tex MAKE);
DESTROY(tex); }`, "3 proven leak texture object tex leaks when line 4 creates another over it"},
		{"elements", `void f(int n) { TEX tex[8]; for (int i = 0; i < n; ++i) CREATE(tex[i] MAKE); for (int j = 0; j < n; ++j) DESTROY(tex[j]); }`, ""},
		{"elements, constant", `void f() { TEX tex[2]; CREATE(tex[0] MAKE); CREATE(tex[1] MAKE); DESTROY(tex[0]); DESTROY(tex[1]); }`, ""},
		{"one element", `void f() { TEX tex[2]; CREATE(tex[0] MAKE);
CREATE(tex[1] MAKE);
DESTROY(tex[0]); }`, "3 proven leak texture object tex[1] leaks at the end"},
		{"elements, error", `int f(int n) { TEX tex[8]; for (int i = 0; i < n; ++i) {
 CHECK(CREATE(tex[i] MAKE));
 }
 for (int j = 0; j < n; ++j) DESTROY(tex[j]); return 0; }`, "3 proven leak texture object tex[i] leaks when the return at line 3 is taken"},
		{"elements, first one", `void f() { TEX tex[3]; for (int i = 0; i < 3; ++i) { if (i == 0) g(); CREATE(tex[i] MAKE); } for (int i = 0; i < 3; ++i) DESTROY(tex[i]); }`, ""},
		{"throw", `void f(int n) { TEX tex;
CREATE(tex MAKE);
if (n < 0) throw 1;
DESTROY(tex); }`, "3 proven leak texture object tex leaks when the throw at line 4 is taken"},
		{"last iteration", `void f(int n) { TEX tex; for (int i = 0; i < n; i++) { if (i == 0) CREATE(tex MAKE); k<<<1, 1>>>(tex); if (i == n - 1) DESTROY(tex); } }`, ""},
		{"made again when it changes", `void f(int n) { TEX tex = 0; int last = -1; for (int i = 0; i < n; i++) { int now = i / 4; if (now != last) { if (last >= 0) DESTROY(tex); CREATE(tex MAKE); last = now; } k<<<1, 1>>>(tex); } if (last >= 0) DESTROY(tex); }`, ""},
		{"throw caught", `void f(int n) { TEX tex; CREATE(tex MAKE); try { if (n < 0) throw 1; k<<<1, 1>>>(tex); } catch (...) { DESTROY(tex); throw; } DESTROY(tex); }`, ""},
		{"callee throws", `void check(cudaError_t e) { if (e != cudaSuccess) throw 1; }
void f() { TEX tex;
check(CREATE(tex MAKE));
check(cudaDeviceSynchronize());
DESTROY(tex); }`, "4 proven leak texture object tex leaks when check() at line 5 throws"},
		{"callee exits", `void check(cudaError_t e) { if (e != cudaSuccess) exit(1); }
int f() { TEX tex; check(CREATE(tex MAKE)); check(cudaDeviceSynchronize()); DESTROY(tex); return 0; }`, ""},
		{"callee never returns", `[[noreturn]] void die() { abort(); } void f(int n) { TEX tex; CREATE(tex MAKE); if (n) die(); DESTROY(tex); }`, ""},
		{"main", `int main() { TEX tex; CREATE(tex MAKE); k<<<1, 1>>>(tex); return 0; }`, ""},
		{"reset", `void f() { TEX tex; CREATE(tex MAKE); k<<<1, 1>>>(tex); cudaDeviceReset(); }`, ""},
		{"same #ifdef", "void f() { TEX tex;\n#ifdef USE\nCREATE(tex MAKE);\n#endif\ng();\n#ifdef USE\nDESTROY(tex);\n#endif\n}", ""},
		{"opposite #ifdef", "void f() { TEX tex;\n#ifdef USE\nCREATE(tex MAKE);\n#endif\ng();\n#ifndef USE\nDESTROY(tex);\n#endif\n}", "4 likely leak texture object tex leaks"},
		{"#else", "void f() { TEX tex;\n#if USE\nCREATE(tex MAKE);\n#else\ng();\n#endif\n#if USE\nDESTROY(tex);\n#else\ng();\n#endif\n}", ""},
		{"flag", `void f(int n) { TEX tex; bool made = false; if (n > 3) { CREATE(tex MAKE); made = true; } g(); if (made) DESTROY(tex); }`, ""},
		{"boolean", `int f() { TEX tex; bool ok = CREATE(tex MAKE) == cudaSuccess; if (!ok) return 1; DESTROY(tex); return 0; }`, ""},
		{"last error", `int f() { TEX tex; CREATE(tex MAKE); k<<<1, 1>>>(tex);
if (cudaGetLastError() != cudaSuccess) return 1; DESTROY(tex); return 0; }`, "2 proven leak texture object tex leaks when the return at line 3 is taken"},
		{"copy", `void f() { TEX a; CREATE(a MAKE); TEX b = a; DESTROY(b); }`, ""},
		{"pointer", `void f() { TEX a, *p = &a; cudaCreateTextureObject(p, &res, &desc, 0); DESTROY(*p); }`, ""},
		{"reference", `void f() { TEX a; TEX& r = a; CREATE(r MAKE); DESTROY(a); }`, ""},
		{"member of a local", `struct S { TEX tex; int n; }; void f() { S s; CREATE(s.tex MAKE); DESTROY(s.tex); }`, ""},
		{"member of a local leaks", `struct S { TEX tex; int n; }; void f() { S s;
CREATE(s.tex MAKE); }`, "3 proven leak texture object s.tex leaks at the end of f"},
		{"memory of a local", `void f(int n) { TEX *t = (TEX *)malloc(n * sizeof(TEX)); for (int i = 0; i < n; i++) CREATE(t[i] MAKE); for (int i = 0; i < n; i++) DESTROY(t[i]); free(t); }`, ""},
		{"memory of a local leaks", `void f(int n) { TEX *t = new TEX[n]; for (int i = 0; i < n; i++)
CREATE(t[i] MAKE);
delete[] t; }`, "3 proven leak texture object t[i] leaks at the end"},
	})
}

func TestOwners(t *testing.T) {
	runCases(t, []checkCase{
		{"returned", `TEX f() { TEX tex; CREATE(tex MAKE); return tex; }`, ""},
		{"returned and kept", `TEX all[8]; int used; TEX grab() { TEX t; if (CREATE(t MAKE)) return 0; all[used++] = t; return t; } void f() { TEX t = grab(); k<<<1, 1>>>(t); }`, ""},
		{"returned and dropped", `TEX make() { TEX tex; CREATE(tex MAKE); return tex; }
void f() { make(); }`, "3 proven leak texture object leaks because nothing keeps the result of make()"},
		{"returned and lost", `TEX make() { TEX tex; CREATE(tex MAKE); return tex; }
void f() {
 TEX mine = make();
 k<<<1, 1>>>(mine); }`, "4 proven leak texture object mine leaks at the end of f"},
		{"returned and destroyed", `TEX make() { TEX tex; CREATE(tex MAKE); return tex; } void f() { TEX t = make(); DESTROY(t); }`, ""},
		{"out-parameter", `void make(TEX* t) { cudaCreateTextureObject(t, &res, &desc, 0); }`, ""},
		{"out-parameter lost", `void make(TEX* t) { cudaCreateTextureObject(t, &res, &desc, 0); }
void f() { TEX mine;
make(&mine);
k<<<1, 1>>>(mine); }`, "4 proven leak texture object mine leaks"},
		{"out-parameter with result", `cudaError_t make(TEX& t) { return cudaCreateTextureObject(&t, &res, &desc, 0); }
int f() { TEX mine; if (make(mine)) return 1; DESTROY(mine); return 0; }`, ""},
		{"out-parameter with bool", `bool make(TEX& t) { if (cudaCreateTextureObject(&t, &res, &desc, 0) != cudaSuccess) return false; return true; }
int f() { TEX mine;
if (!make(mine)) return 1;
if (g()) return 2;
DESTROY(mine); return 0; }`, "4 likely leak texture object mine leaks when the return at line 5 is taken"},
		{"struct returned", `struct S { TEX tex; int n; }; S make() { S s; CREATE(s.tex MAKE); return s; }
void f() { S mine = make(); DESTROY(mine.tex); }`, ""},
		{"released by a helper", `void drop(TEX t) { if (t) DESTROY(t); } void f() { TEX tex; CREATE(tex MAKE); drop(tex); }`, ""},
		{"released by a helper's pointer", `void drop(TEX* t) { DESTROY(*t); *t = 0; } void f() { TEX tex; CREATE(tex MAKE); drop(&tex); if (tex) DESTROY(tex); }`, ""},
		{"used by a helper", `void run(TEX t) { k<<<1, 1>>>(t); } void f() { TEX tex;
CREATE(tex MAKE); run(tex); }`, "3 proven leak texture object tex leaks"},
		{"unknown function", `void f() { TEX tex; CREATE(tex MAKE); keep(tex); }`, ""},
		{"global", `TEX all; void f() { CREATE(all MAKE); }`, ""},
		{"global twice", `TEX all; void f() {
CREATE(all MAKE);
CREATE(all MAKE); }`, "3 proven leak texture object all leaks when line 4 creates another over it"},
		{"container", `void f(std::vector<TEX>& v) { TEX tex; CREATE(tex MAKE); v.push_back(tex); }`, ""},
		{"container element", `std::map<int, TEX> m; void f() { TEX tex; CREATE(tex MAKE); m[3] = tex; }`, ""},
		{"guard", `void f() { TEX tex; CREATE(tex MAKE); auto guard = finally([&] { DESTROY(tex); }); }`, ""},
		{"wrapper", `struct Holder { TEX t; explicit Holder(TEX x) : t(x) {} ~Holder() { DESTROY(t); } }; void f() { TEX tex; CREATE(tex MAKE); Holder h(tex); }`, ""},
		{"unique_ptr", `void f() { TEX tex; CREATE(tex MAKE); std::unique_ptr<TEX, Drop> p(&tex); }`, ""},
		{"local with destructor", `struct Holder { TEX t; ~Holder() { DESTROY(t); } }; void f() { Holder h; CREATE(h.t MAKE); }`, ""},
		{"descriptor", `void f() { cudaArray_t arr; cudaMallocArray(&arr, &desc, 1, 1); cudaResourceDesc res; res.res.array.array = arr; cudaCreateTextureObject(&tex, &res, 0, 0); cudaFreeArray(arr); }`, ""},
		{"array", `void f() { cudaArray_t arr;
cudaMallocArray(&arr, &desc, 1, 1);
cudaResourceDesc res; res.res.array.array = arr; }`, "3 proven leak CUDA array arr leaks at the end of f"},
		{"copied to the device", `void f() { TEX tex; CREATE(tex MAKE); cudaMemcpyToSymbol(d_tex, &tex, sizeof(tex)); }`, ""},
		{"callback", `static void CUDART_CB drop(void *p) { auto *t = static_cast<TEX *>(p); DESTROY(*t); delete t; }
void f() { auto *tex = new TEX; cudaCreateTextureObject(tex, &res, &desc, nullptr); cudaLaunchHostFunc(s, drop, tex); }`, ""},
		{"guard made before", `void f() { TEX tex = 0; auto guard = finally([&] { if (tex) DESTROY(tex); }); CREATE(tex MAKE); k<<<1, 1>>>(tex); }`, ""},
		{"guard by reference", `void f() { TEX tex = 0; TexGuard guard(tex); CREATE(tex MAKE); k<<<1, 1>>>(tex); }`, ""},
		{"clean-up by a lambda", `int f() { TEX tex = 0; auto clean = [&] { DESTROY(tex); }; CREATE(tex MAKE); if (g()) { clean(); return 1; } clean(); return 0; }`, ""},
		{"lambda that uses", `void f() { TEX tex = 0;
CREATE(tex MAKE); auto run = [&] { k<<<1, 1>>>(tex); }; run(); }`, "3 proven leak texture object tex leaks at the end of f"},
		{"lambda that destroys, called twice", `void f() { TEX tex = 0; CREATE(tex MAKE); auto drop = [&] { DESTROY(tex); };
drop();
drop(); }`, "4 proven double-release texture object tex is destroyed twice"},
		{"lambda given away by a function in sight", `template <class F> struct AtEnd { F f; ~AtEnd() { f(); } }; template <class F> AtEnd<F> at_end(F f) { return AtEnd<F>{f}; } void f() { TEX tex = 0; CREATE(tex MAKE); auto guard = at_end([&] { DESTROY(tex); }); k<<<1, 1>>>(tex); }`, ""},
		{"released by an instance of a template", `template <class T> void drop(T& t) { DESTROY(t); } void f() { TEX tex; CREATE(tex MAKE); drop(tex); }`, ""},
		{"used by an instance of a template", `template <class T> void run(T& t) { k<<<1, 1>>>(t); } void f() { TEX tex;
CREATE(tex MAKE); run(tex); }`, "3 proven leak texture object tex leaks"},
		{"made by a method of a class template", `template <class T> struct Maker { T make() { T t = 0; CREATE(t MAKE); return t; } }; void f() { Maker<TEX> m;
TEX tex = m.make(); k<<<1, 1>>>(tex); }`, "3 proven leak texture object tex leaks"},
		{"helpers by pointer and by value", `void drop(TEX t) { DESTROY(t); } void drop(TEX* t) { drop(*t); *t = 0; } void f() { TEX tex; CREATE(tex MAKE); drop(&tex); CREATE(tex MAKE); drop(tex); }`, ""},
		{"pair taken apart", `std::pair<TEX, TEX> two() { TEX a = 0, b = 0; CREATE(a MAKE); CREATE(b MAKE); return {a, b}; } void f() { auto [x, y] = two(); k<<<1, 1>>>(x); DESTROY(x); DESTROY(y); }`, ""},
		{"value of &&", `int f(bool b) { TEX tex = 0;
bool good = b && CREATE(tex MAKE) == cudaSuccess;
if (!good) return 1;
return b ? 2 : (DESTROY(tex), 3); }`, "3 proven leak texture object tex leaks when the condition at line 5 is true"},
		{"chosen of two", `TEX make() { TEX tex = 0; CREATE(tex MAKE); return tex; } TEX f(bool b) { return b ? make() : make(); }`, ""},
		{"labels of a switch under an #if", "void f(int n) { TEX tex; CREATE(tex MAKE); switch (n) {\n#ifdef A\ncase 1: DESTROY(tex); break;\n#endif\ndefault: DESTROY(tex); } }", ""},
		{"label inside of a loop", `void f(int n) { TEX tex; CREATE(tex MAKE); switch (n) { case 0: do { g(); case 1: DESTROY(tex); } while (h()); } }`, ""},
		{"listed object", `void f(std::vector<Node*>& all) { Node* n = new Node; all.push_back(n); CREATE(n->tex MAKE); }`, ""},
		{"object given to the caller", `int f(Node** out) { Node* n = new Node; if (CREATE(n->tex MAKE)) { delete n; return 1; } *out = n; return 0; }`, ""},
		{"swapped", `void f(TEX& out) { TEX tex; CREATE(tex MAKE); std::swap(out, tex); }`, ""},
		{"thread_local", `void f() { thread_local TEX tex; CREATE(tex MAKE); }`, ""},
		{"pointers in a list", `void f() { TEX a, b; CREATE(a MAKE); CREATE(b MAKE); TEX* all[] = {&a, &b}; for (auto* t : all) DESTROY(*t); }`, ""},
		{"handles in a list", `void f() { TEX a, b; CREATE(a MAKE); CREATE(b MAKE); for (auto t : {a, b}) DESTROY(t); }`, ""},
		{"object by value with a destructor", `struct T { TEX tex; ~T() { DESTROY(tex); } static T make(); }; T T::make() { T t; CREATE(t.tex MAKE); return t; } void f() { T::make(); auto t = T::make(); }`, ""},
		{"constructor throws", `struct T { TEX tex; ~T() { DESTROY(tex); } T(int n) {
CREATE(tex MAKE);
if (n < 0) throw 1; } };`, "3 proven leak texture object tex leaks when the throw at line 4 is taken in the constructor"},
		{"noexcept", `void f(int n) noexcept { TEX tex; CREATE(tex MAKE); if (n < 0) throw 1; DESTROY(tex); }`, ""},
		{"two names", `void f(bool mono) { TEX a, b; CREATE(a MAKE); if (mono) b = a; else CREATE(b MAKE); if (a != b) DESTROY(b); DESTROY(a); }`, ""},
		{"launch arguments", `void f() { TEX tex; CREATE(tex MAKE); void* args[] = {&tex, &n}; cudaLaunchKernel((void*)k, 1, 1, args, 0, 0); DESTROY(tex); }`, ""},
	})
}

func TestMembers(t *testing.T) {
	runCases(t, []checkCase{
		{"destructor", `class A { TEX tex_; public: void init() { CREATE(tex_ MAKE); } ~A() { DESTROY(tex_); } };`, ""},
		{"another method", `class A { TEX tex_; public: void init() { CREATE(tex_ MAKE); } void close() { drop(); } void drop() { if (tex_) DESTROY(tex_); } };`, ""},
		{"none", `class A { TEX tex_; public:
void init() { CREATE(tex_ MAKE); } void run() { k<<<1, 1>>>(tex_); } };`, "3 likely leak texture object tex_ leaks: no method of A destroys it"},
		{"out of class", `class A { TEX tex_; public: void init(); void run() { k<<<1, 1>>>(tex_); } };
void A::init() { cudaError_t e = CREATE(tex_ MAKE); if (e) return; }`, "3 likely leak texture object tex_ leaks: no method of"},
		{"a method out of sight", `class A { TEX tex_; public: void init() { CREATE(tex_ MAKE); } void close(); };`, ""},
		{"given out", `class A { TEX tex_; public: void init() { CREATE(tex_ MAKE); } TEX get() { return tex_; } }; void f(A& a) { DESTROY(a.get()); }`, ""},
		{"given to kernels", `class A { TEX tex_; public: void init() { CREATE(tex_ MAKE); } TEX get() { return tex_; } };
void f(A& a) { k<<<1, 1>>>(a.get()); }`, "2 likely leak texture object tex_ leaks: no method of"},
		{"released from outside", `class A { public: TEX tex; void init() { CREATE(tex MAKE); } }; void f(A* a) { DESTROY(a->tex); }`, ""},
		{"created twice", `class A { TEX tex_; public: ~A() { DESTROY(tex_); } void init() {
CREATE(tex_ MAKE);
CREATE(tex_ MAKE); } };`, "3 proven leak texture object tex_ leaks when line 4 creates another over it"},
		{"made again", `class A { TEX tex_ = 0; public: ~A() { DESTROY(tex_); } void init() { if (tex_) DESTROY(tex_); CREATE(tex_ MAKE); } };`, ""},
		{"made again by a method", `class A { TEX tex_ = 0; void drop() { if (tex_) { DESTROY(tex_); tex_ = 0; } } public: ~A() { drop(); } void init() { drop(); CREATE(tex_ MAKE); drop(); CREATE(tex_ MAKE); } };`, ""},
		{"inside of a struct", `struct P { TEX luma, chroma; }; class A { P p_; public: A() { CREATE(p_.luma MAKE);
CREATE(p_.chroma MAKE); } ~A() { DESTROY(p_.luma); } };`, "3 likely leak texture object p_.chroma leaks: no method of"},
		{"plain struct", `struct S { TEX tex; }; void make(S* s) { CREATE(s->tex MAKE); }`, ""},
	})
}

func TestMisuse(t *testing.T) {
	runCases(t, []checkCase{
		{"twice", `void f() { TEX tex; CREATE(tex MAKE);
DESTROY(tex);
DESTROY(tex); }`, "4 proven double-release texture object tex is destroyed twice: it has been destroyed at line 3"},
		{"twice, parameter", `void f(TEX tex) {
DESTROY(tex);
DESTROY(tex); }`, "4 proven double-release texture object tex is destroyed twice: it has been destroyed at line 3"},
		{"in a loop", `void f(TEX tex, int n) { for (int i = 0; i < n; ++i)
DESTROY(tex); }`, "3 proven double-release texture object tex is destroyed twice: the next iteration of the loop destroys it again"},
		{"elements", `void f(TEX* tex, int n) { for (int i = 0; i < n; ++i) DESTROY(tex[i]); }`, ""},
		{"list", `void f(Node* p) { while (p) { DESTROY(p->tex); p = p->next; } }`, ""},
		{"used", `void f() { TEX tex; CREATE(tex MAKE); DESTROY(tex);
k<<<1, 1>>>(tex); }`, "3 proven use-after-release texture object tex is used after it is destroyed at line 2"},
		{"made again", `void f() { TEX tex; CREATE(tex MAKE); DESTROY(tex); CREATE(tex MAKE); k<<<1, 1>>>(tex); DESTROY(tex); }`, ""},
		{"cleared", `void f(TEX tex) { DESTROY(tex); tex = 0; if (tex) DESTROY(tex); }`, ""},
		{"put off by a macro out of sight", `void f() { TEX tex; CREATE(tex MAKE); DEFER(DESTROY(tex)); k<<<1, 1>>>(tex); }`, ""},
		{"put off, by a helper", `void drop(TEX t) { DESTROY(t); } void f() { TEX tex; CREATE(tex MAKE); AT_END(drop(tex)); k<<<1, 1>>>(tex); }`, ""},
		{"given to a function that is declared", `void verify(cudaError_t); void f() { TEX tex; CREATE(tex MAKE); verify(DESTROY(tex));
k<<<1, 1>>>(tex); }`, "3 likely use-after-release texture object tex is used after it is destroyed at line 2"},
		{"a macro out of sight, and lost before", `void f(int n) { TEX tex;
CREATE(tex MAKE); if (n) return;
DEFER(DESTROY(tex)); }`, "3 proven leak texture object tex leaks when the return at line 3 is taken"},
		{"object of a class out of sight", `void f() { Holder h; cudaCreateTextureObject(h, &res, &desc, 0); k<<<1, 1>>>(h); cudaCreateTextureObject(h, &res, &desc, 0); k<<<1, 1>>>(h); }`, ""},
		{"member of a class out of sight", `struct S { Holder h; }; void f(S& s) { cudaCreateTextureObject(s.h, &res, &desc, 0); cudaCreateTextureObject(s.h, &res, &desc, 0); }`, ""},
		{"through a pointer, twice", `void f(TEX *h) {
cudaCreateTextureObject(h, &res, &desc, 0); k<<<1, 1>>>(*h);
cudaCreateTextureObject(h, &res, &desc, 0); }`, "3 proven leak texture object *h leaks when line 4 creates another over it"},
		{"used under an #if", "#if (USE)\n#endif\nvoid f(int n) { TEX tex; CREATE(tex MAKE); DESTROY(tex);\nk<<<1, 1>>>(n\n#if (USE)\n, tex\n#endif\n); }", "5 proven use-after-release texture object tex is used after it is destroyed at line 4"},
		{"used under the same #ifdef", "void f(int n) { TEX tex; CREATE(tex MAKE);\n#ifdef USE\nDESTROY(tex);\n#else\nDESTROY(tex);\n#endif\nk<<<1, 1>>>(n\n#ifdef USE\n, tex\n#endif\n); }", "8 proven use-after-release texture object tex is used after it is destroyed at line 4"},
		{"used under the opposite #if", "void f(int n) { TEX tex;\n#if USE\nCREATE(tex MAKE); DESTROY(tex);\n#endif\nk<<<1, 1>>>(n\n#if USE\n#else\n, tex\n#endif\n); }", ""},
		{"used under a condition that does not hold", "#define USE 0\n#if USE\n#endif\nvoid f(int n) { TEX tex; CREATE(tex MAKE); DESTROY(tex);\nk<<<1, 1>>>(n\n#if USE\n, tex\n#endif\n); }", ""},
		{"used under a condition that holds", "#define USE 1\n#if USE\n#endif\nvoid f(int n) { TEX tex; CREATE(tex MAKE); DESTROY(tex);\nk<<<1, 1>>>(n\n#if USE\n, tex\n#endif\n); }", "6 proven use-after-release"},
		{"given away under an #if", "#if USE\n#endif\nvoid f(int n) { TEX tex; CREATE(tex MAKE);\nkeep(n\n#if USE\n, tex\n#endif\n); }", ""},
		{"exclusive", `void f(TEX tex, bool a) { if (a) DESTROY(tex); g(); if (!a) DESTROY(tex); }`, ""},
		{"range", `void f(std::vector<TEX>& all) { for (auto t : all) DESTROY(t); for (auto& t : all) DESTROY(t); }`, ""},
	})
}
