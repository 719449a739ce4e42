package config

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lint/selector"
	"github.com/cudalint/cudalint/lint/suggest"
)

// A Key is a key of a configuration file.
type Key struct {
	Name string
	// Flag is the command line flag with the same meaning, "" if there is none.
	Flag string
	// Doc is one line, Example a value in TOML.
	Doc, Example string
	// NoOverride is the reason why the key is not allowed in [[overrides]], "" if it is.
	NoOverride string
	// schema returns the JSON schema of the value, without the description.
	schema func(rules []*lint.Rule) map[string]any
	// read returns the value of a node. It reports errors in it.
	read func(r *reader, n *node) (value any, ok bool)
}

// The names of keys that the code uses.
const (
	keyRoot, keyGPU, keyCUDA, keyBlock        = "root", "gpu", "cuda", "block"
	keySelect, keyExtend, keyIgnore           = "select", "extend-select", "ignore"
	keyInclude, keyDefines, keyExclude        = "include-dirs", "defines", "exclude"
	keyBaseline, keyPtxasLog, keyGenerated    = "baseline", "ptxas-log", "generated"
	tableSeverity, tableRules, tableOverrides = "severity", "rules", "overrides"
	keyPaths                                  = "paths"
)

// Keys are the keys of a configuration file, without its tables, in the order of the
// documentation.
var Keys []Key

func init() {
	Keys = []Key{
		{Name: keyRoot, Doc: "ignore configuration files in the folders above", Example: `true`,
			NoOverride: "it applies to the whole file", schema: boolean, read: (*reader).boolean},
		{Name: keyGPU, Flag: "--gpu", Doc: "target: an architecture, a product or a model file", Example: `"sm_90"`,
			schema: text, read: (*reader).gpu},
		{Name: keyCUDA, Flag: "--cuda", Doc: "CUDA toolkit the code is built with", Example: `"12.4"`,
			schema: version, read: (*reader).cuda},
		{Name: keySelect, Flag: "--select", Doc: "rules to run: names, prefixes such as `constant`, or `all`", Example: `["constant", "texture-reference"]`,
			schema: selectors, read: (*reader).selectors},
		{Name: keyExtend, Flag: "--extend-select", Doc: "rules to run in addition", Example: `["texture"]`,
			schema: selectors, read: (*reader).selectors},
		{Name: keyIgnore, Flag: "--ignore", Doc: "rules not to run", Example: `["missing-restrict"]`,
			schema: selectors, read: (*reader).selectors},
		{Name: keyExclude, Doc: "files and folders that are not linted", Example: `["third_party", "src/gen/*.cu"]`,
			schema: patterns, read: (*reader).patterns},
		{Name: keyGenerated, Doc: "files and folders that a program wrote: findings of severity `info` in them are left out", Example: `["src/tables/*.cuh"]`,
			schema: patterns, read: (*reader).patterns},
		{Name: keyInclude, Flag: "-I", Doc: "folders to search for `#include`", Example: `["include"]`,
			schema: texts, read: (*reader).folders},
		{Name: keyDefines, Flag: "-D", Doc: "macros, `NAME` or `NAME=VALUE`", Example: `["NDEBUG", "TILE=16"]`,
			schema: defines, read: (*reader).defines},
		{Name: keyBlock, Flag: "--block", Doc: "block shape of kernels without a visible launch", Example: `[32, 8]`,
			schema: block, read: (*reader).block},
		{Name: keyPtxasLog, Flag: "--ptxas-log", Doc: "output of `nvcc -Xptxas -v` or `cuobjdump -res-usage`, for registers and shared memory of kernels", Example: `["build.log"]`,
			schema: texts, read: (*reader).folders},
		{Name: keyBaseline, Flag: "--baseline", Doc: "file with known findings, which are not reported", Example: `".cudalint-baseline.json"`,
			schema: text, read: (*reader).path},
	}
}

// Tables are the tables of a configuration file.
var Tables = []struct {
	Name, Doc, Example string
	List               bool // [[name]]
}{
	{tableSeverity, "severity of a rule: `error`, `warning`, `info` or `off`; a finding that is information because of its price stays information", `missing-restrict = "off"`, false},
	{tableRules + ".NAME", "options of the rule `NAME`, which `cudalint explain NAME` lists", `near-percent = 80`, false},
	{tableOverrides, "any of these except `root`, for the files that match `paths`", `paths = ["tests"]`, true},
}

// keyOf returns the key with a name, nil for none.
func keyOf(name string) *Key {
	for i := range Keys {
		if Keys[i].Name == name {
			return &Keys[i]
		}
	}
	return nil
}

// example returns an example of an assignment to the key.
func (k *Key) example() string { return k.Name + " = " + k.Example }

func (r *reader) boolean(n *node) (any, bool) {
	b, ok := n.value.(bool)
	if !ok {
		r.fail(n.at, "%s: expected true or false, not %s", r.key.Name, n.kind())
	}
	return b, ok
}

