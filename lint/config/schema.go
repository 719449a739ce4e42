package config

import (
	"encoding/json"
	"strings"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/selector"
)

// Schema returns the JSON schema of a configuration file for editors, in draft 7, which TOML
// plugins such as taplo and Even Better TOML support. It checks the form of values; whether a
// GPU exists or a block has too many threads is checked when the file is read.
func Schema(rules []*lint.Rule) ([]byte, error) {
	whole := properties(rules)
	overrides := properties(rules)
	for _, k := range Keys {
		if k.NoOverride != "" {
			delete(overrides, k.Name)
		}
	}
	overrides[keyPaths] = described(&pathsKey, rules)
	whole[tableOverrides] = object{
		"description": plain(Tables[2].Doc), "type": "array", "maxItems": maxOverrides,
		"items": object{"type": "object", "properties": overrides, "required": []string{keyPaths}, "additionalProperties": false},
	}
	names := selector.All(lint.Names(rules))
	text, err := json.MarshalIndent(object{
		"$schema":              "http://json-schema.org/draft-07/schema#",
		"title":                "cudalint.toml",
		"description":          "Configuration of cudalint, a linter for CUDA C++",
		"type":                 "object",
		"properties":           whole,
		"additionalProperties": false,
		"definitions":          object{"selectors": object{"type": "array", "items": object{"enum": names}}},
	}, "", "  ")
	return append(text, '\n'), err
}

type object = map[string]any

// properties returns the schemas of all keys and tables except overrides.
func properties(rules []*lint.Rule) object {
	out := object{}
	for i := range Keys {
		out[Keys[i].Name] = described(&Keys[i], rules)
	}
	bySeverity, byRule := object{}, object{}
	for _, rule := range rules {
		bySeverity[rule.Name] = object{"description": rule.Summary, "enum": severities, "default": rule.Severity.String()}
		if len(rule.Options) == 0 {
			continue
		}
		options := object{}
		for _, o := range rule.Options {
			options[o.Name] = object{"description": o.Doc, "type": typeOf(o.Default), "default": o.Default}
		}
		byRule[rule.Name] = object{"description": rule.Summary, "type": "object", "properties": options, "additionalProperties": false}
	}
	out[tableSeverity] = object{"description": plain(Tables[0].Doc), "type": "object", "properties": bySeverity, "additionalProperties": false}
	out[tableRules] = object{"description": "options of rules", "type": "object", "properties": byRule, "additionalProperties": false}
	return out
}

func described(k *Key, rules []*lint.Rule) object {
	s := k.schema(rules)
	s["description"] = plain(k.Doc)
	return s
}

// plain removes the Markdown quotes from a line.
func plain(doc string) string { return strings.ReplaceAll(doc, "`", "") }

// typeOf returns the JSON type of an option.
func typeOf(value any) string {
	switch value.(type) {
	case bool:
		return "boolean"
	case int64:
		return "integer"
	}
	return "string"
}

func boolean([]*lint.Rule) object { return object{"type": "boolean"} }
func text([]*lint.Rule) object    { return object{"type": "string", "minLength": 1} }
func texts([]*lint.Rule) object {
	return object{"type": "array", "items": object{"type": "string", "minLength": 1}}
}
func version([]*lint.Rule) object {
	return object{"type": "string", "pattern": `^[0-9]{1,3}(\.[0-9]{1,3})?$`}
}
func selectors([]*lint.Rule) object {
	return object{"allOf": []object{{"$ref": "#/definitions/selectors"}}}
}
func patterns([]*lint.Rule) object {
	return object{"type": "array", "maxItems": maxPatterns, "items": object{"type": "string", "minLength": 1, "maxLength": maxPattern, "pattern": "^[^!]"}}
}
func defines([]*lint.Rule) object {
	return object{"type": "array", "items": object{"type": "string", "pattern": macroForm.String()}}
}
func block([]*lint.Rule) object {
	threads := object{"type": "integer", "minimum": 1, "maximum": maxThreads}
	return object{"anyOf": []object{threads,
		{"type": "array", "items": threads, "minItems": 1, "maxItems": 3},
		{"type": "string", "pattern": `^ *[0-9]+ *(, *[0-9]+ *){0,2}$`}}}
}
