package migrate

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint/analysis/texture"
)

// files is a program whose .cu files are units.
type files map[string]string

func (f files) read(path string) ([]byte, error) {
	if text, ok := f[path]; ok {
		return []byte(text), nil
	}
	return nil, os.ErrNotExist
}

type testEnv struct {
	own   *sema.Unit
	units []*sema.Unit
}

func (e *testEnv) Own() *sema.Unit   { return e.own }
func (e *testEnv) Relocatable() bool { return false }
func (e *testEnv) Mentioning(names ...string) (out []*sema.Unit, all bool) {
	for _, u := range e.units {
		if slices.ContainsFunc(u.Files, func(f *ast.File) bool {
			return slices.ContainsFunc(names, func(n string) bool { return strings.Contains(string(f.Source.Text), n) })
		}) {
			out = append(out, u)
		}
	}
	return out, true
}

func (e *testEnv) Host(u *sema.Unit) *host.Analysis {
	return host.New(context.Background(), u, ir.NewBuilder(u, false))
}

func (e *testEnv) Edit(u *sema.Unit, f *ast.File, s source.Span, text string) fixes.Edit {
	return fixes.Edit{Path: f.Source.Path, Start: s.Start, End: s.End, Text: text}
}

// migrated applies the migration of every reference of a program, and returns the
// files, the titles of fixes that are applied, and what is not migrated.
func migrated(t *testing.T, program files) (out files, titles, left []string) {
	t.Helper()
	env := &testEnv{}
	var paths []string
	for path := range program {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		if !strings.HasSuffix(path, ".cu") {
			continue
		}
		u, err := sema.NewUnit(context.Background(), source.NewFile(path, []byte(program[path])), sema.Options{Read: program.read})
		if err != nil {
			t.Fatal(err)
		}
		env.units = append(env.units, u)
	}
	var all []fixes.Fix
	for _, u := range env.units {
		index := texture.References(u)
		if index == nil {
			continue
		}
		env.own = u
		for _, r := range index.References {
			at := r.Node.Origin()
			path := at.File().Source.Path
			for _, fix := range New(env, path).For(path, at.Span().Start) {
				if fix.Safety == fixes.Display {
					left = append(left, r.Name+": "+fix.Title)
					continue
				}
				all = append(all, fix)
				if !slices.Contains(titles, fix.Title) {
					titles = append(titles, fix.Title)
				}
			}
		}
	}
	set := fixes.Merge(all)
	if len(set.Refused) > 0 {
		t.Fatalf("fixes conflict: %v", set.Refused)
	}
	out = files{}
	for path, text := range program {
		fixed, err := fixes.Apply([]byte(text), set.Edits[path])
		if err != nil {
			t.Fatal(err)
		}
		out[path] = string(fixed)
	}
	return out, titles, left
}

// hostCode is a function that binds t and launches k.
const hostCode = `
void run(float *p, float *o) {
	cudaBindTexture(0, t, p, 64);
	k<<<1, 32>>>(o);
}
`

const declared = "texture<float, 1, cudaReadModeElementType> t;\n"
const kernel = "__global__ void k(float *o) { o[threadIdx.x] = tex1Dfetch(t, threadIdx.x); }\n"

