package calibrate

import (
	"os"
	"strings"
	"testing"
)

const header = firstLine + "\n# gpu=NVIDIA H200\n# compute_capability=9.0\n# sms=132\n# cuda=13.0\n# driver_cuda=13.0\n"

const oneRow = "shared,stride,4,16384,1,32,1,1.0041,cycles\n"

func TestRead(t *testing.T) {
	m, err := Read(strings.NewReader(utf8Mark + header + columnsLine + "\r\n" + oneRow + "# rows=1\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := Row{Key{"shared", "stride", 4, 16384, 1, 32, 1}, 1.0041, "cycles", 8}
	if len(m.Rows) != 1 || m.Rows[0] != want {
		t.Errorf("rows %+v, want %+v", m.Rows, want)
	}
	if m.Device.Name != "NVIDIA H200" || m.Device.SMs != 132 || m.Device.Architecture() != "sm_90" {
		t.Errorf("device %+v", m.Device)
	}
}

func TestReadErrors(t *testing.T) {
	table := header + columnsLine + "\n"
	row := func(text string) string { return table + text + "\n# rows=1\n" }
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "line 1: the file is empty"},
		{"another file", "x,y\n1,2\n", "line 1: this is not what the program"},
		{"another version", "# cudalint calibrate 2\n", "line 1: this is not what the program"},
		{"cut off", table + oneRow, "line 8: the file stops before its last line"},
		{"rows lost", table + oneRow + "# rows=2\n", "line 9: 1 row instead of the 2 that the program printed"},
		{"text after the end", table + oneRow + "# rows=1\n" + oneRow, "line 10: more text after the line"},
		{"no columns", header + oneRow, "line 7: the columns have to be named"},
		{"columns twice", table + columnsLine + "\n", "line 8: the names of the columns: given in line 7 already"},
		{"property twice", header + "# sms=1\n", "line 7: sms: given in line 4 already"},
		{"no property", header + "# size=1\n", `line 7: "size" is not a property`},
		{"no value", header + "# sms\n", `line 7: "sms" is not name=value`},
		{"bad number", strings.Replace(table, "sms=132", "sms=many", 1), `line 4: sms: "many" is not a figure`},
		{"no name", strings.Replace(table, "# gpu=NVIDIA H200\n", "", 1) + "# rows=0\n", `line 2: a line "# gpu=..." is missing`},
		{"bad name", strings.Replace(table, "NVIDIA", "\x1b[2J", 1) + "# rows=0\n", "line 2: gpu: "},
		{"bad version", strings.Replace(table, "=9.0", "=../../x", 1) + "# rows=0\n", "line 3: compute_capability: "},
		{"columns missing", row("shared,stride,4,1"), "line 8: 4 columns instead of 9"},
		{"a unit", row("shared,stride,4,16384,1,32,1,1,ns"), `line 8: unit: "ns" instead of cycles`},
		{"a unit of time", row("launch,kernel,0,0,0,1,1,4.3,cycles"), `line 8: unit: "cycles" instead of us`},
		{"a bandwidth", row("dram,read,4,268435456,0,1,1,4000,cycles"), `line 8: unit: "cycles" instead of GB/s`},
		{"UTF-16", "\xff\xfe#\x00", "line 1: the file is UTF-16; write it as UTF-8"},
		{"NaN", row("shared,stride,4,16384,1,32,1,nan,cycles"), `line 8: value: "nan" is not a figure`},
		{"infinite", row("shared,stride,4,16384,1,32,1,1e999,cycles"), `line 8: value: "1e999" is not a figure`},
		{"negative", row("shared,stride,4,16384,1,32,1,-1,cycles"), `line 8: value: "-1" is not a figure`},
		{"zero", row("shared,stride,4,16384,1,32,1,0.0000,cycles"), "line 8: value: shared,stride took no time at all"},
		{"bad count", row("shared,stride,four,16384,1,32,1,1,cycles"), `line 8: element_bytes: "four" is not a count`},
		{"large count", row("shared,stride,4,16384,99999999999,32,1,1,cycles"), `line 8: addresses: "99999999999" is not a count`},
		{"row twice", table + oneRow + oneRow, "line 9: the same was measured in line 8"},
		{"long line", table + strings.Repeat("x", maxLine+1) + "\n", "line 8: longer than 1024 bytes"},
		{"long file", table + strings.Repeat("# a=\n", maxBytes/4), "line 8: "},
	} {
		_, err := Read(strings.NewReader(c.text))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %q, want %q...", c.name, err, c.want)
		}
	}
}

func TestReadStops(t *testing.T) {
	var text strings.Builder
	text.WriteString(header + columnsLine + "\n")
	for text.Len() < 2*maxBytes {
		text.WriteString("a,b,1,1,1,1,1,1,c\n")
	}
	if _, err := Read(strings.NewReader(text.String())); err == nil {
		t.Error("a file without end is read")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(header + columnsLine + "\n" + oneRow + "# rows=1\n")
	if text, err := os.ReadFile("testdata/h200.csv"); err == nil {
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		if r, err := Build(m); err == nil && len(r.Model.Products) != 1 {
			t.Error("a model without its product")
		}
	})
}
