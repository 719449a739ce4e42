package texturereference

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/texture"
)

// counts counts the uses of a reference by kind.
type counts struct{ fetches, binds, settings, driver, others int }

func count(uses []use) (c counts) {
	for _, u := range uses {
		switch u.Kind {
		case texture.Fetch:
			c.fetches++
		case texture.Bind:
			c.binds++
		case texture.Set:
			c.settings++
		case texture.Driver:
			c.driver++
		default:
			c.others++
		}
	}
	return c
}

func plural(n int, one, many string) string {
	if n == 1 {
		return fmt.Sprintf("1 %s", one)
	}
	return fmt.Sprintf("%d %s", n, many)
}

// reference reports one declaration with its uses.
func reference(pass *lint.CheckPass, r *texture.Reference, far imported) {
	all, more := uses(pass.Pass, r, far)
	c := count(all)
	c.others += more
	f := lint.Finding{
		Node: r.Node, Function: r.Function, Confidence: lint.Proven, Severity: lint.Error,
		Help: help(r.Surface, r.Form == texture.Handle, fetched(r)), Related: related(r, all, more), Data: data(r, c),
	}
	subject := fmt.Sprintf("%s %s%s", kind(r), r.Name, details(r, c))
	switch {
	case r.Form == texture.Handle:
		f.Severity = lint.Warning
		f.Message = fmt.Sprintf("%s is used by deprecated driver calls: texture and surface references of the driver API are deprecated since CUDA 11.0", subject)
		f.Label = plural(c.driver, "deprecated call", "deprecated calls") + " on this handle"
	case removed(pass.Target):
		f.Message = fmt.Sprintf("%s does not compile with CUDA %s: %s references were removed in CUDA 12.0", subject, pass.Target.CUDA, word(r.Surface))
		f.Label = diagnosis(r)
	default:
		f.Severity = lint.Warning
		f.Message = fmt.Sprintf("%s is deprecated: %s references are deprecated since CUDA 10.1 and were removed in CUDA 12.0", subject, word(r.Surface))
		f.Label = "CUDA 11.8 is the last toolkit that accepts this"
	}
	f.AssumeArms(texture.Conditions(pass.Unit, f.Node))
	f.Subject = subjectOf(r)
	pass.Report(f)
}

// call reports a call that names no visible reference.
func call(pass *lint.CheckPass, u texture.Use) {
	f := lint.Finding{Node: u.Node, Function: u.Function, Confidence: lint.Proven, Severity: lint.Error, Data: Data{Surface: surface(u.Callee), Others: 1}}
	f.Help = help(surface(u.Callee), u.Kind == texture.Driver, "")
	switch {
	case u.Kind == texture.Driver:
		f.Severity = lint.Warning
		f.Message = fmt.Sprintf("%s is deprecated: texture and surface references of the driver API are deprecated since CUDA 11.0", u.Callee)
		f.Label = "the reference that it is for is not visible"
	case removed(pass.Target):
		f.Message = fmt.Sprintf("%s does not compile with CUDA %s: it was removed in CUDA 12.0 with the %s references", u.Callee, pass.Target.CUDA, word(surface(u.Callee)))
		f.Label = fmt.Sprintf("identifier %q is undefined", u.Callee)
	default:
		f.Severity = lint.Warning
		f.Message = fmt.Sprintf("%s is deprecated since CUDA 10.1 and was removed in CUDA 12.0 with the %s references", u.Callee, word(surface(u.Callee)))
		f.Label = "CUDA 11.8 is the last toolkit that has this"
	}
	f.AssumeArms(texture.Conditions(pass.Unit, f.Node))
	pass.Report(f)
}

func surface(callee string) bool { return strings.Contains(callee, "Surf") }

func word(surface bool) string {
	if surface {
		return "surface"
	}
	return "texture"
}

// kind names what is declared.
func kind(r *texture.Reference) string {
	name := word(r.Surface) + " reference"
	switch {
	case r.Form == texture.Handle:
		name = "driver " + name
	case r.Form == texture.Struct:
		name = word(r.Surface) + "Reference"
	}
	switch {
	case r.Role == texture.Parameter && r.Form != texture.Handle:
		return name + " parameter"
	case r.Role == texture.TypeName:
		return name + " type"
	case r.Count != 1:
		return name + " array"
	}
	return name
}

