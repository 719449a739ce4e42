package missingrestrict

import "testing"

// TestSpellType has spellings of one type on each line, each line another type.
func TestSpellType(t *testing.T) {
	seen := map[string]int{}
	for i, line := range [][][2]string{
		{{"float *in", "in"}, {"float* __restrict__ in", "in"}, {"float in[]", "in"}, {"float in[N]", "in"}, {"float in[sizeof(a[0])]", "in"}, {"float *", ""}, {"float * const in", "in"}, {"float *RESTRICT const", ""}},
		{{"const float *in", "in"}, {"float const *in", "in"}, {"float const in [4]", "in"}, {"const float /* an array */ *", ""}},
		{{"float **in", "in"}, {"float *in[]", "in"}},
		{{"float (*in)[8]", "in"}, {"float (*)[8]", ""}},
		{{"int n", "n"}, {"const int n", "n"}, {"int", ""}},
		{{"struct P *p", "p"}, {"P *q", "q"}},
		{{"const int &n", "n"}},
		{{"std::array<int, 2> &&a", "a"}, {"std :: array<int,2> && a", "a"}},
		{{"float (&in)[2][3]", "in"}, {"float (&)[ 2 ] [3]", ""}},
		{{"float in[2][3]", "in"}, {"float in[][ 3 ]", "in"}},
	} {
		for _, c := range line {
			got := spellType(c[0], c[1])
			if other, known := seen[got]; known && other != i {
				t.Errorf("%q is spelled %q as the types of line %d are", c[0], got, other)
			}
			if got != spellType(line[0][0], line[0][1]) {
				t.Errorf("%q is spelled %q, not %q", c[0], got, spellType(line[0][0], line[0][1]))
			}
			seen[got] = i
		}
	}
}
