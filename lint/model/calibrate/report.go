package calibrate

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// noteworthy is the relative difference from the built-in figure from which on a measured figure
// is listed.
const noteworthy = 0.10

// WriteReport reports what was measured, and which figures differ from the built-in model by more
// than a tenth.
func WriteReport(w io.Writer, m *Measurements, r *Result) error {
	d := m.Device
	figures := map[string]bool{}
	for _, c := range r.Measured {
		name, _, _ := strings.Cut(c.Name, " at ") // a curve is one figure
		figures[name] = true
	}
	fmt.Fprintf(w, "%s, %s, %.0f SMs, CUDA %s: %s of the model from %s\n", d.Name, r.Model.Name, d.SMs, d.CUDA, count(len(figures), "figure"), count(len(m.Rows), "row"))
	if len(r.Missing) > 0 {
		fmt.Fprintf(w, "not measured: %s\n", strings.Join(r.Missing, ", "))
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	differ := 0
	for _, c := range r.Measured {
		if !c.Differs(noteworthy) {
			continue
		}
		if differ == 0 {
			fmt.Fprintf(w, "more than %.0f %% from the built-in %s:\n", 100*noteworthy, r.Model.Name)
			fmt.Fprint(t, "figure\tbuilt-in\tmeasured\tchange\n")
		}
		differ++
		fmt.Fprintf(t, "%s\t%.4g\t%.4g\t%s\n", c.Name, c.BuiltIn, c.Value, change(c))
	}
	if differ == 0 {
		fmt.Fprintf(w, "no figure is more than %.0f %% from the built-in %s\n", 100*noteworthy, r.Model.Name)
	}
	return t.Flush()
}

func change(c Comparison) string {
	if c.BuiltIn == 0 {
		return ""
	}
	return fmt.Sprintf("%+.0f %%", 100*(c.Value/c.BuiltIn-1))
}
