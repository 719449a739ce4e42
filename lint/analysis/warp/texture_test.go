package warp_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// texelSummary says what a row of an image tells.
func texelSummary(a warp.Access) string {
	count := func(c warp.Count) string {
		switch {
		case !c.Known():
			return "?"
		case c.Mean == float64(c.Worst):
			return fmt.Sprint(c.Worst)
		}
		return fmt.Sprintf("%d/%.4g", c.Worst, c.Mean)
	}
	return fmt.Sprintf("%v %v %s %dx%dD %v: %s texels, %s sectors", a.Space, a.Kind, a.Object, a.Bytes, a.Dimensions, a.Pattern, count(a.Addresses), count(a.Sectors))
}

// Texels and sectors of accesses through textures and surfaces: the sectors of row32x1,
// column1x32, tile16x2, tile8x4 and second32x1 are those of package gpu's
// testdata/texture_patterns.csv.
func TestTextures(t *testing.T) {
	const before = `texture<float, 2, cudaReadModeElementType> image;
texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> colours;
texture<float4> line;
texture<float, 3> volume;
surface<void, 2> drawn;
struct View { cudaTextureObject_t texels; int w; };
__device__ float at(cudaTextureObject_t t, float x, float y) { return tex2D<float>(t, x, y); }
`
	const parameters = "cudaTextureObject_t tex, cudaSurfaceObject_t surf, View view, float *out, const int *data, int w, float u"
	for _, c := range []struct{ name, call, want string }{
		{"row32x1", "tex2D<float>(tex, x + 0.5f, y + 0.5f)", "texture load tex 4x2D affine: 32 texels, 8 sectors"},
		{"row, one further", "tex2D<float>(tex, x + 1.5f, y + 0.5f)", "texture load tex 4x2D affine: 32 texels, 9 sectors"},
		{"integers", "tex2D<float>(tex, x, y)", "texture load tex 4x2D affine: 32 texels, 8 sectors"},
		{"double", "tex2D<float>(tex, x + 0.5, y + 0.5)", "texture load tex 4x2D affine: 32 texels, 8 sectors"},
		{"column1x32", "tex2D<float>(tex, y + 0.5f, x + 0.5f)", "texture load tex 4x2D permuted: 32 texels, 16 sectors"},
		{"tile16x2", "tex2D<float>(tex, t % 16 + .5f, t / 16 + .5f)", "texture load tex 4x2D permuted: 32 texels, 4 sectors"},
		{"tile8x4", "tex2D<float>(tex, t % 8 + .5f, t / 8 + .5f)", "texture load tex 4x2D permuted: 32 texels, 4 sectors"},
		{"second32x1", "tex2D<float>(tex, 2 * x + .5f, 2 * y + .5f)", "texture load tex 4x2D affine: 32 texels, 16 sectors"},
		{"four components", "tex2D<float4>(tex, x + .5f, y + .5f).y", "texture load tex 16x2D affine: 32 texels, 32 sectors"},
		{"bytes", "tex2D<unsigned char>(tex, x, y)", "texture load tex 1x2D affine: 32 texels, 2 sectors"},
		{"one texel", "tex2D<float>(tex, u, 3.5f)", "texture load tex 4x2D uniform: 1 texels, 1 sectors"},
		{"parts of an image", "tex2D<float>(tex, (x + .5f) / w, y + .5f)", "texture load tex 4x2D unknown: ? texels, ? sectors"},
		{"parts of known numbers", "tex2D<float>(tex, (t + .5f) / 32, 0.5f)", "texture load tex 4x2D unknown: ? texels, ? sectors"},
		{"data", "tex1Dfetch<float>(tex, data[x] & 1)", "texture load tex 4x1D data-dependent: 2/2 texels, 1 sectors"},
		{"through a function", "at(tex, x + .5f, y + .5f)", "texture load tex 4x2D affine: 32 texels, 8 sectors"},
		{"member", "tex2D<float>(view.texels, x, y)", "texture load texels 4x2D affine: 32 texels, 8 sectors"},
		{"reference", "tex2D(image, x + .5f, y + .5f)", "texture load image 4x2D affine: 32 texels, 8 sectors"},
		{"normalised values", "tex2D(colours, x + .5f, y + .5f).x", "texture load colours 4x2D affine: 32 texels, 8 sectors"},
		{"fetch", "tex1Dfetch<float>(tex, x)", "texture load tex 4x1D affine: 32 texels, 4 sectors"},
		{"fetch, strided", "tex1Dfetch<float>(tex, 8 * x)", "texture load tex 4x1D affine: 32 texels, 32 sectors"},
		{"fetch through a reference", "tex1Dfetch(line, x).w", "texture load line 16x1D affine: 32 texels, 16 sectors"},
		{"line of an array", "tex1D<float>(tex, x + .5f)", "texture load tex 4x1D affine: 32 texels, 8 sectors"},
		{"volume", "tex3D(volume, x + .5f, y + .5f, 1.5f)", "texture load volume 4x3D affine: 32 texels, 8 sectors"},
		{"layers", "tex2DLayered<float>(tex, x + .5f, y + .5f, t & 1)", "texture load tex 4x2D permuted: 32 texels, 16 sectors"},
		{"gather", "tex2Dgather<float4>(tex, x + .5f, y + .5f).x", "texture load tex 16x2D affine: 32 texels, ? sectors"},
		{"level of detail", "tex2DLod<float>(tex, x + .5f, y + .5f, u)", "texture load tex 4x2D unknown: ? texels, ? sectors"},
		{"cube", "texCubemap<float>(tex, x, y, 1)", "texture load tex 4x0D unknown: ? texels, ? sectors"},
		{"surface", "surf2Dread<float>(surf, x * 4, y)", "surface load surf 4x2D affine: 32 texels, ? sectors"},
		{"surface reference", "surf2Dread<float>(drawn, x * sizeof(float), y)", "surface load drawn 4x2D affine: 32 texels, ? sectors"},
		{"surface, bytes forgotten", "surf2Dread<float>(surf, x, y)", "surface load surf 4x2D permuted: 8 texels, ? sectors"},
	} {
		t.Run(c.name, func(t *testing.T) {
			checkTexels(t, before, parameters, "out[t] = "+c.call+";", strings.TrimSuffix(c.call, c.call[strings.LastIndex(c.call, ")")+1:]), c.want)
		})
	}
	for _, c := range []struct{ name, body, call, want string }{
		{"result by pointer", "float f; tex2D(&f, tex, x + .5f, y + .5f); out[t] = f;", "tex2D(&f, tex, x + .5f, y + .5f)", "texture load tex 4x2D affine: 32 texels, 8 sectors"},
		{"surface by pointer", "float4 f; surf2Dread(&f, surf, x * 16, y); out[t] = f.x;", "surf2Dread(&f, surf, x * 16, y)", "surface load surf 16x2D affine: 32 texels, ? sectors"},
		{"surface written", "surf2Dwrite(u, surf, x * 4, y);", "surf2Dwrite(u, surf, x * 4, y)", "surface store surf 4x2D affine: 32 texels, ? sectors"},
		{"stencil", "for (int i = -1; i <= 1; i++) out[t] += tex2D<float>(tex, x + i + .5f, y + .5f);", "tex2D<float>(tex, x + i + .5f, y + .5f)", "texture load tex 4x2D affine: 32 texels, 9/8.667 sectors"},
		{"read value as index", "out[(int)tex1Dfetch<float>(tex, x)] = 1;", "out[(int)tex1Dfetch<float>(tex, x)]", "global store out 4x0D data-dependent: 32/32 texels, 32/32 sectors"},
	} {
		t.Run(c.name, func(t *testing.T) { checkTexels(t, before, parameters, c.body, c.call, c.want) })
	}
}

