package ptxas

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint/kernelname"
)

// A Usage is what a log says of one kernel of the source: of one function, or of several instances of
// a template where the source does not tell which of them is meant.
type Usage struct {
	// Log is the path of the log.
	Log string
	// Symbols are the functions.
	Symbols []string
	// Ambiguous is set where the functions are not instances of one template, or one function has
	// different figures. Then there are no figures.
	Ambiguous bool
	// Registers, Shared and Spills are the least and the most of the functions: the registers of a
	// thread, the bytes of shared memory that a block declares, and the bytes of a thread that are
	// spilled.
	Registers, Shared, Spills Range
}

// String returns the figures in words: "40 registers, 1024 bytes of shared memory from build.log".
func (u *Usage) String() string {
	text := u.Registers.String() + " registers"
	if u.Shared.Most > 0 {
		text += ", " + u.Shared.String() + " bytes of shared memory"
	}
	if u.Spills.Most > 0 {
		text += ", " + u.Spills.String() + " bytes spilled"
	}
	if n := len(u.Symbols); n > 1 {
		text += fmt.Sprintf(" (%d instances)", n)
	}
	return text + " from " + u.Log
}

// A Range is from Least to Most.
type Range struct{ Least, Most int }

// String returns "40" or "40 to 64".
func (r Range) String() string {
	if r.Least == r.Most {
		return fmt.Sprint(r.Least)
	}
	return fmt.Sprintf("%d to %d", r.Least, r.Most)
}

func (r *Range) add(n int, first bool) {
	if first {
		r.Least, r.Most = n, n
	}
	r.Least, r.Most = min(r.Least, n), max(r.Most, n)
}

// systemShared is the shared memory of a block that cuobjdump counts and ptxas does not, from sm_90
// on: the kilobyte that the system takes of blocks with shared memory.
const systemShared = 1024

// Find returns what the log says of a kernel on an architecture ("sm_90"): of the functions whose names
// fit that of the kernel best. It returns nil for nothing.
func (l *Log) Find(source kernelname.Name, arch string) *Usage {
	best, most := []*Function{}, 0
	for _, i := range l.byBase[source.Base] {
		f := &l.Functions[i]
		if !sameArch(f.Arch, arch) || f.Name.Excludes(source) {
			continue
		}
		switch fit := f.Name.Fit(source); {
		case fit < 0 || fit < most:
		case fit > most:
			most, best = fit, []*Function{f}
		default:
			best = append(best, f)
		}
	}
	if len(best) == 0 {
		return nil
	}
	u := &Usage{Log: l.Path}
	for i, f := range best {
		u.Symbols = append(u.Symbols, f.Symbol)
		u.Ambiguous = u.Ambiguous || i > 0 && !instances(f, best[0])
	}
	slices.Sort(u.Symbols)
	if distinct := slices.Compact(slices.Clone(u.Symbols)); u.Ambiguous || len(distinct) < len(best) {
		u.Symbols, u.Ambiguous = distinct, true
		return u
	}
	for i, f := range best {
		shared := f.Shared
		if n := number([]byte(archNumber(arch))); f.Reserved && n >= 90 {
			shared = max(0, shared-systemShared)
		}
		u.Registers.add(f.Registers, i == 0)
		u.Shared.add(shared, i == 0)
		u.Spills.add(max(f.SpillStores, f.SpillLoads), i == 0)
	}
	return u
}

// instances reports whether two functions are different instances of one template, as far as their
// names say.
func instances(a, b *Function) bool {
	return len(a.Name.Args) > 0 && slices.Equal(a.Name.Qualifiers, b.Name.Qualifiers) && !slices.Equal(a.Name.Args, b.Name.Args)
}

// sameArch reports whether code for one architecture is what runs on another: sm_90a and sm_90 are the
// same GPU. "" is any.
func sameArch(a, b string) bool { return a == "" || archNumber(a) == archNumber(b) }

// archNumber returns "90" for "sm_90a".
func archNumber(arch string) string {
	return strings.TrimRight(strings.TrimPrefix(arch, "sm_"), "abcdefghijklmnopqrstuvwxyz")
}

// A Match says that functions of a log fit a kernel of the source.
type Match struct {
	Log, Kernel string // Kernel is the place of the definition
	Symbols     []string
	Ambiguous   bool
}

// A Coverage says how much of a log is about the kernels of a run.
type Coverage struct {
	Log, Arch string
	// Architectures are those of the log if Arch is none of them.
	Architectures []string
	// Functions are those for Arch, Found those that fit a kernel, Ambiguous those of them that are not
	// used because others fit it as well.
	Functions, Found, Ambiguous int
	// Several is how many of them fit several kernels of the source.
	Several int
	// Tangled is that of Log.
	Tangled int
}

// Cover returns how much of a log the matches of a run use on an architecture.
func (l *Log) Cover(matches []Match, arch string) Coverage {
	c := Coverage{Log: l.Path, Arch: arch, Tangled: l.Tangled}
	kernels, ambiguous := map[string]string{}, map[string]bool{}
	several := map[string]bool{}
	for _, m := range matches {
		if m.Log != l.Path {
			continue
		}
		for _, s := range m.Symbols {
			if other, known := kernels[s]; known && other != m.Kernel {
				several[s] = true
			}
			kernels[s], ambiguous[s] = m.Kernel, ambiguous[s] || m.Ambiguous
		}
	}
	counted := map[string]bool{}
	for i := range l.Functions {
		f := &l.Functions[i]
		if !sameArch(f.Arch, arch) || counted[f.Symbol] {
			continue
		}
		counted[f.Symbol] = true
		c.Functions++
		if _, found := kernels[f.Symbol]; found {
			c.Found++
		}
	}
	for s := range kernels {
		if ambiguous[s] {
			c.Ambiguous++
		}
	}
	c.Several = len(several)
	if c.Functions == 0 {
		c.Architectures = l.Architectures()
	}
	return c
}
