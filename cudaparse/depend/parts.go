// Package depend answers which parts of a translation unit the meaning of a function depends
// on, so that what is known of the function can be used again while these stay the same.
//
// A part is a definition, declaration or directive of a file. Plain functions and methods
// that are defined outside of their classes are found by their names only. Such a part matters
// to what has its name in its text, or the name of a macro that it defines, and in turn to what
// names that. All other parts are the frame of the unit, and everything depends on the frame:
// directives, types with their methods, variables, declarations, operators.
//
// The parts do not say what follows from all bodies together: which launches there are, and how
// many macros can still be expanded (see sema.Unit.ExpansionsUsed).
package depend

import (
	"bytes"
	"encoding/binary"
	"slices"
	"sort"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// Parts are the parts of one unit.
type Parts struct {
	cache *Cache
	list  []part
	// byFile has the parts of a file by place, frame the parts in the frame.
	byFile map[*ast.File][]int32
	frame  []int32
	names  map[uint64][]int32 // the plain functions of a name
	of     map[*sema.Function]int32
	digest Digest // of the frame
	// macros are the names of all macros, pasting of those that use ##.
	macros, pasting map[uint64]bool
	// framed are the plain functions that the frame names. namesAll is set where it may name
	// any of them.
	framed   []int32
	namesAll bool
	work     int // parts looked at for slices so far
	// edges are the plain functions that a part names, as far as edgesKnown says.
	edges      [][]int32
	edgesKnown []bool
	unit       *sema.Unit
	functions  map[ast.Node]*sema.Function // those that are no members
	variables  map[ast.Node]*sema.Variable // those of Unit.Variables
}

type part struct {
	entry *entry
	file  *ast.File
	fn    *sema.Function // nil for a part of the frame
	// before is how many entries of the frame come before it.
	before int32
	// place is its number in the frame, -1 for a plain function.
	place int32
}

// Parts returns the parts of a unit. The cache keeps the files of this unit only.
func (c *Cache) Parts(u *sema.Unit) *Parts {
	p := &Parts{cache: c, unit: u, byFile: map[*ast.File][]int32{}, names: map[uint64][]int32{}, of: map[*sema.Function]int32{}, pasting: map[uint64]bool{},
		functions: make(map[ast.Node]*sema.Function, len(u.FreeFunctions())), variables: make(map[ast.Node]*sema.Variable, len(u.Variables))}
	for _, f := range u.FreeFunctions() {
		p.functions[f.Node] = f
	}
	for _, v := range u.Variables {
		p.variables[v.Node] = v
	}
	p.macros = make(map[uint64]bool, u.Preprocessed().Macros.Len())
	for name := range u.Preprocessed().Macros.Names {
		p.macros[c.word([]byte(name))] = true
	}
	files := map[*ast.File]*fileParts{}
	for _, file := range u.Files {
		x := c.files[file]
		if x == nil {
			x = c.of(file)
		}
		files[file] = x
	}
	c.files = files
	frame := appendOptions(nil, u.Options())
	entries := int32(0)
	for _, file := range u.Files {
		frame = append(append(frame, file.Source.Path...), 0)
		x := files[file]
		for i := range x.entries {
			e := &x.entries[i]
			if e.loose && !p.hasMacro(e.summary) {
				continue
			}
			var fn *sema.Function
			if e.node.Valid() {
				if words := macrosBefore(u, e); len(words) > 0 {
					with := *e
					with.digest = c.Digest(append(e.digest.Append(nil), words...))
					e = &with
				}
				id := int32(len(p.list))
				fn = p.plain(u, e)
				p.byFile[file] = append(p.byFile[file], id)
				added := part{entry: e, file: file, fn: fn, before: entries, place: -1}
				if fn == nil {
					added.place = int32(len(p.frame))
					p.frame = append(p.frame, id)
				} else {
					p.of[fn] = id
					for _, word := range append([]uint64{c.word([]byte(fn.Name))}, e.summary.defines...) {
						p.names[word] = append(p.names[word], id)
					}
				}
				p.list = append(p.list, added)
			}
			if fn == nil {
				frame = e.digest.Append(frame)
				entries++
			}
		}
		frame = p.appendPackings(frame, file)
	}
	for _, v := range u.Variables {
		written := byte(1)
		if u.NeverWritten(v) {
			written = 0
		}
		frame = append(frame, written)
	}
	p.digest = c.Digest(frame)
	p.findFramed(u)
	p.dropUnused()
	return p
}

// dropUnused drops the summaries of parts that the unit does not have.
func (p *Parts) dropUnused() {
	c := p.cache
	if len(c.summaries) <= 2*len(p.list)+100 {
		return
	}
	used := make(map[Digest]*summary, len(p.list))
	for i := range p.list {
		s := p.list[i].entry.summary
		used[s.raw] = s
	}
	c.summaries = used
}

// appendOptions appends the options that a unit depends on besides its files.
func appendOptions(b []byte, opts *sema.Options) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(opts.Arch))
	b = binary.LittleEndian.AppendUint32(b, uint32(opts.Toolkit))
	for _, list := range [][]string{opts.Defines, opts.Undefines} {
		for _, s := range list {
			b = append(append(b, s...), 0)
		}
		b = append(b, 0)
	}
	return b
}

