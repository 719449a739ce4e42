package gpu

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

//go:embed schema.json
var schemaText []byte

// Schema returns the JSON Schema of model files.
func Schema() []byte { return bytes.Clone(schemaText) }

var schema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schemaText))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("model.json", document); err != nil {
		return nil, err
	}
	return c.Compile("model.json")
})

// maxProblems is how many problems of a model file one error names.
const maxProblems = 5

// validate checks the text of a model file against the schema. The error names
// what is wrong, each with its place as a JSON pointer.
func validate(text []byte) error {
	s, err := schema()
	if err != nil {
		return err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	err = s.Validate(document)
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return err
	}
	problems := leaves(nil, invalid)
	slices.Sort(problems)
	problems = slices.Compact(problems)
	if more := len(problems) - maxProblems; more > 0 {
		problems = append(problems[:maxProblems], fmt.Sprintf("and %d more", more))
	}
	return errors.New(strings.Join(problems, "; "))
}

// leaves appends the problems that have no others as their cause.
func leaves(problems []string, e *jsonschema.ValidationError) []string {
	for _, cause := range e.Causes {
		problems = leaves(problems, cause)
	}
	if len(e.Causes) == 0 {
		unit := e.BasicOutput()
		problems = append(problems, fmt.Sprintf("%s: %s", cmp.Or(unit.InstanceLocation, "/"), unit.Error))
	}
	return problems
}
