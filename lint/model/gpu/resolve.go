package gpu

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/cudalint/cudalint/lint/suggest"
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

// Resolve returns the model that a name stands for. The name is one of
//
//	an architecture: sm_86, sm_90a, compute_90
//	a product in any spelling: "RTX 3090", rtx-3090, "NVIDIA GeForce RTX 3090"
//	the path of a model file, with a separator or the suffix .json
//
// The product is nil if the name is an architecture, and otherwise the first product of the
// returned model. Models are shared: callers must not change them. The error for any other name is
// an *UnknownError.
func Resolve(name string) (*Model, *Product, error) {
	if IsFile(name) {
		m, err := ReadFile(name)
		if err != nil {
			return nil, nil, err
		}
		return m, &m.Products[0], nil
	}
	if m := Lookup(ArchName(name)); m != nil {
		return m, nil, nil
	}
	if p, ok := spellings()[spelling(name)]; ok {
		m := Lookup(p.arch).withFirst(p.product)
		return m, &m.Products[0], nil
	}
	return nil, nil, &UnknownError{Name: name, Closest: closest(name)}
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

// ArchName returns the usual spelling of an architecture: sm_, digits, and the suffix of its
// feature set if it has one. It accepts any spelling (SM_90A, compute_90), and returns "" if the
// name is not an architecture.
func ArchName(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if digits, ok := strings.CutPrefix(name, "compute_"); ok {
		name = "sm_" + digits
	}
	if !nameForm.MatchString(name) {
		return ""
	}
	return name
}

// An UnknownError is a name for which there is no model.
type UnknownError struct {
	Name    string
	Closest string // the known name that looks most like it, "" where none does
}

func (e *UnknownError) Error() string {
	guess := ";"
	if e.Closest != "" {
		guess = fmt.Sprintf("; did you mean %q?", e.Closest)
	}
	return fmt.Sprintf("unknown GPU %.80q%s `cudalint gpus` lists the products (H100); others are named by their architecture (sm_90)", e.Name, guess)
}

// A selection says which product of which architecture a spelling stands for.
type selection struct {
	arch    string
	product int
}

// spellings returns the products by the spellings of their names and aliases.
var spellings = sync.OnceValue(func() map[string]selection {
	all := map[string]selection{}
	for _, arch := range Names() {
		for i, p := range Lookup(arch).Products {
			for _, name := range append([]string{p.Name}, p.Aliases...) {
				all[spelling(name)] = selection{arch, i}
			}
		}
	}
	return all
})

// spelling returns the common form of all spellings of a product's name: upper-case letters and
// digits, without the maker and the brands that the driver reports ("NVIDIA GeForce RTX 4090",
// "Tesla T4").
func spelling(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, name)
	for _, brand := range []string{"NVIDIA", "GEFORCE", "TESLA", "QUADRO", "JETSON"} {
		if rest := strings.TrimPrefix(name, brand); rest != "" {
			name = rest
		}
	}
	return name
}

// closest returns the architecture or product to suggest for an unknown name, "" if none is close.
// A candidate is close if its name, or that of its generation, contains the unknown name, or
// differs from it in at most a third of its letters. Of several it takes the nearest, then the one
// with the longest common prefix, then the shortest.
func closest(name string) string {
	const longest = 64 // bytes compared; no name is longer
	name = spelling(name)
	name = name[:min(len(name), longest)]
	best, least, begins, length := "", max(len(name)/3, 1)+1, 0, 0
	consider := func(candidate, known string) {
		known = spelling(known)
		distance, common := suggest.Distance(name, known), commonPrefix(name, known)
		if len(name) > 1 && (strings.Contains(known, name) || strings.HasPrefix(name, known)) {
			distance = 1
		}
		if distance < least || distance == least && best != "" && (common > begins || common == begins && len(known) < length) {
			best, least, begins, length = candidate, distance, common, len(known)
		}
	}
	if name == "" {
		return ""
	}
	for _, arch := range Names() {
		consider(arch, arch)
		consider(arch, Lookup(arch).Architecture)
		for _, p := range Lookup(arch).Products {
			consider(p.Name, p.Name)
		}
	}
	return best
}

// commonPrefix returns the length of the longest common prefix of two texts, in bytes.
func commonPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
