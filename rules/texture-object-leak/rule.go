// Package textureobjectleak reports texture objects that are not destroyed on
// every path, destroyed twice, or used after they were destroyed.
package textureobjectleak

import (
	_ "embed"

	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
	"github.com/cudalint/cudalint/rules/internal/leak"
)

//go:embed doc.md
var doc string

// Rule reports cudaCreateTextureObject and cuTexObjectCreate.
var Rule = leak.Rule("texture-object-leak", "a texture object is not destroyed on every path", doc, handle.TextureObject)