// text returns a string.
func (r *reader) text(n *node) (string, bool) {
	s, ok := n.value.(string)
	if !ok {
		example := r.key.example()
		if number, ok := n.value.(literal); ok && r.key.Name == keyCUDA {
			example = fmt.Sprintf("%s = %q", keyCUDA, string(number)) // 12.10 is no number
		}
		r.fail(n.at, "%s: expected a string, as in %s, not %s", r.key.Name, example, n.kind())
	} else if s == "" {
		r.fail(n.at, "%s: the string is empty; leave the key out instead", r.key.Name)
		return "", false
	}
	return s, ok
}

// parsed returns the result of a parse function for a string, and reports its error.
func parsed[T any](r *reader, n *node, parse func(string) (T, error)) (any, bool) {
	s, ok := r.text(n)
	if !ok {
		return nil, false
	}
	v, err := parse(s)
	if err != nil {
		r.fail(n.at, "%s: %s", r.key.Name, err)
		return nil, false
	}
	return v, true
}

func (r *reader) gpu(n *node) (any, bool) {
	return parsed(r, n, func(name string) (GPU, error) {
		if !gpu.IsFile(name) {
			return parseGPU(name)
		}
		g, err := parseGPU(r.file.join(name))
		g.Name = name
		return g, err
	})
}

func (r *reader) cuda(n *node) (any, bool) { return parsed(r, n, parseCUDA) }

func (r *reader) path(n *node) (any, bool) {
	return parsed(r, n, func(s string) (string, error) { return r.file.join(s), nil })
}

func (r *reader) block(n *node) (any, bool) {
	written := ""
	switch v := n.value.(type) {
	case int64:
		written = fmt.Sprint(v)
	case []node:
		var dims []string
		for _, d := range v {
			dims = append(dims, fmt.Sprint(d.value))
		}
		written = strings.Join(dims, ",")
	case string:
		written = v
	default:
		r.fail(n.at, "block: expected one to three numbers, as in block = [32, 8], not %s", n.kind())
		return nil, false
	}
	shape, err := parseBlock(written, warp.FromConfig)
	if err != nil {
		r.fail(n.at, "block: %s", err)
		return nil, false
	}
	return shape, true
}

// An Item is one element of a list with its origin.
type Item struct {
	Text   string
	Origin Origin
}

// list returns the elements of a list of strings that a parse function accepts, and reports the
// others.
func list[T any](r *reader, n *node, parse func(string) (T, error)) ([]T, []Item, bool) {
	nodes, ok := n.value.([]node)
	if !ok {
		example := r.key.example()
		if s, ok := n.value.(string); ok {
			example = fmt.Sprintf("%s = [%.40q]", r.key.Name, s)
		}
		r.fail(n.at, "%s: expected a list of strings, as in %s, not %s", r.key.Name, example, n.kind())
		return nil, nil, false
	}
	values, items := []T{}, []Item{}
	for i := range nodes {
		if v, ok := parsed(r, &nodes[i], parse); ok {
			values = append(values, v.(T))
			items = append(items, Item{nodes[i].value.(string), r.origin(nodes[i].at)})
		}
	}
	return values, items, true
}

func (r *reader) selectors(n *node) (any, bool) {
	_, items, ok := list(r, n, func(s string) (string, error) { return s, selector.Check(lint.Names(r.rules), s) })
	return items, ok
}

func (r *reader) folders(n *node) (any, bool) {
	folders, items, ok := list(r, n, func(s string) (string, error) { return r.file.join(s), nil })
	for i := range items {
		items[i].Text = folders[i]
	}
	return items, ok
}

func (r *reader) defines(n *node) (any, bool) {
	_, items, ok := list(r, n, parseDefine)
	return items, ok
}

// A glob is a pattern with its text.
type glob struct {
	pattern
	Item
}

func (r *reader) patterns(n *node) (any, bool) {
	nodes, isList := n.value.([]node)
	switch {
	case len(nodes) > maxPatterns:
		r.fail(n.at, "%s: the list has %d patterns, the limit is %d", r.key.Name, len(nodes), maxPatterns)
		return nil, false
	case isList && len(nodes) == 0 && r.key.Name == keyPaths:
		r.fail(n.at, "paths: the list is empty, so that the table matches no file")
		return nil, false
	}
	values, items, ok := list(r, n, parsePattern)
	globs := make([]glob, len(values))
	for i := range values {
		globs[i] = glob{values[i], items[i]}
	}
	return globs, ok
}

// join resolves a path in the file, which is relative to its folder.
func (f *file) join(name string) string {
	name = filepath.FromSlash(name)
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(f.dir, name)
}

// unknownKey reports an unknown key.
func (r *reader) unknownKey(p part) {
	known := []string{tableSeverity, tableRules, tableOverrides}
	for _, k := range Keys {
		known = append(known, k.Name)
	}
	guess := suggest.DidYouMean(p.name, known)
	_, err := lint.FindRule(r.rules, p.name)
	switch {
	case p.name == keyPaths:
		guess = ": it belongs below [[overrides]]"
	case err == nil:
		guess = ": a rule is set below [severity]"
	case guess == "":
		guess = "; the keys are " + strings.Join(known[3:], ", ") + ", and the tables " + strings.Join(known[:3], ", ")
	}
	r.fail(p.at, "unknown key %.80q%s", p.name, guess)
}
