package engine

import (
	"testing"

	"github.com/cudalint/cudalint/lint/model/gpu"
)

func TestModel(t *testing.T) {
	a40, product, err := gpu.Resolve("A40")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what          string
		opts          FileOptions
		name          string
		arch, product string
	}{
		{"the architecture", FileOptions{}, "sm_90", "sm_90", "H200"},
		{"a feature set", FileOptions{}, "sm_100f", "sm_100", "B200"},
		{"a product", FileOptions{Model: a40, Product: product}, "sm_86", "sm_86", "A40"},
		{"a model alone", FileOptions{Model: gpu.Lookup("sm_86")}, "sm_86", "sm_86", "RTX 3090"},
	} {
		if model, product := c.opts.modelOf(c.name); model == nil || model.Name != c.arch || product.Name != c.product {
			t.Errorf("%s: %v, %v, want %s of %s", c.what, model, product, c.product, c.arch)
		}
	}
	for _, name := range []string{"sm_20", "sm_999", "", "H100", "../sm_90"} {
		if model, product := new(FileOptions).modelOf(name); model != nil || product != nil {
			t.Errorf("%q has the model %s", name, model.Name)
		}
	}
}
