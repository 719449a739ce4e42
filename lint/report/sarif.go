package report

import (
	"bufio"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/report/linehash"
	"github.com/cudalint/cudalint/lint/wording"
)

// The limits of GitHub code scanning ("SARIF support for code scanning" and "SARIF results
// exceed one or more limits" in its documentation). It rejects a file with more than
// maxResults results and drops results beyond shownResults and locations beyond maxLocations.
const (
	maxResults   = 25000
	shownResults = 5000
	maxLocations = 100
	maxShort     = 1024 // characters of a description
)

// sarifBase is the uriBaseId of relative paths; the name is that of CodeQL.
const sarifBase = "%SRCROOT%"

// A sarifWriter builds the SARIF log of one result.
type sarifWriter struct {
	opts    Options
	sources *sources
	rules   []sarifDescriptor
	index   map[string]int // of a rule in rules
	// lines are the start lines of the findings by file. hashes are the hashes of these lines,
	// computed when the first finding of a file is written.
	lines  map[string]map[int]bool
	hashes map[string]map[int]string
}

// writeSARIF writes a SARIF 2.1.0 log for GitHub code scanning. It omits suppressed findings:
// code scanning ignores suppressions and would show open alerts.
func writeSARIF(w *bufio.Writer, r *engine.Result, opts Options) error {
	s := &sarifWriter{opts: opts, sources: newSources(opts), rules: []sarifDescriptor{}, index: map[string]int{},
		lines: map[string]map[int]bool{}, hashes: map[string]map[int]string{}}
	for _, rule := range opts.Rules {
		s.addRule(rule)
	}
	written := mostImportant(r.Findings, maxResults)
	for _, d := range written {
		if s.lines[d.Path] == nil {
			s.lines[d.Path] = map[int]bool{}
		}
		s.lines[d.Path][d.Start.Line] = true
	}
	run := sarifRun{
		Invocations:     []sarifInvocation{s.invocation(r)},
		BaseIDs:         map[string]sarifArtifact{sarifBase: {Description: &sarifText{Text: s.baseText()}}},
		ColumnKind:      "utf16CodeUnits",
		DefaultLanguage: "cplusplus",
		Results:         make([]sarifResult, 0, len(written)),
		Properties:      sarifRunProperties{jsonTarget(r.Target)},
	}
	for _, d := range written {
		run.Results = append(run.Results, s.result(d))
	}
	run.Tool.Driver = s.driver()
	return encode(w, sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}})
}

// leftOutSARIF says which part of a result GitHub does not show, "" if it shows all.
func leftOutSARIF(r *engine.Result) string {
	const less = "the least severe and least costly are left out; --baseline, --min-severity and --min-impact report fewer"
	switch n := len(r.Findings); {
	case n > maxResults:
		return fmt.Sprintf("GitHub takes a SARIF file of %d results and shows %d: %d of %d findings are not in it; %s", maxResults, shownResults, n-maxResults, n, less)
	case n > shownResults:
		return fmt.Sprintf("GitHub shows %d results of a SARIF file: it will leave out %d of %d findings; --baseline, --min-severity and --min-impact report fewer", shownResults, n-shownResults, n)
	}
	return ""
}

func (s *sarifWriter) baseText() string {
	if s.opts.Folder != "" {
		return "The top folder of the repository."
	}
	return "The folder that cudalint was run in."
}

// semantic matches the versions that semanticVersion may hold (semver.org).
var semantic = regexp.MustCompile(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)

func (s *sarifWriter) driver() sarifDriver {
	d := sarifDriver{Name: "cudalint", InformationURI: homeURL, Version: s.opts.Version, Rules: s.rules, Notifications: notificationKinds()}
	if semantic.MatchString(s.opts.Version) {
		d.SemanticVersion = s.opts.Version
	}
	return d
}

// sarifLevels are the levels of the severities, rankings what GitHub calls them in the
// properties of a rule.
var (
	sarifLevels = map[lint.Severity]string{lint.Error: "error", lint.Warning: "warning", lint.Info: "note"}
	rankings    = map[lint.Severity]string{lint.Error: "error", lint.Warning: "warning", lint.Info: "recommendation"}
)

// addRule lists a rule with its page.
func (s *sarifWriter) addRule(rule *lint.Rule) {
	full := firstParagraph(rule.Doc)
	if full == "" {
		full = rule.Summary
	}
	s.index[rule.Name] = len(s.rules)
	s.rules = append(s.rules, sarifDescriptor{
		ID: rule.Name, Name: pascalCase(rule.Name),
		Short:         &sarifText{Text: wording.Clip(sentence(rule.Summary), maxShort)},
		Full:          &sarifText{Text: wording.Clip(sentence(strings.ReplaceAll(full, "`", "")), maxShort), Markdown: wording.Clip(sentence(full), maxShort)},
		Help:          &sarifText{Text: rule.Doc, Markdown: rule.Doc},
		HelpURI:       PageURL(rule.Name),
		Configuration: &sarifConfiguration{sarifLevels[rule.Severity]},
		Properties:    &sarifRuleProperties{Tags: []string{"cuda"}, ProblemSeverity: rankings[rule.Severity]},
	})
}

// ruleIndex returns the index of a rule. It adds a rule that the options lack by name only.
func (s *sarifWriter) ruleIndex(d *lint.Diagnostic) int {
	if _, ok := s.index[d.Rule]; !ok {
		s.addRule(&lint.Rule{Name: d.Rule, Severity: d.Severity, Summary: d.Rule, Doc: d.Rule})
	}
	return s.index[d.Rule]
}

