package engine

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
)

// Edited implements lint.UnitServices. It builds the unit once more, from the edited texts.
func (p *unitPass) Edited(edits []fixes.Edit, wanted []*sema.Function) ([]warp.Result, error) {
	u := p.run
	unit, err := u.editedUnit(edits)
	if err != nil || unit == nil {
		return nil, err
	}
	before, after := u.unit.Kernels(), unit.Kernels()
	if len(before) != len(after) {
		return nil, nil
	}
	launches := host.New(u.ctx, unit, ir.NewBuilder(unit, false))
	opts := kernels.Options{Block: u.settings.Block, UniformOver: u.prices.UniformOver(), Builder: ir.NewBuilder(unit, true)}
	var results []warp.Result
	for i, kernel := range after {
		if !slices.Contains(wanted, before[i]) {
			continue
		}
		elsewhere := u.elsewhere.launches[before[i]]
		opts.Kernel = kernel
		opts.Launches = func(f *sema.Function) []*sema.Launch {
			if f == kernel {
				return slices.Concat(launches.Of(f), elsewhere)
			}
			return launches.Of(f)
		}
		opts.MayLaunch = func(f *sema.Function) bool { return f == kernel && len(elsewhere) > 0 || launches.MayLaunch(f) }
		results = append(results, u.linter.analyze(u.ctx, unit, opts)...)
	}
	return results, u.ctx.Err()
}

// editedUnit parses the unit with edits applied to its files. It returns nil if they cannot be
// applied, or if the edited text has more syntax errors than the present one.
func (u *unitRun) editedUnit(edits []fixes.Edit) (*sema.Unit, error) {
	texts := map[string][]byte{}
	for _, file := range u.unit.Files {
		path := u.linter.display(file.Source.Path)
		var own []fixes.Edit
		for _, e := range edits {
			if e.Path == path {
				own = append(own, e)
			}
		}
		if own == nil || texts[path] != nil {
			continue
		}
		text, err := fixes.Apply(file.Source.Text, own)
		if err != nil {
			return nil, nil // the edits overlap
		}
		texts[path] = text
	}
	opts := u.options()
	opts.Parse, opts.Looked = cudaparse.ParseWith, nil
	main := u.unit.File.Source
	text, own := texts[u.path]
	if !own {
		text = main.Text
	}
	if len(texts) > 1 || !own {
		read := opts.Read
		opts.Cache = sema.NewCache(0)
		opts.Read = func(path string) ([]byte, error) {
			if text, ok := texts[u.linter.display(path)]; ok {
				return text, nil
			}
			return read(path)
		}
	}
	unit, err := u.linter.newUnit(u.ctx, source.NewFile(main.Path, text), opts)
	if err != nil || syntaxErrorsOf(unit) > syntaxErrorsOf(u.unit) {
		return nil, err
	}
	return unit, nil
}

func syntaxErrorsOf(unit *sema.Unit) (n int) {
	for _, file := range unit.Files {
		n += len(file.Errors)
	}
	return n
}
