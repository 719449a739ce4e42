package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/wording"
)

// Statistics writes the number of findings of each rule instead of the findings.
// CheckStatistics says which formats can hold that.
func Statistics(w io.Writer, format string, r *engine.Result, opts Options) error {
	if err := CheckStatistics(format); err != nil {
		return err
	}
	return flush(w, func(b *bufio.Writer) error { return lookup(format).statistics(b, r, opts) })
}

// A ruleCount says what the findings of one rule come to.
type ruleCount struct {
	rule       string
	bySeverity map[lint.Severity]int
	// safe counts the findings that --fix mends, unsafe those that it mends with --unsafe-fixes only.
	safe, unsafe int
	best         *lint.Diagnostic // saves most; nil if no finding has a price
}

// statistics counts the findings of each rule, the rule with the most errors first, then the one with
// the most warnings.
func statistics(r *engine.Result) []*ruleCount {
	byRule := map[string]*ruleCount{}
	var out []*ruleCount
	for i := range r.Findings {
		d := &r.Findings[i]
		c := byRule[d.Rule]
		if c == nil {
			c = &ruleCount{rule: d.Rule, bySeverity: map[lint.Severity]int{}}
			byRule[d.Rule], out = c, append(out, c)
		}
		c.bySeverity[d.Severity]++
		switch {
		case d.Fixable(false) != nil:
			c.safe++
		case d.Fixable(true) != nil:
			c.unsafe++
		}
		if priced(d) && (c.best == nil || lint.CompareImpact(d.Impact, c.best.Impact) < 0) {
			c.best = d
		}
	}
	slices.SortFunc(out, func(a, b *ruleCount) int {
		for _, s := range []lint.Severity{lint.Error, lint.Warning, lint.Info} {
			if order := cmp.Compare(b.bySeverity[s], a.bySeverity[s]); order != 0 {
				return order
			}
		}
		return cmp.Compare(a.rule, b.rule)
	})
	return out
}

// priced reports whether the price of a finding says what it saves.
func priced(d *lint.Diagnostic) bool { return d.Impact != nil && !d.Impact.Unconfirmed }

// speedupText returns the est. speedup of a finding that is priced.
func speedupText(d *lint.Diagnostic) string {
	return wording.Speedup(d.Impact.SavingPercent, d.Impact.Best.Range, d.Impact.UpperBound())
}

// writeCounts writes one line per rule, and the counts of all findings.
func writeCounts(w *bufio.Writer, r *engine.Result, opts Options) error {
	rows := statistics(r)
	width := 0
	for _, c := range rows {
		width = max(width, len(c.rule))
	}
	if len(rows) > 0 {
		fmt.Fprintf(w, "%-*s  %6s  %8s  %6s  %8s  %12s  %s\n", width, "rule", "errors", "warnings", "infos", "safe fix", "unsafe fix", "best est. speedup")
	}
	for _, c := range rows {
		best := "-"
		if c.best != nil {
			best = speedupText(c.best)
		}
		fmt.Fprintf(w, "%-*s  %6d  %8d  %6d  %8d  %12d  %s\n", width, c.rule,
			c.bySeverity[lint.Error], c.bySeverity[lint.Warning], c.bySeverity[lint.Info], c.safe, c.unsafe, best)
	}
	if opts.Quiet {
		return nil
	}
	if len(rows) > 0 {
		fmt.Fprintln(w)
	}
	for _, line := range counts(r) {
		fmt.Fprintln(w, line)
	}
	return nil
}

// A jsonRuleCount is one rule of the statistics.
type jsonRuleCount struct {
	Rule     string        `json:"rule"`
	Errors   int           `json:"errors"`
	Warnings int           `json:"warnings"`
	Infos    int           `json:"infos"`
	Fixable  jsonFixable   `json:"fixable"`
	Best     *jsonBestRule `json:"best"` // null if no finding has a price
}

type jsonFixable struct {
	Safe   int `json:"safe"`
	Unsafe int `json:"unsafe"`
}

// A jsonBestRule is the finding of a rule that saves most.
type jsonBestRule struct {
	Path          string     `json:"path"`
	Line          int        `json:"line"`
	SavingPercent int        `json:"saving_percent"`
	SavingRange   jsonSaving `json:"saving_range"`
	UpperBound    bool       `json:"upper_bound"`
}

// withStatistics adds the statistics to the head of a result.
func withStatistics(r *engine.Result, opts Options) jsonResult {
	out := headJSON(r, opts)
	list := []jsonRuleCount{}
	for _, c := range statistics(r) {
		row := jsonRuleCount{Rule: c.rule, Errors: c.bySeverity[lint.Error], Warnings: c.bySeverity[lint.Warning], Infos: c.bySeverity[lint.Info],
			Fixable: jsonFixable{c.safe, c.unsafe}}
		if d := c.best; d != nil {
			row.Best = &jsonBestRule{d.Path, d.Start.Line, d.Impact.SavingPercent, savingRangeJSON(d.Impact.Best.Range), d.Impact.UpperBound()}
		}
		list = append(list, row)
	}
	out.Statistics = &list
	return out
}

// writeJSONCounts writes the JSON format with statistics and without the findings.
func writeJSONCounts(w *bufio.Writer, r *engine.Result, opts Options) error {
	return encode(w, withStatistics(r, opts))
}

// writeJSONLinesCounts writes the last line of JSON Lines alone, with statistics.
func writeJSONLinesCounts(w *bufio.Writer, r *engine.Result, opts Options) error {
	return writeLast(w, withStatistics(r, opts))
}
