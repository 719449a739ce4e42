// Package surfaceobjectleak reports surface objects that are not destroyed on
// every path, destroyed twice, or used after they were destroyed.
package surfaceobjectleak

import (
	_ "embed"

	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
	"github.com/cudalint/cudalint/rules/internal/leak"
)

//go:embed doc.md
var doc string

// Rule reports cudaCreateSurfaceObject and cuSurfObjectCreate.
var Rule = leak.Rule("surface-object-leak", "a surface object is not destroyed on every path", doc, handle.SurfaceObject)
