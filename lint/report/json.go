package report

import (
	"bufio"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lint/wording"
)

// schemaVersion is the "schema" of the JSON formats; it changes when a field is
// removed or changes its meaning.
const schemaVersion = 1

type jsonTool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type jsonTarget struct {
	GPU     string `json:"gpu"`
	CUDA    string `json:"cuda"`
	Product string `json:"product,omitempty"`
	// FiguresOf is the product whose figures the prices use, if the product has none.
	FiguresOf string `json:"figures_of,omitempty"`
}

type jsonPosition struct {
	Offset int `json:"offset"`
	Line   int `json:"line"`
	Column int `json:"column"`
}

type jsonRange struct {
	Start jsonPosition `json:"start"`
	End   jsonPosition `json:"end"`
}

type jsonBest struct {
	Placement string  `json:"placement"`
	Cycles    float64 `json:"cycles"`
}

type jsonAlternative struct {
	Placement     string     `json:"placement"`
	Cycles        float64    `json:"cycles"`
	SavingPercent int        `json:"saving_percent"`
	Bound         string     `json:"bound"`
	SavingRange   jsonSaving `json:"saving_range"`
}

// jsonSaving are the bounds of saving_percent.
type jsonSaving struct {
	Least int `json:"least"`
	Most  int `json:"most"`
}

type jsonImpact struct {
	Level         string            `json:"level"`
	Cycles        float64           `json:"cycles"`
	Best          jsonBest          `json:"best"`
	SavingPercent int               `json:"saving_percent"`
	SavingRange   jsonSaving        `json:"saving_range"`
	Basis         gpu.Basis         `json:"basis"`
	AtMost        bool              `json:"at_most"`
	Bound         string            `json:"bound"`
	Alternatives  []jsonAlternative `json:"alternatives"`
	Reads         int               `json:"reads"`
	Remedy        lint.Remedy       `json:"remedy,omitempty"`
	Together      int               `json:"together_percent,omitempty"`
	Misses        bool              `json:"misses_first_level"`
	TripsAssumed  bool              `json:"trips_assumed"`
	GridAssumed   bool              `json:"grid_assumed"`
	UpperBound    bool              `json:"upper_bound"`
	HiddenLoops   []string          `json:"hidden_loops,omitempty"`
	HiddenCalls   []string          `json:"hidden_calls,omitempty"`
}

type jsonRelated struct {
	Path    string    `json:"path"`
	Range   jsonRange `json:"range"`
	Message string    `json:"message"`
}

