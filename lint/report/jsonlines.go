package report

import (
	"bufio"
	"encoding/json"

	"github.com/cudalint/cudalint/lint/engine"
)

// jsonLast is the last line of the JSON Lines format. It holds the fields of the JSON format
// besides the findings. A reader that does not find it has an incomplete result.
type jsonLast struct {
	Schema       int              `json:"schema"`
	Tool         jsonTool         `json:"tool"`
	Target       jsonTarget       `json:"target"`
	Problems     []jsonProblem    `json:"problems"`
	Summary      jsonSummary      `json:"summary"`
	Verification *[]jsonKernel    `json:"verification,omitempty"`
	Statistics   *[]jsonRuleCount `json:"statistics,omitempty"`
}

// writeJSONLines writes one line of JSON for each finding, with the fields that it has in the
// JSON format, and then jsonLast. schema/line.schema.json describes a line.
func writeJSONLines(w *bufio.Writer, r *engine.Result, opts Options) error {
	e := lineEncoder(w)
	for i := range r.Findings {
		if err := e.Encode(findingJSON(&r.Findings[i])); err != nil {
			return err
		}
	}
	return writeLast(w, headJSON(r, opts))
}

// writeLast writes the last line.
func writeLast(w *bufio.Writer, head jsonResult) error {
	return lineEncoder(w).Encode(jsonLast{head.Schema, head.Tool, head.Target, head.Problems, head.Summary, head.Verification, head.Statistics})
}

func lineEncoder(w *bufio.Writer) *json.Encoder {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e
}
