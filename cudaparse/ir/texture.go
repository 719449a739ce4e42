package ir

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A TextureCall describes a CUDA function that reads or writes through a texture or a
// surface (CUDA C++ Programming Guide, "Texture Functions" and "Surface Functions").
type TextureCall struct {
	// Dimensions is the number of coordinates of a texel, 1 to 3; 0 for a cube map, whose
	// coordinates are a direction. Layered is set where one more argument is the layer.
	Dimensions int
	Layered    bool
	// Linear is set for tex1Dfetch, whose coordinate is the index of a texel in linear
	// memory.
	Linear bool
	// Scaled is set where the level of detail (Lod, Grad) affects which texels are read.
	Scaled bool
	// Gather is set for tex2Dgather, which reads the four texels around a point.
	Gather bool
	// Surface is set for surface functions, whose first coordinate is in bytes. Store is
	// set for a write, whose first argument is the value.
	Surface, Store bool
}

// TextureCallOf returns the description of the function with a name; ok is false for one
// that accesses no texture or surface.
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

// handle returns the address of an argument that is a texture reference or a surface
// reference. Those are passed by address, since they have no value to read.
func handle(v operand) (ID, bool) {
	if t := Strip(v.typ); v.lvalue && t != nil && t.Kind == sema.Builtin && (t.Name == "texture" || t.Name == "surface") {
		return v.id, true
	}
	return 0, false
}

// texelType returns the result type of a texture function: its template argument, or the
// texel type of its texture reference. It is nil where there is no result or its type is
// unknown.
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
