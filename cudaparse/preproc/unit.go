package preproc

import (
	"context"
	"sort"
	"strings"
)

// Limits for inclusion.
const (
	maxIncludeDepth = 40
	maxIncludes     = 2000
	maxRereadBytes  = 8 << 20 // bytes of files that are read again
)

// Options are the options of Process.
type Options struct {
	// Defines are -D macros: NAME=VALUE, or NAME for NAME=1. Undefines are the names of -U.
	// A name in both is defined.
	Defines, Undefines []string
	// Arch is the value of __CUDA_ARCH__ in device code, 900 for sm_90.
	Arch int
	// Toolkit is the value of CUDART_VERSION (12040 for CUDA 12.4); 0 for the newest.
	Toolkit int
	// IncludeDirs are searched for #include "..." and <...> after the including
	// file's own folder.
	IncludeDirs []string
	// SystemDirs are those of IncludeDirs that have system headers (-isystem).
	SystemDirs []string
	// Includes are files that are read before the source (-include).
	Includes []string
	// Load returns the outline of a file, nil if the file does not exist. It may be nil.
	Load func(path string) *Outline
	// Search returns the path of a file for an #include that no folder has, "" for none.
	// from is the path of the including file. It may be nil.
	Search func(from, name string) string
}

// A Unit is a source and the files that it includes, after the preprocessor. It is immutable
// and safe for concurrent use.
type Unit struct {
	// Files are the source and each included file once, in the order in which they are read.
	Files  []*File
	Macros *Table

	byPath map[string]*File
	opts   *Options
}

// A File is one file of a Unit.
type File struct {
	*Outline
	// System is set for a system header: one from Options.SystemDirs or from the folder of
	// another system header, or with a #pragma GCC system_header.
	System bool
	// Guess is set for a file that Options.Search found, and for the files that it includes.
	Guess bool
	// Depth is the length of the chain of #includes from the source, 0 for the source.
	Depth int
	// Likely and Certain are those of the arm around its #include.
	Likely, Certain bool
	// Includes are the #include lines that are read, in source order.
	Includes []Include

	unit   *Unit
	folder string // of Path, "" until it is needed
	dirs   int    // see candidate
	states []ArmState
	points []checkpoint
	// begin and end are the numbers of the last events before its first line, and up to its
	// last line.
	begin, end int
}

// An Include is an #include line that is read.
type Include struct {
	Offset int    // of the #
	Name   string // between the quotes or angle brackets
	File   *File  // nil if it was not found
	First  bool   // the unit did not read the file before
	How    Found
}

// Found is the way in which an included file was found.
type Found uint8

// The ways, in the order in which they are tried.
const (
	NotFound Found = iota
	Beside         // in the folder of the including file, or by its absolute path
	InFolder       // in one of Options.IncludeDirs, or named by Options.Includes
	BySearch       // by Options.Search
)

// An ArmState is the state of an arm of a conditional. "Likely" values assume that macros
// without a definition in the unit are undefined.
type ArmState struct {
	// Device and Host are the values of the arm's own condition in the compiler's passes for
	// device and host code.
	Device, Host             Truth
	DeviceLikely, HostLikely bool
	// Taken and Likely are whether the arm is read, with all conditionals around it, in both
	// passes. Certain is whether the pass for device code reads it in any case.
	Taken   Truth
	Likely  bool
	Certain bool

	// cond is the arm's own condition in both passes, and before the disjunction of those
	// of the previous arms. device is whether the pass for device code reads the arm, if it
	// reads the file.
	cond, before                     Truth
	deviceCond, deviceBefore, device Truth
	likelyCond, likelyBefore         bool
}

// A checkpoint is the number of the last event before an offset of a file.
type checkpoint struct{ offset, seq int }

// A processor reads the files of a unit.
type processor struct {
	*Unit
	ctx         context.Context
	found       map[includeKey]foundFile
	guarded     map[*File]bool // see mayDiffer
	rereadBytes int            // the bytes that reread has read
	// reading are the files being read: the source, a file that it includes, and so on.
	reading []*Outline
	arch    *Macro // __CUDA_ARCH__ in device code
	steps   int    // see Conditioner
}

// Process runs the preprocessor over a source and the files that it includes. It ends early
// when ctx is done.
func Process(ctx context.Context, source *Outline, opts *Options) *Unit {
	u := &Unit{Macros: newTable(), byPath: map[string]*File{}, opts: opts}
	u.Macros.start(opts)
	p := &processor{Unit: u, ctx: ctx, found: map[includeKey]foundFile{}, guarded: map[*File]bool{}, arch: archMacro(opts.Arch)}
	main := &File{Outline: source, unit: u, Likely: true, Certain: true}
	u.Files = append(u.Files, main)
	u.byPath[source.Path] = main
	for _, name := range opts.Includes {
		p.open(main, p.find(main, []candidate{{path: name, how: InFolder}}, name, false), Include{Name: name, Offset: -1})
	}
	p.read(main)
	return u
}

