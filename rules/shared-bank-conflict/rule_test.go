package sharedbankconflict_test

import (
	"context"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	sharedbankconflict "github.com/cudalint/cudalint/rules/shared-bank-conflict"
)

// findings returns those of the rule in some files, the first of which is a source.
func findings(t *testing.T, files ...string) []lint.Diagnostic {
	t.Helper()
	opts := engine.Options{Rules: []*lint.Rule{sharedbankconflict.Rule}, Jobs: 1, Texts: map[string][]byte{}}
	var inputs []discover.Input
	for i, text := range files {
		name := []string{"a.cu", "b.cuh", "c.cu"}[i]
		opts.Texts[name] = []byte(text)
		if name != "b.cuh" {
			inputs = append(inputs, discover.Input{Path: name})
		}
	}
	return engine.New(opts).Check(context.Background(), inputs).Findings
}

// The remedy is written out for the access, or the reason is said why there is none.
func TestRemedy(t *testing.T) {
	const transpose = "tile[threadIdx.y][threadIdx.x] = in[threadIdx.x]; __syncthreads(); out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];"
	const flat = "for (int i = 0; i < 32; i++) s[i * 32 + threadIdx.x] = in[i]; __syncthreads(); for (int i = 0; i < 32; i++) out[i] += s[threadIdx.x * 32 + i];"
	tests := []struct{ name, body, block, help, fix string }{
		{"tile", "__shared__ float tile[32][32];" + transpose, "dim3(32, 32)", "pad the rows of tile by one element: tile[32][33]", "declare tile[32][33]"},
		{"half a warp", "__shared__ float tile[4][160]; tile[threadIdx.y][threadIdx.x] = in[threadIdx.x]; for (int k = 0; k < 99; k++) { __syncthreads(); *out += tile[threadIdx.y][threadIdx.x]; }", "dim3(16, 4)", "by 16 elements: tile[4][176]", "declare tile[4][176]"},
		{"sum", "__shared__ float tile[16 + 1][16 + 1]; tile[threadIdx.x][15 - threadIdx.x] = in[threadIdx.x]; for (int k = 0; k < 99; k++) { __syncthreads(); *out += tile[threadIdx.x][15 - threadIdx.x]; }", "16", "tile[16 + 1][16 + 2]", "declare tile[16 + 1][16 + 2]"},
		{"dynamic", "extern __shared__ float s[];" + flat, "32", "multiply by 33 instead of 32 in every index, here s[threadIdx.x * 33 + i], and launch with shared memory", "multiply by 33"},
		{"declared by rows", "__shared__ float s[32 * 32];" + flat, "32", "and declare it longer by one element for each row", "multiply by 33"},
		{"room", "__shared__ float s[32 * 33];" + flat, "32", "s has room for rows of 33 elements, which no index uses", "multiply by 33"},
		{"gaps", "__shared__ float s[128]; s[threadIdx.x * 4] = in[threadIdx.x]; for (int k = 0; k < 99; k++) { __syncthreads(); *out += s[threadIdx.x * 4] + s[threadIdx.x]; }", "32", "here s[threadIdx.x * 4 + (threadIdx.x * 4) / 32], and declare it longer by as many", "leave one element of s unused after every 32"},
		{"gaps in a masked index", "__shared__ float s[128]; int t = threadIdx.x * 4; for (int k = 0; k < 99; k++) { __syncthreads(); *out += s[(t + 1) & (127)] + s[t & 127]; }", "32", "here s[((t + 1) & (127)) + ((t + 1) & (127)) / 32], and declare it longer by as many", "leave one element of s unused after every 32"},
		{"gaps in a choice", "__shared__ float s[128]; for (int k = 0; k < 99; k++) { __syncthreads(); *out += s[threadIdx.x < 8 ? threadIdx.x * 4 : threadIdx.x * 4]; }", "32", "here s[(threadIdx.x < 8 ? threadIdx.x * 4 : threadIdx.x * 4) + (threadIdx.x < 8 ? threadIdx.x * 4 : threadIdx.x * 4) / 32]", "leave one element of s unused after every 32"},
		{"exchanged", "__shared__ float tile[384][32];" + transpose, "dim3(32, 32)", "here tile[threadIdx.x][threadIdx.y ^ threadIdx.x % 32]", "exchange the columns"},
		{"two rows in a warp", "__shared__ float tile[16][16]; for (int k = 0; k < 99; k++) {" + transpose + "}", "dim3(16, 16)", "no padding leaves all accesses of tile without conflicts; exchange the columns of each row in every access, here tile[threadIdx.x][threadIdx.y ^ threadIdx.x % 16]", "exchange the columns"},
		{"half a row more", "__shared__ float tile[18][18]; for (int k = 0; k < 99; k++) { __syncthreads(); tile[threadIdx.y + 1][threadIdx.x + 1] = in[k]; }", "dim3(16, 16)", "", "not padded: no padding up to half a row leaves all accesses of tile without conflicts"},
		{"cast", "__shared__ float tile[32][32]; *(float4 *)&tile[0][4] = float4();" + transpose, "dim3(32, 32)", "together with what relies on their length", "not padded: a cast to another type relies on the layout of tile"},
		{"size", "__shared__ float tile[32][32]; *out = sizeof tile;" + transpose, "dim3(32, 32)", "", "not padded: sizeof(tile) is used"},
		{"call", "__shared__ float tile[32][32]; fill(tile);" + transpose, "dim3(32, 32)", "", "not padded: fill gets a pointer to tile"},
		{"row", "__shared__ float tile[32][32]; float *row = tile[threadIdx.y]; row[threadIdx.x] = 1;" + transpose, "dim3(32, 32)", "", "not padded: a pointer into tile is used"},
		{"assembly", `__shared__ float tile[32][32]; asm volatile("prefetch [%0];" :: "l"(&tile[0][0]));` + transpose, "dim3(32, 32)", "", "not padded: assembly uses an address in tile"},
		{"across rows", "__shared__ float tile[32][32]; tile[0][threadIdx.y * 32 + threadIdx.x] = 1; __syncthreads();" + transpose, "dim3(32, 32)", "", "not padded: an index of tile may run over the end of its row"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			source := "__device__ void fill(float (*rows)[32]);\n__global__ void k(float *out, const float *in) { " + test.body + " }\nvoid run(float *p) { k<<<4096, " + test.block + ", 4096>>>(p, p); }\n"
			found := findings(t, source)
			if len(found) == 0 {
				t.Fatal("no finding")
			}
			if d := found[0]; !strings.Contains(d.Help, test.help) || len(d.Fixes) != 1 || !strings.HasPrefix(d.Fixes[0].Title, test.fix) {
				t.Errorf("%s\nhelp %s\nfixes %+v", d.Message, d.Help, d.Fixes)
			}
		})
	}
}

