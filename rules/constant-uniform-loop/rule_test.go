package constantuniformloop

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/analysis/warp"
)

func TestWords(t *testing.T) {
	a := &warp.Access{Object: "taps", Trips: 256, Bytes: 4, ObjectBytes: 1024}
	if got, want := message(a), "each warp reads __constant__ taps 256 times in a loop that is not unrolled, at one address for all lanes: the uniform datapath executes these reads one at a time"; got != want {
		t.Errorf("message %q, want %q", got, want)
	}
	for _, trips := range []int64{0, 1} {
		a.Trips = trips
		if got := message(a); strings.Contains(got, "times") {
			t.Errorf("%d trips: %q", trips, got)
		}
	}
	a.Object = ""
	if got := message(a); !strings.Contains(got, "__constant__ memory in") {
		t.Errorf("without a name: %q", got)
	}
	if text := helpFor(a)["literal"]; !strings.Contains(text, "#pragma unroll") {
		t.Errorf("help %q", text)
	}
}

func TestDataIsACopy(t *testing.T) {
	a := &warp.Access{Object: "taps", Trips: 256, Bytes: 4, ObjectBytes: 1024}
	d := data(a, true)
	a.Trips = 1
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"trips":256,"bytes":4,"table_bytes":1024,"object":"taps","kernel":"","unroll":true}`; string(text) != want {
		t.Errorf("%s, want %s", text, want)
	}
	a.Trips = 0
	if text, _ := json.Marshal(data(a, false)); !strings.Contains(string(text), `"trips":null`) {
		t.Errorf("unknown trips: %s", text)
	}
}

func TestPageIsWhole(t *testing.T) {
	for _, heading := range []string{"# " + Rule.Name + "\n", "## What it reports", "## Why it costs", "## What it does not report", "## Example", "## Better", "## Options"} {
		if !strings.Contains(Rule.Doc, heading) {
			t.Errorf("the page lacks %q", heading)
		}
	}
}

func TestIndentOfThePragma(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"\tfor (;;) ;", "\t"},
		{"    #pragma unroll 2\n    for (;;) ;", "\t"},
		{"int x;\n#pragma unroll\n\tfor (;;) ;", ""},
	} {
		if got := indentOf(c.text, "\t"); got != c.want {
			t.Errorf("%q: indented by %q, want %q", c.text, got, c.want)
		}
	}
}
