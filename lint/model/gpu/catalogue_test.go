package gpu

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestResolveProducts: "of" is the product whose figures stand in, "" for one with its own.
func TestResolveProducts(t *testing.T) {
	for _, c := range []struct{ name, arch, product, of string }{
		// Any spelling.
		{"RTX 4070", "sm_89", "RTX 4070", "RTX 4090"},
		{"rtx4070", "sm_89", "RTX 4070", "RTX 4090"},
		{"GeForce RTX-4070", "sm_89", "RTX 4070", "RTX 4090"},
		{"NVIDIA GeForce RTX 4070", "sm_89", "RTX 4070", "RTX 4090"},
		{"4070", "sm_89", "RTX 4070", "RTX 4090"},
		{"5090", "sm_120", "RTX 5090", ""},
		{"4070 ti super", "sm_89", "RTX 4070 Ti SUPER", "RTX 4090"},
		{"1660 Ti", "sm_75", "GTX 1660 Ti", "T4"},
		{"NVIDIA GeForce GTX 1660 Ti", "sm_75", "GTX 1660 Ti", "T4"},
		{"NVIDIA GeForce RTX 2070 SUPER", "sm_75", "RTX 2070 SUPER", "T4"},
		{"RTX 3060Ti", "sm_86", "RTX 3060 Ti", "RTX 3090"},
		// A number alone does not say the generation: the 2050 and the MX570 are Ampere, one 3050 is Ada.
		{"GeForce RTX 2050", "sm_86", "RTX 2050", "RTX 3090"},
		{"NVIDIA GeForce MX570 A", "sm_86", "MX570 A", "RTX 3090"},
		{"NVIDIA GeForce MX550", "sm_75", "MX550", "T4"},
		{"NVIDIA GeForce RTX 3050 A Laptop GPU", "sm_89", "RTX 3050 A Laptop GPU", "RTX 4090"},
		{"NVIDIA GeForce RTX 3050 Laptop GPU", "sm_86", "RTX 3050 Laptop GPU", "RTX 3090"},
		{"GeForce MX130", "sm_50", "MX130", "GTX 750 Ti"},
		{"GeForce MX150", "sm_61", "MX150", "GTX 1080"},
		{"GeForce MX450", "sm_75", "MX450", "T4"},
		{"GTX 750 v2", "sm_52", "GTX 750 v2", "GTX 980 Ti"},
		{"GTX 750", "sm_50", "GTX 750", "GTX 750 Ti"},
		{"GTX 960M", "sm_50", "GTX 960M", "GTX 750 Ti"},
		{"GTX 965M", "sm_52", "GTX 965M", "GTX 980 Ti"},
		{"940mx", "sm_50", "GeForce 940MX", "GTX 750 Ti"},
		{"GT 1030", "sm_61", "GT 1030", "GTX 1080"},
		{"GTX 1630", "sm_75", "GTX 1630", "T4"},
		// Laptops. Those with the name of a desktop's product have its figures, and say so.
		{"NVIDIA GeForce RTX 3080 Laptop GPU", "sm_86", "RTX 3080 Laptop GPU", "RTX 3090"},
		{"RTX 3080 Mobile", "sm_86", "RTX 3080 Laptop GPU", "RTX 3090"},
		{"RTX 3080 Max-Q", "sm_86", "RTX 3080 Laptop GPU Max-Q", "RTX 3090"},
		{"RTX 3080 16GB Laptop GPU", "sm_86", "RTX 3080 Laptop GPU 16GB", "RTX 3090"},
		{"NVIDIA GeForce RTX 4090 Laptop GPU", "sm_89", "RTX 4090 Laptop GPU", "RTX 4090"},
		{"NVIDIA GeForce GTX 1650 Ti with Max-Q Design", "sm_75", "GTX 1650 Ti Max-Q", "T4"},
		{"GeForce GTX 1080 with Max-Q Design", "sm_61", "GTX 1080 Max-Q", "GTX 1080"},
		{"GTX 980 Laptop", "sm_52", "GTX 980 Laptop GPU", "GTX 980"},
		{"NVIDIA GeForce RTX 5070 Ti Laptop GPU", "sm_120", "RTX 5070 Ti Laptop GPU", "RTX 5090"},
		// Sold in laptops only.
		{"RTX 4050", "sm_89", "RTX 4050 Laptop GPU", "RTX 4090"},
		{"RTX A3000", "sm_86", "RTX A3000 Laptop GPU", "RTX 3090"},
		{"NVIDIA T1200", "sm_75", "T1200 Laptop GPU", "T4"},
		// Memory sizes and the like.
		{"RTX 3080 12GB", "sm_86", "RTX 3080 12GB", "RTX 3080"},
		{"RTX3080-12GB", "sm_86", "RTX 3080 12GB", "RTX 3080"},
		{"GeForce GTX 1060 6GB", "sm_61", "GTX 1060 6GB", "GTX 1080"},
		{"RTX 4060 Ti 16 GB", "sm_89", "RTX 4060 Ti 16GB", "RTX 4090"},
		{"RTX 3060 LHR", "sm_86", "RTX 3060 LHR", "RTX 3090"},
		{"Tesla M40 24GB", "sm_52", "Tesla M40 24GB", "GTX 980 Ti"},
		{"NVIDIA L4 24GB", "sm_89", "L4 24GB", "L4"},
		{"Jetson AGX Orin 64GB", "sm_87", "Orin 64GB", "Orin"},
		// Workstations: one number, four generations.
		{"Quadro M4000", "sm_52", "Quadro M4000", "GTX 980 Ti"},
		{"P4000", "sm_61", "Quadro P4000", "GTX 1080"},
		{"Quadro RTX 4000", "sm_75", "Quadro RTX 4000", "T4"},
		{"Quadro RTX 4000 with Max-Q Design", "sm_75", "Quadro RTX 4000 Max-Q", "T4"},
		{"NVIDIA RTX A4000", "sm_86", "RTX A4000", "RTX 3090"},
		{"A4000", "sm_86", "RTX A4000", "RTX 3090"},
		{"NVIDIA RTX 4000 Ada Generation", "sm_89", "RTX 4000 Ada Generation", "RTX 4090"},
		{"RTX 4000 SFF Ada", "sm_89", "RTX 4000 SFF Ada Generation", "RTX 4090"},
		{"NVIDIA RTX PRO 4000 Blackwell", "sm_120", "RTX PRO 4000 Blackwell", "RTX 5090"},
		{"RTX PRO 4000", "sm_120", "RTX PRO 4000 Blackwell", "RTX 5090"},
		{"NVIDIA RTX PRO 5000 Blackwell Generation Laptop GPU", "sm_120", "RTX PRO 5000 Blackwell Generation Laptop GPU", "RTX 5090"},
		{"Quadro T1000", "sm_75", "Quadro T1000", "T4"},
		{"NVIDIA T1000", "sm_75", "T1000", ""},
		{"NVIDIA T600 Laptop GPU", "sm_75", "T600 Laptop GPU", "T4"},
		{"Quadro RTX 6000", "sm_75", "Quadro RTX 6000", "T4"},
		{"NVIDIA RTX 6000 Ada Generation", "sm_89", "RTX 6000 Ada", ""},
		{"Quadro M620", "sm_50", "Quadro M620", "GTX 750 Ti"},
		{"Quadro M2200", "sm_52", "Quadro M2200", "GTX 980 Ti"},
		{"Quadro GP100", "sm_60", "Quadro GP100", "Tesla P100"},
		{"NVIDIA NVS 810", "sm_50", "NVS 810", "GTX 750 Ti"},
		{"GTX TITAN X", "sm_52", "GTX TITAN X", ""},
		{"NVIDIA TITAN X (Pascal)", "sm_61", "TITAN X (Pascal)", "GTX 1080"},
		{"NVIDIA TITAN RTX", "sm_75", "TITAN RTX", "T4"},
		// Data centres and modules.
		{"Tesla M10", "sm_50", "Tesla M10", "GTX 750 Ti"},
		{"Tesla V100-SXM2-32GB", "sm_70", "V100", ""},
		{"Tesla V100S-PCIE-32GB", "sm_70", "Tesla V100S-PCIE-32GB", "V100"},
		{"NVIDIA A2", "sm_86", "A2", "RTX 3090"},
		{"NVIDIA A16", "sm_86", "A16", "RTX 3090"},
		{"NVIDIA A800-SXM4-80GB", "sm_80", "A800-SXM4-80GB", "A100"},
		{"NVIDIA L20", "sm_89", "L20", "RTX 4090"},
		{"NVIDIA H20", "sm_90", "H20", "H200"},
		{"NVIDIA H800", "sm_90", "H800", "H200"},
		{"NVIDIA GH200 480GB", "sm_90", "GH200", ""},
		{"NVIDIA GB300", "sm_103", "GB300", ""},
		{"Jetson TX2 NX", "sm_62", "Jetson TX2 NX", "Jetson TX2"},
		{"NVIDIA Tegra X2", "sm_62", "Jetson TX2", ""},
		{"Jetson AGX Xavier", "sm_72", "Xavier", ""},
		{"Jetson AGX Thor", "sm_110", "Thor", ""},
		{"Jetson T5000", "sm_110", "Thor", ""},
		{"CMP 170HX", "sm_80", "CMP 170HX", "A100"},
	} {
		m, p, err := Resolve(c.name)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if p == nil || m.Name != c.arch || p.Name != c.product || p.FiguresOf != c.of {
			t.Errorf("%s: %s, %+v, want %v", c.name, m.Name, p, c)
		}
	}
}

