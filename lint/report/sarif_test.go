package report

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
)

// sarifSchema is the schema as it is published (see testdata/README.md).
var sarifSchema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	return jsonschema.NewCompiler().Compile("testdata/sarif-2.1.0-rtm.5.json")
})

func validSARIF(out []byte) error {
	schema, err := sarifSchema()
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// writtenSARIF returns a result as SARIF that is valid.
func writtenSARIF(t *testing.T, r *engine.Result, opts Options) *sarifRun {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, "sarif", r, opts); err != nil {
		t.Fatal(err)
	}
	if err := validSARIF(b.Bytes()); err != nil {
		t.Errorf("%v\n%.3000s", err, b.String())
	}
	var log sarifLog
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	return &log.Runs[0]
}

// sliceSARIF returns what readers take from a text for a region: lines end with \n, and
// columns count UTF-16 code units.
func sliceSARIF(text []byte, r *sarifRegion) (before, within, after []uint16, err error) {
	units := utf16.Encode([]rune(strings.TrimPrefix(string(text), "\ufeff")))
	offset := func(line, column int) int {
		at := 0
		for ; line > 1; line-- {
			n := slices.Index(units[at:], '\n')
			if n < 0 {
				return -1
			}
			at += n + 1
		}
		return at + column - 1
	}
	start, end := offset(r.StartLine, r.StartColumn), offset(r.EndLine, r.EndColumn)
	if start < 0 || end < start || end > len(units) {
		return nil, nil, nil, fmt.Errorf("region %+v is from %d to %d of %d", r, start, end, len(units))
	}
	return units[:start], units[start:end], units[end:], nil
}

func decoded(units []uint16) string { return string(utf16.Decode(units)) }

// checkRegion holds the columns of a region against its bytes and its snippet.
func checkRegion(text []byte, r *sarifRegion) error {
	_, within, _, err := sliceSARIF(text, r)
	if err != nil {
		return err
	}
	if r.ByteOffset == nil || r.ByteLength == nil {
		return fmt.Errorf("%+v has no bytes", r)
	}
	want := strings.TrimPrefix(string([]rune(string(text[*r.ByteOffset:*r.ByteOffset+*r.ByteLength]))), "\ufeff")
	if decoded(within) != want {
		return fmt.Errorf("%+v is %q by columns, %q by bytes", r, decoded(within), want)
	}
	if r.Snippet != nil && *r.Snippet.Text != want {
		return fmt.Errorf("snippet %q of %q", *r.Snippet.Text, want)
	}
	return nil
}

