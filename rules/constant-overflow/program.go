package constantoverflow

import (
	"cmp"
	"fmt"
	"path"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/rules/internal/placement"
)

// maxVariables bounds the variables of one unit that are exported by name.
const maxVariables = 300

// units is the constant memory of each unit.
var units = lint.NewFact[unitKey, unit]()

// A unitKey is the only key of units.
type unitKey struct{}

// A file is a unit as the program sees it.
type file = lint.UnitFact[unit]

// A unit is what the linker sees of the constant memory of one translation unit that is
// compiled to relocatable device code.
type unit struct {
	Bytes, Align int64 // of its section
	Vars         []variable
	Rest         int64 // bytes of the variables beyond maxVariables
	Unknown      []string
	Main         bool // has main()
}

// A variable is what the linker knows about a __constant__ variable.
type variable struct {
	Name           string
	Bytes          int64
	Place          lint.Place
	Internal, Weak bool
	Certain        bool
	Slice          []lint.Lines // see lint.Diagnostic
	// Key identifies the variable for a fix. It is set if the variable is Movable.
	Key     placement.Key
	Movable bool
}

// collect exports the constant memory of relocatable device code.
func collect(pass *lint.CollectPass) error {
	if !pass.Build.RDC {
		return nil
	}
	objects := pass.Unit.ConstantObjects(pass.Host().Of)
	m := moduleOf(objects, true)
	u := unit{Bytes: m.bytes, Align: 1, Unknown: m.unknown, Main: slices.ContainsFunc(pass.Unit.FunctionsNamed("main"), func(f *sema.Function) bool {
		return f.Namespace == "" && f.Record == nil && f.Body.Valid()
	})}
	for _, o := range m.objects {
		u.Align = max(u.Align, o.Align)
		if len(u.Vars) == maxVariables {
			u.Rest += o.Size
			continue
		}
		key, movable := placement.KeyOf(pass.Pass, o.Variable)
		u.Vars = append(u.Vars, variable{o.Name, o.Size, pass.Place(o.Node), o.Internal, o.Weak, o.Certain, pass.Slice(o.Node), key, movable})
	}
	units.Export(pass, unitKey{}, u)
	return nil
}

// program reports the link units whose constant memory overflows.
func program(p *lint.ProgramPass) error {
	groups := map[string][]file{}
	var names []string
	add := func(name string, t file) {
		if groups[name] == nil {
			names = append(names, name)
		}
		groups[name] = append(groups[name], t)
	}
	var loose []file
	for _, t := range units.All(p, unitKey{}) {
		if t.Build.LinkUnit == "" {
			loose = append(loose, t)
			continue
		}
		add(t.Build.LinkUnit, t)
	}
	// Units whose link unit is not known are assumed to be linked together if that is
	// possible: all of them, or else those of one folder.
	if linkable(loose) {
		for _, t := range loose {
			add("", t)
		}
	} else {
		for _, t := range loose {
			add("folder "+path.Dir(t.Path), t)
		}
	}
	for _, name := range names {
		if group := groups[name]; len(group) > 1 && linkable(group) {
			linked(p, group)
		}
	}
	return nil
}

// linkable reports whether units can be linked into one program: main and each variable
// with external linkage is defined only once.
func linkable(group []file) bool {
	defined, main := map[string]bool{}, false
	for _, t := range group {
		u := t.Value
		if u.Main && main {
			return false
		}
		main = main || u.Main
		for _, v := range u.Vars {
			if v.Internal || v.Weak {
				continue
			}
			if defined[v.Name] {
				return false
			}
			defined[v.Name] = true
		}
	}
	return true
}

// padding is the alignment, in bytes, assumed for variables that nvlink places one by
// one. It is more than was measured.
const padding = 16