// TestNamesOfSeveralArchitectures: no guess is made.
func TestNamesOfSeveralArchitectures(t *testing.T) {
	for name, want := range map[string]string{
		"GTX 860M": "sm_30 or sm_50", "GeForce GTX 860M 2GB": "sm_30 or sm_50", "TITAN X": "sm_52 or sm_61", "NVIDIA TITAN X": "sm_52 or sm_61",
		"RTX 6000": "sm_75 or sm_89", "RTX 5000 Max-Q": "sm_75 or sm_89", "4000": "sm_75 or sm_89", "NVIDIA RTX 3000": "sm_75 or sm_89",
	} {
		_, _, err := Resolve(name)
		var ambiguous *AmbiguousError
		if !errors.As(err, &ambiguous) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

// TestEveryProductResolves by each of its names, to its architecture. The names are different.
func TestEveryProductResolves(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range products().Families {
		if Lookup(f.Architecture) == nil {
			t.Errorf("no model of %s", f.Architecture)
		}
		for _, name := range f.Products {
			if seen[full(name)] {
				t.Errorf("%s is there twice", name)
			}
			seen[full(name)] = true
			for _, spelt := range []string{name, "NVIDIA " + name, strings.ToLower(name), shortName(name), Word(shortName(name))} {
				m, p, err := Resolve(spelt)
				if err != nil || m.Name != f.Architecture || p == nil {
					t.Errorf("%s: %v, %v, want %s", spelt, m, err, f.Architecture)
				} else if again, q, err := Resolve(p.Name); err != nil || again.Name != m.Name || q.Name != p.Name || q.FiguresOf != p.FiguresOf {
					t.Errorf("%s is %s, which is %v, %v", spelt, p.Name, q, err)
				}
			}
		}
	}
	if word := Word("TITAN X (Pascal)"); word != "TITANXPascal" {
		t.Errorf("a shell gets %s", word)
	}
	if len(seen) < 300 {
		t.Errorf("only %d products", len(seen))
	}
}

// TestEveryModelsProductIsListed: the catalogue has the products with figures too.
func TestEveryModelsProductIsListed(t *testing.T) {
	listed := map[*selection]bool{}
	for _, f := range products().Families {
		for _, name := range f.Products {
			listed[spellings().find(name)] = true
		}
	}
	for _, arch := range Names()[2:] { // from 5.0 on
		for i, p := range Lookup(arch).Products {
			s := spellings().find(p.Name)
			found := slices.ContainsFunc(Lookup(arch).Products[i].Aliases, func(alias string) bool { return listed[spellings().find(alias)] })
			if s == nil || s.arch != arch || !listed[s] && !found && arch != "sm_88" {
				t.Errorf("%s of %s is not listed: %+v", p.Name, arch, s)
			}
		}
	}
}

// TestAmbiguousNames: each of their architectures exists, and they are not listed.
func TestAmbiguousNames(t *testing.T) {
	for _, a := range products().Ambiguous {
		if len(a.Architectures) < 2 || a.Why == "" {
			t.Errorf("%+v", a)
		}
		for _, arch := range a.Architectures {
			if err := CheckArch(arch); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestCheckArch(t *testing.T) {
	for name, ok := range map[string]bool{
		"sm_35": true, "sm_90": true, "sm_90a": true, "sm_100": true, "sm_100a": true, "sm_100f": true, "sm_103": true, "sm_103f": true, "sm_110a": true, "sm_121a": true,
		"sm_20": true, "sm_30": true, "sm_101": true, "sm_101a": true, "sm_107": true,
		// Newer than all that are known.
		"sm_130": true, "sm_200a": true,
		"sm_91": false, "sm_99": false, "sm_40": false, "sm_51": false, "sm_76": false, "sm_102": false, "sm_119": false,
		"sm_90f": false, "sm_89a": false, "sm_86f": false, "sm_52a": false, "H100": false, "": false,
	} {
		if err := CheckArch(name); (err == nil) != ok {
			t.Errorf("CheckArch(%q) = %v", name, err)
		}
	}
}