// checkTexels analyses a kernel of one warp that is a row of an image, and compares the row of
// one expression.
func checkTexels(t *testing.T, before, parameters, body, expression, want string) {
	t.Helper()
	res := analyzeText(t, before+"__global__ void k("+parameters+") {\n  int t = threadIdx.x, x = blockIdx.x * 32 + t, y = blockIdx.y;\n  "+body+
		"\n}\nvoid run(dim3 grid, cudaTextureObject_t t, cudaSurfaceObject_t s, View v, float *o, int *d, int w, float u) { k<<<grid, 32>>>(t, s, v, o, d, w, u); }\n")
	var got []string
	for _, a := range res.Accesses {
		if text := a.Node.Text(); text == expression || strings.HasPrefix(expression, "at(") && text == "tex2D<float>(t, x, y)" {
			got = append(got, texelSummary(a))
		}
	}
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("%s\nwant %s (%s)", text, want, res.Incomplete)
	}
	for _, a := range res.Accesses {
		if a.Node.Text() == "image" || a.Node.Text() == "drawn" {
			t.Errorf("the name of a reference has a row: %s", texelSummary(a))
		}
	}
}

// TestImageSectors compares the sectors of fetches with those counted on a GPU.
func TestImageSectors(t *testing.T) {
	f, err := os.Open("../../model/gpu/testdata/image_sectors.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) < 100 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	size := map[string]int{"unsigned char": 1, "float": 4, "float2": 8, "float4": 16}
	for _, row := range rows[1:] {
		kind, texel, x, y, spread, want := row[0], row[1], row[2], row[3], row[4], row[5]
		z := "t / (" + x + " * " + y + ") * " + spread
		at := []string{"t % " + x + " * " + spread + " + .5f", "t / " + x + " % " + y + " * " + spread + " + .5f", z}
		dimensions := map[string]int{"tex1D": 1, "tex2D": 2, "tex3D": 3, "tex2DLayered": 2}[kind]
		if kind != "tex2DLayered" {
			at = at[:dimensions]
		}
		call := kind + "<" + texel + ">(tex, " + strings.Join(at, ", ") + ")"
		body := "auto v = " + call + "; out[t] = *(unsigned char *)&v;"
		res := analyzeText(t, "__global__ void k(cudaTextureObject_t tex, float *out) {\n  int t = threadIdx.x;\n  "+body+"\n}\nvoid run(cudaTextureObject_t t, float *o) { k<<<1, 32>>>(t, o); }\n")
		for _, a := range res.Accesses {
			if a.Texels && (a.Bytes != int64(size[texel]) || !a.Tiled || fmt.Sprint(a.Sectors.Worst) != want) {
				t.Errorf("%v: %s", row, texelSummary(a))
			}
		}
		if !slices.ContainsFunc(res.Accesses, func(a warp.Access) bool { return a.Texels }) {
			t.Errorf("%v: no row for %s (%s)", row, call, res.Incomplete)
		}
	}
}
