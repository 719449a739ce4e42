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

// holders returns the units that declare a variable, the finding's own first. all is
// false if some may be missing. refusal is the reason if it is not known which they are,
// else "".
//
// One run may check several programs. Units that share a declaration have the same
// variable. So has every unit that declares it extern, if only one program defines it.
func holders(p *lint.FixPass, k Key) (group []*view, all bool, refusal string) {
	views, all := viewsOf(p, k)
	var rest []*view
	for _, v := range views {
		switch {
		case len(v.at) == 0 && k.Path == "":
			if v.unreadable != "" {
				return nil, false, v.unreadable
			}
		case len(v.at) == 0:
		case v.unit == p.OwnUnit():
			group = append(group, v)
		default:
			rest = append(rest, v)
		}
	}
	if len(group) == 0 {
		return nil, false, "it is no longer declared here"
	}
	group, rest = growGroup(group, rest)
	if k.Path == "" && len(rest) > 0 {
		outside := slices.ContainsFunc(rest, func(v *view) bool { return len(v.defined) > 0 })
		switch {
		case !outside || !defines(group) && oneDefinition(rest):
			group = append(group, rest...) // one program, as far as is visible
		case slices.ContainsFunc(rest, func(v *view) bool { return len(v.defined) == 0 && mayLink(group[0].build, v.build) }) || !defines(group):
			return nil, false, "several files define it, and it is not known which are linked together"
		}
	}
	defined := false
	for _, v := range group {
		// Without relocatable device code a declaration is a definition.
		defined = defined || len(v.defined) > 0 || !v.build.RDC
	}
	if !defined {
		return nil, false, "its definition is not visible"
	}
	return group, all, ""
}

// A view describes the declarations of a variable in one unit.
type view struct {
	unit        lint.UnitID
	build       lint.Build
	at, defined []filePlace // of all declarations, and of the definitions among them
	// unreadable is the reason why a declaration of this name cannot be parsed. It is set
	// only if no other declaration was found in the unit.
	unreadable string
	// moved is the change that moves only this variable.
	moved change
}

// viewsOf returns the views of all units that contain the name of a key, the finding's own
// first. all is false if some may be missing.
func viewsOf(p *lint.FixPass, k Key) (views []*view, all bool) {
	type answer struct {
		views []*view
		all   bool
	}
	a := p.Memo(k, func() any {
		units, all := p.Having(k.plain())
		found := lint.Survey(p, units, func(pass *lint.Pass) *view { return viewOf(pass, k) })
		var views []*view
		for i, v := range found {
			if all = all && v != nil; v != nil {
				v.unit = units[i]
				views = append(views, v)
			}
		}
		return answer{views, all}
	}).(answer)
	return a.views, a.all
}

// A filePlace is a span of a file.
type filePlace struct {
	path string
	source.Span
}

// viewOf finds the declarations of a variable in one unit.
func viewOf(pass *lint.Pass, k Key) *view {
	v := &view{build: pass.Build, moved: changeOf(pass, []Key{k})}
	for _, variable := range pass.Unit.Variables {
		if !k.Is(variable) || (k.Path != "") != internal(pass, variable) {
			continue
		}
		at := placeOf(pass, variable.Node)
		v.at = append(v.at, at)
		if variable.Qualifiers&ast.Extern == 0 || variable.Init.Valid() {
			v.defined = append(v.defined, at)
		}
	}
	if k.Path != "" {
		return v
	}
	found, why := declarations(pass, map[string]bool{k.Name: true}) // also extern ones before the definition
	if len(v.at) == 0 {
		v.unreadable = why
		return v
	}
	for _, d := range found {
		for i, c := range d.declarators {
			if !d.moves[i] {
				continue
			}
			at := placeOf(pass, declaredName(c))
			v.at = append(v.at, at)
			if !d.extern() || c.Is(ast.InitDeclarator) { // also definitions by the qualified name
				v.defined = append(v.defined, at)
			}
		}
	}
	return v
}

func placeOf(pass *lint.Pass, n ast.Node) filePlace {
	return filePlace{pass.Place(n).Path, n.Origin().Span()}
}

