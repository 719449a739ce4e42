package globaluncoalesced_test

import (
	"context"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	globaluncoalesced "github.com/cudalint/cudalint/rules/global-uncoalesced"
)

// The help says what to do about the shape of the access, also where the length of a row is unknown.
func TestHelp(t *testing.T) {
	tests := []struct{ name, body, block, message, help string }{
		{"sum in memory", "P *p = (P *)out; int i = blockIdx.x * 256 + threadIdx.x; for (int j = 0; j < n; j++) p[i].a += in[j];", "256",
			"store of p[i].a", "keep the value of p[i].a in a local variable and store it once, after the loop"},
		{"elements of a vector", "int i = 4 * (blockIdx.x * 256 + threadIdx.x); out[i] = 1; out[i + 1] = 2; out[i + 2] = 3; out[i + 3] = 4;", "256",
			"lanes are 16 bytes apart", "store the 4 neighbouring elements of a lane at once, as one float4; its address has to be a multiple of 16"},
		{"elements of a vector in short rows", "int i = (blockIdx.y * 16 + threadIdx.y) * n + 2 * (blockIdx.x * 16 + threadIdx.x); out[i] = 1; out[i + 1] = 2;", "dim3(16, 16)",
			"lanes are 8 bytes apart", "as one float2"},
		{"transposition", "int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y; for (int i = 0; i < 32; i += 8) out[x * n + y + i] = in[(y + i) * n + x];", "dim3(32, 8)",
			"each lane accesses another row", "threadIdx.x selects neighbouring elements of in[(y + i) * n + x], but a row in out[x * n + y + i]: copy through a tile in shared memory"},
		{"exchanged", "int row = blockIdx.x * 16 + threadIdx.x, column = blockIdx.y * 16 + threadIdx.y; out[row * n + column] = 2;", "dim3(16, 16)",
			"each lane accesses another row", "exchange threadIdx.x and threadIdx.y in the index of out[row * n + column]"},
		{"member in short rows", "P *p = (P *)out; int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y; p[y * n + x].a = 1;", "dim3(16, 16)",
			"the elements are 32 bytes long", "store the member a of all elements"},
		{"short rows", "int x = blockIdx.x * 4 + threadIdx.x, y = blockIdx.y * 64 + threadIdx.y; out[y * n + x] = 1;", "dim3(4, 64)",
			"a warp spans several rows of the block", "blocks of at least 32 threads in x"},
		{"a lambda's pointer", "auto f = [=](int i) { out[i * n] = in[i]; out[i * n + i] = 2; }; f(blockIdx.x * 256 + threadIdx.x);", "256",
			"store of out[i * n", "go down a column of out"},
		{"a reference", "P *p = (P *)out; add(p[blockIdx.x * 256 + threadIdx.x]);", "256",
			"each warp's store of v.a (out) touches", "store the member a of all elements"},
		{"column", "int i = blockIdx.x * 256 + threadIdx.x; out[i] = in[i * 64 + n];", "256",
			"lanes are 256 bytes apart", "the lanes of a warp go down a column of in"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			source := "struct P { float a, b, c, d, e, f, g, h; };\n__device__ void add(P &v) { v.a += v.h; }\n__global__ void k(float *out, const float *in, int n) { " + test.body + " }\nvoid run(float *p, const float *q, int n) { k<<<dim3(512, 512), " + test.block + ">>>(p, q, n); }\n"
			opts := engine.Options{Rules: []*lint.Rule{globaluncoalesced.Rule}, Jobs: 1, Texts: map[string][]byte{"a.cu": []byte(source)}}
			found := engine.New(opts).Check(context.Background(), []discover.Input{{Path: "a.cu"}}).Findings
			if len(found) == 0 {
				t.Fatal("no finding")
			}
			if d := found[0]; !strings.Contains(d.Message, test.message) || !strings.Contains(d.Help, test.help) {
				t.Errorf("message %s\nhelp %s", d.Message, d.Help)
			}
		})
	}
}
