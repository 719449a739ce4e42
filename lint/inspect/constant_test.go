package inspect_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	constantoverflow "github.com/cudalint/cudalint/rules/constant-overflow"
)

// The offsets are those that nvcc 13.0 gives the symbols (readelf -s of the cubin).
func TestInspectConstants(t *testing.T) {
	const text = `__constant__ char a1[1], a2[2];
namespace n { __constant__ int q[3]; namespace m { __constant__ char r; } }
struct S { char c; double d; int tab; };
__constant__ S ss[2];
#define N 3
__constant__ float tab[N][N * 2];
__global__ void k(float *out, int a1) {
  out[0] = a2[a1] + n::q[0] + n::m::r + tab[1][2] + ss[0].d;
  { int ss = 3; out[ss] = 0; }
}
int main() { cudaMemcpyToSymbol(tab, 0, sizeof(tab)); cudaMemcpyToSymbol(n::q, 0, 4); k<<<1, 32>>>(0, 1); }
`
	s := newSession(t, engine.Options{}, discover.Input{Path: "a.cu"})
	s.SetText("a.cu", []byte(text))
	in, err := s.Inspect(context.Background(), "a.cu")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range in.Constants {
		got = append(got, fmt.Sprintf("%d:%d %s %s %d bytes at %d, declared at %d", c.Start.Line, c.Start.Column, c.Type, c.Name, c.Bytes, c.Offset, c.Declared.Start.Line))
	}
	want := []string{
		"1:19 char[1] a1 1 bytes at 0, declared at 1", "1:26 char[2] a2 2 bytes at 1, declared at 1",
		"2:32 int[3] n::q 12 bytes at 132, declared at 2", "2:70 char n::m::r 1 bytes at 128, declared at 2",
		"4:16 S[2] ss 48 bytes at 8, declared at 4", "6:20 float[3][6] tab 72 bytes at 56, declared at 6",
		"8:12 char[2] a2 2 bytes at 1, declared at 1", "8:24 int[3] n::q 12 bytes at 132, declared at 2",
		"8:37 char n::m::r 1 bytes at 128, declared at 2", "8:41 float[3][6] tab 72 bytes at 56, declared at 6",
		"8:53 S[2] ss 48 bytes at 8, declared at 4",
		"11:33 float[3][6] tab 72 bytes at 56, declared at 6", "11:48 float[3][6] tab 72 bytes at 56, declared at 6",
		"11:77 int[3] n::q 12 bytes at 132, declared at 2",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if in.Bank.Bytes != 144 || in.Bank.Unknown != 0 {
		t.Errorf("%+v", in.Bank)
	}
	for _, c := range in.Constants { // each by itself, from its first to its last byte
		for _, at := range []int{c.Start.Offset, c.End.Offset} {
			part, err := s.InspectRange(context.Background(), "a.cu", at, at)
			if found := part.ConstantAt(at); err != nil || found == nil || *found != c {
				t.Errorf("at %d: %+v, %v, want %+v", at, found, err, c)
			}
		}
	}
}

// TestInspectBank holds the totals against those of constant-overflow.
func TestInspectBank(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/rules/constant-overflow/*.cu")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, path := range paths {
		in := discover.Input{Path: path}
		opts := engine.Options{Rules: []*lint.Rule{constantoverflow.Rule}, RDC: strings.Contains(path, "rdc")}
		inspection, err := newSession(t, opts, in).Inspect(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range engine.New(opts).Check(context.Background(), []discover.Input{in}).Findings {
			var data constantoverflow.Data
			if err := json.Unmarshal(f.Data, &data); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(f.Message, "__constant__") {
				continue // kernel parameters
			}
			compared++
			if bank := inspection.Bank; bank.Bytes != data.Bytes || bank.Unknown != len(data.Unknown) || data.Limit != lint.ConstantLimit {
				t.Errorf("%s: %+v, the rule says %d bytes, %d unknown", path, bank, data.Bytes, len(data.Unknown))
			}
			sizes := map[string]int64{}
			for _, v := range data.Variables {
				sizes[v.Name] = v.Bytes
			}
			for _, c := range inspection.Constants {
				if want, ok := sizes[c.Name]; ok && want != c.Bytes {
					t.Errorf("%s: %s of %d bytes, the rule says %d", path, c.Name, c.Bytes, want)
				}
			}
		}
	}
	if compared < 15 {
		t.Errorf("%d findings were compared", compared)
	}
}
