package preproc

import (
	"context"
	"sort"
	"strings"
)

// Bounds of inclusion.
const (
	maxIncludeDepth = 40
	maxIncludes     = 2000
	maxAgain        = 8 << 20 // the bytes of files that are read again
)

// Options say how a unit is compiled and where its files are.
type Options struct {
	// Defines are -D macros: NAME=VALUE, or NAME for NAME=1. Undefines are the names of
	// macros that are known not to be defined (-U); of those that Defines has, too,
	// Defines counts.
	Defines, Undefines []string
	// Arch is the value of __CUDA_ARCH__ in device code, 900 for sm_90.
	Arch int
	// Toolkit is the version of the CUDA toolkit as CUDART_VERSION has it (12040 for
	// 12.4); 0 for the newest.
	Toolkit int
	// IncludeDirs are searched for #include "..." and <...> after the including
	// file's own folder.
	IncludeDirs []string
	// SystemDirs are those of IncludeDirs that hold system headers (-isystem).
	SystemDirs []string
	// Includes are files that are read before the source (-include).
	Includes []string
	// Load returns the outline of a file, nil where there is none; a nil Load has none.
	Load func(path string) *Outline
	// Search, if any, returns the file that an #include may mean that is in none of the
	// folders, "" for none. from is the path of the including file.
	Search func(from, name string) string
}

// A Unit is what the preprocessor makes of a source and the files it includes. It does not
// change once made and is safe for concurrent use.
type Unit struct {
	// Files are the source and every included file once, in the order of being read.
	Files  []*File
	Macros *Table

	byPath map[string]*File
	opts   *Options
}

// A File is one file of a Unit.
type File struct {
	*Outline
	// System is set for a system header: one that was found in one of
	// Options.SystemDirs or beside another one, or that says so itself.
	System bool
	// Guess is set for a file that was found by Options.Search, or that such a file
	// includes.
	Guess bool
	// Depth is how many files include each other down to this one, 0 for the source.
	Depth int
	// Likely and Certain are those of the place of its #include.
	Likely, Certain bool
	// Includes are the #include lines that are read, in source order.
	Includes []Include

	unit   *Unit
	folder string // of Path, "" until it is needed
	dirs   int    // see candidate
	states []ArmState
	points []checkpoint
	// begin and end are the moments before the first and after the last line.
	begin, end int
}

// An Include is an #include line that is read.
type Include struct {
	// Offset is that of the #.
	Offset int
	// Name is what stands between the quotes or angle brackets.
	Name string
	// File is the file that it names, nil where that is out of sight.
	File *File
	// First is set where the file is read here, and not before.
	First bool
	// How says how the file was found.
	How Found
}

// Found says how an included file was found.
type Found uint8

// The ways, in the order of trying.
const (
	NotFound Found = iota
	Beside         // in the folder of the including file, or by its absolute path
	InFolder       // in one of Options.IncludeDirs, or named by Options.Includes
	BySearch       // by Options.Search
)

// An ArmState says whether an arm of a conditional is read.
type ArmState struct {
	// Device and Host are what the condition of the arm itself comes to in the two passes
	// of the compiler. DeviceLikely and HostLikely are the same if macros out of sight
	// are taken not to be defined.
	Device, Host             Truth
	DeviceLikely, HostLikely bool
	// Taken says whether the arm is read, the conditionals around it included. Likely is
	// the same if macros out of sight are taken not to be defined, and Certain whether the
	// device compiler reads it whatever they are.
	Taken   Truth
	Likely  bool
	Certain bool

	// Of the arm itself, of those before it, and of all around it; device is for the pass
	// for the device, counted from the start of the file.
	cond, before                     Truth
	deviceCond, deviceBefore, device Truth
	likelyCond, likelyBefore         bool
}

// A checkpoint says at which moment of the unit a place of a file is reached.
type checkpoint struct{ offset, seq int }

// A processor goes through the files of a unit.
type processor struct {
	*Unit
	ctx   context.Context
	found map[includeKey]foundFile
	once  map[*File]bool // see mayDiffer
	again int            // the bytes that readAgain has read
	// reading are the files that include each other down to the one that is being read.
	reading []*Outline
	arch    *Macro // __CUDA_ARCH__ in device code
}

