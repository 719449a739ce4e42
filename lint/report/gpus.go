package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lint/wording"
)

type jsonGPUs struct {
	Schema int           `json:"schema"`
	GPUs   []jsonGPULine `json:"gpus"`
}

type jsonGPULine struct {
	Name         string   `json:"name"`
	Architecture string   `json:"architecture"`
	Base         string   `json:"base,omitempty"`
	Products     []string `json:"products"`
	// WithoutFigures counts the other products of the architecture.
	WithoutFigures int       `json:"without_figures"`
	Figures        jsonKnown `json:"figures"`
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
	Product      string        `json:"product,omitempty"`    // the product that the user named
	FiguresOf    string        `json:"figures_of,omitempty"` // the one whose figures it uses
	Products     []jsonProduct `json:"products"`
	// WithoutFigures are the other products, if the user named no product.
	WithoutFigures []gpu.Family `json:"without_figures,omitempty"`
	Figures        []jsonFigure `json:"figures"`
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
		out.GPUs = append(out.GPUs, jsonGPULine{m.Name, m.Architecture, m.Base, productNames(m), withoutFigures(m), known(m.Entries())})
	}
	return flush(w, func(b *bufio.Writer) error {
		if format == "json" {
			return encode(b, out)
		}
		tab := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(tab, "GPU\tarchitecture\tmeasured\tpublished\textrapolated\tproducts")
		for _, g := range out.GPUs {
			fmt.Fprintf(tab, "%s\t%s\t%d\t%d\t%d\t%s\n", g.Name, g.Architecture,
				g.Figures.Measured, g.Figures.Published, g.Figures.Extrapolated, productsText(g.Products, g.WithoutFigures))
		}
		if err := tab.Flush(); err != nil {
			return err
		}
		_, err := fmt.Fprint(b, "\nThe first product stands for its architecture. The others, which have no figures of their own, use those of\nthe first: `cudalint gpus sm_89` lists them.\n")
		return err
	})
}

// productsText lists the products that have figures, and counts the others.
func productsText(names []string, others int) string {
	text := strings.Join(names, ", ")
	if others > 0 {
		text += ", " + wording.Plural(others, "other")
	}
	return text
}

// withoutFigures counts the products of an architecture that have no figures of their own.
func withoutFigures(m *gpu.Model) int {
	n := 0
	for _, f := range gpu.WithoutFigures(m.Name) {
		n += len(f.Products)
	}
	return n
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
		return gpuText(b, m, products, product)
	})
}

func gpuText(b *bufio.Writer, m *gpu.Model, products []gpu.Product, product *gpu.Product) error {
	count := known(m.Entries())
	fmt.Fprintf(b, "%s (%s): %d figures measured, %d published, %d extrapolated\n", m.Name, m.Architecture,
		count.Measured, count.Published, count.Extrapolated)
	if product == nil {
		familiesText(b, m)
	} else if product.FiguresOf != "" {
		fmt.Fprintf(b, "%s has no figures of its own: it uses those of %s (%s)\n", product.Name, m.Name, product.FiguresOf)
	}
	for i := range products {
		fmt.Fprintf(b, "\n%s\n", cmp.Or(products[i].FiguresOf, products[i].Name))
		if err := figureTable(b, products[i].Entries()); err != nil {
			return err
		}
	}
	fmt.Fprintln(b)
	return figureTable(b, m.Entries())
}

// familiesText lists the products without figures of their own.
func familiesText(b *bufio.Writer, m *gpu.Model) {
	families := gpu.WithoutFigures(m.Name)
	if len(families) == 0 {
		return
	}
	fmt.Fprintf(b, "\nThese products have no figures of their own. They use those of %s (%s):\n", m.Name, m.Products[0].Name)
	for _, f := range families {
		fmt.Fprintf(b, "  %s:\n", f.Name)
		line := ""
		for i, name := range f.Products {
			if i < len(f.Products)-1 {
				name += ","
			}
			if line != "" && len(line)+len(name) > listWidth {
				fmt.Fprintf(b, "   %s\n", line)
				line = ""
			}
			line += " " + name
		}
		fmt.Fprintf(b, "   %s\n", line)
	}
}

// listWidth is the width of a line of names.
const listWidth = 90

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
		out.Product, out.FiguresOf = product.Name, product.FiguresOf
	} else {
		out.WithoutFigures = gpu.WithoutFigures(m.Name)
	}
	for i := range products {
		p := &products[i]
		out.Products = append(out.Products, jsonProduct{cmp.Or(p.FiguresOf, p.Name), nonNil(p.Aliases), figuresJSON(p.Entries())})
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