// linked reports a link unit whose constant memory exceeds the limit, may exceed it, or
// nearly does.
//
// nvlink (CUDA 13.0 and 13.5, measured) first concatenates the sections of all objects.
// If that exceeds 65,536 bytes, it places each variable by itself, merges those that
// are defined in several units, and refuses the sum, with some padding, if that is
// still too large.
func linked(p *lint.ProgramPass, group []file) {
	sections := int64(0)
	for _, t := range group {
		u := t.Value
		if u.Bytes > limit {
			return // ptxas refuses this unit alone: check has reported it
		}
		sections = (sections+u.Align-1)/u.Align*u.Align + u.Bytes
	}
	sum := sumOf(group, nil)
	vars, least, most, sure := sum.vars, sum.least, sum.most, sum.sure
	if len(vars) == 0 {
		return
	}
	t := &text{bytes: least, unknown: sum.unknown, files: len(group), tool: "nvlink", over: true}
	d := lint.Diagnostic{Confidence: lint.Proven, Severity: lint.Error}
	switch {
	case least > limit:
	case sections > limit && most > limit:
		d.Severity, d.Confidence = lint.Warning, lint.Likely
		d.Assumptions = append(d.Assumptions, "nvlink adds padding between variables")
		t.bytes, t.may = min(sections, most), true
	case near(nearPercent.Of(p), least):
		d.Severity, t.over = lint.Info, false
	default:
		return
	}
	if group[0].Build.LinkUnit == "" {
		d.Confidence = lint.Likely
		d.Assumptions = append(d.Assumptions, "these files are linked into one program (no build file says which are)")
	}
	if d.Severity == lint.Error && sure <= limit || d.Severity == lint.Info && sure != least {
		d.Confidence = lint.Likely
		d.Assumptions = append(d.Assumptions, assumption)
	}
	vars = mergeCopies(vars)
	for _, v := range vars {
		t.sizes = append(t.sizes, Size{v.Name, v.Bytes})
	}
	for _, v := range vars {
		for _, l := range v.Slice {
			if !slices.Contains(d.Slice, l) {
				d.Slice = append(d.Slice, l)
			}
		}
	}
	for i, v := range vars[1:] {
		if len(d.Related) < maxRelated && v.Bytes > 0 {
			d.Related = append(d.Related, lint.Related{Place: v.Place, Message: t.related(i + 1)})
		}
	}
	d.Place, d.Message, d.Label, d.Help, d.Data = vars[0].Place, t.message(), t.label(), t.help(), lint.DataOf(t.data())
	if !t.over {
		p.Report(d)
		return
	}
	p.ReportSubject(d, linkSubject(group, nearPercent.Of(p)))
}

// A sum is the constant memory of a link unit.
type sum struct {
	least   int64      // bytes without padding
	most    int64      // bytes with padding
	sure    int64      // bytes that no undefined macro can take away
	vars    []variable // the linker merges weak ones of one name: they are listed once
	unknown []string   // variables of unknown size
}

// sumOf adds up the variables of a link unit, except those that move.
func sumOf(group []file, moved map[placement.Key]bool) (s sum) {
	weak := map[string]bool{}
	for _, t := range group {
		u := t.Value
		s.least, s.most, s.sure = s.least+u.Rest, s.most+u.Rest, s.sure+u.Rest
		s.unknown = append(s.unknown, u.Unknown...)
		for _, v := range u.Vars {
			if v.Weak && weak[v.Name] || v.Movable && moved[v.Key] {
				continue
			}
			weak[v.Name] = weak[v.Name] || v.Weak
			s.least += v.Bytes
			s.most += (v.Bytes + padding - 1) / padding * padding
			if v.Certain {
				s.sure += v.Bytes
			}
			s.vars = append(s.vars, v)
		}
	}
	return s
}

// mergeCopies merges the copies that several units have of one declaration, and sorts
// by size, the largest first.
func mergeCopies(vars []variable) []variable {
	var out []variable
	copies := map[lint.Place]int{}
	at := map[lint.Place]int{}
	for _, v := range vars {
		i, seen := at[v.Place]
		if !seen || out[i].Name != v.Name {
			at[v.Place] = len(out)
			out = append(out, v)
			continue
		}
		copies[v.Place]++
		out[i].Bytes += v.Bytes
	}
	for i, v := range out {
		if n := copies[v.Place]; n > 0 && at[v.Place] == i {
			out[i].Name = fmt.Sprintf("%s (%d copies)", v.Name, n+1)
		}
	}
	slices.SortStableFunc(out, func(a, b variable) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return out
}
