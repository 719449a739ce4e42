package sema

import (
	"bytes"
	"encoding/binary"
	"slices"
	"sort"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// Parts tell which parts of a unit the meaning of a function rests on. A part is a
// definition, declaration or directive of a file.
//
// The definitions of plain functions and methods outside of their classes, which are found
// by their names only, are parts of their own: they matter to what has their name, or that
// of a macro that they define, in its text, or in that of a plain function that it names in
// turn. All else is the frame of the unit, which matters to
// everything: directives, types with their methods, variables, declarations, operators.
//
// What follows from all bodies together is not among it: which launches there are, and
// how many macros can still be expanded (see Unit.Expansions).
type Parts struct {
	cache *PartCache
	list  []part
	// byFile are the parts of a file by place, frame those that are in the frame.
	byFile map[*ast.File][]int32
	frame  []int32
	names  map[uint64][]int32 // the plain functions of a name
	of     map[*Function]int32
	// digest is that of the frame, whole that of the unit.
	digest, whole Digest
	// macros are the names of macros, pasting of those that make names of pieces.
	macros, pasting map[uint64]bool
	// base is what the frame names, everything where it can name what it likes.
	base       []int32
	everything bool
	work       int // that bases took so far
	edges      [][]int32
	edgesKnown []bool
	unit       *Unit
	functions  map[ast.Node]*Function // that are no members
	variables  map[ast.Node]*Variable // but for static members that nothing has asked for
}

type part struct {
	entry *partEntry
	file  *ast.File
	fn    *Function // of a plain function
	// before is how many entries of the frame come before it.
	before int32
	// place is its number in the frame, -1 for a plain function.
	place int32
}

// Parts returns the parts of a unit. What the cache has of other units than the last one
// is dropped.
func (c *PartCache) Parts(u *Unit) *Parts {
	p := &Parts{cache: c, unit: u, byFile: map[*ast.File][]int32{}, names: map[uint64][]int32{}, of: map[*Function]int32{}, pasting: map[uint64]bool{},
		functions: make(map[ast.Node]*Function, len(u.free)), variables: make(map[ast.Node]*Variable, len(u.Variables))}
	for _, f := range u.free {
		p.functions[f.Node] = f
	}
	for _, v := range u.Variables {
		p.variables[v.Node] = v
	}
	p.macros = make(map[uint64]bool, u.macros.Len())
	for name := range u.macros.Names {
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
	frame := u.appendOptions(nil)
	var all []byte
	entries := int32(0)
	for _, file := range u.Files {
		frame = append(append(frame, file.Source.Path...), 0)
		x := files[file]
		for i := range x.entries {
			e := &x.entries[i]
			if e.loose && !p.hasMacro(e.sum) {
				continue
			}
			var fn *Function
			if e.node.Valid() {
				if words := u.macrosBefore(e); len(words) > 0 {
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
					for _, word := range append([]uint64{c.word([]byte(fn.Name))}, e.sum.defines...) {
						p.names[word] = append(p.names[word], id)
					}
				}
				p.list = append(p.list, added)
			}
			if fn == nil {
				frame = e.digest.Append(frame)
				entries++
			} else {
				all = e.digest.Append(binary.LittleEndian.AppendUint32(all, uint32(entries)))
			}
		}
		frame = p.appendPackings(frame, u, file)
	}
	for _, v := range u.Variables {
		settled := byte(0)
		if u.NeverWritten(v) {
			settled = 1
		}
		frame = append(frame, settled)
	}
	p.digest = c.Digest(frame)
	p.whole = c.Digest(p.digest.Append(all))
	p.findBase(u)
	p.forget()
	return p
}

// forget drops the sums of parts that are no more.
func (p *Parts) forget() {
	c := p.cache
	if len(c.sums) <= 2*len(p.list)+100 {
		return
	}
	kept := make(map[Digest]*partSum, len(p.list))
	for i := range p.list {
		sum := p.list[i].entry.sum
		kept[sum.raw] = sum
	}
	c.sums = kept
}

// appendOptions appends what a unit rests on besides its files.
func (u *Unit) appendOptions(b []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(u.opts.Arch))
	b = binary.LittleEndian.AppendUint32(b, uint32(u.opts.Toolkit))
	for _, list := range [][]string{u.opts.Defines, u.opts.Undefines} {
		for _, s := range list {
			b = append(append(b, s...), 0)
		}
		b = append(b, 0)
	}
	return b
}

// appendPackings appends the whole text of a file in which #pragma pack is not only where
// directives are: it counts in comments, too.
func (p *Parts) appendPackings(b []byte, u *Unit, file *ast.File) []byte {
	ids := p.byFile[file]
	for _, at := range packings(file) {
		hash := at.offset + bytes.IndexByte(file.Source.Text[at.offset:], '#')
		i := sort.Search(len(ids), func(i int) bool { return p.list[ids[i]].entry.node.Span().Start > hash }) - 1
		if i < 0 || !p.list[ids[i]].entry.node.Is(ast.PreprocCall) || !p.list[ids[i]].entry.node.Span().Contains(hash) {
			return p.cache.Digest(file.Source.Text).Append(b)
		}
	}
	return b
}

// plain returns the function of an entry that matters only where its name is.
func (p *Parts) plain(u *Unit, e *partEntry) *Function {
	if !e.function.Valid() || e.sum.directs || e.sum.pastes {
		return nil
	}
	f := p.function(e.function)
	if f == nil || !f.Body.Valid() || !plainName(f.Name) || u.macros.Known(f.Name) {
		return nil
	}
	if f.Record != nil && f.Record.Name == f.Name || f.Body.Parent() != e.function {
		return nil // a constructor
	}
	if name := f.declarator.Child(ast.FieldDeclarator).LastName(); !name.Is(ast.Identifier, ast.FieldIdentifier) || name.Text() != f.Name {
		return nil
	}
	return f
}

// plainName reports whether a function is called by its name only. The others are found
// by what the language does: loops over ranges, structured bindings, operators.
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

// findBase finds the macros that paste, and what the frame names.
func (p *Parts) findBase(u *Unit) {
	for _, option := range u.opts.Defines {
		sum := &partSum{}
		file := &ast.File{Source: source.NewFile("", []byte(option))}
		p.cache.scanWords(sum, file, source.Span{End: len(option)}, nil)
		p.everything = p.everything || sum.pastes || sum.spliced
		p.mention(sum.words)
	}
	for _, id := range p.frame {
		if sum := p.list[id].entry.sum; sum.pastes {
			if sum.macro == 0 {
				p.everything = true
			} else {
				p.pasting[sum.macro] = true
			}
		}
	}
	for changed := len(p.pasting) > 0; changed; {
		changed = false
		for _, id := range p.frame {
			if sum := p.list[id].entry.sum; sum.macro != 0 && !p.pasting[sum.macro] && p.pastes(sum) {
				p.pasting[sum.macro], changed = true, true
			}
		}
	}
	for _, id := range p.frame {
		e := p.list[id].entry
		p.everything = p.everything || e.sum.spliced || e.sum.macro == 0 && p.pastes(e.sum)
		if p.everything {
			p.base = nil
			break
		}
		p.mention(e.sum.words)
	}
	slices.Sort(p.base)
	p.base = slices.Compact(p.base)
	p.edges, p.edgesKnown = make([][]int32, len(p.list)), make([]bool, len(p.list))
}

func (p *Parts) hasMacro(sum *partSum) bool {
	return slices.ContainsFunc(sum.words, func(w uint64) bool { return p.macros[w] })
}

func (p *Parts) pastes(sum *partSum) bool {
	return len(p.pasting) > 0 && slices.ContainsFunc(sum.words, func(w uint64) bool { return p.pasting[w] })
}

func (p *Parts) mention(words []uint64) {
	for _, w := range words {
		if p.base = append(p.base, p.names[w]...); len(p.base) > maxPartWork {
			p.everything, p.base = true, nil
			return
		}
	}
}

// named returns the plain functions that one names; all is set where these may be any.
func (p *Parts) named(id int32) (ids []int32, all bool) {
	sum := p.list[id].entry.sum
	if sum.spliced || p.pastes(sum) {
		return nil, true
	}
	if !p.edgesKnown[id] {
		p.edgesKnown[id] = true
		for _, w := range sum.words {
			if p.work += len(p.names[w]); p.work > maxPartWork {
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

// Expansions returns how much of what macros may expand to in the unit is used up, from 0
// to 1: beyond that they are not expanded.
func (u *Unit) Expansions() float64 {
	return min(1, float64(u.expandedCount.Load())/maxExpansions)
}