// File returns the file with a path, nil if it is not in the unit.
func (u *Unit) File(path string) *File { return u.byPath[path] }

// read processes the directives of a file.
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

// directive processes a #define, #undef or #include.
func (p *processor) directive(f *File, d *Directive, in *ArmState) {
	switch d.Keyword {
	case "define":
		if d.Macro == nil {
			return
		}
		if !in.Likely && p.Macros.Now(d.Macro.Name) != nil {
			p.Macros.markUnsure(d.Macro.Name)
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

// mark adds a checkpoint: the text from an offset on sees all events so far.
func (f *File) mark(offset int) {
	f.points = append(f.points, checkpoint{offset, f.unit.Macros.seq})
}

// decide sets the state of the arm that a directive begins.
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
		st.deviceCond = True // the first time the file is read
	}
	st.device = outer.device.And(st.deviceBefore.Not().And(st.deviceCond))
	st.Taken = outer.Taken.And(st.before.Not().And(st.cond))
	st.Likely = outer.Likely && !st.likelyBefore && st.likelyCond
	st.Certain = f.Certain && st.device == True
}

// condition evaluates the condition of a directive for both passes. If they differ, st.cond
// is Undecided.
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

// evaluate returns the value of a directive's condition. arch is the definition of
// __CUDA_ARCH__, nil for none; asked is set if the condition depends on it.
func (p *processor) evaluate(d *Directive, arch *Macro, asked *bool) (t Truth, likely bool) {
	c := Conditioner{Undefined: p.undefined, steps: &p.steps}
	c.Lookup = func(name string) *Macro {
		if name != "__CUDA_ARCH__" {
			return p.Macros.Now(name)
		}
		*asked = true
		return arch
	}
	return c.Directive(d)
}

// undefined reports whether a name without a definition is known to be undefined: some file
// of the unit defines or undefines it, or nvcc never defines it.
func (p *processor) undefined(name string) bool {
	return name == "__CUDA_ARCH__" || notDefined[name] || p.Macros.Known(name)
}

// Directive returns the value of the condition of a directive that begins an arm, True for
// #else. likely is the value with Assume.
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

// Arm returns the state of the arm that the directive whose # is at an offset begins; nil if it
// begins none, or the file was not read.
func (f *File) Arm(offset int) *ArmState {
	i := sort.Search(len(f.Directives), func(i int) bool { return f.Directives[i].Span.Start >= offset })
	if i == len(f.Directives) || f.Directives[i].Span.Start != offset || f.Directives[i].Arm == 0 || f.states == nil {
		return nil
	}
	return &f.states[f.Directives[i].Arm]
}

// Holds reports whether the condition of the directive whose # is at an offset is likely to
// hold in the pass for device code.
func (f *File) Holds(offset int) bool {
	st := f.Arm(offset)
	return st != nil && st.DeviceLikely
}

// Unconditional returns the state of the text outside of conditionals.
func (f *File) Unconditional() *ArmState { return &f.states[0] }

// MacroAt returns the definition of a name at an offset, nil for none; seen is set if there
// was a #define or #undef of it before.
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

// Macro returns the last definition of a name that holds anywhere in the file, nil for none.
// The parser uses it, which takes a file as a whole.
func (f *File) Macro(name string) *Macro { return f.unit.Macros.between(name, f.begin, f.end) }

// IncludeAt returns the #include whose # is at an offset, nil if there is none that is read.
func (f *File) IncludeAt(offset int) *Include {
	i := sort.Search(len(f.Includes), func(i int) bool { return f.Includes[i].Offset >= offset })
	if i < len(f.Includes) && f.Includes[i].Offset == offset {
		return &f.Includes[i]
	}
	return nil
}

// expandInclude returns the operand of an #include with its delimiters, after macro expansion.
func (p *processor) expandInclude(rest string) string {
	if rest == "" || rest[0] == '"' || rest[0] == '<' {
		return rest
	}
	if p.steps > maxUnitSteps {
		return ""
	}
	x := Expander{Lookup: p.Macros.Now}
	out, ok := x.Expand(Spell(rest))
	p.steps += x.steps
	if !ok {
		return ""
	}
	return strings.TrimSpace(Join(out))
}