func TestMigrate(t *testing.T) {
	tests := []struct {
		name    string
		program files
		want    []string // in the files afterwards
		not     []string // not in them
	}{
		{"linear memory needs no description", files{"a.cu": declared + kernel + hostCode},
			[]string{"static cudaTextureObject_t t = 0;\n", "tex1Dfetch<float>(t, threadIdx.x)", "void k(float *o, cudaTextureObject_t t)", "k<<<1, 32>>>(o, t);",
				"bindTexture(t, p, cudaCreateChannelDesc<float>(), 64);", "desc.readMode = cudaReadModeElementType;"},
			[]string{"t_desc", "texture<", "offset"}},
		{"the offset is kept where a bind asks for it", files{"a.cu": declared + kernel + "void run(float *p, float *o) { size_t off; cudaBindTexture(&off, t, p, 64); k<<<1, 32>>>(o); }"},
			[]string{"bindTexture(&off, t, p, cudaCreateChannelDesc<float>(), 64);", "cudaDevAttrTextureAlignment", "(char *)pointer - before", "sizeInBytes = size + before;"}, nil},
		{"no size", files{"a.cu": declared + kernel + "void run(float *p, float *o) { cudaBindTexture(0, t, p); k<<<1, 32>>>(o); }"},
			[]string{"bindTexture(t, p, cudaCreateChannelDesc<float>());", "size_t size = UINT_MAX", "cudaDeviceGetTexture1DLinearMaxWidth"}, nil},
		{"a description by value, a description by pointer", files{"a.cu": declared + kernel +
			"void run(float *p, float *o) { cudaChannelFormatDesc d = cudaCreateChannelDesc<float>(), *e = &d; cudaBindTexture(0, t, p, d, 64); cudaBindTexture(0, &t, p, &d, 64); cudaBindTexture(0, &t, p, e, 64); cudaBindTexture(0, t, p, d); k<<<1, 32>>>(o); }"},
			[]string{"bindTexture(t, p, d, 64); bindTexture(t, p, d, 64); bindTexture(t, p, *e, 64); bindTexture(t, p, d);"}, nil},
		{"fields", files{"a.cu": "texture<uchar4, 2, cudaReadModeNormalizedFloat> t;\n__global__ void k(float *o) { o[0] = tex2D(t, 1.0f, 2.0f).x; }\n" +
			"void run(cudaArray_t a, float *o) {\n\tt.addressMode[0] = cudaAddressModeWrap;\n\tt.normalized = true;\n\tcudaBindTextureToArray(t, a, t.channelDesc);\n\tk<<<1, 1>>>(o);\n}\n"},
			[]string{"t_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeNormalizedFloat};",
				"\tt_desc.addressMode[0] = cudaAddressModeWrap;", "\tt_desc.normalizedCoords = true;", "bindTextureToArray(t, t_desc, a);", "tex2D<float4>(t, 1.0f, 2.0f)"},
			[]string{"updateTexture", "t_channel"}},
		{"a field that is set after the bind", files{"a.cu": "texture<float, 2> t;\n__global__ void k(float *o) { o[0] = tex2D(t, 1.0f, 2.0f); }\n" +
			"void bind(cudaArray_t a) { cudaBindTextureToArray(t, a); }\nvoid linear(bool on) {\n    if (on)\n        t.filterMode = cudaFilterModeLinear;\n}\nvoid run(float *o) { k<<<1, 1>>>(o); }\n"},
			[]string{"        t_desc.filterMode = cudaFilterModeLinear;\n    updateTexture(t, t_desc);\n}", "cudaGetTextureObjectResourceDesc"}, nil},
		{"a field with a remark", files{"a.cu": "texture<float, 2> t;\n__global__ void k(float *o) { o[0] = tex2D(t, 1.0f, 2.0f); }\n" +
			"void bind(cudaArray_t a) { cudaBindTextureToArray(t, a); }\nvoid linear() {\n    t.filterMode = cudaFilterModeLinear; // smooth\n}\nvoid run(float *o) { k<<<1, 1>>>(o); }\n"},
			[]string{"    t_desc.filterMode = cudaFilterModeLinear; // smooth\n    updateTexture(t, t_desc);\n}"}, nil},
		{"an unused reference of a unit that launches", files{"a.cu": "#include \"t.h\"\n__global__ void k(float *o) { o[0] = 1; }\nvoid run(float *o) { k<<<1, 1>>>(o); }\n", "t.h": declared},
			[]string{"static cudaTextureObject_t t = 0;"}, []string{"texture<"}},
		{"an unused reference beside one that is used", files{"a.cu": "texture<float> u;\n" + declared + kernel + hostCode}, []string{"static cudaTextureObject_t u = 0;"}, []string{"texture<"}},
		{"constructor", files{"a.cu": "texture<float, 2> t(1, cudaFilterModeLinear, cudaAddressModeMirror);\n__global__ void k(float *o) { o[0] = tex2D(t, 1.0f, 2.0f); }\nvoid run(cudaArray_t a, float *o) { cudaBindTextureToArray(t, a); k<<<1, 1>>>(o); }"},
			[]string{"{{cudaAddressModeMirror, cudaAddressModeMirror, cudaAddressModeMirror}, cudaFilterModeLinear, cudaReadModeElementType, 0, {0, 0, 0, 0}, 1};"}, nil},
		{"channel description as an argument", files{"a.cu": "texture<float4, 2> t;\n__global__ void k(float *o) { o[0] = tex2D(t, 1.0f, 2.0f).x; }\nvoid run(cudaArray_t a, float *o) { cudaMallocArray(&a, &t.channelDesc, 4, 4); cudaBindTextureToArray(t, a); k<<<1, 1>>>(o); }"},
			[]string{"static cudaChannelFormatDesc t_channel = cudaCreateChannelDesc<float4>();", "cudaMallocArray(&a, &t_channel, 4, 4)"}, nil},
		{"pitch", files{"a.cu": "texture<float, 2> t;\n__global__ void k(float *o) { o[0] = tex2D(t, 1.0f, 2.0f); }\nvoid run(float *p, float *o) { size_t n; cudaBindTexture2D(&n, t, p, 8, 8, 512); k<<<1, 1>>>(o); }"},
			[]string{"bindTexture2D(&n, t, t_desc, p, cudaCreateChannelDesc<float>(), 8, 8, 512)", "width + before / "}, nil},
		{"unbind", files{"a.cu": declared + kernel + hostCode + "void end() { cudaUnbindTexture(t); }"}, []string{"unbindTexture(t);"}, nil},
		{"a macro that names the reference, one that takes it", files{"a.cu": declared + "#define AT(i) tex1Dfetch(t, i)\n#define BIND(ref, p, n) check(cudaBindTexture(0, ref, p, n))\n" +
			"__global__ void k(float *o) { o[0] = AT(3); }\nvoid check(cudaError_t);\nvoid run(float *p, float *o) { BIND(t, p, 64); k<<<1, 1>>>(o); }"},
			[]string{"#define AT(i) tex1Dfetch<float>(t, i)", "check(bindTexture(ref, ref##_desc, p, cudaCreateChannelDesc<float>(), n))", "BIND(t, p, 64)", "k(float *o, cudaTextureObject_t t)"}, nil},
		{"a macro that fetches through several types", files{"a.cu": declared + "texture<int2> u;\n#define AT(r, i) tex1Dfetch(r, i)\n__global__ void k(float *o) { o[0] = AT(t, 3) + AT(u, 3).x; }\n" +
			"void run(float *p, float *o) { cudaBindTexture(0, t, p, 64); cudaBindTexture(0, u, p, 64); k<<<1, 1>>>(o); }"},
			[]string{"tex1Dfetch<r##_texel>(r, i)", "typedef float t_texel;", "typedef int2 u_texel;"}, nil},
		{"functions that take references", files{"a.cu": declared + kernel + "static void bind(texture<float, 1, cudaReadModeElementType> &r, float *p);\n" +
			"static void bind(texture<float, 1, cudaReadModeElementType> &r, float *p) { r.filterMode = cudaFilterModePoint; cudaBindTexture(0, r, p, 64); }\nvoid run(float *p, float *o) { bind(t, p); k<<<1, 1>>>(o); }"},
			[]string{"bind(cudaTextureObject_t &r, cudaTextureDesc &r_desc, float *p);", "bindTexture(r, r_desc, p, cudaCreateChannelDesc<float>(), 64)", "bind(t, t_desc, p);"}, []string{"texture<"}},
		{"a function that sets fields by a pointer", files{"a.cu": declared + kernel + "static void set(textureReference *r) { r->normalized = 0; }\nvoid run(float *p, float *o) { set(&t); cudaBindTexture(0, t, p, 64); k<<<1, 1>>>(o); }"},
			[]string{"set(cudaTextureDesc *r) { r->normalizedCoords = 0; }", "set(&t_desc);"}, nil},
		{"a device function that takes a reference", files{"a.cu": declared + "__device__ float at(texture<float, 1, cudaReadModeElementType> r, int i) { return tex1Dfetch(r, i); }\n__global__ void k(float *o) { o[0] = at(t, 1); }\n" + hostCode},
			[]string{"at(cudaTextureObject_t r, int i) { return tex1Dfetch<float>(r, i); }", "at(t, 1)", "k(float *o, cudaTextureObject_t t)"}, nil},
		{"typedef", files{"a.cu": "typedef texture<float, 1> row_t;\nrow_t t;\n" + kernel + hostCode}, []string{"typedef cudaTextureObject_t row_t;", "static row_t t = 0;"}, nil},
		{"a functor is out of reach of a parameter", files{"a.cu": declared + "struct At { __device__ float operator()(int i) const { return tex1Dfetch(t, i); } };\ntemplate <class F> __global__ void k(float *o) { F f; o[0] = f(1); }\n" +
			"void run(float *p, float *o) { cudaBindTexture(0, t, p, 64); k<At><<<1, 1>>>(o); }"},
			[]string{"static __managed__ cudaTextureObject_t t = 0;", "k<At><<<1, 1>>>(o);"}, []string{"if (texture == 0)"}},
		{"surface", files{"a.cu": "surface<void, 2> s;\n__global__ void k() { surf2Dwrite(1.0f, s, 0, 0); }\nvoid run(cudaArray_t a) { cudaBindSurfaceToArray(s, a); k<<<1, 1>>>(); }"},
			[]string{"static cudaSurfaceObject_t s = 0;", "k(cudaSurfaceObject_t s)", "bindSurfaceToArray(s, a)", "k<<<1, 1>>>(s);"}, []string{"unbindTexture"}},
		{"a header and what includes it", files{"t.cuh": "#pragma once\n" + declared + kernel, "a.cu": "#include \"t.cuh\"\n" + hostCode, "b.cu": "#include \"t.cuh\"\nvoid other(float *p, float *o) { cudaBindTexture(0, t, p, 64); k<<<1, 1>>>(o); }"},
			[]string{"k<<<1, 32>>>(o, t);", "k<<<1, 1>>>(o, t);", "#pragma once\n\n// Texture objects"}, []string{"TEXTURE_OBJECT_FUNCTIONS"}},
		{"two headers of one source have the functions once", files{"t.cuh": declared + kernel, "u.cuh": "texture<int> u;\n__global__ void l(float *o) { o[0] = tex1Dfetch(u, 1); }\n",
			"a.cu": "#include \"t.cuh\"\n#include \"u.cuh\"\n" + hostCode + "void other(float *p, float *o) { cudaBindTexture(0, u, p, 64); l<<<1, 1>>>(o); }"},
			[]string{"static cudaTextureObject_t u = 0;", "l<<<1, 1>>>(o, u)"}, nil},
		{"names that are taken", files{"a.cu": "void bindTexture();\nint t_desc;\ntexture<float, 2> t;\n__global__ void k(float *o) { o[0] = tex2D(t, 1.0f, 2.0f); }\nvoid run(cudaArray_t a, float *o) { cudaBindTextureToArray(t, a); k<<<1, 1>>>(o); }"},
			[]string{"static cudaTextureDesc tDesc", "int t_desc;"}, []string{"cudaTextureDesc t_desc"}},
		{"arms", files{"a.cu": "#ifdef WIDE\ntexture<float4, 1> t;\n#else\ntexture<float, 1> t;\n#endif\n__global__ void k(float *o) {\n#ifdef WIDE\n\to[0] = tex1Dfetch(t, 0).x;\n#else\n\to[0] = tex1Dfetch(t, 0);\n#endif\n}\n" + hostCode},
			[]string{"typedef float4 t_texel;", "typedef float t_texel;", "tex1Dfetch<t_texel>(t, 0).x;"}, []string{"texture<"}},
		{"gather", files{"a.cu": "texture<unsigned int, 2> t;\n__global__ void k(uint4 *o) { o[0] = tex2Dgather(t, 1.0f, 2.0f); }\nvoid run(cudaArray_t a, uint4 *o) { cudaBindTextureToArray(t, a); k<<<1, 1>>>(o); }"},
			[]string{"tex2Dgather<uint4>(t, 1.0f, 2.0f)"}, nil},
		{"a read mode of a trait", files{"a.cu": "template <class T> struct Info;\ntemplate <> struct Info<unsigned char> { static const cudaTextureReadMode mode = cudaReadModeNormalizedFloat; };\n" +
			"texture<unsigned char, 2, Info<unsigned char>::mode> t;\n__global__ void k(float *o) { o[0] = tex2D(t, 1.0f, 2.0f); }\nvoid run(cudaArray_t a, float *o) { cudaBindTextureToArray(t, a); k<<<1, 1>>>(o); }"},
			[]string{"tex2D<float>(t, 1.0f, 2.0f)", "cudaFilterModePoint, Info<unsigned char>::mode}"}, nil},
		{"a field that is set where a branch may skip the bind", files{"a.cu": "texture<float, 2> t;\n__global__ void k(float *o) { o[0] = tex2D(t, 1.0f, 2.0f); }\n" +
			"void run(cudaArray_t a, float *o, bool first) {\n\tt.filterMode = cudaFilterModeLinear;\n\tif (first)\n\t\tcudaBindTextureToArray(t, a);\n\tk<<<1, 1>>>(o);\n}\n"},
			[]string{"cudaFilterModeLinear;\n\tupdateTexture(t, t_desc);\n\tif (first)"}, nil},
		{"a pointer of the C interface", files{"a.cu": declared + kernel + "void run(float *p, float *o) {\n\tconst textureReference *r;\n\tcudaChannelFormatDesc d = cudaCreateChannelDesc<float>();\n\tcudaGetTextureReference(&r, \"t\");\n\tr->filterMode = cudaFilterModePoint;\n" +
			"\tcudaBindTexture(0, r, p, &d, 64);\n\tk<<<1, 1>>>(o);\n\tcudaUnbindTexture(r);\n}\n"},
			[]string{"float *o) {\n\tcudaChannelFormatDesc d = cudaCreateChannelDesc<float>();\n\tt_desc.filterMode = cudaFilterModePoint;\n\tbindTexture(t, t_desc, p, d, 64);", "unbindTexture(t);"}, []string{"textureReference"}},
		{"macros in a lambda expression of host code", files{"a.cu": "texture<float> t, s;\n#define FETCH(t, i) tex1Dfetch(t, i)\n#define S(i) tex1Dfetch(s, i)\ntemplate <class F> __global__ void each(F f) { f(threadIdx.x); }\n" +
			"void run(float *p, float *o) { cudaBindTexture(0, t, p, 64); cudaBindTexture(0, s, p, 64); each<<<1, 1>>>([=] __device__(int i) { o[i] = FETCH(t, i) + S(i); }); }"},
			[]string{"static __managed__ cudaTextureObject_t t = 0;", "static __managed__ cudaTextureObject_t s = 0;"}, nil},
		{"comments of the declaration", files{"a.cu": "// The texture references of CUDA, and a texture\n// Reference counter.\ntexture<float> t; /* Texture reference */\n// A texture reference of a book.\n\n__global__ void k(float *o) { o[0] = tex1Dfetch(t, 1); }\n" +
			"void run(float *p, float *o) { cudaBindTexture(0, t, p, 64); k<<<1, 1>>>(o); }"},
			[]string{"// The texture objects of CUDA, and a texture\n// Reference counter.\n", "/* Texture object */\n// A texture reference of a book."}, nil},
		{"a channelDesc that nothing reads", files{"a.cu": "texture<float> t;\n__global__ void k(float *o) { o[0] = tex1Dfetch(t, 1); }\nvoid run(float *p, float *o) {\n\tcudaChannelFormatDesc c = cudaCreateChannelDesc<float>();\n\tt.channelDesc = c;\n\tcudaBindTexture(0, t, p, c, 64);\n\tk<<<1, 1>>>(o);\n}"},
			[]string{"cudaCreateChannelDesc<float>();\n\tbindTexture(t, p, c, 64);"}, []string{"channelDesc", "t_channel"}},
		{"a channelDesc that a bind reads", files{"a.cu": "texture<float> t;\n__global__ void k(float *o) { o[0] = tex1Dfetch(t, 1); }\nvoid run(float *p, float *o) {\n\tcudaChannelFormatDesc c = cudaCreateChannelDesc<float>();\n\tt.channelDesc = c;\n\tcudaBindTexture(0, t, p, 64);\n\tk<<<1, 1>>>(o);\n}"},
			[]string{"\n\tt_channel = c;\n\tbindTexture(t, p, t_channel, 64);"}, nil},
		{"names that macros put together", files{"a.cu": "texture<float4> posTex;\ntexture<int> cellTex, tex_a;\n#define FETCH(t, i) tex1Dfetch(t##Tex, i)\n#define OF(t) tex1Dfetch(tex_##t, 0)\n#define BIND(t, p) cudaBindTexture(0, t##Tex, p, 64)\n" +
			"__global__ void k(float4 *pos, float *o) { o[0] = FETCH(pos, 1).x + FETCH(cell, 1) + OF(a); }\nvoid run(float *p, float *o) { BIND(pos, p); BIND(cell, p); cudaBindTexture(0, tex_a, p, 64); k<<<1, 1>>>(0, o); }"},
			[]string{"#define FETCH(t, i) tex1Dfetch<t##Tex_texel>(t##Tex, i)", "#define OF(t) tex1Dfetch<int>(tex_##t, 0)", "bindTexture(t##Tex, p, t##Tex_channel, 64)", "k(float4 *pos, float *o,", "typedef float4 posTex_texel;", "posTex, cellTex, tex_a);"}, nil},
		{"one arm", files{"a.cu": "#define TEX 1\n\n// the row\n#if TEX\ntexture<float, 1> t;\n#endif\n__global__ void k(float *o) {\n#if TEX\n\to[0] = tex1Dfetch(t, 0);\n#endif\n}\n" + "void run(float *p, float *o) {\n#if TEX\n\tcudaBindTexture(0, t, p, 64);\n#endif\n\tk<<<1, 1>>>(o);\n}\n"},
			[]string{"// the row\nstatic cudaTextureObject_t t = 0;\n#if TEX\n#endif\n", "void k(float *o, cudaTextureObject_t t) {", "k<<<1, 1>>>(o, t);"}, nil},
		{"a macro that is another name", files{"a.cu": declared + "#define ROW t\n__global__ void k(float *o) { o[0] = tex1Dfetch(ROW, 1); }\nvoid run(float *p, float *o) { ROW.filterMode = cudaFilterModePoint; cudaBindTexture(0, ROW, p, 64); k<<<1, 1>>>(o); }"},
			[]string{"#define ROW t\n", "tex1Dfetch<float>(ROW, 1)", "t_desc.filterMode", "bindTexture(ROW, t_desc, p, cudaCreateChannelDesc<float>(), 64)", "k(float *o, cudaTextureObject_t t)"}, nil},
		{"device functions that nobody calls", files{"a.cu": declared + kernel + hostCode + "template <class T, class R> __device__ R at(texture<T, 2, cudaReadModeNormalizedFloat> i, float x) { return tex2D(i, x, x); }\n__device__ int of(texture<int> i) { return tex1Dfetch(i, 0); }\n"},
			[]string{"R at(cudaTextureObject_t i, float x) { return tex2D<R>(i, x, x); }", "of(cudaTextureObject_t i) { return tex1Dfetch<int>(i, 0); }"}, nil},
		{"a macro that makes kernels", files{"a.cu": declared + "#define KERNEL(NAME) __global__ void NAME(float *o) { o[0] = tex1Dfetch(t, 1); }\nKERNEL(k)\n" + hostCode},
			[]string{"static __managed__ cudaTextureObject_t t = 0;", "tex1Dfetch<float>(t, 1)"}, nil},
		{"extern", files{"t.cuh": "extern " + declared, "a.cu": "#include \"t.cuh\"\n" + declared + kernel + hostCode, "b.cu": "#include \"t.cuh\"\nvoid end() { cudaUnbindTexture(t); }\n"},
			[]string{"extern cudaTextureObject_t t;", "\ncudaTextureObject_t t = 0;", "unbindTexture(t)"}, []string{"texture<"}},
		{"a local pointer", files{"a.cu": declared + kernel + "void run(float *p, float *o) {\n\ttextureReference *r = &t;\n\tr->normalized = 0;\n\t(*r).filterMode = cudaFilterModePoint;\n\tauto &q = t;\n\tq.sRGB = 0;\n\tcudaBindTexture(0, q, p, 64);\n\tk<<<1, 1>>>(o);\n}\n"},
			[]string{"void run(float *p, float *o) {\n\tt_desc.normalizedCoords = 0;\n\tt_desc.filterMode = cudaFilterModePoint;\n\tt_desc.sRGB = 0;\n\tbindTexture(t, t_desc, p, cudaCreateChannelDesc<float>(), 64);"}, []string{"updateTexture"}},
		{"extern for a functor", files{"a.cu": "extern " + declared + "struct At { __device__ float operator()(int i) const { return tex1Dfetch(t, i); } };\ntexture<float, 1, cudaReadModeElementType> t(0, cudaFilterModePoint);\ntemplate <class F> __global__ void k(float *o) { F f; o[0] = f(1); }\n" +
			"void run(float *p, float *o) { cudaBindTexture(0, t, p, 64); k<At><<<1, 1>>>(o); }"},
			[]string{"static __managed__ cudaTextureObject_t t = 0;\nstatic cudaTextureDesc t_desc = {{", "};\ntemplate <class F>"}, []string{"extern"}},
		{"a parameter of the same name", files{"a.cu": declared + kernel + "void run(float *t, float *o) { ::t.filterMode = cudaFilterModePoint; cudaBindTexture(0, ::t, t, 64); k<<<1, 1>>>(o); }\n"},
			[]string{"::t_desc.filterMode", "bindTexture(::t, ::t_desc, t, cudaCreateChannelDesc<float>(), 64)", "k<<<1, 1>>>(o, ::t);"}, nil},
		{"a local name of its own", files{"a.cu": declared + kernel + hostCode + "int other() { int t = 1; return t; }\nstruct S { int t; };\nint f(S s) { return s.t; }"},
			[]string{"int t = 1; return t;", "s.t;"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, titles, left := migrated(t, tt.program)
			if len(titles) == 0 || len(left) > 0 {
				t.Fatalf("titles %q, left %q", titles, left)
			}
			all := ""
			for path, text := range out {
				all += fmt.Sprintf("// %s\n%s\n", path, text)
			}
			for _, want := range tt.want {
				if !strings.Contains(all, want) {
					t.Errorf("no %q", want)
				}
			}
			for _, not := range tt.not {
				if strings.Contains(all, not) {
					t.Errorf("%q is there", not)
				}
			}
			if n := strings.Count(all, "cudaError_t unbindTexture("); n > 1 {
				t.Errorf("functions are there %d times", n)
			}
			if t.Failed() {
				t.Log(all)
			}
		})
	}
}

