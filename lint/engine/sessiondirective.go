package engine

import (
	"bytes"
	"context"
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint/suppress"
)

// AddDirective is suppress.Add for an open file (see SetText), and faster.
func (s *Session) AddDirective(ctx context.Context, path, rule string, offset int, kind suppress.Kind) (fixes.Edit, error) {
	path = s.linter.display(path)
	text, open := s.linter.opts.Texts[path]
	file := s.state.file(path)
	if !open || file == nil {
		return fixes.Edit{}, fmt.Errorf("%s is not open", path)
	}
	var tree *ast.File
	if unit := s.unit(path); unit != nil && bytes.Equal(unit.File.Source.Text, text) {
		tree = unit.File
	} else {
		var err error
		if tree, err = file.parseAlone(ctx, source.NewFile(path, text)); err != nil {
			return fixes.Edit{}, err
		}
	}
	return suppress.Add(ctx, tree, file.parseAlone, rule, offset, kind)
}
