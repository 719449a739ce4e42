package calibrate

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/lint/model/gpu"
)

// A Result is the model of a measured GPU.
type Result struct {
	Model *gpu.Model
	// Measured are the figures that were measured. The other figures of the model are those
	// of the built-in model of the architecture.
	Measured []Comparison
	// Missing names the figures that the program can measure and that the file lacks.
	Missing []string
}

// A Comparison is a measured figure, or a point of a curve, beside the one of the
// built-in model.
type Comparison struct {
	Name      string  // constant/latency, constant/random at 4096 bytes
	Value     float64 // in the unit of the figure
	BuiltIn   float64
	HasBefore bool // the built-in model has such a point
}

// Differs reports whether the measured figure differs from the built-in one by more than a share
// of that: 0.1 means a tenth.
func (c Comparison) Differs(share float64) bool {
	return c.HasBefore && math.Abs(c.Value-c.BuiltIn) > share*math.Abs(c.BuiltIn)
}

// Build returns the model of the measured GPU. It fails for a figure that no GPU can have, and for
// an architecture without a built-in model.
func Build(m *Measurements) (*Result, error) {
	arch := m.Device.Architecture()
	builtIn := gpu.Lookup(arch)
	if builtIn == nil {
		return nil, fmt.Errorf("compute capability %s: there is no built-in model %s that could fill in what is not measured", m.Device.ComputeCapability, arch)
	}
	model := *builtIn
	b := &builder{t: newTable(m), device: m.Device, model: &model, result: &Result{Model: &model}}
	if err := b.t.consistent(); err != nil {
		return nil, err
	}
	if err := b.product(); err != nil {
		return nil, err
	}
	for _, f := range figures {
		if err := b.figure(f); err != nil {
			return nil, err
		}
	}
	for _, c := range curves {
		if err := b.curve(c); err != nil {
			return nil, err
		}
	}
	return b.result, nil
}

// A builder puts measured figures into a copy of the built-in model.
type builder struct {
	t      *table
	device Device
	model  *gpu.Model
	result *Result
}

// source returns the source of a figure, as model files state it.
func (b *builder) source(benchmark string) string {
	return fmt.Sprintf("%s, CUDA %s, cudalint calibrate: %s", b.device.Name, b.device.CUDA, benchmark)
}

// product makes the measured GPU the only product of the model.
func (b *builder) product() error {
	d := b.device
	clock := b.t.find("device", "sm_clock", func(Key) bool { return true })
	if clock == 0 {
		clock = d.Clock
	}
	const properties = "cudaDeviceProp"
	p := gpu.Product{Name: d.Name}
	for _, f := range []struct {
		name, from  string
		to          *gpu.Figure
		value       float64
		least, most float64
	}{
		{"sms", properties, &p.SMs, d.SMs, 1, 4096},
		{"clock", "device,sm_clock", &p.Clock, math.Round(clock), 100, 10000},
		{"l2", properties, &p.L2, d.L2, 1 << 14, 1 << 34},
		{"dram", "memory clock and bus width of the CUDA runtime", &p.DRAM, d.NominalDRAM, 1, 1e5},
	} {
		if !(f.value >= f.least && f.value <= f.most) {
			return implausible("products/0/"+f.name, f.value, f.least, f.most)
		}
		*f.to = gpu.Figure{Value: f.value, Basis: gpu.Measured, Source: b.source(f.from)}
	}
	b.model.Products = []gpu.Product{p}
	for _, f := range []struct {
		to          *gpu.Figure
		name        string
		value       float64
		least, most float64
	}{
		{&b.model.Occupancy.Warps, "occupancy/warps", d.MaxWarps, 16, 256},
		{&b.model.Occupancy.Registers, "occupancy/registers", d.Registers, 1 << 14, 1 << 20},
		{&b.model.Occupancy.Shared, "occupancy/shared", d.Shared, 1 << 14, 1 << 22},
	} {
		if f.value == 0 {
			b.result.Missing = append(b.result.Missing, f.name)
			continue
		}
		if f.value < f.least || f.value > f.most {
			return implausible(f.name, f.value, f.least, f.most)
		}
		b.set(f.name, properties, f.to, f.value)
	}
	return nil
}

func (b *builder) figure(f figure) error {
	b.t.used = nil
	v := f.value(b.t)
	if v == 0 && f.least > 0 || math.IsNaN(v) {
		b.result.Missing = append(b.result.Missing, f.name)
		return nil
	}
	if !(v >= f.least && v <= f.most) {
		return fmt.Errorf("%s%w", b.t.lines(), implausible(f.name+" (from "+f.benchmark+")", v, f.least, f.most))
	}
	b.set(f.name, f.benchmark, f.of(b.model), v)
	return nil
}

func (b *builder) set(name, benchmark string, to *gpu.Figure, v float64) {
	v = digits(v)
	b.result.Measured = append(b.result.Measured, Comparison{Name: name, Value: v, BuiltIn: to.Value, HasBefore: true})
	*to = gpu.Figure{Value: v, Basis: gpu.Measured, Source: b.source(benchmark)}
}

func (b *builder) curve(c curve) error {
	b.t.used = nil
	points := c.points(b.t)
	if len(points) < 2 {
		b.result.Missing = append(b.result.Missing, c.name)
		return nil
	}
	to := c.of(b.model)
	for i, p := range points {
		if i > 0 && p.Bytes == points[i-1].Bytes || p.Bytes < 1 {
			return fmt.Errorf("%s%s (from %s): two figures for %.0f bytes", b.t.lines(), c.name, c.benchmark, p.Bytes)
		}
		name := fmt.Sprintf("%s at %.0f bytes", c.name, p.Bytes)
		if !(p.Cycles >= c.least && p.Cycles <= c.most) {
			return fmt.Errorf("%s%w", b.t.lines(), implausible(name+" (from "+c.benchmark+")", p.Cycles, c.least, c.most))
		}
		points[i].Cycles = digits(p.Cycles)
		compared := Comparison{Name: name, Value: points[i].Cycles}
		for _, before := range to.Points {
			if before.Bytes == p.Bytes {
				compared.BuiltIn, compared.HasBefore = before.Cycles, true
			}
		}
		b.result.Measured = append(b.result.Measured, compared)
	}
	*to = gpu.Curve{Points: points, Basis: gpu.Measured, Source: b.source(c.benchmark)}
	return nil
}

func implausible(what string, v, least, most float64) error {
	return fmt.Errorf("%s: %.6g is not plausible: it lies between %g and %g on every GPU; was something else running, or the program changed?", what, v, least, most)
}

// digits rounds to the three digits that a repetition of the measurement confirms.
func digits(v float64) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64)
	if err != nil || v == math.Trunc(v) {
		return v
	}
	return r
}

// WriteModel writes a model file that gpu.ReadFile, and so --gpu, accepts. It writes atomically.
func WriteModel(name string, m *gpu.Model) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(name, append(text, '\n'), func(written string) error {
		if _, err := gpu.ReadFile(written); err != nil {
			return fmt.Errorf("the measurements make no model: %s", strings.ReplaceAll(err.Error(), written, name))
		}
		return nil
	})
}
