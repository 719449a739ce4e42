package gpu

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestResolve(t *testing.T) {
	for name, want := range map[string]struct{ arch, product string }{
		"sm_90": {"sm_90", ""}, "sm_90a": {"sm_90", ""}, "SM_100f": {"sm_100", ""}, "compute_86": {"sm_86", ""}, " sm_35 ": {"sm_35", ""},
		"H100": {"sm_90", "H100"}, "h100 pcie": {"sm_90", "H100 PCIe"}, "NVIDIA H100 80GB HBM3": {"sm_90", "H100"},
		"RTX 3090": {"sm_86", "RTX 3090"}, "RTX3090": {"sm_86", "RTX 3090"}, "rtx-3090": {"sm_86", "RTX 3090"},
		"NVIDIA GeForce RTX 4090": {"sm_89", "RTX 4090"}, "Tesla V100-SXM2-16GB": {"sm_70", "V100"}, "Tesla T4": {"sm_75", "T4"},
		"Quadro P2000": {"sm_61", "Quadro P2000"}, "K20c": {"sm_35", "Tesla K20c"}, "titan": {"sm_35", "GTX TITAN"},
		"NVIDIA A100-SXM4-40GB": {"sm_80", "A100 40GB"}, "NVIDIA A100 80GB PCIe": {"sm_80", "A100 PCIe 80GB"}, "NVIDIA RTX PRO 6000 Blackwell Server Edition": {"sm_120", "RTX PRO 6000"},
		"Jetson Orin": {"sm_87", "Orin"}, "Orin (nvgpu)": {"sm_87", "Orin"}, "NVIDIA T1000 8GB": {"sm_75", "T1000"}, "NVIDIA B300 SXM6 AC": {"sm_103", "B300"}, "NVIDIA Tegra X1": {"sm_53", "Jetson TX1"},
		"DGX Spark": {"sm_121", "GB10"},
	} {
		m, p, err := Resolve(name)
		if err != nil || m.Name != want.arch || (p == nil) != (want.product == "") || p != nil && p.Name != want.product {
			t.Errorf("Resolve(%q) = %v, %v, %v, want %v", name, m, p, err, want)
		}
	}
}

// TestResolvePutsTheProductFirst: where only a model is at hand, its first
// product counts.
func TestResolvePutsTheProductFirst(t *testing.T) {
	before := len(Lookup("sm_86").Products)
	m, p, err := Resolve("A40")
	if err != nil || p != &m.Products[0] || len(m.Products) != before || m.Products[1].Name != "RTX 3090" {
		t.Errorf("A40: %v, %v", p, err)
	}
	if first := Lookup("sm_86").Products[0].Name; first != "RTX 3090" {
		t.Errorf("the shared model begins with %s", first)
	}
}

func TestResolveUnknownNames(t *testing.T) {
	for name, near := range map[string][]string{
		"H1000": {"H100"}, "H10": {"H100"}, "rtx 309": {"RTX 3090"}, "H100 SXM9": {"H100"},
		// The numbers next to it, of the same series.
		"RTX 4075": {"RTX 4070", "RTX 4080"}, "RTX 4099": {"RTX 4090", "RTX 4080"}, "RTX 5065": {"RTX 5060", "RTX 5070"}, "GTX 1085 Ti": {"GTX 1080 Ti", "GTX 1070 Ti"}, "MX155": {"MX150"},
		"sm_91": {"sm_90", "sm_89"}, "compute_55": {"sm_53", "sm_52"}, "sm_89a": {"sm_89", "sm_88"}, "sm_90f": {"sm_90", "sm_89"}, "sm_104": {"sm_103", "sm_100"},
		"sm_20": {"sm_50"}, "sm_107": {"sm_110", "sm_103"},
		"sm_90aa": {"sm_90"}, "90": {"sm_90"}, "9.0": {"sm_90"}, "turing": {"sm_75"}, "ada": {"sm_89"}, "hoper": {"sm_90"},
		// Nothing is like these.
		"": nil, "foo": nil, "x": nil, "Voodoo3": nil, "NVIDIA": nil, strings.Repeat("x", 1<<20): nil, strings.Repeat("9GB", 40): nil,
	} {
		_, _, err := Resolve(name)
		var unknown *UnknownError
		if !errors.As(err, &unknown) || !slices.Equal(unknown.Near, near) || len(err.Error()) > 300 {
			t.Errorf("Resolve(%.20q): %.400v, want the suggestions %q", name, err, near)
		}
	}
}