// Process reads a source and the files it includes in the order of a preprocessor. It
// ends early when ctx is done.
func Process(ctx context.Context, source *Outline, opts *Options) *Unit {
	u := &Unit{Macros: newTable(), byPath: map[string]*File{}, opts: opts}
	u.Macros.start(opts)
	p := &processor{Unit: u, ctx: ctx, found: map[includeKey]foundFile{}, once: map[*File]bool{}, arch: archMacro(opts.Arch)}
	main := &File{Outline: source, unit: u, Likely: true, Certain: true}
	u.Files = append(u.Files, main)
	u.byPath[source.Path] = main
	for _, name := range opts.Includes {
		p.open(main, p.find(main, []candidate{{path: name, how: InFolder}}, name, false), Include{Name: name, Offset: -1})
	}
	p.read(main)
	return u
}

// File returns the file of a path, nil for one that is not in the unit.
func (u *Unit) File(path string) *File { return u.byPath[path] }

// read goes through the directives of a file.
func (p *processor) read(f *File) {
	p.reading = append(p.reading, f.Outline)
	defer func() { p.reading = p.reading[:len(p.reading)-1] }()
	f.begin = p.Macros.seq
	f.states = make([]ArmState, len(f.Arms))
	f.states[0] = ArmState{Taken: True, Likely: f.Likely, Certain: f.Certain, cond: True, before: False, likelyCond: true, device: True}
	f.mark(0)
	for i := range f.Directives {
		if i%256 == 0 && p.ctx.Err() != nil {
			break
		}
		d := &f.Directives[i]
		if d.Arm != 0 {
			p.decide(f, d)
			continue
		}
		if in := &f.states[d.In]; in.Taken != False {
			p.directive(f, d, in)
		}
	}
	f.end = p.Macros.seq
}

// directive carries out a directive that is no conditional.
func (p *processor) directive(f *File, d *Directive, in *ArmState) {
	switch d.Keyword {
	case "define":
		if d.Macro == nil {
			return
		}
		if !in.Likely && p.Macros.Now(d.Macro.Name) != nil {
			p.Macros.doubt(d.Macro.Name)
			return
		}
		p.Macros.add(d.Macro.Name, d.Macro, !in.Certain)
	case "undef":
		if !in.Likely {
			return
		}
		p.Macros.add(firstWord(d.Rest), nil, false)
	case "include", "include_next":
		p.include(f, d)
	default:
		return
	}
	f.mark(d.Span.End)
}

// mark notes that what follows an offset sees the events so far.
func (f *File) mark(offset int) {
	f.points = append(f.points, checkpoint{offset, f.unit.Macros.seq})
}

// decide finds out whether the arm that a directive begins is read.
func (p *processor) decide(f *File, d *Directive) {
	a, st := &f.Arms[d.Arm], &f.states[d.Arm]
	outer := &f.states[a.Outer]
	st.before, st.deviceBefore = False, False
	if a.Prev != 0 {
		prev := &f.states[a.Prev]
		st.before, st.likelyBefore = prev.before.Or(prev.cond), prev.likelyBefore || prev.likelyCond
		st.deviceBefore = prev.deviceBefore.Or(prev.deviceCond)
	}
	p.condition(d, st)
	switch {
	case outer.Taken == False || st.before == True:
		st.cond, st.deviceCond, st.likelyCond = False, False, false
	case a.Guard && st.cond == Undecided:
		st.deviceCond = True // the file is read once
	}
	st.device = outer.device.And(st.deviceBefore.Not().And(st.deviceCond))
	st.Taken = outer.Taken.And(st.before.Not().And(st.cond))
	st.Likely = outer.Likely && !st.likelyBefore && st.likelyCond
	st.Certain = f.Certain && st.device == True
}

