package lint

import (
	"testing"

	"github.com/cudalint/cudalint/lint/gpu"
)

func TestModelOf(t *testing.T) {
	a40, product, err := gpu.Resolve("A40")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what          string
		opts          Options
		name          string
		arch, product string
	}{
		{"the architecture", Options{}, "sm_90", "sm_90", "H200"},
		{"a feature set", Options{}, "sm_100f", "sm_100", "B200"},
		{"a product", Options{Model: a40, Product: product}, "sm_86", "sm_86", "A40"},
		{"a model alone", Options{Model: gpu.Lookup("sm_86")}, "sm_86", "sm_86", "RTX 3090"},
	} {
		if model, product := New(c.opts).ModelOf(c.name); model == nil || model.Name != c.arch || product.Name != c.product {
			t.Errorf("%s: %v, %v, want %s of %s", c.what, model, product, c.product, c.arch)
		}
	}
	for _, name := range []string{"sm_20", "sm_999", "", "H100", "../sm_90"} {
		if model, product := New(Options{}).ModelOf(name); model != nil || product != nil {
			t.Errorf("%q has the model %s", name, model.Name)
		}
	}
}