// TestLeft looks at what is not migrated: it is said, and nothing is edited.
func TestLeft(t *testing.T) {
	tests := []struct{ name, program, want string }{
		{"array", "texture<float, 1> t[2];\n__global__ void k(float *o) { o[0] = tex1Dfetch(t[0], 1); }", "an array of references"},
		{"no bind", declared + kernel, "no bind of it is visible"},
		{"no use", declared, "no use of it is visible"},
		{"by name", declared + kernel + hostCode + `void f() { const textureReference *r; cudaGetTextureReference(&r, "t"); g(r); }`, "it is passed to g at a.cu:"},
		{"pointer to two", declared + kernel + hostCode + `texture<float> u; void f(int i) { const textureReference *r; if (i) cudaGetTextureReference(&r, "t"); else cudaGetTextureReference(&r, "u"); cudaUnbindTexture(r); }`, "the call of cudaGetTextureReference at a.cu:"},
		{"offset asked for later", declared + kernel + hostCode + "void f() { size_t n; cudaGetTextureAlignmentOffset(&n, t); }", "cudaGetTextureAlignmentOffset at a.cu:"},
		{"passed out of sight", declared + kernel + hostCode + "void f() { other(t); }", "it is passed to other at a.cu:"},
		{"copied", declared + kernel + hostCode + "void f() { auto &r = t; g(r); }", "passed to g"},
		{"arguments", declared + kernel + "void run(float *p) { cudaBindTexture(0, t, p, size_of<float, 4>()); }", "could not be parsed"},
		{"extern alone", "extern " + declared + kernel + hostCode, "its definition is not visible"},
		{"extern twice for a functor", "extern " + declared + "extern " + declared + declared + "struct At { __device__ float operator()(int i) const { return tex1Dfetch(t, i); } };\ntemplate <class F> __global__ void k(float *o) { F f; o[0] = f(1); }\n" +
			"void run(float *p, float *o) { cudaBindTexture(0, t, p, 64); k<At><<<1, 1>>>(o); }", "declared extern"},
		{"devices", declared + kernel + "void init(float *p) { cudaBindTexture(0, t, p, 64); }\nvoid run(float **p, float *o) { for (int i = 0; i < 2; i++) { cudaSetDevice(i); init(p[i]); k<<<1, 1>>>(o); } }", "bound on several devices at a.cu:4"},
		{"overloads", declared + "__device__ float at(texture<float, 1, cudaReadModeElementType> r) { return tex1Dfetch(r, 0); }\n__device__ float at(texture<int, 1, cudaReadModeElementType> r) { return tex1Dfetch(r, 0); }\n" +
			"__global__ void k(float *o) { o[0] = at(t); }\n" + hostCode, "overloaded"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, _, left := migrated(t, files{"a.cu": tt.program})
			if !slices.ContainsFunc(left, func(s string) bool { return strings.HasPrefix(s, "t: not migrated: ") && strings.Contains(s, tt.want) }) {
				t.Errorf("left %q", left)
			}
			if out["a.cu"] != tt.program {
				t.Errorf("changed:\n%s", out["a.cu"])
			}
		})
	}
}
