package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/model/gpu"
)

func TestGPUsJSONIsAsTheSchemaSays(t *testing.T) {
	var models []*gpu.Model
	for _, name := range gpu.Names() {
		model := gpu.Lookup(name)
		models = append(models, model)
		for _, product := range []*gpu.Product{nil, &model.Products[0]} {
			var b bytes.Buffer
			if err := GPU(&b, "json", model, product); err != nil {
				t.Fatal(err)
			}
			validate(t, "gpus.schema.json", b.Bytes())
		}
	}
	var b bytes.Buffer
	if err := GPUs(&b, "json", models); err != nil {
		t.Fatal(err)
	}
	validate(t, "gpus.schema.json", b.Bytes())
}

// TestGPUPrintsEveryFigure with its unit, how it is known and from where.
func TestGPUPrintsEveryFigure(t *testing.T) {
	model := gpu.Lookup("sm_61")
	var b bytes.Buffer
	if err := GPU(&b, "text", model, &model.Products[1]); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	for _, e := range append(model.Entries(), model.Products[1].Entries()...) {
		found := false
		for _, line := range lines {
			found = found || strings.HasPrefix(line, "  "+e.Name+" ") && strings.Contains(line, string(e.Basis)) && strings.HasSuffix(line, e.Source)
		}
		if !found {
			t.Errorf("no line for %s in\n%s", e.Name, b.String())
		}
	}
	for _, want := range []string{"GTX 1080 Ti\n", "  clock  1582 ", "extrapolated from sm_90", " no "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	b.Reset()
	named, product, err := gpu.Resolve("RTX 4070")
	if err != nil {
		t.Fatal(err)
	}
	if err := GPU(&b, "text", named, product); err != nil || !strings.Contains(b.String(), "RTX 4070 has no figures of its own: it uses those of sm_89 (RTX 4090)\n\nRTX 4090\n") {
		t.Errorf("%v\n%s", err, b.String())
	}
	b.Reset()
	if err := GPU(&b, "json", named, product); err != nil || !strings.Contains(b.String(), `"figures_of": "RTX 4090"`) {
		t.Errorf("%v\n%s", err, b.String())
	}
	validate(t, "gpus.schema.json", b.Bytes())
	b.Reset()
	if err := GPU(&b, "text", named, nil); err != nil || !strings.Contains(b.String(), " RTX 4070,") {
		t.Errorf("%v\n%s", err, b.String())
	}
	if err := GPU(&b, "xml", model, nil); err == nil {
		t.Error("an unknown format is no error")
	}
}
