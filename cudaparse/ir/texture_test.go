package ir

import "testing"

func TestTextureCallOf(t *testing.T) {
	for _, c := range []struct {
		name string
		want TextureCall
		no   bool
	}{
		{name: "tex1Dfetch", want: TextureCall{Dimensions: 1, Linear: true}},
		{name: "tex1D", want: TextureCall{Dimensions: 1}},
		{name: "tex2D", want: TextureCall{Dimensions: 2}},
		{name: "tex3D", want: TextureCall{Dimensions: 3}},
		{name: "tex2DLod", want: TextureCall{Dimensions: 2, Scaled: true}},
		{name: "tex3DGrad", want: TextureCall{Dimensions: 3, Scaled: true}},
		{name: "tex2Dgather", want: TextureCall{Dimensions: 2, Gather: true}},
		{name: "tex1DLayered", want: TextureCall{Dimensions: 1, Layered: true}},
		{name: "tex2DLayeredLod", want: TextureCall{Dimensions: 2, Layered: true, Scaled: true}},
		{name: "texCubemap", want: TextureCall{}},
		{name: "texCubemapLayered", want: TextureCall{Layered: true}},
		{name: "surf2Dread", want: TextureCall{Dimensions: 2, Surface: true}},
		{name: "surf3Dwrite", want: TextureCall{Dimensions: 3, Surface: true, Store: true}},
		{name: "surf2DLayeredwrite", want: TextureCall{Dimensions: 2, Layered: true, Surface: true, Store: true}},
		{name: "surfCubemapread", want: TextureCall{Surface: true}},
		{name: "tex2DBicubic", no: true},
		{name: "tex4D", no: true},
		{name: "tex2Dfetch", no: true},
		{name: "tex3DLayered", no: true},
		{name: "surf2D", no: true},
		{name: "texture", no: true},
		{name: "text", no: true},
		{name: "tex", no: true},
		{name: "surface", no: true},
		{name: "", no: true},
	} {
		got, ok := TextureCallOf(c.name)
		if ok == c.no || ok && got != c.want {
			t.Errorf("%s: %+v, %v", c.name, got, ok)
		}
	}
}
