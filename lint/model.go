package lint

import "github.com/cudalint/cudalint/lint/gpu"

// ModelOf returns the model that findings of a file built for a GPU are priced
// on, and the product whose number of SMs, clock and bandwidths count: those of
// the options, else the model of the architecture and its first product; nil
// where there is none. Callers change neither.
func (l *Linter) ModelOf(name string) (*gpu.Model, *gpu.Product) {
	model, product := l.opts.Model, l.opts.Product
	if model == nil {
		model = gpu.Lookup(name)
	}
	if model == nil {
		return nil, nil
	}
	if product == nil {
		product = &model.Products[0]
	}
	return model, product
}

// model returns the model of the GPU that the unit is analysed for, and the
// product; see Linter.ModelOf.
func (u *unitRun) model() (*gpu.Model, *gpu.Product) { return u.linter.ModelOf(u.gpu) }
