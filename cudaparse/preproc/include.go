package preproc

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// cHeaders are the headers of the C library: a file of that name beside the source
// is not what <...> means. Those of the C++ library have no extension; a file without
// one is hardly a source.
var cHeaders = func() map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(`assert complex ctype errno fenv float inttypes iso646 limits locale math memory malloc setjmp
		signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string strings tgmath threads time uchar
		unistd wchar wctype values pthread omp mpi`) {
		m[name+".h"] = true
	}
	return m
}()

// A candidate is a file that an #include may mean.
type candidate struct {
	path   string
	system bool // it is a system header there
	how    Found
	// dirs is the number of Options.IncludeDirs up to and with the one it lies in, 0 where
	// it was not found by them.
	dirs int
}

// An includeKey holds all that determines which file an #include resolves to in one
// translation unit. The result is cached by it.
type includeKey struct {
	folder, name string
	quoted       bool
	self         bool // the including file has the same name, and is not meant
	after        int  // how many of Options.IncludeDirs are passed over, -1 for an #include
}

// A foundFile is the file that an #include resolves to, nil where it was not found.
type foundFile struct {
	file *File
	candidate
}

// include reads the file an #include names, unless it is out of sight or has been read
// before.
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
	// What is beside a system header, or named by one with its whole path, is one, too.
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
		// A project that includes its own headers with <...> has the folder on its include
		// path. The build may not have told us that path, so the folder of the including
		// file is tried last.
		tries = append(tries, beside)
	}
	return tries
}

// inDirs returns the paths of a name in Options.IncludeDirs without the first ones. An
// #include_next passes over the folders up to the one that its own file was found in.
func (p *processor) inDirs(name string, after int) (tries []candidate) {
	for i, dir := range p.opts.IncludeDirs[after:] {
		tries = append(tries, candidate{path.Join(dir, name), slices.Contains(p.opts.SystemDirs, dir), InFolder, after + i + 1})
	}
	return tries
}

// find returns the first candidate that exists. Where none does and search is set, it asks
// Options.Search for the name.
func (p *processor) find(from *File, tries []candidate, name string, search bool) foundFile {
	file, tried := p.first(tries)
	if file == nil && search && p.opts.Search != nil && p.opts.Load != nil && !path.IsAbs(name) {
		if other := p.opts.Search(from.Path, name); other != "" {
			file, tried = p.first([]candidate{{path: other, how: BySearch}})
		}
	}
	return foundFile{file, tried}
}

// open reads an included file, unless there is none or this translation unit has read it
// before.
func (p *processor) open(from *File, found foundFile, in Include) {
	if found.file != nil {
		in.File, in.How = found.file, found.how
		if in.First = found.file.unit == nil; in.First {
			found.file.dirs = found.dirs
			p.enter(from, found.file, found.system, in)
		} else if p.mayDiffer(found.file) {
			p.readAgain(from, found.file, in)
		}
	}
	from.Includes = append(from.Includes, in)
}

// first returns the first file there is: one of the unit, or a new one.
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

// enter reads a new file of the unit.
func (p *processor) enter(from, f *File, system bool, in Include) {
	f.unit, f.Depth = p.Unit, from.Depth+1
	f.System = system || f.Outline.System
	f.Guess = in.How == BySearch || from.Guess
	f.enteredFrom(from, in)
	p.byPath[f.Path] = f
	p.Files = append(p.Files, f)
	if f.Depth < maxIncludeDepth {
		p.read(f)
		return
	}
	f.states = make([]ArmState, len(f.Arms))
	f.begin, f.end = p.Macros.seq, p.Macros.seq
}

// enteredFrom notes the state of the place of the #include.
func (f *File) enteredFrom(from *File, in Include) {
	f.Likely, f.Certain = from.Likely, from.Certain
	if in.Offset >= 0 {
		st := from.stateAt(in.Offset)
		f.Likely, f.Certain = st.Likely, st.Certain
	}
}

// mayDiffer reports whether a file that was read before has conditionals, or includes files
// that may have some, and nothing that
// keeps it from being read again. One that includes itself is read once.
func (p *processor) mayDiffer(f *File) bool {
	if len(f.Arms) == 1 && len(f.Includes) == 0 || f.System || p.again > maxAgain || slices.Contains(p.reading, f.Outline) {
		return false
	}
	once, known := p.once[f]
	if !known {
		once = bytes.Contains(f.Text, []byte("pragma once")) || slices.ContainsFunc(f.Arms, func(a Arm) bool { return a.Guard })
		p.once[f] = once
	}
	return !once
}

// readAgain reads a file again, as a header that is included under other macros each time.
// A unit has one state of each file: that of the reading in which most of the text counts,
// the first of several.
func (p *processor) readAgain(from, f *File, in Include) {
	const perFile = 4 << 10 // so that small files count, too
	p.again += perFile + len(f.Text)
	again := &File{Outline: f.Outline, System: f.System, Guess: f.Guess, Depth: from.Depth + 1, unit: p.Unit, folder: f.folder, dirs: f.dirs}
	again.enteredFrom(from, in)
	if again.Depth >= maxIncludeDepth {
		return
	}
	p.read(again)
	if again.textRead() > f.textRead() {
		*f = *again
	}
}

// textRead returns how many bytes stand in arms that are likely to be read.
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

// stateAt returns the state of the arm that the directive at an offset stands in.
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
