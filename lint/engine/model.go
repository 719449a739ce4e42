package engine

import "github.com/cudalint/cudalint/lint/model/gpu"

// modelOf returns the model that findings of a file built for a GPU are priced
// on, and the product whose number of SMs, clock and bandwidths count: those of
// the options, else the model of the architecture and its first product; nil
// where there is none. Callers change neither.
func (o *FileOptions) modelOf(name string) (*gpu.Model, *gpu.Product) {
	model, product := o.Model, o.Product
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
// product; see FileOptions.modelOf.
func (u *unitRun) model() (*gpu.Model, *gpu.Product) { return u.settings.modelOf(u.target.GPU) }