// firstParagraph returns the first paragraph of a page in Markdown on one line, without
// its title.
func firstParagraph(doc string) string {
	for _, paragraph := range strings.Split(strings.ReplaceAll(doc, "\r\n", "\n"), "\n\n") {
		paragraph = strings.TrimSpace(paragraph)
		if paragraph != "" && !strings.HasPrefix(paragraph, "#") {
			return strings.Join(strings.Fields(paragraph), " ")
		}
	}
	return ""
}

// pascalCase returns the display name of a rule: ConstantDivergentIndex.
func pascalCase(name string) string {
	var b strings.Builder
	for _, word := range strings.Split(name, "-") {
		for i, r := range word {
			if i == 0 {
				r = unicode.ToUpper(r)
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}

// sentence returns a text that ends with a full stop or another final punctuation mark.
func sentence(s string) string {
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".!?") {
		return s
	}
	return s + "."
}

// result writes one finding.
func (s *sarifWriter) result(d *lint.Diagnostic) sarifResult {
	related := d.Related[:min(len(d.Related), maxLocations-1)]
	out := sarifResult{
		RuleID: d.Rule, RuleIndex: s.ruleIndex(d), Level: sarifLevels[d.Severity],
		Message:   sarifText{Text: sarifMessage(d, related)},
		Locations: []sarifLocation{{Physical: s.physical(&d.Place, true)}},
		Fixes:     s.fixes(d),
		Properties: sarifResultProperties{Confidence: d.Confidence.String(), Assumptions: d.Assumptions, Data: d.Data,
			Verification: verificationJSON(d.Verification)},
	}
	if d.Function != "" {
		out.Locations[0].Logical = []sarifLogical{{Name: d.Function, Kind: "function"}}
	}
	if d.Impact != nil {
		out.Properties.Impact = impactJSON(d.Impact)
	}
	for i := range related {
		out.Related = append(out.Related, sarifLocation{ID: i + 1, Physical: s.physical(&related[i].Place, false),
			Message: &sarifText{Text: sentence(wording.Printable(related[i].Message))}})
	}
	out.Fingerprints = map[string]string{}
	if d.Fingerprint != "" {
		out.Fingerprints["cudalintFingerprint/v1"] = d.Fingerprint
	}
	if hash := s.lineHash(&d.Place); hash != "" {
		out.Fingerprints["primaryLocationLineHash"] = hash
	}
	return out
}

// lineHash returns the hash of the line a place starts on, "" if the source is not available.
func (s *sarifWriter) lineHash(p *lint.Place) string {
	hashes, ok := s.hashes[p.Path]
	if !ok {
		if f := s.file(p); f != nil {
			hashes = linehash.Of(f.Text, s.lines[p.Path])
		}
		s.hashes[p.Path] = hashes
	}
	return hashes[p.Start.Line]
}

// sarifMessage returns the message on the first line and below it the notes of the text
// format, with links to the related locations.
func sarifMessage(d *lint.Diagnostic, related []lint.Related) string {
	lines := []string{unlinked(d.Message)}
	add := func(notes []note) {
		for _, n := range notes {
			lines = append(lines, unlinked(n.title+": "+n.text))
		}
	}
	add(priceNotes(d))
	for i := range related {
		lines = append(lines, fmt.Sprintf("note: [%s](%d)", linkText.Replace(wording.Printable(related[i].Message)), i+1))
	}
	if n := len(d.Related) - len(related); n > 0 {
		lines = append(lines, fmt.Sprintf("note: and %s", wording.Plural(n, "more place")))
	}
	add(stepNotes(d))
	for i := range lines {
		lines[i] = sentence(lines[i])
	}
	return wording.Clip(strings.Join(lines, "\n"), wording.MaxDetail)
}

// linkText escapes the text of a link in a message (SARIF 2.1.0, 3.11.6).
var linkText = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`)

// unlinked returns a text without Markdown links: f[i](2) is code.
func unlinked(s string) string { return strings.ReplaceAll(wording.Printable(s), "](", "] (") }

// notificationKinds describes the kinds of problems, in the order of their indexes.
func notificationKinds() []sarifDescriptor {
	var out []sarifDescriptor
	for _, k := range problemKinds {
		text := &sarifText{Text: k.text}
		out = append(out, sarifDescriptor{ID: string(k.kind), Name: pascalCase(string(k.kind)) + "Problem", Short: text, Full: text, Help: text})
	}
	return out
}

var problemKinds = []struct {
	kind lint.ProblemKind
	text string
}{
	{lint.Syntax, "Source that does not parse; the rest of the file is checked."},
	{lint.IO, "A file that cannot be read or written."},
	{lint.Config, "A configuration that cannot be used."},
	{lint.Internal, "A failure of cudalint itself."},
}

// invocation lists the problems. A problem that makes the exit status 2 marks the run as
// failed. GitHub then rejects the results, instead of closing the alerts of files that were
// not read.
func (s *sarifWriter) invocation(r *engine.Result) sarifInvocation {
	out := sarifInvocation{Successful: true}
	for _, p := range r.Problems {
		n := sarifNotification{Descriptor: sarifReference{ID: string(p.Kind)}, Level: "warning", Message: sarifText{Text: sentence(wording.Printable(p.Message))}}
		for i, k := range problemKinds {
			if k.kind == p.Kind {
				n.Descriptor.Index = i
			}
		}
		if p.Fatal() {
			n.Level, out.Successful = "error", false
		}
		if p.Path != "" {
			at := sarifLocation{Physical: sarifPhysical{Artifact: s.artifact(p.Path)}}
			if p.Line > 0 {
				at.Physical.Region = &sarifRegion{StartLine: p.Line}
			}
			n.Locations = []sarifLocation{at}
		}
		if p.Kind == lint.Config {
			out.Configuration = append(out.Configuration, n)
		} else {
			out.Execution = append(out.Execution, n)
		}
	}
	return out
}
