package verify

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/kernelname"
)

// figure is what an export says of a launch.
func figure(l *Launch) string {
	instructions, ok1 := l.Counter(Divergent)
	replays, ok2 := l.Counter(Replays)
	executed, ok3 := l.Counter(Executed)
	requests, ok4 := l.Counter(Requests)
	return fmt.Sprint(l.Name.Base+" ", l.Block, l.Grid, l.Count, instructions, ok1, replays, ok2, executed, ok3, requests, ok4)
}

func figures(t *testing.T, file string) []string {
	t.Helper()
	e, err := ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var out []string
	for i := range e.Launches {
		out = append(out, figure(&e.Launches[i]))
	}
	slices.Sort(out)
	return out
}

// TestLayouts: all layouts of one report say the same, and what was measured live
// says it too.
func TestLayouts(t *testing.T) {
	want := figures(t, "live_raw.csv")
	if len(want) != 20 || !slices.Contains(want, "by_thread 256x1x1 4x1x1 1 32 true 992 true 128 true 1120 true") {
		t.Fatalf("%d launches: %q", len(want), want)
	}
	for _, file := range []string{
		"report_raw.csv", "report_raw_fp.csv", "report_raw_function.csv", "report_raw_mangled.csv", "report_raw_instances.csv",
		"report_details_mangled.csv", "report_details_c.csv", "report_summary.csv", "report_summary_raw.csv",
	} {
		if got := figures(t, file); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", file, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	// Here two kernels were launched with other shapes.
	same := 0
	for _, f := range figures(t, "live_details.csv") {
		if slices.Contains(want, f) {
			same++
		}
	}
	if same != len(want)-2 {
		t.Errorf("live_details.csv: %d of %d launches are the same", same, len(want))
	}
}

func TestReadOfOneCounter(t *testing.T) {
	e, err := ReadFile("testdata/replays_only.csv")
	if err != nil || len(e.Launches) != 20 {
		t.Fatal(e, err)
	}
	if _, ok := e.Launches[0].Counter(Divergent); ok {
		t.Error("a counter that is not in the export has a value")
	}
	if x, ok := e.Launches[0].Counter(Replays); !ok || x != 992 {
		t.Errorf("replays %g, %v", x, ok)
	}
	if l := e.Launches[0]; l.Line != 7 || l.File != "testdata/replays_only.csv" || l.ID != "0" {
		t.Errorf("%+v", l)
	}
}

const (
	wide  = `"ID","Process ID","Kernel Name","Block Size","Grid Size","sm__idc_divergent_instruction_replays.sum","sm__idc_divergent_instructions.sum"`
	units = `"","","","","","inst","inst"`
	row   = `"0","7","k(float *)","(32, 1, 1)","(1, 1, 1)","1,240","40"`
	one   = "k 32x1x1 1x1x1 1 40 true 1240 true 0 false 0 false"
)

// TestVariants: what other programs and languages make of an export.
func TestVariants(t *testing.T) {
	tests := []struct {
		name string
		text []string
		want []string
	}{
		{"as it is", []string{wide, units, row}, []string{one}},
		{"byte order mark and CRLF", []string{"\ufeff" + wide + "\r", units + "\r", row + "\r"}, []string{one}},
		{"no row of units", []string{wide, row}, []string{one}},
		{"no line break at the end of the program's output", []string{`done, "all" ok` + wide, units, row}, []string{one}},
		{"output of program and profiler between and behind", []string{"==PROF== a, b", "x,y", wide, units, "hello, world", row, "==WARNING== c, d"}, []string{one}},
		{"two exports in one file", []string{wide, units, row, "==PROF== x", wide, units, row}, []string{one, one}},
		{"without quotation marks", []string{strings.ReplaceAll(wide, `"`, ""), ",,,,,inst,inst", `0,7,k(float *),"(32, 1, 1)","(1, 1, 1)",1240,40`}, []string{one}},
		{"semicolons", []string{strings.ReplaceAll(strings.ReplaceAll(wide, `"`, ""), ",", ";"), ";;;;;inst;inst", `0;7;k(float *);(32, 1, 1);(1, 1, 1);1.240;40,000000`}, []string{one}},
		{"tabs", []string{strings.ReplaceAll(strings.ReplaceAll(wide, `"`, ""), ",", "\t"), "0\t7\tk\t(32, 1, 1)\t(1, 1, 1)\t1240\t40"}, []string{one}},
		{"thin spaces", []string{wide, units, strings.Replace(row, "1,240", "1\u202f240", 1)}, []string{one}},
		{"scaled", []string{wide, strings.Replace(units, "inst", "Kinst", 1), strings.Replace(row, "1,240", "1.24", 1)}, []string{one}},
		{"no value", []string{wide, units, strings.Replace(row, "1,240", "n/a", 1)}, []string{"k 32x1x1 1x1x1 1 40 true 0 false 0 false 0 false"}},
		{"no shapes", []string{`"ID","Kernel Name","sm__idc_divergent_instructions.sum"`, `"0","k","3"`}, []string{"k 0x0x0 0x0x0 1 3 true 0 false 0 false 0 false"}},
		{"label and name", []string{
			`"ID","Kernel Name","Metric Name","Metric Unit","Metric Value"`,
			`"0","k","Divergent (sm__idc_divergent_instructions.sum)","inst","3"`, `"0","k","Duration","us","1.5"`, `"1","k","Duration","us","1.5"`,
		}, []string{"k 0x0x0 0x0x0 1 3 true 0 false 0 false 0 false", "k 0x0x0 0x0x0 1 0 false 0 false 0 false 0 false"}},
		{"a summary", []string{
			`"Process ID","Kernel Name","Block Size","Invocations","Metric Name","Metric Unit","Minimum","Maximum","Average"`,
			`"1","k","(32, 1, 1)","1,000","sm__idc_divergent_instructions.sum","inst","1.00","2.00","1.50"`,
		}, []string{"k 32x1x1 0x0x0 1000 1500 true 0 false 0 false 0 false"}},
		{"a name that commands the terminal", []string{wide, strings.Replace(row, "k(", "k\x1b[31m(", 1)}, []string{strings.Replace(one, "k", "k\ufffd[31m", 1)}},
		{"two processes, one numbering", []string{wide, row, strings.Replace(row, `"7"`, `"8"`, 1)}, []string{one, one}},
	}
	for _, test := range tests {
		e, err := Read(strings.NewReader(strings.Join(test.text, "\n")+"\n"), "a.csv")
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		var got []string
		for i := range e.Launches {
			got = append(got, figure(&e.Launches[i]))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// numbered repeats a row with so many different kernels.
func numbered(row string, n int) string {
	var rows strings.Builder
	for i := range n {
		rows.WriteString(strings.Replace(row, "k(", fmt.Sprintf("k%d(", i), 1) + "\n")
	}
	return rows.String()
}

// TestProblems: what cannot be read is said with its line.
func TestProblems(t *testing.T) {
	tests := []struct {
		name, text string
		line       int
		want       string
	}{
		{"nothing", "", 0, "not a CSV export"},
		{"another CSV file", "a,b\n1,2\n", 0, "not a CSV export"},
		{"text", strings.Repeat("Kernel Name\n", 3), 0, "not a CSV export"},
		{"no rows", "x\n" + wide + "\n" + units + "\n", 2, "no row of a kernel"},
		{"other counters", "\"ID\",\"Kernel Name\",\"gpu__time_duration.sum\"\n\"0\",\"k\",\"1\"\n", 1, "none of the counters"},
		{"cut off in a field", wide + "\n" + units + "\n" + row + "\n" + row[:30], 4, "cannot be read"},
		{"cut off after a field", wide + "\n" + units + "\n" + `"0","7","k"`, 3, "3 fields, the header in line 1 has 7"},
		{"no number", wide + "\n" + strings.Replace(row, "1,240", "many", 1), 2, `"many" is not a value of ` + Replays},
		{"negative", wide + "\n" + strings.Replace(row, "1,240", "-5", 1), 2, `"-5" is not a value`},
		{"infinite", wide + "\n" + strings.Replace(row, "1,240", "inf", 1), 2, `"inf" is not a value`},
		{"more than a counter holds", wide + "\n" + strings.Replace(row, "1,240", "1e308", 1), 2, `"1e308" is not a value`},
		{"less than one of all launches", wide + "\n" + strings.Replace(row, "1,240", "1e-300", 1), 2, `"1e-300" is not a value`},
		{"UTF-16", "\xff\xfe\"\x00I\x00D\x00", 1, "UTF-16"},
		{"names without end", wide + "\n" + strings.Replace(row, "k(", strings.Repeat("k", maxNames)+"(", 1), 2, "over 4 MiB"},
		{"kernels without end", wide + "\n" + numbered(row, maxKernels+1), maxKernels + 2, "over 16384 different kernels"},
		{"a long line", wide + "\n" + strings.Repeat("x", maxLine+1), 2, "over 8 MiB"},
	}
	for _, test := range tests {
		_, err := Read(strings.NewReader(test.text), "a.csv")
		var parse *ParseError
		if !errors.As(err, &parse) || parse.Line != test.line || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q in line %d", test.name, err, test.want, test.line)
		}
	}
	for _, name := range []string{"testdata", "testdata/nowhere.csv", os.DevNull} {
		if _, err := ReadFile(name); err == nil || !strings.Contains(err.Error(), "cannot be read: ") || strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ReadFile("testdata/other_counters.csv"); err == nil || !strings.Contains(err.Error(), "record them with ncu ") {
		t.Errorf("other_counters.csv: %v", err)
	}
}

func TestNumber(t *testing.T) {
	for _, test := range []struct {
		cell  string
		comma bool
		want  float64 // -1 for none
	}{
		{"0", false, 0}, {"992.000000", false, 992}, {"1,234", false, 1234}, {"1,234,567", false, 1234567}, {"0,125", false, 0.125}, {"1,234.50", false, 1234.5},
		{"1.234.567", false, 1234567}, {"1.234,50", false, 1234.5}, {"1,23", false, 1.23}, {"1.234", false, 1.234}, {"1.234", true, 1234},
		{"1,234", true, 1.234}, {"992.000000", true, 992}, {"1'234", false, 1234}, {"1 234", false, 1234}, {"1\u00a0234", true, 1234},
		{"1.5e+06", false, 1.5e6}, {"", false, -1}, {"x", false, -1}, {"NaN", false, -1}, {"1e999", false, -1}, {"0x10", false, -1},
		{strings.Repeat("1", 65), false, -1}, {"1,2,3", false, -1},
	} {
		got, ok := number(test.cell, test.comma)
		if !ok {
			got = -1
		}
		if got != test.want {
			t.Errorf("%q, %v: %v, want %v", test.cell, test.comma, got, test.want)
		}
	}
}

func TestShape(t *testing.T) {
	for cell, want := range map[string]Shape{
		"(256, 1, 1)": {256, 1, 1}, "(8,16,2)": {8, 16, 2}, "32": {32, 1, 1}, "(8; 4; 1)": {8, 4, 1},
		"": {}, "(0, 1, 1)": {}, "(1, 2, 3, 4)": {}, "(a, 1, 1)": {}, "(99999999999, 1, 1)": {},
	} {
		if got := shape(cell); got != want {
			t.Errorf("%q: %v, want %v", cell, got, want)
		}
	}
}

// FuzzRead: no file makes the reader fail otherwise than by an error with a line in
// the file, and what it returns can be compared.
func FuzzRead(f *testing.F) {
	for _, file := range []string{"live_raw.csv", "report_details_c.csv", "report_summary.csv", "replays_only.csv"} {
		text, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text[:min(len(text), 2000)]))
	}
	f.Add(wide + "\n" + units + "\n" + row + "\n")
	f.Add(strings.ReplaceAll(wide, ",", ";") + "\n" + `"0";"7";"_ZN1aIiE1kEPf";"1";"1";"1,0";"2"`)
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Read(strings.NewReader(text), "f.csv")
		if err != nil {
			var parse *ParseError
			if !errors.As(err, &parse) || parse.Line > strings.Count(text, "\n")+1 {
				t.Fatalf("%v", err)
			}
			return
		}
		kernels := []Kernel{{Name: kernelname.Name{Base: "k"}}}
		for i := range e.Launches {
			l := &e.Launches[i]
			if l.Count < 1 || l.Kernel == "" || l.Line < 1 {
				t.Fatalf("%+v", l)
			}
			for _, name := range counters {
				if x, ok := l.Counter(name); x < 0 || x != x || !ok && x != 0 {
					t.Fatalf("%s is %v, %v", name, x, ok)
				}
			}
			if i < 8 {
				kernels = append(kernels, Kernel{Name: l.Name, Block: l.Block, Reads: []Load{{Known: true, Replays: 3, Worst: 3}}})
			}
		}
		results, foreign := Compare(kernels, []*Export{e})
		if len(results) != len(kernels) || !slices.IsSortedFunc(foreign, cmp.Compare[string]) {
			t.Fatal("results are missing")
		}
	})
}
