package placement

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
)

// holders returns the units that have the variable of a key, the finding's own first,
// and why it is not known which they are, "" if it is. all is false where some may be
// missing.
//
// Several programs may be given in one run. Units that share a declaration have the
// same variable, as does every unit that declares it extern if one of them defines it.
func holders(p *lint.FixPass, k Key) (out []*lint.Pass, all bool, refusal string) {
	mentioning, all := p.Mentioning(k.plain())
	own := p.Own().Unit
	var group, rest []holder
	for _, pass := range mentioning {
		h := holderOf(pass, k)
		switch {
		case len(h.at) == 0 && k.Path == "":
			if _, why := declarations(pass, map[string]bool{k.Name: true}); why != "" {
				return nil, false, why
			}
		case len(h.at) == 0:
		case pass.Unit == own:
			group = append(group, h)
		default:
			rest = append(rest, h)
		}
	}
	if len(group) == 0 {
		return nil, false, "it is not declared here any more"
	}
	group, rest = joined(group, rest)
	if k.Path == "" && len(rest) > 0 {
		outside := slices.ContainsFunc(rest, func(h holder) bool { return len(h.defined) > 0 })
		switch {
		case !outside || !defines(group) && oneDefinition(rest):
			group = append(group, rest...) // parts of one program, or of none that is in sight
		case slices.ContainsFunc(rest, func(h holder) bool { return len(h.defined) == 0 && mayLink(group[0].pass, h.pass) }) || !defines(group):
			return nil, false, "several files define it, and it is not known which are linked together"
		}
	}
	defined := false
	for _, h := range group {
		// Without relocatable device code a declaration is a definition.
		defined = defined || len(h.defined) > 0 || !h.pass.Build.RDC
		out = append(out, h.pass)
	}
	if !defined {
		return nil, false, "its definition is out of sight"
	}
	return out, all, ""
}

// A holder is a unit that has a variable of the name.
type holder struct {
	pass        *lint.Pass
	at, defined []filePlace
}

// A filePlace is a place of a file.
type filePlace struct {
	path string
	source.Span
}

// holderOf finds the declarations of a variable of a unit.
func holderOf(pass *lint.Pass, k Key) (h holder) {
	h.pass = pass
	for _, v := range pass.Unit.Variables {
		if !k.Is(v) || (k.Path != "") != internal(pass, v) {
			continue
		}
		at := placeOf(pass, v.Node)
		h.at = append(h.at, at)
		if v.Qualifiers&ast.Extern == 0 || v.Init.Valid() {
			h.defined = append(h.defined, at)
		}
	}
	if len(h.at) == 0 || k.Path != "" {
		return h
	}
	found, _ := declarations(pass, map[string]bool{k.Name: true}) // extern ones before the definition
	for _, d := range found {
		for i, c := range d.declarators {
			if !d.moves[i] {
				continue
			}
			at := placeOf(pass, declaredName(c))
			h.at = append(h.at, at)
			if !d.extern() || c.Is(ast.InitDeclarator) { // also one by its qualified name
				h.defined = append(h.defined, at)
			}
		}
	}
	return h
}

func placeOf(pass *lint.Pass, n ast.Node) filePlace {
	return filePlace{pass.Place(n).Path, n.Origin().Span()}
}

// joined moves the units that share a declaration with one of the group into it.
func joined(group, rest []holder) (in, out []holder) {
	for i := 0; i < len(group); i++ {
		var left []holder
		for _, h := range rest {
			if slices.ContainsFunc(h.at, func(at filePlace) bool { return slices.Contains(group[i].at, at) }) {
				group = append(group, h)
			} else {
				left = append(left, h)
			}
		}
		rest = left
	}
	return group, rest
}

// defines reports whether one of the units defines the variable.
func defines(units []holder) bool {
	return slices.ContainsFunc(units, func(h holder) bool { return len(h.defined) > 0 })
}

// oneDefinition reports whether no two of the units define a variable in different
// places.
func oneDefinition(units []holder) bool {
	var first *filePlace
	for _, h := range units {
		for i := range h.defined {
			if first != nil && *first != h.defined[i] {
				return false
			}
			first = &h.defined[i]
		}
	}
	return true
}

// mayLink reports whether the device code of two units can be linked together.
func mayLink(a, b *lint.Pass) bool {
	x, y := a.Build, b.Build
	return x.RDC && y.RDC && (x.LinkUnit == y.LinkUnit || x.LinkUnit == "" || y.LinkUnit == "")
}

// constantAddress matches what takes an address as one of the constant space: loads
// and conversions in assembler, of which a macro may be a part, and intrinsics.
var constantAddress = regexp.MustCompile(`(\.|")const\b|\b(__isConstant|__cvta_generic_to_constant|__nvvm_isspacep_const)\b|address_space\s*::\s*constant\b`)

