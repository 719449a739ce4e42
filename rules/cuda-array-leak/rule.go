// Package cudaarrayleak reports CUDA arrays and mipmapped arrays that are not freed
// on every path, freed twice, or used after they were freed.
package cudaarrayleak

import (
	_ "embed"

	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
	"github.com/cudalint/cudalint/rules/internal/leak"
)

//go:embed doc.md
var doc string

// Rule reports cudaMallocArray, cudaMalloc3DArray, cudaMallocMipmappedArray and the driver's.
var Rule = leak.Rule("cuda-array-leak", "a CUDA array is not freed on every path", doc, handle.Array, handle.MipmappedArray)
