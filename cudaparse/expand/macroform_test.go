package expand

import (
	"testing"

	"github.com/cudalint/cudalint/cudaparse/preproc"
)

func TestArithmeticMacros(t *testing.T) {
	for body, want := range map[string]bool{
		"((i) * (ld) + (j))": true, "256": true, "": true, "(i) < (j) ? (i) : (j)": true,
		"p[i]": false, "*(i)": false, "i * *j": false, "(i) = (j)": false, "i++": false, "f(i)": false, "i += j": false,
		"&i": false, "i->j": false, "i.x": false, "N + i": false, "#i": false, "i ## j": false, "{ i; }": false, "-*i": false, "(*i)": false,
	} {
		m := &preproc.Macro{Params: []string{"i", "j", "ld"}, Body: body}
		if arithmetic(m) != want {
			t.Errorf("%q: %v", body, !want)
		}
	}
}

func TestExpressionMacros(t *testing.T) {
	for body, want := range map[string]bool{
		"p[(i) * ld + (j)]": true, "(p)[i]": true, "*(p + i)": true, "f(p, i)": true, "p[i] = (j)": true, "p->x": true,
		"": false, "p ## i": false, "{ p[i]; }": false, "p[i];": false, "p.f(i)": false, "p->f(i)": false, "(i)p": false, "(i)(p)": false, "j.i": false, "i(p)": false, "x::i": false,
	} {
		m := &preproc.Macro{Params: []string{"p", "i", "j", "ld"}, Body: body}
		if expression(m) != want {
			t.Errorf("%q: %v", body, !want)
		}
	}
}
