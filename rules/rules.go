// Package rules is the one list of the rules of cudalint.
package rules

//go:generate go run ../internal/newrule -root ..
//go:generate go test ../lint/config -run TestSchemaFile -update
//go:generate env UPDATE_SCRIPTS=1 go test ../cmd/cudalint -run TestReadmeListsTheRules|TestCommandLine/config_command

import (
	"github.com/cudalint/cudalint/lint"
	constantcachethrash "github.com/cudalint/cudalint/rules/constant-cache-thrash"
	constantcandidate "github.com/cudalint/cudalint/rules/constant-candidate"
	constantdevicewrite "github.com/cudalint/cudalint/rules/constant-device-write"
	constantdivergentindex "github.com/cudalint/cudalint/rules/constant-divergent-index"
	constantoverflow "github.com/cudalint/cudalint/rules/constant-overflow"
	constantsymbolcopy "github.com/cudalint/cudalint/rules/constant-symbol-copy"
	constantuniformloop "github.com/cudalint/cudalint/rules/constant-uniform-loop"
	cudaarrayleak "github.com/cudalint/cudalint/rules/cuda-array-leak"
	floattodouble "github.com/cudalint/cudalint/rules/float-to-double"
	globaluncoalesced "github.com/cudalint/cudalint/rules/global-uncoalesced"
	ldgofwritten "github.com/cudalint/cudalint/rules/ldg-of-written"
	localarraydynamicindex "github.com/cudalint/cudalint/rules/local-array-dynamic-index"
	missingrestrict "github.com/cudalint/cudalint/rules/missing-restrict"
	restrictalias "github.com/cudalint/cudalint/rules/restrict-alias"
	sharedbankconflict "github.com/cudalint/cudalint/rules/shared-bank-conflict"
	surfacebyteoffset "github.com/cudalint/cudalint/rules/surface-byte-offset"
	surfaceobjectleak "github.com/cudalint/cudalint/rules/surface-object-leak"
	textureobjectleak "github.com/cudalint/cudalint/rules/texture-object-leak"
	texturereference "github.com/cudalint/cudalint/rules/texture-reference"
	texturestaleread "github.com/cudalint/cudalint/rules/texture-stale-read"
	texturetexelcentre "github.com/cudalint/cudalint/rules/texture-texel-centre"
	textureunneeded "github.com/cudalint/cudalint/rules/texture-unneeded"
	unusedsuppression "github.com/cudalint/cudalint/rules/unused-suppression"
)

// All returns every rule, by name.
func All() []*lint.Rule {
	return []*lint.Rule{
		constantcachethrash.Rule,
		constantcandidate.Rule,
		constantdevicewrite.Rule,
		constantdivergentindex.Rule,
		constantoverflow.Rule,
		constantsymbolcopy.Rule,
		constantuniformloop.Rule,
		cudaarrayleak.Rule,
		floattodouble.Rule,
		globaluncoalesced.Rule,
		ldgofwritten.Rule,
		localarraydynamicindex.Rule,
		missingrestrict.Rule,
		restrictalias.Rule,
		sharedbankconflict.Rule,
		surfacebyteoffset.Rule,
		surfaceobjectleak.Rule,
		textureobjectleak.Rule,
		texturereference.Rule,
		texturestaleread.Rule,
		texturetexelcentre.Rule,
		textureunneeded.Rule,
		unusedsuppression.Rule,
	}
}
