package ir

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A TextureCall says what a function of CUDA does that reads or writes through a texture or a
// surface (CUDA C++ Programming Guide, "Texture Functions" and "Surface Functions").
type TextureCall struct {
	// Dimensions is how many coordinates tell a texel, 1 to 3; 0 where they do not: those of a
	// cube map are a direction. Layered is set where one more argument is a layer.
	Dimensions int
	Layered    bool
	// Linear is set for tex1Dfetch, whose coordinate is an index.
	Linear bool
	// Scaled is set where the level of detail has a part in which texels are read.
	Scaled bool
	// Gather is set where four texels around a place are read.
	Gather bool
	// Surface is set for surfaces, whose first coordinate is in bytes; Store if they are
	// written: what is written is the first argument.
	Surface, Store bool
}

// TextureCallOf tells what a function of a name does; ok is false for any other.
func TextureCallOf(name string) (c TextureCall, ok bool) {
	rest, texture := strings.CutPrefix(name, "tex")
	if !texture {
		if rest, ok = strings.CutPrefix(name, "surf"); !ok {
			return c, false
		}
		c.Surface = true
	}
	switch {
	case strings.HasPrefix(rest, "Cubemap"):
		rest = rest[len("Cubemap"):]
	case len(rest) > 1 && rest[0] >= '1' && rest[0] <= '3' && rest[1] == 'D':
		c.Dimensions, rest = int(rest[0]-'0'), rest[2:]
	default:
		return c, false
	}
	if after, layered := strings.CutPrefix(rest, "Layered"); layered && c.Dimensions < 3 {
		rest, c.Layered = after, true
	}
	switch {
	case c.Surface:
		c.Store = rest == "write"
		return c, c.Store || rest == "read"
	case rest == "fetch" && c.Dimensions == 1 && !c.Layered:
		c.Linear = true
	case rest == "gather" && c.Dimensions == 2 && !c.Layered:
		c.Gather = true
	case rest == "Lod", rest == "Grad":
		c.Scaled = true
	case rest != "":
		return c, false
	}
	return c, true
}

// handle lowers the argument of a function of textures that is a reference, of which there is
// nothing to read: its address is passed.
func handle(v operand) (ID, bool) {
	if t := Strip(v.typ); v.lvalue && t != nil && t.Kind == sema.Builtin && (t.Name == "texture" || t.Name == "surface") {
		return v.id, true
	}
	return 0, false
}

// texelType returns the type that such a function gives: that of its template argument, or of
// the texels of a reference; nil where it gives nothing, or that is not known.
func texelType(c TextureCall, x *Extra, args []operand) *sema.Type {
	switch {
	case c.Store || len(args) == 0:
		return nil
	case len(x.Templates) > 0 && x.Templates[0].Type != nil:
		return x.Templates[0].Type
	}
	t := Strip(args[0].typ)
	if t == nil || t.Kind != sema.Builtin || t.Name != "texture" || len(t.Args) == 0 {
		return nil
	}
	return t.Args[0].Type
}
