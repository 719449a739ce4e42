package baseline

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/bounded"
)

// Schema is the JSON schema of a baseline file.
//
//go:embed schema.json
var Schema string

// schemaVersion is the value of "schema". It changes when a field is removed or changes its
// meaning.
const schemaVersion = 1

// Limits of a file.
const (
	maxSize  = 64 << 20 // bytes
	maxCount = 1 << 20  // findings of one entry
)

// A FileError is the reason why a baseline file cannot be used.
type FileError struct {
	File string
	// Line and Column locate the error, from 1, columns in bytes. They are 0 if it is about
	// the whole file.
	Line, Column int
	Message      string
	// Missing is set if the file does not exist.
	Missing bool
	empty   bool // the file exists and is empty
}

func (e *FileError) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// Problem returns the error as a problem of a run.
func (e *FileError) Problem() lint.Problem {
	return lint.Problem{Kind: lint.Config, Path: filepath.ToSlash(e.File), Line: e.Line, Column: e.Column, Message: e.Message}
}

// Empty returns a baseline without findings, for a file that does not exist yet.
func Empty(file string) *Baseline { return &Baseline{File: file} }

// ReadForUpdate reads a baseline that will be written. The file may be missing or empty. The
// error is a *FileError.
func ReadForUpdate(file string) (*Baseline, error) {
	b, err := Read(file)
	var failed *FileError
	if errors.As(err, &failed) {
		switch {
		case failed.Missing:
			return Empty(file), nil
		case failed.empty:
			text, err := readFile(file)
			return &Baseline{File: file, text: text}, err
		}
	}
	return b, err
}

// Read reads a baseline. The error is a *FileError.
func Read(file string) (*Baseline, error) {
	b := &Baseline{File: file}
	var err error
	if b.text, err = readFile(file); err != nil {
		return nil, err
	}
	r := reader{file: file, text: b.text}
	if err := r.read(b); err != nil {
		return nil, err
	}
	b.entries = mergeEqual(b.entries)
	return b, nil
}

func readFile(file string) ([]byte, error) {
	text, err := bounded.Read(file, maxSize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &FileError{File: file, Missing: true, Message: "the baseline does not exist; --write-baseline " + file + " creates it"}
	case err != nil:
		return nil, &FileError{File: file, Message: "the baseline cannot be read: " + err.Error()}
	}
	return text, nil
}

// A reader decodes a file token by token, so that errors have a place.
type reader struct {
	file string
	text []byte
	*json.Decoder
}

// at returns an error at the first value at or after an offset.
func (r *reader) at(offset int64, format string, args ...any) error {
	for offset < int64(len(r.text)) && strings.IndexByte(" \t\r\n,:", r.text[offset]) >= 0 {
		offset++
	}
	return r.exactly(offset, format, args...)
}

// exactly returns an error at an offset.
func (r *reader) exactly(offset int64, format string, args ...any) error {
	at := source.NewFile(r.file, r.text).Position(int(offset))
	return &FileError{File: r.file, Message: fmt.Sprintf(format, args...), Line: at.Line, Column: at.Column}
}

// notJSON returns an error if the text is not JSON.
func (r *reader) notJSON() error {
	var syntax *json.SyntaxError
	var any json.RawMessage
	if !errors.As(json.Unmarshal(r.text, &any), &syntax) {
		return nil
	}
	const repair = "; repair it, or delete it and create it again with --write-baseline"
	if len(bytes.TrimSpace(r.text)) == 0 {
		return &FileError{File: r.file, empty: true, Message: "the baseline is empty; --write-baseline " + r.file + " creates it again"}
	}
	offset := max(syntax.Offset-1, 0)
	if conflict := conflictAt(r.text); conflict >= 0 && offset >= int64(conflict) {
		return r.exactly(int64(conflict), "the baseline has a merge conflict: keep the lines of both sides, then run with --write-baseline %s, which removes the findings that are gone", r.file)
	}
	return r.exactly(offset, "the baseline is damaged: %s%s", syntax, repair)
}

// conflictAt returns the offset of a conflict marker, -1 if there is none.
func conflictAt(text []byte) int {
	if bytes.HasPrefix(text, []byte("<<<<<<<")) {
		return 0
	}
	if i := bytes.Index(text, []byte("\n<<<<<<<")); i >= 0 {
		return i + 1
	}
	return -1
}

