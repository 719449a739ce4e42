package report

import (
	"bufio"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/cudalint/cudalint/lint"
)

type jsonRule struct {
	Name     string       `json:"name"`
	Severity string       `json:"severity"`
	Summary  string       `json:"summary"`
	Doc      string       `json:"doc"` // Markdown
	Options  []jsonOption `json:"options"`
}

type jsonOption struct {
	Name    string `json:"name"`
	Default any    `json:"default"`
	Doc     string `json:"doc"`
}

// listFormats are the formats of the lists of rules and their pages.
var listFormats = []string{"text", "json"}

// Rules writes the list of rules as text or JSON.
func Rules(w io.Writer, format string, rules []*lint.Rule) error {
	if err := CheckFormat(format, listFormats); err != nil {
		return err
	}
	return flush(w, func(b *bufio.Writer) error {
		if format == "json" {
			out := []jsonRule{}
			for _, r := range rules {
				out = append(out, ruleJSON(r))
			}
			return encode(b, out)
		}
		tab := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
		for _, r := range rules {
			fmt.Fprintf(tab, "%s\t%s\t%s\n", r.Name, r.Severity, r.Summary)
		}
		return tab.Flush()
	})
}

// Rule writes a rule's page as text or JSON.
func Rule(w io.Writer, format string, rule *lint.Rule) error {
	if err := CheckFormat(format, listFormats); err != nil {
		return err
	}
	return flush(w, func(b *bufio.Writer) error {
		if format == "json" {
			return encode(b, ruleJSON(rule))
		}
		_, err := b.WriteString(rule.Doc)
		return err
	})
}

func ruleJSON(r *lint.Rule) jsonRule {
	options := []jsonOption{}
	for _, o := range r.Options {
		options = append(options, jsonOption{o.Name, o.Default, o.Doc})
	}
	return jsonRule{r.Name, r.Severity.String(), r.Summary, r.Doc, options}
}
