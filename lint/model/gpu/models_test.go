package gpu

import (
	"slices"
	"strings"
	"testing"
)

// architectures are those that the toolkits 11 to 13 build for, from Kepler on.
var architectures = strings.Fields("sm_35 sm_37 sm_50 sm_52 sm_53 sm_60 sm_61 sm_62 sm_70 sm_72 sm_75 " +
	"sm_80 sm_86 sm_87 sm_88 sm_89 sm_90 sm_100 sm_103 sm_110 sm_120 sm_121")

func TestEveryArchitectureHasAModel(t *testing.T) {
	if got := Names(); !slices.Equal(got, architectures) {
		t.Fatalf("models of %v, want %v", got, architectures)
	}
	for _, name := range architectures {
		text, err := data.ReadFile("data/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		if err := validate(text); err != nil {
			t.Errorf("%s: %s", name, err)
			continue
		}
		m, err := Decode(text)
		if err != nil {
			t.Errorf("%s: %s", name, err)
			continue
		}
		if m.Name != name {
			t.Errorf("%s.json holds %s", name, m.Name)
		}
	}
}

// TestEveryFigureSaysWhereItIsFrom also holds what the schema asks of files for
// what the loader fills in.
func TestEveryFigureSaysWhereItIsFrom(t *testing.T) {
	for _, name := range architectures {
		m := Lookup(name)
		entries := m.Entries()
		for i := range m.Products {
			entries = append(entries, m.Products[i].Entries()...)
		}
		for _, e := range entries {
			if len(strings.TrimSpace(e.Source)) < 5 {
				t.Errorf("%s: %s has the source %q", name, e.Name, e.Source)
			}
			if extrapolated := e.Basis == Extrapolated; extrapolated != (e.From != "") || extrapolated && Lookup(e.From) == nil {
				t.Errorf("%s: %s is %s from %q", name, e.Name, e.Basis, e.From)
			}
		}
	}
}

// TestFiguresFitEachOther: what holds for any GPU of this kind.
func TestFiguresFitEachOther(t *testing.T) {
	for _, name := range architectures {
		m := Lookup(name)
		ascending := func(what string, figures ...float64) {
			if !slices.IsSorted(figures) {
				t.Errorf("%s: %s: %v do not grow", name, what, figures)
			}
		}
		c, g, s, x, mem, e := &m.Constant, &m.Global, &m.Shared, &m.Texture, &m.Memory, &m.Execution
		ascending("latencies of constant memory", c.Latency.Value, c.SecondLatency.Value, mem.DRAMLatency.Value)
		ascending("latencies of global memory", g.Latency.Value, mem.L2Latency.Value, mem.DRAMLatency.Value)
		ascending("latencies of shared memory and L2", s.Latency.Value, mem.L2Latency.Value)
		ascending("latencies of textures", x.Latency.Value, mem.L2Latency.Value)
		ascending("sizes of the constant caches", c.Line.Value*c.Ways.Value, c.First.Value, c.Second.Value)
		ascending("sizes of the units of L1", g.Sector.Value, g.Line.Value, g.First.Value)
		ascending("plain loads are cached where read-only ones are", g.Cached.Value, g.ReadOnlyCached.Value)
		ascending("shared memory of a block and of an SM", m.Occupancy.SharedBlock.Value, m.Occupancy.Shared.Value)
		ascending("blocks and warps", m.Occupancy.Blocks.Value, m.Occupancy.Warps.Value)
		ascending("throughputs", e.Special.Value, e.Single.Value, e.Issue.Value)
		ascending("throughputs of integers", e.IntegerMultiply.Value, e.Integer.Value, e.Issue.Value)
		ascending("double precision", e.Double.Value, e.Single.Value)
		ascending("bytes per cycle of L2 and L1", mem.L2Bytes.Value, g.Bytes.Value)
		for _, entry := range m.Entries() {
			for i := 1; i < len(entry.Points); i++ {
				ascending(entry.Name+" by size", entry.Points[i-1].Bytes, entry.Points[i].Bytes)
				ascending(entry.Name, entry.Points[i-1].Cycles, entry.Points[i].Cycles)
			}
		}
		for _, p := range m.Products {
			if p.SMs.Value != float64(int(p.SMs.Value)) || p.L2.Value != float64(int(p.L2.Value)) {
				t.Errorf("%s: %s has %v SMs and %v bytes of L2", name, p.Name, p.SMs.Value, p.L2.Value)
			}
		}
	}
}

// far are the figures that differ from those of the base by more than a factor of
// four, and why that is so.
var far = map[string]string{
	"sm_70 constant/uniform_cycles": "no uniform datapath before sm_75",
	"sm_35 execution/double":        "the Tesla chip of Kepler has 64 FP64 lanes, Maxwell 4",
	"sm_60 execution/double":        "GP100 has 32 FP64 lanes, the other Pascal chips 4",
	"sm_61 execution/double":        "4 FP64 lanes, GV100 32",
	"sm_75 execution/double":        "2 FP64 lanes, GA100 32",
	"sm_86 execution/double":        "2 FP64 lanes, GA100 32",
	"sm_103 execution/double":       "B300 has given its FP64 lanes up for tensor cores",
	"sm_110 execution/double":       "as B300",
	"sm_61 execution/half":          "one half-precision lane for tests, GV100 has 64",
	"sm_60 execution/half":          "GP100 has half precision at twice the rate of single",
	"sm_62 execution/half":          "half precision at twice the rate of single, sm_61 has one lane",
	"sm_53 execution/half":          "half precision at twice the rate of single, sm_52 none",
	"sm_52 execution/half":          "none; sm_61 has one lane",
}

func TestFiguresAreNearThoseOfTheBase(t *testing.T) {
	used := map[string]bool{}
	for _, name := range architectures {
		m := Lookup(name)
		if m.Base == "" {
			continue
		}
		base := Lookup(m.Base).Entries()
		for i, e := range m.Entries() {
			if e.Points != nil || e.Value == 0 || base[i].Value == 0 {
				continue
			}
			if ratio := e.Value / base[i].Value; ratio > 4 || ratio < 0.25 {
				key := name + " " + e.Name
				used[key] = true
				if far[key] == "" {
					t.Errorf("%s is %v, %v on %s", key, e.Value, base[i].Value, m.Base)
				}
			}
		}
	}
	for key := range far {
		if !used[key] {
			t.Errorf("%s is near its base", key)
		}
	}
}

// TestNamesOfProductsAreUnique: a spelling stands for one product.
func TestNamesOfProductsAreUnique(t *testing.T) {
	seen := map[string]string{}
	for _, name := range architectures {
		for _, p := range Lookup(name).Products {
			for _, spelled := range append([]string{p.Name}, p.Aliases...) {
				s := spelling(spelled)
				if other, ok := seen[s]; ok {
					t.Errorf("%s: %s of %s is also %s", name, spelled, p.Name, other)
				}
				seen[s] = p.Name + " of " + name
				if m, got, err := Resolve(spelled); err != nil || m.Name != name || got.Name != p.Name {
					t.Errorf("Resolve(%q) = %v, %v, %v, want %s", spelled, m, got, err, p.Name)
				}
			}
		}
	}
}