// appendPackings appends the text of a file with a line of #pragma pack that is no directive in
// the tree: it counts inside comments, too.
func (p *Parts) appendPackings(b []byte, file *ast.File) []byte {
	ids := p.byFile[file]
	for _, at := range sema.PackDirectives(file) {
		hash := at + bytes.IndexByte(file.Source.Text[at:], '#')
		i := sort.Search(len(ids), func(i int) bool { return p.list[ids[i]].entry.node.Span().Start > hash }) - 1
		if i < 0 || !p.list[ids[i]].entry.node.Is(ast.PreprocCall) || !p.list[ids[i]].entry.node.Span().Contains(hash) {
			return p.cache.Digest(file.Source.Text).Append(b)
		}
	}
	return b
}

// plain returns the function that an entry defines if it is found by its name only, nil for
// any other entry.
func (p *Parts) plain(u *sema.Unit, e *entry) *sema.Function {
	if !e.function.Valid() || e.summary.directs || e.summary.pastes {
		return nil
	}
	f := p.function(e.function)
	if f == nil || !f.Body.Valid() || !plainName(f.Name) || u.Preprocessed().Macros.Known(f.Name) {
		return nil
	}
	if f.Record != nil && f.Record.Name == f.Name || f.Body.Parent() != e.function {
		return nil // a constructor
	}
	if name := f.NameNode(); !name.Is(ast.Identifier, ast.FieldIdentifier) || name.Text() != f.Name {
		return nil
	}
	return f
}

// plainName reports whether a function of a name is only called by that name. The language
// itself calls the others: in loops over ranges, structured bindings, as operators.
func plainName(name string) bool {
	switch name {
	case "", "begin", "end", "get":
		return false
	}
	for i := range len(name) {
		if !source.WordByte(name[i]) {
			return false
		}
	}
	return name[0] < '0' || name[0] > '9'
}

// findFramed finds the macros that use ##, and the plain functions that the frame names.
func (p *Parts) findFramed(u *sema.Unit) {
	for _, option := range u.Options().Defines {
		sum := &summary{}
		file := &ast.File{Source: source.NewFile("", []byte(option))}
		p.cache.scanWords(sum, file, source.Span{End: len(option)}, nil)
		p.namesAll = p.namesAll || sum.pastes || sum.spliced
		p.addNamed(sum.words)
	}
	for _, id := range p.frame {
		if sum := p.list[id].entry.summary; sum.pastes {
			if sum.macro == 0 {
				p.namesAll = true
			} else {
				p.pasting[sum.macro] = true
			}
		}
	}
	for changed := len(p.pasting) > 0; changed; {
		changed = false
		for _, id := range p.frame {
			if sum := p.list[id].entry.summary; sum.macro != 0 && !p.pasting[sum.macro] && p.pastes(sum) {
				p.pasting[sum.macro], changed = true, true
			}
		}
	}
	for _, id := range p.frame {
		e := p.list[id].entry
		p.namesAll = p.namesAll || e.summary.spliced || e.summary.macro == 0 && p.pastes(e.summary)
		if p.namesAll {
			p.framed = nil
			break
		}
		p.addNamed(e.summary.words)
	}
	slices.Sort(p.framed)
	p.framed = slices.Compact(p.framed)
	p.edges, p.edgesKnown = make([][]int32, len(p.list)), make([]bool, len(p.list))
}

func (p *Parts) hasMacro(sum *summary) bool {
	return slices.ContainsFunc(sum.words, func(w uint64) bool { return p.macros[w] })
}

func (p *Parts) pastes(sum *summary) bool {
	return len(p.pasting) > 0 && slices.ContainsFunc(sum.words, func(w uint64) bool { return p.pasting[w] })
}

// addNamed adds the plain functions that words name to those that the frame names.
func (p *Parts) addNamed(words []uint64) {
	for _, w := range words {
		if p.framed = append(p.framed, p.names[w]...); len(p.framed) > maxWork {
			p.namesAll, p.framed = true, nil
			return
		}
	}
}

// named returns the plain functions that a part names. all is set where it may name any.
func (p *Parts) named(id int32) (ids []int32, all bool) {
	sum := p.list[id].entry.summary
	if sum.spliced || p.pastes(sum) {
		return nil, true
	}
	if !p.edgesKnown[id] {
		p.edgesKnown[id] = true
		for _, w := range sum.words {
			if p.work += len(p.names[w]); p.work > maxWork {
				return nil, true
			}
			for _, to := range p.names[w] {
				if to != id {
					p.edges[id] = append(p.edges[id], to)
				}
			}
		}
	}
	return p.edges[id], false
}
