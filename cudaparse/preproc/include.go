package preproc

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// cHeaders are the headers of the C library and of POSIX. In <...>, such a name never means a
// file of the project. (Headers of the C++ library have no extension.)
var cHeaders = func() map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(`assert complex ctype errno fenv float inttypes iso646 limits locale math memory malloc setjmp
		signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string strings tgmath threads time uchar
		unistd wchar wctype values pthread omp mpi`) {
		m[name+".h"] = true
	}
	return m
}()

// A candidate is a file that an #include may resolve to.
type candidate struct {
	path   string
	system bool // it would be a system header
	how    Found
	// dirs is one more than the index in Options.IncludeDirs of its folder, 0 for none.
	dirs int
}

// An includeKey is all that determines which file an #include resolves to in one
// translation unit. The results are cached by it.
type includeKey struct {
	folder, name string
	quoted       bool
	self         bool // the including file has the same name
	after        int  // for #include_next the number of IncludeDirs to skip, otherwise -1
}

// A foundFile is the file that an #include resolves to; its file is nil if there is none.
type foundFile struct {
	file *File
	candidate
}

// include processes an #include: it finds the file, and reads it if necessary.
func (p *processor) include(f *File, d *Directive) {
	name := p.expandInclude(d.Rest)
	if len(name) < 3 || name[0] != '"' && name[0] != '<' {
		return
	}
	quoted := name[0] == '"'
	end := strings.IndexByte(name[1:], map[bool]byte{true: '"', false: '>'}[quoted])
	if end < 1 {
		return
	}
	name = strings.ReplaceAll(name[1:1+end], `\`, "/")
	if f.folder == "" {
		f.folder = path.Dir(f.Path)
	}
	// All files of a folder share the cached result.
	key := includeKey{f.folder, name, quoted, path.Base(name) == path.Base(f.Path), -1}
	if d.Keyword == "include_next" {
		key.after = f.dirs
	}
	found, known := p.found[key]
	if !known {
		if key.after < 0 || path.IsAbs(name) {
			found = p.find(f, p.candidates(f, name, quoted), name, true)
		} else {
			found = p.find(f, p.inDirs(name, key.after), name, false)
		}
		p.found[key] = found
	}
	p.open(f, found, Include{Offset: d.Span.Start, Name: name})
}

// candidates returns the paths that an #include may resolve to, in the order of preference.
func (p *processor) candidates(f *File, name string, quoted bool) (tries []candidate) {
	// A file in the folder of a system header, or with an absolute path in one, is one, too.
	beside := candidate{path: path.Join(f.folder, name), system: f.System, how: Beside}
	if path.IsAbs(name) {
		beside.path = name
		return []candidate{beside}
	}
	if quoted {
		tries = append(tries, beside)
	}
	tries = append(tries, p.inDirs(name, 0)...)
	if !quoted && !cHeaders[name] && path.Ext(name) != "" {
		// The project may have the folder on an include path that we do not know.
		tries = append(tries, beside)
	}
	return tries
}

// inDirs returns the candidates for a name in Options.IncludeDirs[after:]. An #include_next
// skips the folders up to the one that its own file was found in.
func (p *processor) inDirs(name string, after int) (tries []candidate) {
	for i, dir := range p.opts.IncludeDirs[after:] {
		tries = append(tries, candidate{path.Join(dir, name), slices.Contains(p.opts.SystemDirs, dir), InFolder, after + i + 1})
	}
	return tries
}

// find returns the first candidate that exists. If none does and search is set, it calls
// Options.Search.
func (p *processor) find(from *File, tries []candidate, name string, search bool) foundFile {
	file, tried := p.first(tries)
	if file == nil && search && p.opts.Search != nil && p.opts.Load != nil && !path.IsAbs(name) {
		if other := p.opts.Search(from.Path, name); other != "" {
			file, tried = p.first([]candidate{{path: other, how: BySearch}})
		}
	}
	return foundFile{file, tried}
}

// open records an #include, and reads the file if it is new, or may differ this time.
func (p *processor) open(from *File, found foundFile, in Include) {
	if found.file != nil {
		in.File, in.How = found.file, found.how
		if in.First = found.file.unit == nil; in.First {
			found.file.dirs = found.dirs
			p.enter(from, found.file, found.system, in)
		} else if p.mayDiffer(found.file) {
			p.reread(from, found.file, in)
		}
	}
	from.Includes = append(from.Includes, in)
}

// first returns the first candidate that exists, as a file of the unit or a new one.
func (p *processor) first(tries []candidate) (*File, candidate) {
	for _, t := range tries {
		if f := p.byPath[t.path]; f != nil {
			return f, t
		}
		if p.opts.Load == nil || len(p.Files) >= maxIncludes || p.ctx.Err() != nil {
			return nil, t
		}
		if o := p.opts.Load(t.path); o != nil {
			return &File{Outline: o}, t
		}
	}
	return nil, candidate{}
}

// enter adds a new file to the unit and reads it.
func (p *processor) enter(from, f *File, system bool, in Include) {
	f.unit, f.Depth = p.Unit, from.Depth+1
	f.System = system || f.Outline.System
	f.Guess = in.How == BySearch || from.Guess
	f.setReached(from, in)
	p.byPath[f.Path] = f
	p.Files = append(p.Files, f)
	if f.Depth < maxIncludeDepth {
		p.read(f)
		return
	}
	f.states = make([]ArmState, len(f.Arms))
	f.begin, f.end = p.Macros.seq, p.Macros.seq
}

// setReached sets Likely and Certain to those of the #include.
func (f *File) setReached(from *File, in Include) {
	f.Likely, f.Certain = from.Likely, from.Certain
	if in.Offset >= 0 {
		st := from.stateAt(in.Offset)
		f.Likely, f.Certain = st.Likely, st.Certain
	}
}

// mayDiffer reports whether reading a file of the unit again may give another result: it, or a
// file that it includes, has conditionals, and no include guard. A file that is being read is
// not read again.
func (p *processor) mayDiffer(f *File) bool {
	if len(f.Arms) == 1 && len(f.Includes) == 0 || f.System || p.rereadBytes > maxRereadBytes || slices.Contains(p.reading, f.Outline) {
		return false
	}
	once, known := p.guarded[f]
	if !known {
		once = bytes.Contains(f.Text, []byte("pragma once")) || slices.ContainsFunc(f.Arms, func(a Arm) bool { return a.Guard })
		p.guarded[f] = once
	}
	return !once
}

// reread reads a file again, such as a header that is included under different macros. Of
// all readings the unit keeps the first in which the largest part of the text is likely.
func (p *processor) reread(from, f *File, in Include) {
	const perFile = 4 << 10 // the cost of an empty file
	p.rereadBytes += perFile + len(f.Text)
	again := &File{Outline: f.Outline, System: f.System, Guess: f.Guess, Depth: from.Depth + 1, unit: p.Unit, folder: f.folder, dirs: f.dirs}
	again.setReached(from, in)
	if again.Depth >= maxIncludeDepth {
		return
	}
	p.read(again)
	if again.textRead() > f.textRead() {
		*f = *again
	}
}

// textRead returns the number of bytes in arms that are likely to be read.
func (f *File) textRead() int {
	n, start, arm := 0, 0, int32(0)
	add := func(end int) {
		if f.states[arm].Likely {
			n += end - start
		}
	}
	for i := range f.Directives {
		d := &f.Directives[i]
		add(d.Span.Start)
		if start, arm = d.Span.End, d.In; d.Arm != 0 {
			arm = d.Arm
		}
	}
	add(len(f.Text))
	return n
}

// stateAt returns the state of the arm that holds the directive at an offset.
func (f *File) stateAt(offset int) *ArmState {
	lo, hi := 0, len(f.Directives)
	for lo < hi {
		if mid := (lo + hi) / 2; f.Directives[mid].Span.Start < offset {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return &f.states[f.Directives[lo].In]
}