// condition evaluates the condition of a directive for both sides of the compiler. What
// differs between them stays undecided.
func (p *processor) condition(d *Directive, st *ArmState) {
	asked := false
	st.Device, st.DeviceLikely = p.evaluate(d, p.arch, &asked)
	if st.Host, st.HostLikely = st.Device, st.DeviceLikely; asked {
		st.Host, st.HostLikely = p.evaluate(d, nil, &asked)
	}
	st.cond, st.deviceCond = st.Device, st.Device
	if st.Device != st.Host {
		st.cond = Undecided
	}
	st.likelyCond = st.cond == True || st.cond == Undecided && st.DeviceLikely
}

// evaluate returns the truth of a directive's condition. likely is the truth if macros that
// no file defines are undefined. arch is the definition of __CUDA_ARCH__, nil for
// undefined; asked is set where the condition depends on it.
func (p *processor) evaluate(d *Directive, arch *Macro, asked *bool) (t Truth, likely bool) {
	c := Conditioner{Undefined: p.undefined}
	c.Lookup = func(name string) *Macro {
		if name != "__CUDA_ARCH__" {
			return p.Macros.Now(name)
		}
		*asked = true
		return arch
	}
	return c.Directive(d)
}

// undefined reports whether a name without a definition is known to have none: the sources
// undefine it, or compilers do not define it where CUDA is compiled for Linux.
func (p *processor) undefined(name string) bool {
	return name == "__CUDA_ARCH__" || notDefined[name] || p.Macros.Known(name)
}

// Directive returns the truth of the condition of a directive that begins an arm. An #else
// is True. likely is the truth if names without a known definition are undefined.
func (c *Conditioner) Directive(d *Directive) (t Truth, likely bool) {
	name := firstWord(d.Rest)
	switch d.Keyword {
	case "ifdef", "elifdef":
		t = c.Defined(name)
		return t, t == True
	case "ifndef", "elifndef":
		t = c.Defined(name).Not()
		return t, t != False
	case "if", "elif":
		return c.tokens(d.condition)
	}
	return True, true
}

// Arm returns the state of the arm that the directive at an offset, that of its #, begins;
// nil where there is none, or the file was not read to there.
func (f *File) Arm(offset int) *ArmState {
	i := sort.Search(len(f.Directives), func(i int) bool { return f.Directives[i].Span.Start >= offset })
	if i == len(f.Directives) || f.Directives[i].Span.Start != offset || f.Directives[i].Arm == 0 || f.states == nil {
		return nil
	}
	return &f.states[f.Directives[i].Arm]
}

// Holds reports whether the condition of the directive at an offset holds in the pass for
// the device, where macros out of sight are not defined.
func (f *File) Holds(offset int) bool {
	st := f.Arm(offset)
	return st != nil && st.DeviceLikely
}

// Whole returns the state of what stands in no conditional.
func (f *File) Whole() *ArmState { return &f.states[0] }

// MacroAt returns what a name means at an offset, nil for nothing; seen is set if a
// directive before says so, be it an #undef.
func (f *File) MacroAt(name string, offset int) (m *Macro, seen bool) {
	if !f.unit.Macros.Known(name) {
		return nil, false
	}
	seq := 0
	if i := sort.Search(len(f.points), func(i int) bool { return f.points[i].offset > offset }); i > 0 {
		seq = f.points[i-1].seq
	}
	return f.unit.Macros.at(name, seq)
}

// Macro returns what a name means somewhere in the file, the last meaning of several, nil
// for none: what the parser goes by, which works on the whole of a file.
func (f *File) Macro(name string) *Macro { return f.unit.Macros.between(name, f.begin, f.end) }

// IncludeAt returns the #include line whose # is at an offset, nil for none that is read.
func (f *File) IncludeAt(offset int) *Include {
	i := sort.Search(len(f.Includes), func(i int) bool { return f.Includes[i].Offset >= offset })
	if i < len(f.Includes) && f.Includes[i].Offset == offset {
		return &f.Includes[i]
	}
	return nil
}

// expandInclude returns the target of an #include with its delimiters, macros replaced.
func (p *processor) expandInclude(rest string) string {
	if rest == "" || rest[0] == '"' || rest[0] == '<' {
		return rest
	}
	x := Expander{Lookup: p.Macros.Now}
	out, ok := x.Expand(Spell(rest))
	if !ok {
		return ""
	}
	return strings.TrimSpace(Join(out))
}
