package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/cudalint/cudalint/lint/model/gpu"
)

type jsonGPUs struct {
	Schema int           `json:"schema"`
	GPUs   []jsonGPULine `json:"gpus"`
}

type jsonGPULine struct {
	Name         string    `json:"name"`
	Architecture string    `json:"architecture"`
	Base         string    `json:"base,omitempty"`
	Products     []string  `json:"products"`
	Figures      jsonKnown `json:"figures"`
}

// jsonKnown counts figures by their basis.
type jsonKnown struct {
	Measured     int `json:"measured"`
	Published    int `json:"published"`
	Extrapolated int `json:"extrapolated"`
}

type jsonGPU struct {
	Schema       int           `json:"schema"`
	Name         string        `json:"name"`
	Architecture string        `json:"architecture"`
	Base         string        `json:"base,omitempty"`
	Product      string        `json:"product,omitempty"` // the product that the user named
	Products     []jsonProduct `json:"products"`
	Figures      []jsonFigure  `json:"figures"`
}

type jsonProduct struct {
	Name    string       `json:"name"`
	Aliases []string     `json:"aliases"`
	Figures []jsonFigure `json:"figures"`
}

type jsonFigure struct {
	Name   string      `json:"name"`
	Unit   string      `json:"unit"`
	Value  *float64    `json:"value,omitempty"`
	Points []gpu.Point `json:"points,omitempty"`
	Basis  gpu.Basis   `json:"basis"`
	Source string      `json:"source"`
	From   string      `json:"from,omitempty"`
}

// GPUs writes the list of models as text or JSON.
func GPUs(w io.Writer, format string, models []*gpu.Model) error {
	if err := CheckFormat(format, listFormats); err != nil {
		return err
	}
	out := jsonGPUs{Schema: schemaVersion, GPUs: []jsonGPULine{}}
	for _, m := range models {
		out.GPUs = append(out.GPUs, jsonGPULine{m.Name, m.Architecture, m.Base, productNames(m), known(m.Entries())})
	}
	return flush(w, func(b *bufio.Writer) error {
		if format == "json" {
			return encode(b, out)
		}
		tab := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(tab, "GPU\tarchitecture\tmeasured\tpublished\textrapolated\tproducts")
		for _, g := range out.GPUs {
			fmt.Fprintf(tab, "%s\t%s\t%d\t%d\t%d\t%s\n", g.Name, g.Architecture,
				g.Figures.Measured, g.Figures.Published, g.Figures.Extrapolated, strings.Join(g.Products, ", "))
		}
		return tab.Flush()
	})
}

// GPU writes one model with the sources of its figures as text or JSON. It includes the
// figures of one product, or of all products if product is nil.
func GPU(w io.Writer, format string, m *gpu.Model, product *gpu.Product) error {
	if err := CheckFormat(format, listFormats); err != nil {
		return err
	}
	products := m.Products
	if product != nil {
		products = []gpu.Product{*product}
	}
	return flush(w, func(b *bufio.Writer) error {
		if format == "json" {
			return encode(b, gpuJSON(m, products, product))
		}
		return gpuText(b, m, products)
	})
}

func gpuText(b *bufio.Writer, m *gpu.Model, products []gpu.Product) error {
	count := known(m.Entries())
	fmt.Fprintf(b, "%s (%s): %d figures measured, %d published, %d extrapolated\n", m.Name, m.Architecture,
		count.Measured, count.Published, count.Extrapolated)
	for i := range products {
		fmt.Fprintf(b, "\n%s\n", products[i].Name)
		if err := figureTable(b, products[i].Entries()); err != nil {
			return err
		}
	}
	fmt.Fprintln(b)
	return figureTable(b, m.Entries())
}

func figureTable(b *bufio.Writer, entries []gpu.Entry) error {
	tab := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, e := range entries {
		basis := string(e.Basis)
		if e.From != "" {
			basis += " from " + e.From
		}
		value, unit := valueText(e)
		fmt.Fprintf(tab, "  %s\t%s\t%s\t%s\t%s\n", e.Name, value, unit, basis, oneLine(e.Source))
	}
	return tab.Flush()
}

// valueText returns a figure and its unit as texts. A curve is shown as its first and last
// points, a figure of the unit gpu.YesNo as yes or no.
func valueText(e gpu.Entry) (value, unit string) {
	switch {
	case e.Points != nil:
		first, last := e.Points[0], e.Points[len(e.Points)-1]
		return fmt.Sprintf("%g at %g bytes to %g at %g", first.Cycles, first.Bytes, last.Cycles, last.Bytes), e.Unit
	case e.Unit == gpu.YesNo && e.Value == 0:
		return "no", ""
	case e.Unit == gpu.YesNo:
		return "yes", ""
	}
	return strconv.FormatFloat(e.Value, 'f', -1, 64), e.Unit
}

func gpuJSON(m *gpu.Model, products []gpu.Product, product *gpu.Product) jsonGPU {
	out := jsonGPU{Schema: schemaVersion, Name: m.Name, Architecture: m.Architecture, Base: m.Base,
		Products: []jsonProduct{}, Figures: figuresJSON(m.Entries())}
	if product != nil {
		out.Product = product.Name
	}
	for i := range products {
		p := &products[i]
		out.Products = append(out.Products, jsonProduct{p.Name, nonNil(p.Aliases), figuresJSON(p.Entries())})
	}
	return out
}

func figuresJSON(entries []gpu.Entry) []jsonFigure {
	out := []jsonFigure{}
	for _, e := range entries {
		f := jsonFigure{Name: e.Name, Unit: e.Unit, Points: e.Points, Basis: e.Basis, Source: e.Source, From: e.From}
		if e.Points == nil {
			f.Value = &e.Value
		}
		out = append(out, f)
	}
	return out
}

func productNames(m *gpu.Model) []string {
	names := []string{}
	for _, p := range m.Products {
		names = append(names, p.Name)
	}
	return names
}

func known(entries []gpu.Entry) jsonKnown {
	var n jsonKnown
	for _, e := range entries {
		switch e.Basis {
		case gpu.Measured:
			n.Measured++
		case gpu.Published:
			n.Published++
		default:
			n.Extrapolated++
		}
	}
	return n
}