// optix matches calls of OptiX's device functions. Its host code names the __constant__
// variable with the launch parameters by a string
// (OptixPipelineCompileOptions::pipelineLaunchParamsVariableName).
var optix = regexp.MustCompile(`\boptix[A-Z]\w*\s*\(`)

// constantAddressWords and optixWord are what texts hold that these match: looking for the
// expressions takes far longer.
var constantAddressWords = []string{".const", `"const`, "__isConstant", "__cvta_generic_to_constant", "__nvvm_isspacep_const", "address_space"}

const optixWord = "optix"

// needsConstant returns why a unit cannot do with variables of some names in another
// space, "" if it can.
func needsConstant(pass *lint.Pass, plain map[string]bool) string {
	// A source can have a fix for each of thousands of kernels: it is read once.
	needs := pass.Memo(needsKey{}, func() any { return needsOf(pass) }).(constantNeeds)
	if needs.why != "" {
		return needs.why
	}
	for _, n := range needs.assembler {
		for _, word := range strings.FieldsFunc(n.Text(), func(r rune) bool { return r < 0x80 && !source.WordByte(byte(r)) }) {
			if plain[word] && assembler(n, word) {
				return "assembler names it"
			}
		}
	}
	return ""
}

// needsKey is the key under which a unit keeps its constantNeeds.
type needsKey struct{}

// constantNeeds are what a unit needs of constant memory whatever the variable.
type constantNeeds struct {
	why       string     // it needs it for all; "" if it does not
	assembler []ast.Node // it may need it for what these name
}

func needsOf(pass *lint.Pass) (needs constantNeeds) {
	for _, file := range pass.Unit.Files {
		own := ast.Derive(file, fileNeedsKey{}, needsOfFile)
		if own.why != "" {
			return constantNeeds{why: own.why}
		}
		needs.assembler = append(needs.assembler, own.assembler...)
	}
	return needs
}

type fileNeedsKey struct{}

// needsOfFile is needsOf for one file of a unit.
func needsOfFile(file *ast.File) (needs constantNeeds) {
	for _, at := range addressesOfConstants(file.Source.Text) {
		if !inComment(file, at[0]) {
			return constantNeeds{why: "its address may be taken as one of constant memory: " + string(file.Source.Text[at[0]:at[1]]) + " in " + path.Base(file.Source.Path)}
		}
	}
	if bytes.Contains(file.Source.Text, []byte(optixWord)) && optix.Match(file.Source.Text) {
		return constantNeeds{why: "OptiX looks for its launch parameters in constant memory"}
	}
	for i := range file.Len() {
		switch n := file.At(i); n.Kind() {
		case ast.PreprocDef:
			if n.Child(ast.FieldName).Text() == constantWord && !definesMacro(file, deviceWord) {
				return constantNeeds{why: "a macro stands for __constant__, and none for __device__"}
			}
		case ast.GnuAsmExpression:
			needs.assembler = append(needs.assembler, n)
		}
	}
	return needs
}

// addressesOfConstants returns where constantAddress matches.
func addressesOfConstants(text []byte) [][]int {
	may := slices.ContainsFunc(constantAddressWords, func(word string) bool { return bytes.Contains(text, []byte(word)) })
	if !may {
		return nil
	}
	return constantAddress.FindAllIndex(text, -1)
}

// assembler reports whether the text of an asm statement has a word, besides its
// operands.
func assembler(n ast.Node, word string) bool {
	for d := range n.Descendants() {
		if d.Is(ast.StringLiteral, ast.ConcatenatedString, ast.RawStringLiteral) && strings.Contains(d.Text(), word) {
			return true
		}
	}
	return false
}

func inComment(file *ast.File, at int) bool {
	return slices.ContainsFunc(file.Comments, func(c source.Span) bool { return c.Start <= at && at < c.End })
}

// definesMacro reports whether a file defines a macro.
func definesMacro(file *ast.File, name string) bool {
	for i := range file.Len() {
		if n := file.At(i); n.Is(ast.PreprocDef) && n.Child(ast.FieldName).Text() == name {
			return true
		}
	}
	return false
}

// visible reports whether every use of a variable is in sight: no other file can name
// it, or all of the program's files were read.
func visible(p *lint.FixPass, k Key, units []*lint.Pass, all bool) bool {
	if p.Whole() && all {
		return true
	}
	if k.Path == "" || len(units) != 1 {
		return false
	}
	// In a source that is not made to be included.
	own := units[0].Place(units[0].Unit.File.Root()).Path
	return k.Path == own && (strings.HasSuffix(own, ".cu") || strings.HasSuffix(own, ".cu.cc"))
}
