package gpu

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
)

// Names returns the architectures that have a model, the oldest first: sm_35, sm_37, ...
func Names() []string {
	entries, err := data.ReadDir("data")
	if err != nil {
		panic(err) // the folder is embedded
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), path.Ext(e.Name()))
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	return names
}

// maxName is the longest name of a product that is looked up, in bytes. No product has a longer one.
const maxName = 128

// Resolve returns the model that a name stands for. The name is one of
//
//	an architecture: sm_86, sm_90a, compute_90
//	a product in any spelling: "RTX 3090", rtx-3090, "NVIDIA GeForce RTX 3090"
//	the path of a model file, with a separator or the suffix .json
//
// The product is nil if the name is an architecture, and otherwise the first product of the
// returned model. A product without figures of its own has those of another one, see
// Product.FiguresOf. Models are shared: callers must not change them. The error for any other name
// is an *UnknownError or, for a name of several architectures, an *AmbiguousError.
func Resolve(name string) (*Model, *Product, error) {
	if IsFile(name) {
		m, err := ReadFile(name)
		if err != nil {
			return nil, nil, err
		}
		return m, &m.Products[0], nil
	}
	if arch := ArchName(name); arch != "" {
		if err := CheckArch(arch); err != nil {
			return nil, nil, err
		}
		if m := Lookup(arch); m != nil {
			return m, nil, nil
		}
		return nil, nil, &UnknownError{Name: name, Near: near(name)}
	}
	if len(name) > maxName {
		return nil, nil, &UnknownError{Name: name}
	}
	s, added := spellings().findQualified(full(name), false, 0)
	switch {
	case s == nil:
		return nil, nil, &UnknownError{Name: name, Near: near(name)}
	case s.also != nil:
		return nil, nil, &AmbiguousError{Name: name, Architectures: s.also.Architectures, Why: s.also.Why}
	}
	m := Lookup(s.arch).withFirst(max(s.product, 0))
	p := &m.Products[0]
	if s.product < 0 || added != nil {
		p.FiguresOf, p.Name, p.Aliases = p.Name, strings.Join(append([]string{s.name}, added...), " "), nil
	}
	return m, p, nil
}

// withFirst returns the model with one of its products, given by index, moved to the front.
func (m *Model) withFirst(product int) *Model {
	out := *m
	out.Products = slices.Concat(m.Products[product:product+1], m.Products[:product], m.Products[product+1:])
	return &out
}

// IsFile reports whether a name given for a GPU is the path of a model file.
func IsFile(name string) bool {
	return strings.ContainsAny(name, `/\`) || strings.HasSuffix(name, ".json")
}

// An UnknownError is a name for which there is no model.
type UnknownError struct {
	Name string
	Near []string // the known names that look most like it, the nearest first
}

func (e *UnknownError) Error() string {
	guess := ";"
	if len(e.Near) > 0 {
		guess = fmt.Sprintf("; did you mean %q?", e.Near[0])
		if len(e.Near) > 1 {
			guess = fmt.Sprintf("; did you mean %q or %q?", e.Near[0], e.Near[1])
		}
	}
	return fmt.Sprintf("unknown GPU %.80q%s `cudalint gpus` lists the products (H100); others are named by their architecture (sm_90)", e.Name, guess)
}

// An AmbiguousError is a name that stands for products of several architectures.
type AmbiguousError struct {
	Name          string
	Architectures []string // two or more
	Why           string   // what the products are
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%.80q is %s (%s): name the architecture that you have (`nvidia-smi --query-gpu=compute_cap --format=csv` prints it)",
		e.Name, strings.Join(e.Architectures, " or "), e.Why)
}