func TestArchName(t *testing.T) {
	for name, want := range map[string]string{"sm_90": "sm_90", "SM_90A": "sm_90a", "compute_100f": "sm_100f", "sm_999": "sm_999", "sm_9": "", "H100": "", "": "", "sm_090": ""} {
		if got := ArchName(name); got != want {
			t.Errorf("ArchName(%q) = %q, want %q", name, got, want)
		}
	}
}

// smallest is a model file that is right.
const smallest = `{"schema": 1, "name": "sm_90", "base": "sm_90", "architecture": "Hopper", "products": [{"name": "Own",
 "sms": {"value": 100, "basis": "measured", "source": "own GPU"}, "clock": {"value": 1500, "basis": "measured", "source": "own GPU"},
 "l2": {"value": 1048576, "basis": "measured", "source": "own GPU"}, "dram": {"value": 1000, "basis": "measured", "source": "own GPU"}}],
 "constant": {"latency": {"value": 35, "basis": "measured", "source": "own GPU"}}}`

func TestReadFile(t *testing.T) {
	write := func(text string) string {
		t.Helper()
		name := filepath.Join(t.TempDir(), "model.json")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	m, p, err := Resolve(write(smallest))
	if err != nil {
		t.Fatal(err)
	}
	given, builtIn := Lookup("sm_90").Constant, m.Constant
	if p.Name != "Own" || m.Constant.Latency.Value != 35 || builtIn.First != given.First {
		t.Errorf("read %s with constant %+v", p.Name, m.Constant)
	}
	if other := write(strings.Replace(smallest, `"base": "sm_90"`, `"base": "sm_80"`, 1)); true {
		m, _, err := Resolve(other)
		if err != nil || m.Constant.First.Basis != Extrapolated || m.Constant.First.From != "sm_80" || m.Constant.Latency.Basis != Measured {
			t.Errorf("from another architecture: %+v, %v", m, err)
		}
	}
	for _, text := range []string{`{"schema": 1, "base": "sm_90"}`, `{"schema": 1, "name": "sm_90", "base": "sm_90", "constant": {}}`} {
		m, p, err := Resolve(write(text))
		if err != nil || m.Name != "sm_90" || m.Architecture != "Hopper" || p.Name != Lookup("sm_90").Products[0].Name || m.Constant.First != given.First {
			t.Errorf("%s: %v, %v, %v", text, m, p, err)
		}
	}
	value := `"value": 35, "basis": "measured"`
	for _, c := range []struct{ name, text, want string }{
		{"an unknown field", strings.Replace(smallest, `"architecture"`, `"arch": 1, "architecture"`, 1), "/: additional properties 'arch' not allowed"},
		{"an unknown figure", strings.Replace(smallest, `"latency"`, `"latenz"`, 1), "/constant: additional properties 'latenz' not allowed"},
		{"no architecture", strings.NewReplacer(`"architecture": "Hopper",`, "", `"sm_90", "base"`, `"sm_99", "base"`).Replace(smallest), "/architecture is missing, which differs between architectures"},
		{"no architecture and no base", strings.NewReplacer(`"architecture": "Hopper",`, "", `"base": "sm_90",`, "").Replace(smallest), "/: missing property 'architecture'"},
		{"nothing but a figure", `{"schema": 1, "constant": {}}`, "/: missing properties 'name', 'architecture', 'products'"},
		{"no products of another architecture", `{"schema": 1, "name": "sm_88", "base": "sm_86", "architecture": "Ampere"}`, "/products is missing, which differs between architectures"},
		{"no product", strings.Replace(smallest, `"products": [{"name"`, `"products": [], "x": [{"name"`, 1), "/products: minItems"},
		{"a text for a number", strings.Replace(smallest, value, `"value": "35", "basis": "measured"`, 1), "/constant/latency/value: got string, want number"},
		{"a negative latency", strings.Replace(smallest, value, `"value": -1, "basis": "measured"`, 1), "/constant/latency/value: minimum: got -1, want 0.01 (cycles)"},
		{"an absurd latency", strings.Replace(smallest, value, `"value": 1e300, "basis": "measured"`, 1), "/constant/latency/value: maximum"},
		{"an infinite latency", strings.Replace(smallest, value, `"value": 1e999, "basis": "measured"`, 1), "/constant/latency/value: maximum"},
		{"no number", strings.Replace(smallest, value, `"value": NaN, "basis": "measured"`, 1), "invalid character 'N'"},
		{"half an SM", strings.Replace(smallest, `"value": 100`, `"value": 1.5`, 1), "/products/0/sms/value: got number, want integer (SMs)"},
		{"sizes in no order", strings.Replace(smallest, `"latency": {`, `"random": {"points": [{"bytes": 64, "cycles": 2}, {"bytes": 64, "cycles": 3}], "basis": "measured", "source": "own GPU"}, "latency": {`, 1), "/constant/random/points/1/bytes: not more"},
		{"an absurd size", strings.Replace(smallest, `1048576`, `1e18`, 1), "/products/0/l2/value: maximum"},
		{"an unknown basis", strings.Replace(smallest, value, `"value": 35, "basis": "guessed"`, 1), "/constant/latency/basis: value must be one of 'measured', 'published', 'extrapolated'"},
		{"no source", strings.Replace(smallest, value+`, "source": "own GPU"`, value, 1), "/constant/latency: missing property 'source'"},
		{"an empty source", strings.Replace(smallest, value+`, "source": "own GPU"`, value+`, "source": ""`, 1), "/constant/latency/source: minLength"},
		{"extrapolated from nowhere", strings.Replace(smallest, value, `"value": 35, "basis": "extrapolated"`, 1), "/constant/latency: missing property 'from'"},
		{"measured from elsewhere", strings.Replace(smallest, value, value+`, "from": "sm_80"`, 1), "/constant/latency/from"},
		{"an unknown base", strings.Replace(smallest, `"base": "sm_90"`, `"base": "sm_99"`, 1), `/base: there is no model "sm_99"`},
		{"no base", strings.Replace(smallest, `"base": "sm_90",`, "", 1), "/execution/issue is missing and no base is named"},
		{"another schema", strings.Replace(smallest, `"schema": 1`, `"schema": 2`, 1), "/schema: value must be 1"},
		{"a name that commands the terminal", strings.Replace(smallest, `"Own"`, `"Own\u001b[31m"`, 1), "/products/0/name: 'Own\\x1b[31m' does not match pattern"},
		{"a key that commands the terminal", strings.Replace(smallest, `"base"`, `"b\u001b": 1, "b\u001b": 2, "base"`, 1), `/"b\x1b": given twice`},
		{"a figure given twice", strings.Replace(smallest, `"constant": {`, `"constant": {"latency": {"value": -1, "basis": "measured", "source": "own GPU"}}, "constant": {`, 1), "/constant: given twice"},
		{"a long number", strings.Replace(smallest, value, `"value": 3`+strings.Repeat("5", 1<<19)+`, "basis": "measured"`, 1), "/constant/latency/value: a number of 524289 characters"},
		{"nested", `{"products": ` + strings.Repeat("[", 17) + strings.Repeat("]", 17) + "}", "nested more than 16 deep"},
		{"two values", smallest + smallest, "line 4: invalid character '{' after top-level value"},
		{"nothing", "", "line 1: unexpected end of JSON input"},
		{"cut off", "{\n\"schema\": 1,\n", "line 2: unexpected end of JSON input"},
		{"no comma", "{\n\"schema\": 1\n\n\"base\": \"sm_90\"\n}", "line 4: invalid character '\"' after object key:value pair"},
		{"another file", "kernel,1\n", "invalid character 'k'"},
		{"deep", strings.Repeat("[", 1<<19), "exceeded max depth"},
		{"large", `"` + strings.Repeat("x", 1<<20) + `"`, "larger than 1 MiB"},
	} {
		m, _, err := Resolve(write(c.text))
		if m != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	for _, name := range []string{"no/such/model.json", "no-such.json", t.TempDir() + "/", os.DevNull} {
		if _, _, err := Resolve(name); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
