package gpu

import (
	"reflect"
	"strings"
)

// YesNo is the unit of figures that say whether something is so: 1 or 0.
const YesNo = "1: yes, 0: no"

// An Entry is one figure or curve of a model or product, for printing.
type Entry struct {
	Name  string // its place: "constant/first"; "sms" of a product
	Unit  string
	Value float64 // of a figure
	// Points are those of a curve, nil for a figure.
	Points []Point
	Basis  Basis
	Source string
	From   string // the architecture an extrapolated one is taken from, else ""
}

// Entries returns the figures of a model in the order of its fields, without
// those of its products.
func (m *Model) Entries() []Entry { return entries(nil, reflect.ValueOf(m).Elem(), "") }

// Entries returns the figures of a product in the order of its fields.
func (p *Product) Entries() []Entry { return entries(nil, reflect.ValueOf(p).Elem(), "") }

// Spelling returns the name of a product as one word, RTX4090, which Resolve
// takes too.
func (p *Product) Spelling() string { return spelling(p.Name) }

func entries(out []Entry, v reflect.Value, under string) []Entry {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		e := Entry{Name: under + name, Unit: field.Tag.Get("unit")}
		switch f := v.Field(i).Interface().(type) {
		case Figure:
			e.Value, e.Basis, e.Source, e.From = f.Value, f.Basis, f.Source, f.From
			out = append(out, e)
		case Curve:
			e.Points, e.Basis, e.Source, e.From = f.Points, f.Basis, f.Source, f.From
			out = append(out, e)
		default:
			if v.Field(i).Kind() == reflect.Struct {
				out = entries(out, v.Field(i), e.Name+"/")
			}
		}
	}
	return out
}