// details spells type, shape and uses: " (float, 2D, 5 fetches, bound at 2 places)".
func details(r *texture.Reference, c counts) string {
	var parts []string
	if r.Texel != nil && !r.Surface {
		parts = append(parts, r.Texel.Name)
	}
	if r.Form == texture.Template && r.Shape() != "" {
		parts = append(parts, r.Shape())
	}
	if r.Mode == texture.NormalizedFloat {
		parts = append(parts, "normalized")
	}
	if c.fetches > 0 {
		parts = append(parts, fetchWord(r.Surface, c.fetches))
	}
	if c.binds > 0 {
		parts = append(parts, "bound at "+plural(c.binds, "place", "places"))
	}
	if c.driver > 0 {
		parts = append(parts, plural(c.driver, "call", "calls"))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

func fetchWord(surface bool, n int) string {
	if surface {
		return plural(n, "access", "accesses")
	}
	return plural(n, "fetch", "fetches")
}

// diagnosis returns what nvcc says about the declaration (measured with nvcc 13.0).
func diagnosis(r *texture.Reference) string {
	name := word(r.Surface)
	if r.Form == texture.Struct {
		return fmt.Sprintf("identifier %q is undefined", name+"Reference")
	}
	if r.Role == texture.Parameter {
		return fmt.Sprintf("identifier %q is undefined", name)
	}
	if r.Typedef != nil {
		return fmt.Sprintf("its type %s: %s is not a template", r.Typedef.Name, name)
	}
	return name + " is not a template"
}

// fetched spells a fetch with a texture object in place of the reference, "" if its type is
// not known.
func fetched(r *texture.Reference) string {
	i := slices.IndexFunc(r.Uses, func(u texture.Use) bool { return u.Kind == texture.Fetch })
	if i < 0 || r.Texel == nil || r.Surface {
		return ""
	}
	texel := r.Texel.Name
	if r.Mode == texture.NormalizedFloat {
		// Integers are returned as floats from 0 to 1 or from -1 to 1.
		texel = "float" + strings.TrimLeft(texel, "abcdefghijklmnopqrstuvwxyz_ ")
	}
	return fmt.Sprintf("%s<%s>(object, ...)", r.Uses[i].Callee, texel)
}

// help returns the next step. fetch is the spelling of a fetch with a texture object, "" if
// it is not known.
func help(surface, driver bool, fetch string) string {
	switch {
	case surface && driver:
		return "use a surface object: create it with cuSurfObjectCreate and pass it to the kernel"
	case surface:
		return "use a surface object: create a cudaSurfaceObject_t with cudaCreateSurfaceObject, pass it to the kernel, " +
			"and access it with surf2Dread<float>(object, x * sizeof(float), y)"
	case driver:
		return "use a texture object: create it with cuTexObjectCreate and pass it to the kernel"
	}
	return "use a texture object: create a cudaTextureObject_t with cudaCreateTextureObject, pass it to the kernel, and fetch with " +
		cmp.Or(fetch, "tex1Dfetch<float>(object, i), tex2D<float>(object, x, y) and the like")
}

// maxRelated bounds the uses that a finding lists.
const maxRelated = 20

// related lists the declaration's type and the uses. A long list is shortened, but keeps
// some uses of each kind; its last entry says how many are left out.
func related(r *texture.Reference, uses []use, more int) []lint.RelatedNode {
	var out []lint.RelatedNode
	if r.Typedef != nil {
		out = append(out, lint.RelatedNode{Node: r.Typedef.Node, Message: "its type is declared here"})
	}
	listed := choose(uses)
	for i, u := range uses {
		if !listed[i] {
			more++
			continue
		}
		out = append(out, lint.RelatedNode{Place: &u.At, Message: u.Does})
	}
	if more > 0 && len(out) > 0 {
		out[len(out)-1].Message += fmt.Sprintf(" (not listed: %s of %s)", plural(more, "further use", "further uses"), r.Name)
	}
	return out
}

// choose picks the uses to list: one of each kind in turns, in their order.
func choose(uses []use) map[int]bool {
	listed := map[int]bool{}
	byKind := map[texture.UseKind][]int{}
	for i, u := range uses {
		byKind[u.Kind] = append(byKind[u.Kind], i)
	}
	for round := 0; len(listed) < min(maxRelated, len(uses)); round++ {
		for kind := texture.Fetch; kind <= texture.Other; kind++ {
			if list := byKind[kind]; round < len(list) && len(listed) < maxRelated {
				listed[list[round]] = true
			}
		}
	}
	return listed
}

// does describes a use.
func does(r *texture.Reference, u texture.Use) string {
	switch u.Kind {
	case texture.Fetch:
		if r.Surface {
			return fmt.Sprintf("%s goes through %s", u.Callee, r.Name)
		}
		return fmt.Sprintf("%s fetches through %s", u.Callee, r.Name)
	case texture.Bind:
		return r.Name + " is bound here"
	case texture.Unbind:
		return r.Name + " is unbound here"
	case texture.Query, texture.Driver:
		return fmt.Sprintf("%s is for %s", u.Callee, r.Name)
	case texture.Set:
		return fmt.Sprintf("%s.%s is set here", r.Name, u.Field)
	case texture.Get:
		return fmt.Sprintf("%s.%s is read here", r.Name, u.Field)
	case texture.Pass:
		return fmt.Sprintf("%s is passed to %s", r.Name, cmp.Or(u.Callee, "a function"))
	}
	return r.Name + " is used here"
}

func data(r *texture.Reference, c counts) Data {
	d := Data{Reference: r.QualifiedName(), Surface: r.Surface, Shape: r.Shape(), Fetches: c.fetches, Binds: c.binds, Settings: c.settings, Others: c.others + c.driver}
	if r.Texel != nil && r.Texel.Kind != sema.Void {
		d.Texel = r.Texel.Name
	}
	switch r.Mode {
	case texture.ElementType:
		d.Mode = "cudaReadModeElementType"
	case texture.NormalizedFloat:
		d.Mode = "cudaReadModeNormalizedFloat"
	}
	return d
}
