package lint

import (
	"fmt"
	"strings"
)

// A Severity says how much a finding matters.
type Severity uint8

// The severities, lowest first. The zero value is none of them.
const (
	Info Severity = iota + 1
	Warning
	Error
)

var severityNames = [...]string{Info: "info", Warning: "warning", Error: "error"}

// String returns the name used in reports.
func (s Severity) String() string { return severityNames[s] }

// ParseSeverity returns the severity of a name.
func ParseSeverity(name string) (Severity, error) {
	for i, n := range severityNames {
		if n == name && n != "" {
			return Severity(i), nil
		}
	}
	return 0, fmt.Errorf("unknown severity %q: one of %s", name, strings.Join(severityNames[Info:], ", "))
}

// A Confidence says how sure a finding is.
type Confidence uint8

// The confidences, lowest first.
const (
	// Possible: true only if something holds that the source does not say.
	Possible Confidence = iota
	// Likely: assumes a block shape, or that all indexes are equally likely.
	Likely
	// Proven: follows from the source, for the launches in it or for every block shape.
	Proven
)

// String returns the name used in reports.
func (c Confidence) String() string { return [...]string{"possible", "likely", "proven"}[c] }
