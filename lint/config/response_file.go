package config

import (
	"errors"
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/lint/bounded"
)

// Bounds of response files. The largest ones in public code have a few thousand include folders
// for each of a few thousand sources.
const (
	maxResponseDepth = 8       // files that name files
	maxResponseFiles = 1000    // of one compiler run
	maxResponseBytes = 8 << 20 // of one file
	maxArguments     = 1 << 16 // of one compiler run
	maxExpanded      = 1 << 22 // arguments out of response files, of a database
)

// An expander replaces the names of response files by the arguments in them. It reads each file
// once.
type expander struct {
	files    map[responseKey]response
	expanded int // arguments that came out of files
}

type responseKey struct {
	path    string
	dialect dialect
}

type response struct {
	args []string
	err  error
}

// A responseError is a response file that could not be read.
type responseError struct {
	name   string // as the command has it
	reason string
}

// expand returns the arguments of a command with response files expanded, and the response
// files that could not be read, whose arguments are missing.
func (e *expander) expand(c *command) (args []string, failed []responseError) {
	fail := func(name, reason string) { failed = append(failed, responseError{name, reason}) }
	full, read := false, 0
	files := c.responses()
	var walk func(in []string, depth int)
	file := func(name string, depth int) {
		read++
		in, err := e.read(responseKey{c.join(name), files})
		switch {
		case err != nil:
			fail(name, err.Error())
		case depth == maxResponseDepth:
			fail(name, fmt.Sprintf("response files are nested more than %d deep", maxResponseDepth))
		default:
			walk(in, depth+1)
		}
	}
	walk = func(in []string, depth int) {
		for i := 0; i < len(in) && !full; i++ {
			if depth > 0 {
				e.expanded++
				if full = len(args) >= maxArguments || read > maxResponseFiles || e.expanded > maxExpanded; full {
					fail(in[i], "response files have too many arguments")
					return
				}
			}
			name, isFile := strings.CutPrefix(in[i], "@")
			option, value, has := strings.Cut(in[i], "=")
			switch {
			case isFile && name != "":
				file(name, depth)
			case option != "--options-file" && option != "-optf":
				args = append(args, in[i])
			case !has && i+1 == len(in):
			default:
				if !has {
					i++
					value = in[i]
				}
				for _, name := range splitList(value) {
					file(name, depth)
				}
			}
		}
	}
	walk(c.args, 0)
	return args, failed
}

// read returns the arguments in a response file.
func (e *expander) read(key responseKey) ([]string, error) {
	r, ok := e.files[key]
	if !ok {
		text, err := readNamed(key.path, maxResponseBytes)
		if err == nil {
			r.args = split(string(text), key.dialect)
		}
		r.err = err
		e.files[key] = r
	}
	return r.args, r.err
}

// readNamed returns the content of a file that a build names; see bounded.Read.
func readNamed(name string, limit int64) ([]byte, error) {
	text, err := bounded.Read(name, limit)
	if missing(err) {
		return nil, errors.New("there is no such file")
	}
	return text, err
}