// growGroup moves units from rest to the group: those that share a declaration with one
// of the group.
func growGroup(group, rest []*view) (in, out []*view) {
	for i := 0; i < len(group); i++ {
		var left []*view
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
func defines(units []*view) bool {
	return slices.ContainsFunc(units, func(h *view) bool { return len(h.defined) > 0 })
}

// oneDefinition reports whether all units that define the variable do so in one place.
func oneDefinition(units []*view) bool {
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
func mayLink(x, y lint.Build) bool {
	return x.RDC && y.RDC && (x.LinkUnit == y.LinkUnit || x.LinkUnit == "" || y.LinkUnit == "")
}

// constantAddress matches code that relies on an address being in the constant space:
// loads and conversions in inline assembly, also in pieces that macros join, and
// intrinsics.
var constantAddress = regexp.MustCompile(`(\.|")const\b|\b(__isConstant|__cvta_generic_to_constant|__nvvm_isspacep_const)\b|address_space\s*::\s*constant\b`)

// optix matches calls of OptiX device functions. OptiX host code names the __constant__
// variable with the launch parameters in a string
// (OptixPipelineCompileOptions::pipelineLaunchParamsVariableName).
var optix = regexp.MustCompile(`\boptix[A-Z]\w*\s*\(`)

// Every match of constantAddress contains one of constantAddressWords, every match of
// optix contains optixWord. Looking for words first is much faster.
var constantAddressWords = []string{".const", `"const`, "__isConstant", "__cvta_generic_to_constant", "__nvvm_isspacep_const", "address_space"}

const optixWord = "optix"

// needsConstant returns the reason why variables with the given names have to stay in
// constant memory, as far as one unit shows; "" if there is none.
func needsConstant(pass *lint.Pass, plain map[string]bool) string {
	// A source may have fixes for thousands of kernels: it is searched once.
	needs := pass.Memo(needsKey{}, func() any { return needsOf(pass) }).(constantNeeds)
	if needs.why != "" {
		return needs.why
	}
	for _, n := range needs.assembler {
		for _, word := range strings.FieldsFunc(n.Text(), func(r rune) bool { return r < 0x80 && !source.WordByte(byte(r)) }) {
			if plain[word] && namedInAsm(n, word) {
				return "inline assembly names it"
			}
		}
	}
	return ""
}

// needsKey is the memo key of the constantNeeds of a unit.
type needsKey struct{}

// constantNeeds are the reasons of a unit or file to leave variables in constant memory.
type constantNeeds struct {
	why       string     // the reason for all variables, "" if there is none
	assembler []ast.Node // asm statements: a reason for the variables that they name
}

// needsOf returns the constantNeeds of a unit.
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
			return constantNeeds{why: "code may rely on its address being in constant memory: " + string(file.Source.Text[at[0]:at[1]]) + " in " + path.Base(file.Source.Path)}
		}
	}
	if bytes.Contains(file.Source.Text, []byte(optixWord)) && optix.Match(file.Source.Text) {
		return constantNeeds{why: "OptiX expects its launch parameters in constant memory"}
	}
	for i := range file.Len() {
		switch n := file.At(i); n.Kind() {
		case ast.PreprocDef:
			if n.Child(ast.FieldName).Text() == constantWord && !definesMacro(file, deviceWord) {
				return constantNeeds{why: "__constant__ is defined as a macro, __device__ is not"}
			}
		case ast.GnuAsmExpression:
			needs.assembler = append(needs.assembler, n)
		}
	}
	return needs
}

// addressesOfConstants returns the matches of constantAddress.
func addressesOfConstants(text []byte) [][]int {
	may := slices.ContainsFunc(constantAddressWords, func(word string) bool { return bytes.Contains(text, []byte(word)) })
	if !may {
		return nil
	}
	return constantAddress.FindAllIndex(text, -1)
}

// namedInAsm reports whether a string of an asm statement contains a word.
func namedInAsm(n ast.Node, word string) bool {
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

// visible reports whether every use of a variable is visible: no other file can name it,
// or all files of the program were read.
func visible(p *lint.FixPass, k Key, units []*view, all bool) bool {
	if p.Whole() && all {
		return true
	}
	if k.Path == "" || len(units) != 1 {
		return false
	}
	// A .cu file is not meant to be included.
	pass := p.Own()
	own := pass.Place(pass.Unit.File.Root()).Path
	return k.Path == own && (strings.HasSuffix(own, ".cu") || strings.HasSuffix(own, ".cu.cc"))
}
