package report

import (
	"bufio"
	"encoding/xml"

	"github.com/cudalint/cudalint/lint/engine"
)

// checkstyleVersion is the Checkstyle version that the report names. It is the one that other
// linters name; no reader depends on it.
const checkstyleVersion = "4.3"

type checkstyleReport struct {
	XMLName xml.Name         `xml:"checkstyle"`
	Version string           `xml:"version,attr"`
	Files   []checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

// A checkstyleError is one finding; lines and columns are 1-based, columns in bytes.
type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// writeCheckstyle writes the XML report of Checkstyle's XMLLogger. The format cannot hold
// problems.
func writeCheckstyle(w *bufio.Writer, r *engine.Result, opts Options) error {
	out := checkstyleReport{Version: checkstyleVersion}
	for _, f := range byFile(r) {
		if len(f.findings) == 0 {
			continue
		}
		file := checkstyleFile{Name: f.path}
		for _, d := range f.findings {
			file.Errors = append(file.Errors, checkstyleError{
				Line: d.Start.Line, Column: d.Start.Column, Severity: d.Severity.String(),
				Message: inlineText(d), Source: "cudalint." + d.Rule,
			})
		}
		out.Files = append(out.Files, file)
	}
	return encodeXML(w, out)
}