// read reads the whole file.
func (r *reader) read(b *Baseline) error {
	if err := r.notJSON(); err != nil {
		return err
	}
	r.Decoder = json.NewDecoder(bytes.NewReader(r.text))
	r.DisallowUnknownFields()
	if t, _ := r.Token(); t != json.Delim('{') {
		return r.at(0, "this is not a baseline: a baseline is a JSON object")
	}
	version := 0
	for r.More() {
		start := r.InputOffset()
		t, _ := r.Token()
		var err error
		switch key, _ := t.(string); key {
		case "schema":
			err = r.value(key, &version)
			if err == nil && version != schemaVersion {
				return r.at(start, "the baseline has schema %d, this cudalint reads schema %d", version, schemaVersion)
			}
		case "tool", "$schema":
			var ignored string
			err = r.value(key, &ignored)
		case "findings":
			err = r.findings(b)
		default:
			return r.at(start, "unknown key %q: the keys are schema, tool and findings", key)
		}
		if err != nil {
			return err
		}
	}
	if version == 0 {
		return r.at(0, `this is not a baseline: it has no "schema": %d`, schemaVersion)
	}
	return nil
}

func (r *reader) value(key string, to any) error {
	start := r.InputOffset()
	if err := r.Decode(to); err != nil {
		return r.at(start, "%s: %s", key, r.what(err))
	}
	return nil
}

// what words the error in a value.
func (r *reader) what(err error) string {
	var typed *json.UnmarshalTypeError
	if errors.As(err, &typed) {
		if typed.Field != "" {
			return fmt.Sprintf("%s cannot be a %s", typed.Field[strings.LastIndexByte(typed.Field, '.')+1:], typed.Value)
		}
		return fmt.Sprintf("it cannot be a %s", typed.Value)
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

func (r *reader) findings(b *Baseline) error {
	start := r.InputOffset()
	if t, _ := r.Token(); t != json.Delim('[') {
		return r.at(start, "findings: it has to be an array")
	}
	for r.More() {
		start := r.InputOffset()
		var e struct {
			entry
			Count *int `json:"count"`
		}
		err := r.Decode(&e)
		switch {
		case err != nil:
			return r.at(start, "this is not an entry of a baseline: %s", r.what(err))
		case e.Path == "" || e.Rule == "":
			return r.at(start, "this is not an entry of a baseline: it has no path or no rule")
		case e.Count != nil && (*e.Count < 1 || *e.Count > maxCount):
			return r.at(start, "this is not an entry of a baseline: count has to be from 1 to %d", maxCount)
		case e.Count != nil:
			e.entry.Count = *e.Count
		}
		b.entries = append(b.entries, e.entry)
	}
	_, err := r.Token()
	return err
}

// encode returns the text of the file, with one entry per line.
func (b *Baseline) encode() []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n  \"schema\": %d,\n  \"tool\": \"cudalint\",\n  \"findings\": [", schemaVersion)
	line := json.NewEncoder(&out)
	line.SetEscapeHTML(false)
	for i, e := range b.entries {
		if i > 0 {
			out.WriteByte(',')
		}
		if e.Count == 1 {
			e.Count = 0
		}
		out.WriteString("\n    ")
		line.Encode(e) // cannot fail: only strings and a number
		out.Truncate(out.Len() - 1)
	}
	if len(b.entries) > 0 {
		out.WriteString("\n  ")
	}
	out.WriteString("]\n}\n")
	return out.Bytes()
}

// Write writes the baseline to its file atomically. It fails if the file has changed since it
// was read.
func (b *Baseline) Write() error {
	after := b.encode()
	var err error
	if _, missing := os.Stat(b.File); b.text == nil && errors.Is(missing, fs.ErrNotExist) {
		err = fixes.Replace(b.File, after)
	} else {
		err = fixes.Write([]fixes.File{{Path: b.File, Before: b.text, After: after}})
	}
	if err != nil {
		why := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "cannot write "), b.File+": ")
		return &FileError{File: b.File, Message: "the baseline cannot be written: " + why}
	}
	b.text = after
	return nil
}
