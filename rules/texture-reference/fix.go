package texturereference

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/texture"
	"github.com/cudalint/cudalint/lint/analysis/texture/migrate"
)

// subjectOf identifies a reference for its migration, nil if it cannot be migrated.
func subjectOf(r *texture.Reference) *lint.Subject {
	if r.Form == texture.Handle {
		return nil
	}
	at := r.Node.Origin()
	about := declarationPlace{at.File().Source.Path, at.Span().Start}
	return lint.NewSubject(fmt.Sprintf("%s:%d", about.Path, about.Offset), about)
}

// A declarationPlace locates the declaration of a reference.
type declarationPlace struct {
	Path   string
	Offset int
}

// fix returns the fix of one reference. All references of a file share one migration plan.
func fix(p *lint.FixPass) ([]fixes.Fix, error) {
	about, own := lint.About[declarationPlace](p), p.Own()
	if own == nil {
		return nil, nil
	}
	type key struct{ path string }
	plan := own.Memo(key{about.Path}, func() any {
		return migrate.New(&program{FixPass: p, passes: map[*sema.Unit]*lint.Pass{}}, about.Path)
	}).(*migrate.Plan)
	return plan.For(about.Path, about.Offset), p.Context.Err()
}

// A program implements migrate.Program on a FixPass.
type program struct {
	*lint.FixPass
	passes map[*sema.Unit]*lint.Pass
}

// Own returns the unit of the finding, nil if it cannot be read again.
func (p *program) Own() *sema.Unit {
	pass := p.FixPass.Own()
	if pass == nil {
		return nil
	}
	p.passes[pass.Unit] = pass
	return pass.Unit
}

// Relocatable reports whether the unit is compiled to relocatable device code.
func (p *program) Relocatable() bool { return p.FixPass.Own().Build.RDC }

// Mentioning returns the units that contain one of the names. all is false if some may be
// missing.
func (p *program) Mentioning(names ...string) (units []*sema.Unit, all bool) {
	passes, all := p.FixPass.Mentioning(names...)
	for _, pass := range passes {
		p.passes[pass.Unit] = pass
		units = append(units, pass.Unit)
	}
	return units, all
}

// Host returns the analysis of the host code of a unit.
func (p *program) Host(u *sema.Unit) *host.Analysis { return p.passes[u].Host() }

// Edit returns the edit that replaces a span of a file of a unit.
func (p *program) Edit(u *sema.Unit, file *ast.File, span source.Span, text string) fixes.Edit {
	return p.passes[u].EditSpan(file, span, text)
}
