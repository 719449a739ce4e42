package gpu

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"

	"github.com/cudalint/cudalint/lint/bounded"
)

//go:embed data/*.json
var data embed.FS

var models sync.Map // *Model by name, what Lookup has read

// Lookup returns the model of an architecture, "sm_90" or "sm_90a"; nil if there
// is none. The model is shared: callers do not change it.
func Lookup(name string) *Model {
	name = strings.TrimRight(name, "af")
	if m, ok := models.Load(name); ok {
		return m.(*Model)
	}
	text, err := data.ReadFile("data/" + name + ".json")
	if err != nil {
		return nil
	}
	m, err := Decode(text)
	if err != nil {
		panic("the built-in model " + name + ": " + err.Error()) // a test reads them all
	}
	models.Store(name, m)
	return m
}

// maxFile is the size of a model file that is read: fifty times that of the
// largest built-in one.
const maxFile = 1 << 20 // bytes

// ReadFile reads a model file. Its errors name the file and the place in it: /constant/first/value.
func ReadFile(name string) (*Model, error) {
	text, err := bounded.Read(name, maxFile)
	if err != nil {
		return nil, fmt.Errorf("cannot read the GPU model %s: %w", name, err)
	}
	if err := validate(text); err != nil {
		return nil, fmt.Errorf("%s is not a model of a GPU: %w", name, err)
	}
	m, err := Decode(text)
	if err == nil {
		err = m.ordered()
	}
	if err != nil {
		return nil, fmt.Errorf("%s is not a model of a GPU: %w", name, err)
	}
	return m, nil
}

// ordered returns an error for a curve whose points are not ordered by size. The schema cannot
// express that.
func (m *Model) ordered() error {
	for _, e := range m.Entries() {
		for i := 1; i < len(e.Points); i++ {
			if e.Points[i-1].Bytes >= e.Points[i].Bytes {
				return fmt.Errorf("/%s/points/%d/bytes: not more than those of the point before", e.Name, i)
			}
		}
	}
	return nil
}

// Decode reads a model, copies what it leaves out from the architecture that it is based on, and
// reports what is missing after that. It does not check values; ReadFile does.
func Decode(text []byte) (*Model, error) {
	m := new(Model)
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(m); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("more than one value in the file")
	}
	if m.Base != "" {
		base := Lookup(m.Base)
		if base == nil {
			return nil, fmt.Errorf("/base: there is no model %q", m.Base)
		}
		m.name(base)
		fill(reflect.ValueOf(m).Elem(), reflect.ValueOf(base).Elem(), base.Name, m.Name == base.Name)
	}
	if missing := incomplete(reflect.ValueOf(m).Elem(), ""); missing != "" {
		if m.Base == "" {
			missing += " is missing and no base is named"
		} else {
			missing += " is missing, which differs between architectures"
		}
		return nil, errors.New(missing)
	}
	return m, nil
}

// name fills in the name and products of a model from the architecture it is based on.
func (m *Model) name(base *Model) {
	m.Name = cmp.Or(m.Name, base.Name)
	if m.Name != base.Name {
		return
	}
	m.Architecture = cmp.Or(m.Architecture, base.Architecture)
	if len(m.Products) == 0 {
		m.Products = base.Products
	}
}

// fill copies the figures and curves that are absent in m from base. They are
// marked as extrapolated from it, unless both are of the same architecture.
func fill(m, base reflect.Value, name string, same bool) {
	for i := range m.NumField() {
		switch to := m.Field(i).Addr().Interface().(type) {
		case *Figure:
			if to.Basis == "" {
				*to = base.Field(i).Interface().(Figure)
				extrapolate(&to.Basis, &to.From, name, same)
			}
		case *Curve:
			if to.Basis == "" {
				*to = base.Field(i).Interface().(Curve)
				extrapolate(&to.Basis, &to.From, name, same)
			}
		default:
			if m.Field(i).Kind() == reflect.Struct {
				fill(m.Field(i), base.Field(i), name, same)
			}
		}
	}
}

// extrapolate marks a figure as taken from base, or from the architecture that base itself
// took it from.
func extrapolate(basis *Basis, from *string, base string, same bool) {
	if *basis != Extrapolated && !same {
		*basis, *from = Extrapolated, base
	}
}

// incomplete returns the path of the first figure, curve or name that is not set,
// "" if all are.
func incomplete(v reflect.Value, path string) string {
	for i := range v.NumField() {
		name, omit, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		at := path + "/" + name
		switch f := v.Field(i).Interface().(type) {
		case string:
			if f == "" && omit == "" {
				return at
			}
		case Figure:
			if f.Basis == "" {
				return at
			}
		case Curve:
			if f.Basis == "" || len(f.Points) == 0 {
				return at
			}
		case []Product:
			for j := range f {
				if missing := incomplete(reflect.ValueOf(f[j]), fmt.Sprintf("%s/%d", at, j)); missing != "" {
					return missing
				}
			}
			if len(f) == 0 {
				return at
			}
		default:
			if v.Field(i).Kind() == reflect.Struct {
				if missing := incomplete(v.Field(i), at); missing != "" {
					return missing
				}
			}
		}
	}
	return ""
}
