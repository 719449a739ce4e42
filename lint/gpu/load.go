package gpu

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"
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

// Decode reads a model, fills what it leaves out from the architecture it is
// based on, and reports what is missing then.
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
		if base == nil || base.Name == m.Name {
			return nil, fmt.Errorf("base: no model %q", m.Base)
		}
		fill(reflect.ValueOf(m).Elem(), reflect.ValueOf(base).Elem(), base.Name)
	}
	if missing := incomplete(reflect.ValueOf(m).Elem(), ""); missing != "" {
		return nil, fmt.Errorf("%s is missing and no base is named", missing)
	}
	return m, nil
}

// fill copies the figures and curves that are absent in m from base.
func fill(m, base reflect.Value, name string) {
	for i := range m.NumField() {
		switch to := m.Field(i).Addr().Interface().(type) {
		case *Figure:
			if to.Basis == "" {
				*to = base.Field(i).Interface().(Figure)
				to.Basis = Extrapolated
				if to.From == "" {
					to.From = name
				}
			}
		case *Curve:
			if to.Basis == "" {
				*to = base.Field(i).Interface().(Curve)
				to.Basis = Extrapolated
				if to.From == "" {
					to.From = name
				}
			}
		default:
			if m.Field(i).Kind() == reflect.Struct {
				fill(m.Field(i), base.Field(i), name)
			}
		}
	}
}

// incomplete returns the path of the first figure or curve that is not set, ""
// if all are.
func incomplete(v reflect.Value, path string) string {
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		at := strings.TrimPrefix(path+"."+name, ".")
		switch f := v.Field(i).Interface().(type) {
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
				if missing := incomplete(reflect.ValueOf(f[j]), fmt.Sprintf("%s[%d]", at, j)); missing != "" {
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