// checkSARIF reads a log as its readers do: regions by lines and columns, fixes by their
// regions; and compares with the result.
func checkSARIF(t *testing.T, r *engine.Result, opts Options, out []byte) {
	t.Helper()
	var log sarifLog
	if err := json.Unmarshal(out, &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	for i, result := range run.Results {
		d := &r.Findings[i]
		text, _ := opts.Text(d.Path)
		at := result.Locations[0].Physical
		errs := []error{checkRegion(text, at.Region)}
		if at.Context != nil {
			errs = append(errs, checkRegion(text, at.Context))
			if *at.Context.ByteOffset > *at.Region.ByteOffset || *at.Context.ByteLength <= *at.Region.ByteLength {
				errs = append(errs, fmt.Errorf("context %+v of %+v", at.Context, at.Region))
			}
		}
		for k, location := range result.Related {
			text, _ := opts.Text(d.Related[k].Path)
			errs = append(errs, checkRegion(text, location.Physical.Region))
			if link := fmt.Sprintf("](%d)", location.ID); strings.Count(result.Message.Text, link) != 1 {
				errs = append(errs, fmt.Errorf("no link %s in %q", link, result.Message.Text))
			}
		}
		var apply []fixes.Fix
		for _, f := range d.Fixes {
			if f.Safety != fixes.Display && len(f.Edits) > 0 {
				apply = append(apply, f)
			}
		}
		if len(apply) != len(result.Fixes) {
			errs = append(errs, fmt.Errorf("%d fixes, want %d", len(result.Fixes), len(apply)))
		}
		for k := range min(len(apply), len(result.Fixes)) {
			errs = append(errs, checkSARIFFix(opts, apply[k], result.Fixes[k]))
		}
		if result.Fingerprints["primaryLocationLineHash"] == "" || result.Fingerprints["cudalintFingerprint/v1"] != d.Fingerprint {
			errs = append(errs, fmt.Errorf("fingerprints %v", result.Fingerprints))
		}
		if rule := run.Tool.Driver.Rules[result.RuleIndex]; rule.ID != d.Rule || rule.Help.Markdown == "" {
			errs = append(errs, fmt.Errorf("rule %q is at the index of %q", d.Rule, rule.ID))
		}
		for _, err := range errs {
			if err != nil {
				t.Errorf("%s:%d: %v", d.Path, d.Start.Line, err)
			}
		}
	}
}

// checkSARIFFix applies the replacements of a fix from the last to the first.
func checkSARIFFix(opts Options, fix fixes.Fix, got sarifFix) error {
	edits := map[string][]fixes.Edit{}
	for _, e := range fix.Edits {
		edits[e.Path] = append(edits[e.Path], e)
	}
	if len(got.Changes) != len(edits) || got.Properties.Safety != fix.Safety.String() {
		return fmt.Errorf("%s, changes of %d files: %+v", fix.Safety, len(edits), got)
	}
	for _, change := range got.Changes {
		uri, err := url.Parse(change.Artifact.URI)
		if err != nil {
			return err
		}
		text, _ := opts.Text(uri.Path)
		want, err := fixes.Apply(text, edits[uri.Path])
		if err != nil {
			return err
		}
		// By bytes, and by lines and columns where all is UTF-8.
		for i := len(change.Replacements) - 1; i >= 0; i-- {
			r := change.Replacements[i]
			if err := checkRegion(text, &r.Deleted); err != nil {
				return err
			}
			inserted, err := base64.StdEncoding.DecodeString(r.Inserted.Binary)
			if r.Inserted.Text != nil {
				inserted = []byte(*r.Inserted.Text)
			}
			if err != nil {
				return err
			}
			from := *r.Deleted.ByteOffset
			text = slices.Concat(text[:from], inserted, text[from+*r.Deleted.ByteLength:])
		}
		if !bytes.Equal(text, want) {
			return fmt.Errorf("%s: the replacements make\n%s\nthe fix\n%s", uri.Path, text, want)
		}
	}
	return nil
}

// in returns a diagnostic at the first occurrence of what in a text, and options that
// know the text.
func in(text, what string) (*engine.Result, Options) {
	d := sample().Findings[0]
	d.Place, d.Related, d.Fixes = placeIn(text, what), nil, nil
	return &engine.Result{Findings: []lint.Diagnostic{d}}, Options{Text: func(string) ([]byte, bool) { return []byte(text), true }}
}

func TestSARIFRegions(t *testing.T) {
	long := strings.Repeat("漢 😀", 3000)
	for _, c := range []struct {
		name, text, what string
		want             [4]int // lines and columns
	}{
		{"plain", kernelText, "table_f[threadIdx.x]", [4]int{4, 21, 4, 41}},
		{"mark", "\ufefft[i];\n", "t[i]", [4]int{1, 1, 1, 5}},
		{"mark, second line", "\ufeffint a;\nt[i];\n", "t[i]", [4]int{2, 1, 2, 5}},
		{"not ASCII", "/* ä漢😀 */ t[ä];", "t[ä]", [4]int{1, 12, 1, 16}},
		{"not UTF-8", "/* \xe9\xff */ t[\xe9];", "t[\xe9]", [4]int{1, 10, 1, 14}},
		{"line ends", "\r\n  t[\r\ni];\r\n", "t[\r\ni]", [4]int{2, 3, 3, 3}},
		{"no end of file", "\nt", "t", [4]int{2, 1, 2, 2}},
		{"carriage return", "a\rb t\n", "t", [4]int{1, 5, 1, 6}},
		{"nothing", "abc", "", [4]int{1, 1, 1, 1}},
		{"long line", long + " t[i]; " + long, "t[i]", [4]int{1, 12002, 1, 12006}},
	} {
		r, opts := in(c.text, c.what)
		at := writtenSARIF(t, r, opts).Results[0].Locations[0].Physical
		g := at.Region
		if got := [4]int{g.StartLine, g.StartColumn, g.EndLine, g.EndColumn}; got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		if err := checkRegion([]byte(c.text), g); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		// Without the file its own line has to do, as far as it does.
		r.Findings[0].Line, r.Findings[0].LineOffset = r.Findings[0].Line[:min(len(r.Findings[0].Line), 100)], 0
		g = writtenSARIF(t, r, Options{}).Results[0].Locations[0].Physical.Region
		want := c.want
		if c.name == "long line" || c.name == "line ends" {
			want[1], want[3] = 0, 0
		}
		if got := [4]int{g.StartLine, g.StartColumn, g.EndLine, g.EndColumn}; got != want || g.ByteOffset != nil {
			t.Errorf("%s, without the file: %v, want %v", c.name, got, want)
		}
	}
}

// TestSARIFOfChangedFile: of a file that is no longer what was checked nothing is told
// but what is known of the finding.
func TestSARIFOfChangedFile(t *testing.T) {
	r, opts := in(kernelText, "table_f[threadIdx.x]")
	for _, text := range []string{"", "x", strings.Replace(kernelText, "\tout", "   out", 1), strings.Replace(kernelText, "table_f[t", "other__[t", 1), "\n" + kernelText} {
		opts.Text = func(string) ([]byte, bool) { return []byte(text), true }
		result := writtenSARIF(t, r, opts).Results[0]
		if g := result.Locations[0].Physical.Region; g.ByteOffset != nil || g.Snippet != nil || result.Fingerprints["primaryLocationLineHash"] != "" || g.StartColumn != 21 {
			t.Errorf("%q: %+v, %v", text, g, result.Fingerprints)
		}
	}
}

func TestSARIFPaths(t *testing.T) {
	for _, c := range []struct{ path, folder, want string }{
		{"src/a.cu", "", "%SRCROOT% src/a.cu"},
		{"src/a.cu", "lib", "%SRCROOT% lib/src/a.cu"},
		{"../a.cu", "", "%SRCROOT% ../a.cu"},
		{"../a.cu", "lib", "%SRCROOT% a.cu"},
		{"/usr/include/a b.cuh", "lib", " file:///usr/include/a%20b.cuh"},
		{"a b%20#?.cu", "", "%SRCROOT% a%20b%2520%23%3F.cu"},
		{"c:d/e:f.cu", "", "%SRCROOT% c%3Ad/e%3Af.cu"},
		{"ä漢.cu", "", "%SRCROOT% %C3%A4%E6%BC%A2.cu"},
		{"caf\xe9\n.cu", "", "%SRCROOT% caf%E9%0A.cu"},
		{"<stdin>", "", "%SRCROOT% %3Cstdin%3E"},
	} {
		s := &sarifWriter{opts: Options{Folder: c.folder}}
		a := s.artifact(c.path)
		if got := a.BaseID + " " + a.URI; got != c.want {
			t.Errorf("%q: %q, want %q", c.path, got, c.want)
		}
		u, err := url.Parse(a.URI)
		if err != nil || u.Path != s.opts.located(c.path) {
			t.Errorf("%q is read as %v, %v", c.path, u, err)
		}
	}
}

func TestSARIFMessage(t *testing.T) {
	r, opts := in(kernelText, "table_f[threadIdx.x]")
	d := &r.Findings[0]
	d.Message, d.Help, d.Impact = "f[i](1) is read", "take g[j](2)", nil
	d.Related = []lint.Related{{Place: placeIn(kernelText, "table_f"), Message: `table[0]\ is here`}}
	result := writtenSARIF(t, r, opts).Results[0]
	want := "f[i] (1) is read.\nconfidence: likely.\nnote: block 256x1x1 is assumed.\nnote: [table\\[0\\]\\\\ is here](1).\nhelp: take g[j] (2)."
	if result.Message.Text != want {
		t.Errorf("message\n%s\nwant\n%s", result.Message.Text, want)
	}
	if got := result.Related[0]; got.ID != 1 || got.Message.Text != `table[0]\ is here.` || got.Physical.Region.StartLine != 1 {
		t.Errorf("related: %+v", got)
	}
	for len(d.Related) < 250 {
		d.Related = append(d.Related, d.Related[0])
	}
	result = writtenSARIF(t, r, opts).Results[0]
	if len(result.Related)+len(result.Locations) != maxLocations || !strings.Contains(result.Message.Text, "\nnote: and 151 more places.") {
		t.Errorf("%d locations\n%s", len(result.Related), result.Message.Text)
	}
}

func TestSARIFFixes(t *testing.T) {
	const text = "\ufeff// ä😀\r\nint a;\r\nint b;\r\n"
	r, opts := in(text, "int a")
	edit := func(what, text2 string) fixes.Edit {
		start := strings.Index(text, what)
		return fixes.Edit{Path: "src/a.cu", Start: start, End: start + len(what), Text: text2}
	}
	other := fixes.Edit{Path: "src/b.cu", Start: 3, End: 3, Text: "x"}
	r.Findings[0].Fixes = []fixes.Fix{
		{Title: "safe", Edits: []fixes.Edit{edit("int b", "long\nb"), edit("ä", "caf\xe9"), other}},
		{Title: "shown", Safety: fixes.Display, Edits: []fixes.Edit{edit("int b", "")}},
		{Title: "told"},
		{Title: "unsafe", Safety: fixes.Unsafe, Edits: []fixes.Edit{edit("int a", "")}},
	}
	got := writtenSARIF(t, r, opts).Results[0].Fixes
	if len(got) != 2 || got[0].Description.Text != "safe (--fix)." || got[1].Properties.Safety != "unsafe" || !strings.Contains(got[1].Description.Text, "may change what the program does") {
		t.Fatalf("%+v", got)
	}
	for i, fix := range []int{0, 3} {
		if err := checkSARIFFix(opts, r.Findings[0].Fixes[fix], got[i]); err != nil {
			t.Error(err)
		}
	}
	change := got[0].Changes[0].Replacements
	if d := change[0].Deleted; d.StartLine != 1 || d.StartColumn != 4 || d.EndColumn != 5 || change[0].Inserted.Text != nil || change[0].Inserted.Binary != "Y2Fm6Q==" {
		t.Errorf("%+v", change[0])
	}
	if *change[1].Inserted.Text != "long\r\nb" || change[1].Deleted.StartLine != 3 {
		t.Errorf("%+v", change[1])
	}
	// A fix is whole or not there.
	known := opts.Text
	opts.Text = func(path string) ([]byte, bool) {
		if path == "src/b.cu" {
			return nil, false
		}
		return known(path)
	}
	if got := writtenSARIF(t, r, opts).Results[0].Fixes; len(got) != 1 || got[0].Properties.Safety != "unsafe" {
		t.Errorf("without a file: %+v", got)
	}
}

func TestSARIFRules(t *testing.T) {
	r, opts := in(kernelText, "table_f[threadIdx.x]")
	opts.Version = "0.1.0"
	opts.Rules = []*lint.Rule{
		{Name: "a-rule", Severity: lint.Info, Summary: "reports a", Doc: "# a-rule\n\nA long\n`text`.\n\n## What\n\nmore"},
		{Name: "constant-divergent-index", Severity: lint.Error, Summary: "reports b", Doc: "b"},
	}
	run := writtenSARIF(t, r, opts)
	driver := run.Tool.Driver
	rule := driver.Rules[0]
	if driver.SemanticVersion != "0.1.0" || len(driver.Rules) != 2 || rule.Name != "ARule" || rule.Short.Text != "reports a." || rule.Full.Text != "A long text." ||
		rule.Help.Markdown != opts.Rules[0].Doc || rule.HelpURI != "https://github.com/cudalint/cudalint/blob/main/rules/a-rule/doc.md" || rule.Configuration.Level != "note" || rule.Properties.ProblemSeverity != "recommendation" {
		t.Errorf("%+v", driver)
	}
	// A severity of a finding's own is its level, whatever that of its rule is.
	if got := run.Results[0]; got.RuleIndex != 1 || got.Level != "warning" {
		t.Errorf("%+v", got)
	}
	opts.Rules, opts.Version = nil, "(devel)"
	driver = writtenSARIF(t, r, opts).Tool.Driver
	if driver.SemanticVersion != "" || driver.Version != "(devel)" || len(driver.Rules) != 1 || driver.Rules[0].ID != "constant-divergent-index" {
		t.Errorf("%+v", driver)
	}
}

func TestSARIFInvocation(t *testing.T) {
	r := &engine.Result{Problems: []lint.Problem{{Kind: lint.Syntax, Path: "a b.cu", Line: 3, Message: "cannot parse this"}}}
	run := writtenSARIF(t, r, Options{})
	got := run.Invocations[0]
	if !got.Successful || len(got.Execution) != 1 || got.Execution[0].Level != "warning" || got.Execution[0].Locations[0].Physical.Artifact.URI != "a%20b.cu" ||
		run.Tool.Driver.Notifications[got.Execution[0].Descriptor.Index].ID != "syntax" || run.Results == nil {
		t.Errorf("%+v", got)
	}
	for _, kind := range []lint.ProblemKind{lint.IO, lint.Config, lint.Internal} {
		r.Problems = []lint.Problem{{Kind: kind, Message: "fails"}}
		run := writtenSARIF(t, r, Options{})
		got := run.Invocations[0]
		list := append(got.Configuration, got.Execution...)
		if got.Successful || len(list) != 1 || list[0].Level != "error" || run.Tool.Driver.Notifications[list[0].Descriptor.Index].ID != string(kind) ||
			(len(got.Configuration) == 1) != (kind == lint.Config) {
			t.Errorf("%s: %+v", kind, got)
		}
	}
}

// TestSARIFLimit: GitHub refuses a file with more results.
func TestSARIFLimit(t *testing.T) {
	r := &engine.Result{}
	for i := 0; i < maxResults+100; i++ {
		severity := lint.Warning
		if i < 1000 {
			severity = lint.Info
		}
		r.Findings = append(r.Findings, lint.Diagnostic{Rule: "r", Severity: severity, Message: fmt.Sprint(i), Place: lint.Place{Path: "a.cu", Start: source.Position{Line: i + 1, Column: 1}, End: source.Position{Line: i + 1, Column: 1}}})
	}
	var b bytes.Buffer
	if err := Write(&b, "sarif", r, Options{}); err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	results := log.Runs[0].Results
	if len(results) != maxResults || results[0].Message.Text[:2] != "0." || results[900].Message.Text[:5] != "1000." {
		t.Errorf("%d results, the first are %q, %q", len(results), results[0].Message.Text, results[900].Message.Text)
	}
}
