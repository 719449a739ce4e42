package gpu

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write schema.json")

// ranges are the least and the most that a figure of a unit can be: far beyond
// every GPU, near enough to catch a slipped unit.
var ranges = map[string][2]float64{
	"bytes":                             {1, 1 << 40},
	"bytes per cycle":                   {0.1, 1 << 14},
	"cycles":                            {0.01, 1e5},
	"cycles per distinct address":       {0.01, 1e4},
	"cycles per further address":        {0.01, 1e4},
	"cycles per missing line":           {0, 1e4},
	"cycles per way of a bank conflict": {0.01, 1e4},
	"warp instructions per cycle":       {1.0 / 256, 64},
	"cycles per sector":                 {0.01, 1e4},
	"lines per set":                     {1, 1 << 16},
	"lines per cycle":                   {0.01, 256},
	"banks":                             {1, 1024},
	"warps":                             {1, 1024},
	"blocks":                            {1, 1024},
	"blocks per cycle of the GPU":       {0.001, 1000},
	"32-bit registers":                  {1024, 1 << 24},
	YesNo:                               {0, 1},
	"of the peak":                       {0.05, 1},
	"SMs":                               {1, 4096},
	"MHz":                               {100, 10000},
	"GB/s":                              {1, 1e6},
}

// whole are the units of which there are no fractions.
var whole = []string{"SMs", "warps", "blocks", "banks", "lines per set", "32-bit registers", "bytes", YesNo}

// TestSchema: schema.json is what the structs say. After a change of the structs
// `go test ./lint/model/gpu -run TestSchema -update` writes it.
func TestSchema(t *testing.T) {
	type object = map[string]any
	defs := object{}
	// Texts are printed on terminals.
	text := object{"type": "string", "minLength": 1, "maxLength": 400, "pattern": `^\P{Cc}*$`}
	arch := object{"type": "string", "pattern": "^sm_[1-9][0-9]{1,2}$"}
	basis := object{"enum": []Basis{Measured, Published, Extrapolated}}
	// from stands beside extrapolated, and nowhere else.
	from := object{
		"if":   object{"properties": object{"basis": object{"const": Extrapolated}}, "required": []string{"basis"}},
		"then": object{"required": []string{"from"}}, "else": object{"properties": object{"from": false}},
	}
	known := func(value string, of object) object {
		return object{
			"type": "object", "additionalProperties": false, "required": []string{value, "basis", "source"},
			"properties": object{value: of, "basis": basis, "source": text, "from": arch},
			"if":         from["if"], "then": from["then"], "else": from["else"],
		}
	}
	ref := func(kind string, f reflect.StructField) object {
		unit := f.Tag.Get("unit")
		limits, ok := ranges[unit]
		if !ok {
			t.Fatalf("%s: no range for the unit %q", f.Name, unit)
		}
		name := kind + " in " + unit
		if defs[name] == nil {
			number := object{"type": "number", "minimum": limits[0], "maximum": limits[1]}
			if slices.Contains(whole, unit) {
				number["type"] = "integer"
			}
			if kind == "figure" {
				defs[name] = known("value", number)
			} else {
				bytes := object{"type": "number", "minimum": 1, "maximum": ranges["bytes"][1]}
				defs[name] = known("points", object{"type": "array", "minItems": 1, "maxItems": 64, "items": object{
					"type": "object", "additionalProperties": false, "required": []string{"bytes", "cycles"},
					"properties": object{"bytes": bytes, "cycles": number},
				}})
			}
		}
		return object{"$ref": "#/$defs/" + strings.NewReplacer(" ", "%20", "/", "~1").Replace(name)}
	}
	var describe func(reflect.Type) object
	describe = func(typ reflect.Type) object {
		properties, required := object{}, []string{}
		for i := range typ.NumField() {
			f := typ.Field(i)
			name, omit, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "-" {
				continue // not in files
			}
			switch {
			case f.Type == reflect.TypeFor[Figure]():
				properties[name] = ref("figure", f)
			case f.Type == reflect.TypeFor[Curve]():
				properties[name] = ref("curve", f)
			case f.Type == reflect.TypeFor[[]Product]():
				properties[name] = object{"type": "array", "minItems": 1, "maxItems": 64, "items": describe(reflect.TypeFor[Product]())}
			case f.Type == reflect.TypeFor[[]string]():
				properties[name] = object{"type": "array", "maxItems": 64, "items": object{"type": "string", "pattern": "^[A-Z0-9]{1,40}$"}}
			case f.Type.Kind() == reflect.Struct:
				properties[name] = describe(f.Type)
			case name == "schema":
				properties[name] = object{"const": 1}
			case name == "base" || name == "name" && typ == reflect.TypeFor[Model]():
				properties[name] = arch
			case f.Type.Kind() == reflect.String:
				properties[name] = text
			default:
				t.Fatalf("%s: no schema for a %s", name, f.Type)
			}
			// Models leave figures to their base, products have none.
			if omit == "" && (typ == reflect.TypeFor[Product]() || typ == reflect.TypeFor[Model]() && f.Type.Kind() != reflect.Struct) {
				required = append(required, name)
			}
		}
		out := object{"type": "object", "additionalProperties": false, "properties": properties}
		if len(required) > 0 {
			out["required"] = required
		}
		return out
	}
	root := describe(reflect.TypeFor[Model]())
	// What a base can stand in for.
	named := root["required"].([]string)
	root["required"] = []string{"schema"}
	root["if"] = object{"required": []string{"base"}}
	root["else"] = object{"required": slices.DeleteFunc(named, func(name string) bool { return name == "schema" })}
	root["$schema"], root["title"], root["$defs"] = "https://json-schema.org/draft/2020-12/schema", "cudalint GPU model", defs
	var want bytes.Buffer
	encoder := json.NewEncoder(&want)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(root); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("schema.json", want.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(want.Bytes(), schemaText) {
		t.Error("schema.json is not what the structs say; write it with: go test ./lint/model/gpu -run TestSchema -update")
	}
}
