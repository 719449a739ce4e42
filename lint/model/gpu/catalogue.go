package gpu

import (
	_ "embed" // of products.json
	"encoding/json"
	"strings"
	"sync"
	"unicode"
)

//go:embed products.json
var productsText []byte

// A catalogue has the names of all products, with and without figures.
type catalogue struct {
	Sources   []string    `json:"sources"` // where the names and architectures are from
	Families  []Family    `json:"families"`
	Ambiguous []ambiguity `json:"ambiguous"`
}

// A Family is a list of products of one architecture: "GeForce laptop" of sm_89.
type Family struct {
	Architecture string   `json:"architecture"`
	Name         string   `json:"name"`
	Products     []string `json:"products"`
}

// An ambiguity is a name that stands for products of several architectures.
type ambiguity struct {
	Name          string   `json:"name"`
	Architectures []string `json:"architectures"`
	Why           string   `json:"why"`
}

// products returns the catalogue.
var products = sync.OnceValue(func() *catalogue {
	c := new(catalogue)
	if err := json.Unmarshal(productsText, c); err != nil {
		panic("products.json: " + err.Error()) // it is embedded
	}
	return c
})

// WithoutFigures returns the products of an architecture that have no figures of their own, by
// family and with short names. Resolve takes each of them.
func WithoutFigures(architecture string) []Family {
	var out []Family
	for _, f := range products().Families {
		if f.Architecture != architecture {
			continue
		}
		rest := Family{Architecture: f.Architecture, Name: f.Name}
		for _, name := range f.Products {
			if r := spellings().find(name); r != nil && r.product < 0 {
				rest.Products = append(rest.Products, shortName(name))
			}
		}
		if rest.Products != nil {
			out = append(out, rest)
		}
	}
	return out
}

// Word returns the name of a product as one word that no shell has to quote. Resolve takes it, too.
func Word(name string) string { return strings.NewReplacer(" ", "", "(", "", ")", "").Replace(name) }

// shortName returns the name of a product without the brand that its series implies: RTX 4070, but
// GeForce 940MX.
func shortName(name string) string {
	rest, ok := strings.CutPrefix(name, "GeForce ")
	if ok && unicode.IsLetter(rune(rest[0])) {
		return rest
	}
	return name
}
