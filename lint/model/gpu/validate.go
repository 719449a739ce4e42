package gpu

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

//go:embed schema.json
var schemaText []byte

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

// validate checks the text of a model file against the schema. The error names each problem and its
// place, as a JSON pointer.
func validate(text []byte) error {
	if err := wellFormed(text); err != nil {
		return err
	}
	s, err := schema()
	if err != nil {
		return err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := unambiguous(d, "", maxDepth); err != nil {
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

// wellFormed returns an error, with the line number, if the text is not JSON.
func wellFormed(text []byte) error {
	var any json.RawMessage
	err := json.Unmarshal(text, &any)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		before := text[:max(0, min(int(syntax.Offset), len(text))-1)]
		return fmt.Errorf("line %d: %w", 1+bytes.Count(before, []byte("\n")), err)
	}
	return err
}

const (
	// maxNumber is how long a number can be, in bytes: checking one against the
	// schema takes quadratic time.
	maxNumber = 64
	// maxDepth is how deep values can be nested; those of a model are in six levels.
	maxDepth = 16
)

// unambiguous reads one value and returns an error for what the schema cannot express: a number or
// a nesting that no model has, and a key that an object has twice. The schema would see only the
// last of the two values, while Decode merges both.
func unambiguous(d *json.Decoder, path string, depth int) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	if number, ok := token.(json.Number); ok && len(number) > maxNumber {
		return fmt.Errorf("%s: a number of %d characters", path, len(number))
	}
	if _, nested := token.(json.Delim); !nested {
		return nil
	}
	if depth == 0 {
		return fmt.Errorf("%s: nested more than %d deep", path, maxDepth)
	}
	keys := map[string]bool{}
	for i := 0; d.More(); i++ {
		at := fmt.Sprintf("%s/%d", path, i)
		if token == json.Delim('{') {
			key, err := d.Token()
			if err != nil {
				return err
			}
			name := fmt.Sprint(key)
			if strings.ContainsFunc(name, unicode.IsControl) {
				name = strconv.Quote(name)
			}
			at = path + "/" + name
			if keys[at] {
				return fmt.Errorf("%s: given twice", at)
			}
			keys[at] = true
		}
		if err := unambiguous(d, at, depth-1); err != nil {
			return err
		}
	}
	_, err = d.Token() // the closing bracket
	return err
}

// unitsOf returns the units of the figures of a model by place, "/constant/first".
var unitsOf = sync.OnceValue(func() map[string]string {
	units := map[string]string{}
	for _, e := range new(Model).Entries() {
		units["/"+e.Name] = e.Unit
	}
	for _, e := range new(Product).Entries() {
		units["/products/*/"+e.Name] = e.Unit
	}
	return units
})

var productForm = regexp.MustCompile(`^/products/\d+/`)

// leaves appends the problems that no other problem causes. A problem of a figure's value names the
// unit.
func leaves(problems []string, e *jsonschema.ValidationError) []string {
	for _, cause := range e.Causes {
		problems = leaves(problems, cause)
	}
	if len(e.Causes) == 0 {
		output := e.BasicOutput()
		problem := fmt.Sprintf("%s: %s", cmp.Or(output.InstanceLocation, "/"), output.Error)
		if figure, ok := strings.CutSuffix(output.InstanceLocation, "/value"); ok {
			if unit := unitsOf()[productForm.ReplaceAllString(figure, "/products/*/")]; unit != "" {
				problem += fmt.Sprintf(" (%s)", unit)
			}
		}
		problems = append(problems, problem)
	}
	return problems
}