// The shown edits of an array of one dimension make its declaration longer, too.
func TestRemedyDeclaresLonger(t *testing.T) {
	const body = "for (int i = 0; i < N; i++) s[i * N + threadIdx.x] = in[i]; __syncthreads(); for (int i = 0; i < N; i++) out[i] += s[threadIdx.x * N + i]; }\nvoid run(float *p) { k<<<4096, N>>>(p, p); }\n"
	for declared, want := range map[string]string{
		"N * N":     "(N + 1) * N",
		"1024":      "1024 + 1024 / N",
		"4 * 256":   "4 * 256 + (4 * 256) / N",
		"N * N + 1": "(N + 1) * N + 1",
		"33 * N":    "33 * N",
		// + binds before these operators.
		"1 << 10":             "(1 << 10) + (1 << 10) / N",
		"N > 0 ? 1024 : 2048": "(N > 0 ? 1024 : 2048) + (N > 0 ? 1024 : 2048) / N",
		"2048 & ~1023":        "(2048 & ~1023) + (2048 & ~1023) / N",
		// No operator binds before these.
		"size()":          "size() + size() / N",
		"Shape::elements": "Shape::elements + Shape::elements / N",
	} {
		source := "#define N 32\nstruct Shape { static const int elements = 1024; };\nconstexpr int size() { return 1024; }\n" +
			"__global__ void k(float *out, const float *in) { __shared__ float s[" + declared + "]; " + body
		found := findings(t, source)
		if len(found) == 0 || len(found[0].Fixes) != 1 {
			t.Errorf("%s: %+v", declared, found)
			continue
		}
		edited, err := fixes.Apply([]byte(source), found[0].Fixes[0].Edits)
		if err != nil || !strings.Contains(string(edited), "__shared__ float s["+want+"];") {
			t.Errorf("%s: %v\n%s", declared, err, edited)
		}
	}
}

// The shown edits of an array with gaps make its declaration longer, too.
func TestRemedyDeclaresGaps(t *testing.T) {
	for declared, want := range map[string]string{
		"128":    "128 + 128 / 32",
		"1 << 7": "(1 << 7) + (1 << 7) / 32",
	} {
		source := "__global__ void k(float *out, const float *in) { __shared__ float s[" + declared + "]; s[threadIdx.x * 4] = in[threadIdx.x]; " +
			"for (int k = 0; k < 99; k++) { __syncthreads(); *out += s[threadIdx.x * 4] + s[threadIdx.x]; } }\nvoid run(float *p) { k<<<4096, 32>>>(p, p); }\n"
		found := findings(t, source)
		if len(found) == 0 || len(found[0].Fixes) != 1 {
			t.Errorf("%s: %+v", declared, found)
			continue
		}
		edited, err := fixes.Apply([]byte(source), found[0].Fixes[0].Edits)
		if err != nil || !strings.Contains(string(edited), "__shared__ float s["+want+"];") {
			t.Errorf("%s: %v\n%s", declared, err, edited)
		}
	}
}

// The array is in a header, and the block in another source: the padding is verified there.
func TestRemedyInHeader(t *testing.T) {
	const header = "__global__ void k(float *out, const float *in) { __shared__ float tile[32][32]; tile[threadIdx.y][threadIdx.x] = in[threadIdx.x]; " +
		"for (int k = 0; k < 99; k++) { __syncthreads(); *out += tile[threadIdx.x][threadIdx.y]; } }\n"
	found := findings(t, "#include \"b.cuh\"\nvoid run(float *p) { k<<<4096, dim3(32, 32)>>>(p, p); }\n", header)
	if len(found) != 1 || len(found[0].Fixes) != 1 || found[0].Fixes[0].Edits[0].Path != "b.cuh" || found[0].Fixes[0].Edits[0].Text != "33" {
		t.Errorf("found %+v", found)
	}
	found = findings(t, header+"// the block is elsewhere\n", "", "__global__ void k(float *out, const float *in);\nvoid run(float *p) { k<<<4096, dim3(32, 32)>>>(p, p); }\n")
	if len(found) != 1 || len(found[0].Fixes) != 1 || found[0].Fixes[0].Edits[0].Text != "33" || found[0].Confidence != lint.Proven {
		t.Errorf("found %+v", found)
	}
}
