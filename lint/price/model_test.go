package price

import (
	"testing"

	"github.com/cudalint/cudalint/lint/model/gpu"
)

func TestModelOf(t *testing.T) {
	a40, product, err := gpu.Resolve("A40")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what              string
		model             *gpu.Model
		product           *gpu.Product
		name              string
		arch, productName string
	}{
		{"the architecture", nil, nil, "sm_90", "sm_90", "H200"},
		{"a feature set", nil, nil, "sm_100f", "sm_100", "B200"},
		{"a product", a40, product, "sm_86", "sm_86", "A40"},
		{"a model alone", gpu.Lookup("sm_86"), nil, "sm_86", "sm_86", "RTX 3090"},
	} {
		if model, product := ModelOf(c.model, c.product, c.name); model == nil || model.Name != c.arch || product.Name != c.productName {
			t.Errorf("%s: %v, %v, want %s of %s", c.what, model, product, c.productName, c.arch)
		}
	}
	for _, name := range []string{"sm_20", "sm_999", "", "H100", "../sm_90"} {
		if model, product := ModelOf(nil, nil, name); model != nil || product != nil {
			t.Errorf("%q has the model %s", name, model.Name)
		}
	}
}
