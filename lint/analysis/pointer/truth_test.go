package pointer

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

func unitOf(t *testing.T, path, text string) *sema.Unit {
	t.Helper()
	u, err := sema.NewUnit(context.Background(), source.NewFile(path, []byte(text)), sema.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestTruth holds the analysis against what nvcc does with each parameter.
func TestTruth(t *testing.T) {
	base := filepath.Join("..", "..", "..", "testdata", "truth", "restrict_own")
	text, err := os.ReadFile(base + ".cu")
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(base + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	u := unitOf(t, base+".cu", string(text))
	found := map[[2]string]bool{}
	analysis := New(context.Background(), u, ir.NewBuilder(u, true))
	for _, k := range u.Kernels() {
		e := analysis.Effects(k)
		if e.Unknown != "" {
			t.Errorf("%s: %s", k.Name, e.Unknown)
		}
		for _, r := range e.ReadOnly() {
			found[[2]string{k.Name, k.Params[r.Param].Name}] = true
		}
	}
	wanted := 0
	for _, row := range rows[1:] {
		key := [2]string{row[0], row[1]}
		before, _ := strconv.Atoi(row[3])
		after, _ := strconv.Atoi(row[5])
		gains, want, why := after > before, row[6], row[7]
		switch {
		case want == "yes" && !gains, want == "no" && gains && why == "", want != "yes" && want != "no" && want != "either":
			t.Errorf("%s: the table says %q, and nvcc has %d and then %d read-only loads", key, want, before, after)
		case want == "yes" && !found[key]:
			t.Errorf("%s is not reported", key)
		case want == "no" && found[key]:
			t.Errorf("%s is reported", key)
		}
		if want == "yes" {
			wanted++
		}
		delete(found, key)
	}
	if wanted < 60 || len(found) > 0 {
		t.Errorf("%d parameters are to be reported; not in the table: %v", wanted, found)
	}
}
