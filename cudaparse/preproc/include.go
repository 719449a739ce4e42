package preproc

import (
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
	// What is beside a system header, or named by one with its whole path, is one, too.
	beside := candidate{path.Join(path.Dir(f.Path), name), f.System, Beside}
	var tries []candidate
	if path.IsAbs(name) {
		tries = []candidate{{name, beside.system, Beside}}
	} else {
		if quoted {
			tries = append(tries, beside)
		}
		for _, dir := range p.opts.IncludeDirs {
			tries = append(tries, candidate{path.Join(dir, name), slices.Contains(p.opts.SystemDirs, dir), InFolder})
		}
		if !quoted && !cHeaders[name] && path.Ext(name) != "" {
			// Builds that include a file beside this one by <...> have its folder among
			// the include directories, of which nobody may have told.
			tries = append(tries, beside)
		}
	}
	p.open(f, tries, Include{Offset: d.Span.Start, Name: name})
}

// open reads the first file there is, unless it has been read before.
func (p *processor) open(from *File, tries []candidate, in Include) {
	found, tried := p.first(tries)
	if found == nil && in.Offset >= 0 && p.opts.Search != nil && p.opts.Load != nil && !path.IsAbs(in.Name) {
		if name := p.opts.Search(from.Path, in.Name); name != "" {
			found, tried = p.first([]candidate{{path: name, how: BySearch}})
		}
	}
	if found != nil {
		in.File, in.How = found, tried.how
		if in.First = found.unit == nil; in.First {
			p.enter(from, found, tried.system, in)
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
	f.Likely, f.Certain = from.Likely, from.Certain
	if in.Offset >= 0 {
		st := from.stateAt(in.Offset)
		f.Likely, f.Certain = st.Likely, st.Certain
	}
	p.byPath[f.Path] = f
	p.Files = append(p.Files, f)
	if f.Depth < maxIncludeDepth {
		p.read(f)
		return
	}
	f.states = make([]ArmState, len(f.Arms))
	f.begin, f.end = p.Macros.seq, p.Macros.seq
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
