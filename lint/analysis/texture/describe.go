package texture

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

// unwrap returns the type of the reference itself, and whether a pointer or a C++ reference
// is around it.
func (r *Reference) unwrap(t *sema.Type) (inner *sema.Type, pointer bool) {
	r.Count = 1
	for range 8 {
		switch {
		case t == nil:
			return nil, pointer
		case t.Kind == sema.Array:
			if t.Len < 0 || r.Count < 0 {
				r.Count = -1
			} else {
				r.Count *= t.Len
			}
			t = t.Elem
		case t.Kind == sema.Reference || t.Kind == sema.Pointer && typeNames[t.Name].form != Handle:
			t, pointer = t.Elem, true
		default:
			return t, pointer
		}
	}
	return nil, pointer
}

// describe parses the template arguments, and reports whether CUDA's template accepts them.
func (r *Reference) describe(t *sema.Type, pointer bool) bool {
	if len(t.Args) > 3 || r.Surface && len(t.Args) > 2 {
		return false
	}
	texel := t.Args[0].Type
	if texel != nil && texel.Known() && texel.Kind != sema.Dependent {
		r.Texel = texel
		if r.Surface != (texel.Kind == sema.Void) || !r.Surface && !isTexel(texel) {
			return false
		}
	} else if t.Args[0].Const.Known() {
		return false
	}
	r.Dim = 1
	if len(t.Args) > 1 {
		if t.Args[1].Type != nil && t.Args[1].Type.Known() && t.Args[1].Type.Kind != sema.Dependent {
			return false
		}
		r.Dim = 0
		if k := t.Args[1].Const; k.Known() {
			if r.Dim = k.Int; shapes[r.Dim] == "" {
				return false
			}
		}
	}
	r.Mode = ElementType // the default argument
	if len(t.Args) > 2 {
		r.Mode = UnknownMode
		if k := t.Args[2].Const; k.Known() && k.Int >= 0 && k.Int <= 1 {
			r.Mode = ReadMode(1 + k.Int)
		}
	}
	text := r.Declaration.Text()
	spelled := strings.Contains(text, "cudaRead") || strings.Contains(text, "cudaTextureType") || strings.Contains(text, "cudaSurfaceType")
	r.sure = spelled
	r.shaped = r.Texel != nil && r.Dim != 0 && len(t.Args) > 1 && (r.Role == Global || r.Role == Member || pointer)
	return true
}

// isTexel reports whether a type can be fetched: a number or a vector of 1, 2 or 4
// of them.
func isTexel(t *sema.Type) bool {
	if t.Record != nil {
		n := len(t.Record.Fields)
		return !t.Record.Node.Valid() && n >= 1 && n <= 4 && n != 3 && t.Record.Fields[0].Type.Arithmetic()
	}
	return t.Kind == sema.Int || t.Kind == sema.Float
}