type jsonEdit struct {
	Path  string `json:"path"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

type jsonFix struct {
	Title  string     `json:"title"`
	Safety string     `json:"safety"`
	Edits  []jsonEdit `json:"edits"`
}

type jsonFinding struct {
	Rule        string          `json:"rule"`
	Severity    string          `json:"severity"`
	Confidence  string          `json:"confidence"`
	Path        string          `json:"path"`
	Function    string          `json:"function"`
	Range       jsonRange       `json:"range"`
	Message     string          `json:"message"`
	Help        string          `json:"help,omitempty"`
	Impact      *jsonImpact     `json:"impact,omitempty"`
	Data        json.RawMessage `json:"data"`
	Assumptions []string        `json:"assumptions"`
	Related     []jsonRelated   `json:"related"`
	Fixes       []jsonFix       `json:"fixes"`
	Fingerprint string          `json:"fingerprint"`
	// Verification is set if measurements were given.
	Verification *jsonVerification `json:"verification,omitempty"`
}

type jsonProblem struct {
	Kind    lint.ProblemKind `json:"kind"`
	Path    string           `json:"path"`
	Line    int              `json:"line"`
	Column  int              `json:"column,omitempty"`
	Message string           `json:"message"`
}

type jsonSummary struct {
	Files    int            `json:"files"`
	Findings int            `json:"findings"`
	ByRule   map[string]int `json:"by_rule"`
	jsonHidden
	// Suppressed counts the findings that comments suppress, which are not listed.
	Suppressed int `json:"suppressed"`
	// Baselined counts findings that a baseline hides. Unchanged counts findings that are not
	// about changed lines. Neither are listed.
	Baselined int `json:"baselined"`
	Unchanged int `json:"unchanged"`
	// HIP counts the files that are not linted because they are for HIP. Files does not.
	HIP int `json:"hip,omitempty"`
}

// A jsonHidden counts findings that flags and generated files hide; see engine.Hidden.
type jsonHidden struct {
	BelowSeverity int `json:"below_severity"`
	BelowImpact   int `json:"below_impact"`
	Generated     int `json:"generated"`
	Duplicates    int `json:"duplicates"`
}

type jsonResult struct {
	Schema   int           `json:"schema"`
	Tool     jsonTool      `json:"tool"`
	Target   jsonTarget    `json:"target"`
	Findings []jsonFinding `json:"findings"`
	Problems []jsonProblem `json:"problems"`
	Summary  jsonSummary   `json:"summary"`
	// Verification is set if measurements were given.
	Verification  *[]jsonKernel `json:"verification,omitempty"`
	VerifiedLines []jsonLine    `json:"verified_lines,omitempty"`
	// Shard is set for the result of a shard.
	Shard *jsonShard `json:"shard,omitempty"`
	// Statistics is set if --statistics asks for it.
	Statistics *[]jsonRuleCount `json:"statistics,omitempty"`
}

// A jsonShard says which part of a run the result is. Data is an engine.Part, for the command merge of
// the same version.
type jsonShard struct {
	Index int    `json:"index"`
	Count int    `json:"count"`
	Data  []byte `json:"data"`
}

// writeJSON writes the result as schema/check.schema.json describes.
func writeJSON(w *bufio.Writer, r *engine.Result, opts Options) error {
	return encode(w, resultJSON(r, opts))
}

func resultJSON(r *engine.Result, opts Options) jsonResult {
	out := headJSON(r, opts)
	if p := opts.Part; p != nil {
		out.Shard = &jsonShard{Index: p.Index, Count: p.Count, Data: p.Data}
	}
	for i := range r.Findings {
		out.Findings = append(out.Findings, findingJSON(&r.Findings[i]))
	}
	return out
}

// headJSON returns the result without its findings.
func headJSON(r *engine.Result, opts Options) jsonResult {
	out := jsonResult{
		Schema: schemaVersion, Tool: jsonTool{"cudalint", opts.Version}, Target: jsonTarget(r.Target),
		Findings: []jsonFinding{}, Problems: problemsJSON(r.Problems),
		Summary: jsonSummary{Files: r.Files, Findings: len(r.Findings), ByRule: r.ByRule(), Suppressed: len(r.Suppressed),
			Baselined: r.Hidden.Baselined, Unchanged: r.Hidden.Unchanged, jsonHidden: jsonHidden{r.Hidden.Severity, r.Hidden.Impact, r.Hidden.Generated, r.Duplicates}, HIP: len(r.HIP)},
	}
	if r.Verified != nil {
		out.Verification, out.VerifiedLines = kernelsJSON(r.Verified), linesJSON(r.Verified)
	}
	return out
}

// encode writes one indented JSON value. encoding/json replaces bytes that are not UTF-8 with
// the replacement character.
func encode(w *bufio.Writer, value any) error {
	e := lineEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

func findingJSON(d *lint.Diagnostic) jsonFinding {
	f := jsonFinding{
		Rule: d.Rule, Severity: d.Severity.String(), Confidence: d.Confidence.String(),
		Path: d.Path, Function: d.Function, Range: rangeJSON(d.Place), Message: d.Message, Help: d.Help,
		Data: d.Data, Assumptions: nonNil(d.Assumptions), Related: []jsonRelated{}, Fixes: fixesJSON(d.Fixes),
		Fingerprint: d.Fingerprint,
	}
	if f.Data == nil {
		f.Data = json.RawMessage("{}")
	}
	if i := d.Impact; i != nil {
		f.Impact = impactJSON(i)
	}
	f.Verification = verificationJSON(d.Verification)
	for _, r := range d.Related {
		f.Related = append(f.Related, jsonRelated{Path: r.Path, Range: rangeJSON(r.Place), Message: r.Message})
	}
	return f
}

func fixesJSON(list []fixes.Fix) []jsonFix {
	out := []jsonFix{}
	for _, f := range list {
		fix := jsonFix{Title: f.Title, Safety: f.Safety.String(), Edits: []jsonEdit{}}
		for _, e := range f.Edits {
			fix.Edits = append(fix.Edits, jsonEdit(e))
			if !utf8.ValidString(e.Text) {
				// JSON cannot hold these bytes: applying the edit would write different ones.
				fix.Safety = fixes.Display.String()
			}
		}
		out = append(out, fix)
	}
	return out
}

func impactJSON(i *lint.Impact) *jsonImpact {
	out := &jsonImpact{Level: i.Level.String(), Cycles: i.Cycles, Best: jsonBest{i.Best.Placement, i.Best.Cycles},
		SavingPercent: i.SavingPercent, SavingRange: savingRangeJSON(i.Best.Range), Basis: i.Basis, AtMost: i.AtMost, Bound: i.Bound, Alternatives: []jsonAlternative{},
		Reads: i.Reads, Remedy: i.Remedy, Together: i.TogetherPercent, Misses: i.Misses > 0, TripsAssumed: i.TripsAssumed, GridAssumed: i.GridAssumed,
		UpperBound: i.UpperBound(), HiddenLoops: i.Hidden.Loops, HiddenCalls: i.Hidden.Calls}
	for _, a := range i.Alternatives {
		out.Alternatives = append(out.Alternatives, jsonAlternative{a.Placement, a.Cycles, a.SavingPercent, a.Bound, savingRangeJSON(a.Range)})
	}
	return out
}

func savingRangeJSON(r lint.SavingRange) jsonSaving { return jsonSaving{r.Least, r.Most} }

func problemsJSON(problems []lint.Problem) []jsonProblem {
	out := []jsonProblem{}
	for _, p := range problems {
		out = append(out, jsonProblem(p))
	}
	return out
}

func rangeJSON(p lint.Place) jsonRange {
	at := func(p source.Position) jsonPosition { return jsonPosition(p) }
	return jsonRange{Start: at(p.Start), End: at(p.End)}
}

func nonNil(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

type jsonCount struct {
	// Least is omitted where the count is exact. Mean is nil where only bounds are known.
	Least int      `json:"least,omitempty"`
	Worst int      `json:"worst"`
	Mean  *float64 `json:"mean"`
}

// countJSON returns the count in its JSON form, nil (JSON null) for an unknown one.
func countJSON(c warp.Count, r warp.Range) *jsonCount {
	switch {
	case c.Known():
		return &jsonCount{r.Least, c.Worst, &c.Mean}
	case r.Known():
		return &jsonCount{r.Least, r.Most, nil}
	}
	return nil
}

type jsonAccess struct {
	Path         string     `json:"path"`
	Line         int        `json:"line"`
	Column       int        `json:"column"`
	Function     string     `json:"function"`
	Kernel       string     `json:"kernel"`
	Space        string     `json:"space"`
	Kind         string     `json:"kind"`
	Object       string     `json:"object"`
	Expression   string     `json:"expression"`
	Bytes        int64      `json:"bytes"`
	Pattern      string     `json:"pattern"`
	Addresses    *jsonCount `json:"addresses"`
	Sectors      *jsonCount `json:"sectors"`
	BankConflict *jsonCount `json:"bank_conflict"`
	ActiveLanes  *jsonCount `json:"active_lanes"`
	Ideal        int        `json:"ideal,omitempty"`
	Stride       *int64     `json:"stride,omitempty"`
	Lanes        []*int64   `json:"lanes,omitempty"`
	Trips        *int64     `json:"trips"`
	Guarded      bool       `json:"guarded,omitempty"`
	Dimensions   int        `json:"dimensions,omitempty"`
	Cycles       *float64   `json:"cycles"`
	Block        [3]int     `json:"block"`
	BlockSource  string     `json:"block_source"`
	Assumptions  []string   `json:"assumptions,omitempty"`
}

type jsonAccessTable struct {
	Schema   int           `json:"schema"`
	Tool     jsonTool      `json:"tool"`
	Target   jsonTarget    `json:"target"`
	Accesses []jsonAccess  `json:"accesses"`
	Problems []jsonProblem `json:"problems"`
}

// writeAccessJSON writes the table as schema/access.schema.json describes.
func writeAccessJSON(w *bufio.Writer, t *inspect.Table, opts Options) error {
	out := jsonAccessTable{
		Schema: schemaVersion, Tool: jsonTool{"cudalint", opts.Version}, Target: jsonTarget(t.Target),
		Accesses: []jsonAccess{}, Problems: problemsJSON(t.Problems),
	}
	for i := range t.Rows {
		out.Accesses = append(out.Accesses, accessJSON(&t.Rows[i]))
	}
	return encode(w, out)
}

func accessJSON(r *inspect.Row) jsonAccess {
	a := jsonAccess{
		Path: r.Path, Line: r.Start.Line, Column: r.Start.Column, Function: r.Function, Kernel: r.Kernel,
		Space: r.Space.String(), Kind: r.Kind.String(), Object: r.Object, Expression: oneLine(r.Expression), Bytes: r.Bytes,
		Pattern: patternOf(r).String(), Addresses: countJSON(r.Addresses, r.Ranges.Addresses), Sectors: countJSON(r.Sectors, r.Ranges.Sectors),
		BankConflict: countJSON(r.BankConflict, r.Ranges.BankConflict), ActiveLanes: countJSON(r.ActiveLanes, warp.Range{}),
		Ideal: r.Ideal, Guarded: r.Guarded, Dimensions: r.Dimensions, Block: r.Block.Dim, BlockSource: r.Block.Source.String(),
	}
	if r.Pattern == warp.Affine {
		a.Stride = &r.Stride
	}
	a.Lanes = lanesJSON(r.Lanes())
	if r.Assumption != "" {
		a.Assumptions = []string{r.Assumption}
	}
	if r.Trips > 0 {
		a.Trips = &r.Trips
	}
	if r.Cycles > 0 {
		a.Cycles = &r.Cycles
	}
	return a
}

// lanesJSON returns offsets with null for inactive lanes.
func lanesJSON(offsets []int64) []*int64 {
	out := make([]*int64, len(offsets))
	for i := range offsets {
		if offsets[i] >= 0 {
			out[i] = &offsets[i]
		}
	}
	return out
}

// oneLine collapses white space and replaces what is not Printable.
func oneLine(s string) string { return wording.Printable(strings.Join(strings.Fields(s), " ")) }
