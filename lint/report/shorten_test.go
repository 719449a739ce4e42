package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
)

func TestShortNames(t *testing.T) {
	args := "cutlass::gemm::device::Gemm<float, cutlass::layout::RowMajor, std::pair<int, 4>>, (Mode)2"
	deep := strings.Repeat("a_long_namespace::", 5)
	for _, c := range []struct{ text, want string }{
		{"kernel<int>", "kernel<int>"},
		{"kernel<" + args + ">", "kernel<...>"},
		{"ns::kernel<" + args + ">", "ns::kernel<...>"},
		{"the launch of ns::kernel<" + args + ">, at a.cu:3", "the launch of ns::kernel<...>, at a.cu:3"},
		{"ns::Table<" + args + ">::read<" + args + ">", "ns::Table<...>::read<...>"},
		{deep + "kernel", "...::a_long_namespace::a_long_namespace::kernel"},
		{deep + "kernel<" + args + ">(float*)", "...::a_long_namespace::a_long_namespace::kernel<...>(float*)"},
		{strings.Repeat("k", 100), strings.Repeat("k", 100)},
		{"i<n && j>m" + strings.Repeat(" and so on", 10), "i<n && j>m" + strings.Repeat(" and so on", 10)},
		{"k<<<grid, " + strings.Repeat("block", 20) + ">>>(out)", "k<<<grid, " + strings.Repeat("block", 20) + ">>>(out)"},
		{"kernel<" + strings.Repeat("never closed, ", 10), "kernel<" + strings.Repeat("never closed, ", 10)},
		{deep, "...::a_long_namespace::a_long_namespace::a_long_namespace::"},
		{"表 " + deep + "表", "表 ...::a_long_namespace::a_long_namespace::a_long_namespace::表"},
	} {
		if got := shortNames(c.text); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.text, got, c.want)
		}
	}
}

// TestTextShortensNames: headings and notes have short names. The help, which may be code to write, and
// JSON have whole ones.
func TestTextShortensNames(t *testing.T) {
	name := "ns::kernel<" + strings.Repeat("argument, ", 10) + "int>"
	d := findingAt("a.cu", 1, lint.Warning, "", 0)
	d.Function, d.Message, d.Assumptions, d.Help = name, "reads of "+name, []string{"the launch of " + name}, "call "+name
	got := textOfFindings(t, Options{}, d)
	for _, want := range []string{"reads of ns::kernel<...>\n", " in ns::kernel<...>\n", "the launch of ns::kernel<...>\n", "call " + name} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	var out bytes.Buffer
	if err := Write(&out, "json", &engine.Result{Findings: []lint.Diagnostic{d}, Files: 1}, Options{}); err != nil || strings.Count(out.String(), strings.Repeat("argument, ", 10)) < 4 {
		t.Errorf("JSON has no whole names (%v):\n%s", err, out.String())
	}
}
