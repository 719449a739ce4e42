package gpu

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// brands are what a product's name may begin with and may leave out.
var brands = []string{"GEFORCE", "TESLA", "QUADRO", "JETSON"}

// series are what a number may leave out: 4090, 4070 Ti.
var series = []string{"RTX", "GTX"}

// synonyms are the words of the driver, of shops and of lists that mean the same, in the common
// form of full. A name keeps the last one of a pair.
var synonyms = strings.NewReplacer("WITHMAXQDESIGN", "MAXQ", "LAPTOPGPU", "LAPTOP", "MOBILE", "LAPTOP", "NOTEBOOK", "LAPTOP",
	"EMBEDDEDGPU", "EMBEDDED", "ADAGENERATION", "ADA", "BLACKWELLGENERATION", "", "LITEHASHRATE", "LHR")

// full returns the common form of all spellings of a name: upper-case letters and digits, without
// the maker.
func full(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, name)
	name = synonyms.Replace(trimOne(name, "NVIDIA"))
	// All RTX PRO are Blackwell GPUs.
	if strings.HasPrefix(name, "RTXPRO") {
		name = strings.Replace(name, "BLACKWELL", "", 1)
	}
	return name
}

// spelling returns full without the brand: that of "NVIDIA GeForce RTX 4090" is RTX4090.
func spelling(name string) string { return trimOne(full(name), brands...) }

// trimOne returns a name without each of the prefixes, unless nothing is left.
func trimOne(name string, prefixes ...string) string {
	for _, prefix := range prefixes {
		if rest := strings.TrimPrefix(name, prefix); rest != "" {
			name = rest
		}
	}
	return name
}

// A selection says what a spelling stands for.
type selection struct {
	arch    string
	product int    // the index of the product in the model, -1 if it has no figures there
	name    string // the short name of the product
	also    *ambiguity
}

// An index has the selections by spelling, in three forms. The later ones leave more out, and
// count only where no earlier one fits.
type index [3]map[string]*selection

// spellings returns the index of all products.
var spellings = sync.OnceValue(func() *index {
	all := &index{{}, {}, {}}
	for i := range products().Ambiguous {
		a := &products().Ambiguous[i]
		all.add(spelling(a.Name), &selection{name: a.Name, also: a})
	}
	for _, arch := range Names() {
		for i, p := range Lookup(arch).Products {
			for _, name := range append([]string{p.Name}, p.Aliases...) {
				all.add(full(name), &selection{arch: arch, product: i, name: p.Name})
			}
		}
	}
	for _, f := range products().Families {
		for _, name := range f.Products {
			s := &selection{arch: f.Architecture, product: -1, name: shortName(name)}
			// The models leave out GeForce, Tesla and Jetson. Quadro makes another product: the
			// Quadro T1000 is not the T1000.
			if old := all[0][spelling(name)]; old != nil && old.arch == s.arch && old.product >= 0 && !strings.HasPrefix(name, "Quadro ") {
				s = old
			}
			all.add(full(name), s)
		}
	}
	return all
})

// add enters a selection under the three forms of a spelling. A form that is taken stays as it is,
// unless it is taken by another architecture: then it is ambiguous.
func (x *index) add(key string, s *selection) {
	bare := trimOne(key, brands...)
	for i, k := range []string{key, bare, trimOne(bare, series...)} {
		if old := x[i][k]; old == nil {
			x[i][k] = s
		} else if old.also == nil && s.also == nil && old.arch != s.arch {
			x[i][k] = &selection{name: k, also: &ambiguity{Name: k, Architectures: []string{old.arch, s.arch}, Why: old.name + " and " + s.name}}
		}
	}
}

// find returns what a name stands for, nil for nothing.
func (x *index) find(name string) *selection { return x.get(full(name)) }

func (x *index) get(key string) *selection {
	if s := x[0][key]; s != nil {
		return s
	}
	bare := trimOne(key, brands...)
	if s := x[1][bare]; s != nil {
		return s
	}
	return x[2][bare]
}

// A qualifier is a word at the end of a name that does not change the architecture.
type qualifier struct{ key, text string }

const laptop = "LAPTOP"

// qualifiers are the words that findQualified leaves out. No chip of one architecture was sold
// under the name of another with one of these words added, but for the names in the catalogue.
var qualifiers = []qualifier{
	{laptop, "Laptop GPU"}, {"MAXQ", "Max-Q"}, {"MAXP", "Max-P"}, {"OEM", "OEM"}, {"LHR", "LHR"}, {"GPU", ""}, {"DESKTOP", ""},
	{"FOUNDERSEDITION", ""}, {"DDR3", "DDR3"}, {"DDR4", "DDR4"}, {"GDDR5", "GDDR5"}, {"GDDR5X", "GDDR5X"}, {"GDDR6", "GDDR6"}, {"GDDR6X", "GDDR6X"},
	{"GDDR7", "GDDR7"}, {"HBM2", "HBM2"}, {"HBM2E", "HBM2e"}, {"HBM3", "HBM3"}, {"HBM3E", "HBM3e"}, {"SXM", "SXM"}, {"PCIE", "PCIe"},
}

// maxQualifiers bounds how many words are left out of a name.
const maxQualifiers = 4

// findQualified returns what a spelling stands for without the qualifiers at its end, and their
// texts in the order of the name. A laptop's GPU comes first for a name that
// says laptop or Max-Q, and last for others: there is no RTX 4050 for desktops.
func (x *index) findQualified(key string, mobile bool, depth int) (*selection, []string) {
	forms := []string{key, key + laptop}
	if mobile {
		slices.Reverse(forms)
	}
	for _, form := range forms {
		if s := x.get(form); s != nil {
			return s, nil
		}
	}
	if depth == maxQualifiers {
		return nil, nil
	}
	for _, q := range endings(key) {
		s, texts := x.findQualified(strings.TrimSuffix(key, q.key), mobile || q.key == laptop || q.key == "MAXQ", depth+1)
		if s != nil {
			if q.text != "" && !strings.HasSuffix(s.name, q.text) {
				texts = append(texts, q.text)
			}
			return s, texts
		}
	}
	return nil, nil
}

// endings returns the qualifiers that a spelling can end with: the words, or a memory size of one
// to three digits.
func endings(key string) []qualifier {
	var out []qualifier
	if rest, ok := strings.CutSuffix(key, "GB"); ok {
		for n := 1; n <= 3 && n < len(rest) && unicode.IsDigit(rune(rest[len(rest)-n])); n++ {
			size := rest[len(rest)-n:] + "GB"
			out = append(out, qualifier{size, size})
		}
	}
	for _, q := range qualifiers {
		if len(key) > len(q.key) && strings.HasSuffix(key, q.key) {
			out = append(out, q)
		}
	}
	return slices.Clip(out)
}
