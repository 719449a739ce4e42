package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/suppress"
)

// maxSyntaxProblems bounds what one file reports: source in another language
// holds an error per line.
const maxSyntaxProblems = 20

// syntaxProblems reports what of the unit's files does not parse.
func (u *unitRun) syntaxProblems() {
	for _, file := range u.unit.Files {
		path := u.linter.display(file.Source.Path)
		for i, e := range file.Errors {
			if i == maxSyntaxProblems {
				u.problems = append(u.problems, lint.Problem{Kind: lint.Syntax, Path: path, Line: file.Source.Position(e.Span.Start).Line,
					Message: fmt.Sprintf("cannot parse this and %d more places from here on", len(file.Errors)-i)})
				break
			}
			u.problems = append(u.problems, lint.Problem{Kind: lint.Syntax, Path: path, Line: file.Source.Position(e.Span.Start).Line, Message: syntaxMessage(file, e)})
		}
	}
}

func syntaxMessage(file *ast.File, e ast.SyntaxError) string {
	const longest = 40 // bytes of source quoted
	text := strings.Join(strings.Fields(strings.ToValidUTF8(file.Source.Slice(e.Span), "?")), " ")
	if e.Missing || text == "" {
		return "cannot parse this: something is missing here; the statement is skipped"
	}
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + " ..."
	}
	return fmt.Sprintf("cannot parse %q; the statement it stands in is skipped", text)
}

// check runs the rules over the unit.
func (u *unitRun) check() []lint.Diagnostic {
	u.guard("the search for directives", u.readDirectives)
	var found []lint.Diagnostic
	for _, rule := range u.rules() {
		if rule.Check == nil {
			continue
		}
		u.guard("rule "+rule.Name, func() {
			var here []lint.Diagnostic
			report := func(f lint.Finding) {
				switch d, worth := u.diagnostic(rule, f); {
				case worth:
					here = append(here, d)
				case len(u.directives) > 0:
					u.dropped = append(u.dropped, suppress.Hit{Rule: d.Rule, Path: d.Path, Offset: d.Start.Offset})
				}
			}
			if err := rule.Check(&lint.CheckPass{Pass: u.pass(rule), CheckServices: &checkPass{u, report}}); err != nil {
				u.failed("rule "+rule.Name, err)
			}
			found = append(found, here...)
		})
	}
	if u.linter.opts.Measurements != nil {
		u.guard("the prediction of what was measured", func() {
			if results, err := u.lanes(); err == nil {
				u.predictions = u.predict(results)
			}
		})
	}
	// What reaches the end of the work is bounded by what is reported, not by how
	// many kernels and launches lead to it.
	return merge(found)
}

// pass returns what a rule works with on this unit.
func (u *unitRun) pass(rule *lint.Rule) *lint.Pass {
	return &lint.Pass{Context: u.ctx, Rule: rule, Unit: u.unit, Target: u.target, Build: u.flags.Build, UnitServices: &unitPass{run: u, rule: rule}}
}

// lanes returns what the lanes of each kernel do to constant memory, analysed when it
// is first asked for.
func (u *unitRun) lanes() ([]warp.Result, error) {
	if !u.analyzed {
		u.results, u.analysis = u.analyze(warp.Options{ConstantOnly: true})
		u.analyzed = true
	}
	return u.results, u.analysis
}

// analyze returns the lane values of every kernel. Kernels that were not
// followed to their end are reported.
func (u *unitRun) analyze(opts warp.Options) ([]warp.Result, error) {
	opts.Block = u.settings.Block
	opts.Launches, opts.Instantiates = u.launchesOf, u.instantiates
	opts.UniformOver = u.uniformOver()
	opts.Memory = u.linter.recall.memory(u.path)
	opts.Shared = u.linter.shared
	results := u.linter.analyze(u.ctx, u.unit, opts)
	if err := u.ctx.Err(); err != nil {
		return nil, err
	}
	return results, nil
}

// uniformOver is Pass.UniformOver.
func (u *unitRun) uniformOver() int64 {
	if model, _ := u.model(); model != nil && model.Constant.UniformCycles.Value > model.Constant.AddressCycles.Value {
		return int64(model.Constant.UniformFirst.Value)
	}
	return 0
}

// diagnostic turns a finding into what users see. worth is false where the
// access is best left as it is.
func (u *unitRun) diagnostic(rule *lint.Rule, f lint.Finding) (d lint.Diagnostic, worth bool) {
	d = lint.Diagnostic{
		Rule: rule.Name, Severity: cmp.Or(f.Severity, rule.Severity), Confidence: f.Confidence,
		Place: u.place(f.Node), Message: f.Message, Label: f.Label, Help: f.Help,
		Assumptions: f.Assumptions, Data: lint.DataOf(f.Data), Fixes: f.Fixes, Origin: lint.Origin{Subject: f.Subject},
	}
	if f.Function != nil {
		d.Function = f.Function.Name
	}
	if f.Access != nil {
		d.Origin.Assumed = u.assumption(f.Kernel)
		if k := f.Kernel; k != nil && k.Kernel != nil && !k.Kernel.Kernel() {
			// No known code runs it, so what its threads do is a guess.
			d.Severity, d.Confidence = min(d.Severity, lint.Info), min(d.Confidence, lint.Possible)
		}
		d.Origin.ConstantRead = f.Access.Space == sema.ConstantSpace || f.Access.Space == sema.ParameterSpace
		if d.Impact, worth = u.price(f.Access, f.Kernel); !worth {
			return d, false
		}
		if d.Impact != nil {
			if u.idle(d.Impact, f.Kernel) {
				// A fix that gains nothing is not worth its diff.
				d.Severity, d.Fixes, d.Origin.Subject = min(d.Severity, lint.Info), nil, nil
			}
			d.Help = cmp.Or(f.HelpFor[d.Impact.Best.Placement], d.Help)
		}
	}
	if f.Restrict != "" {
		d.Impact = u.priceRestrict(f.Function, f.Restrict)
	}
	for _, r := range f.Related {
		at := r.Place
		if at == nil {
			place := u.place(r.Node)
			at = &place
		}
		d.Related = append(d.Related, lint.Related{Place: *at, Message: r.Message})
	}
	d.Code, d.Basis = codeOf(f.Node.Origin().Text())+weaker(rule, f.Severity), u.basis(f)
	d.Assumptions = append(slices.Clip(d.Assumptions), u.guesses(&d)...)
	return d, true
}

// kernelKey identifies a kernel across the files that include its definition.
func (u *unitRun) kernelKey(f *sema.Function) string {
	if f == nil || !f.Node.Valid() {
		return ""
	}
	p := u.place(f.Node)
	return fmt.Sprintf("%s:%d", p.Path, p.Start.Offset)
}

// What a result assumes gives way to what is known better: one without a launch
// to those of any launch, one of a launch whose block shape the source does not
// tell to those of launches with a known one. shapeless marks the key of a kernel
// for the second.
const shapeless = "?"

// assumption returns the key, in the set of launched, of what takes the place of
// a result; "" where nothing does.
func (u *unitRun) assumption(kernel *warp.Result) string {
	switch {
	case kernel == nil:
		return ""
	case kernel.Launch == nil:
		return u.kernelKey(kernel.Kernel)
	case kernel.Block.Source == warp.FromLaunchBounds || kernel.Block.Source == warp.Assumed:
		return u.kernelKey(kernel.Kernel) + shapeless
	}
	return ""
}

// launched returns the keys of the kernels that the unit launches.
func (u *unitRun) launched() []string {
	var keys []string
	add := func(kernel *sema.Function, launch *sema.Launch) {
		if key := u.kernelKey(kernel); key != "" {
			keys = append(keys, key)
			if !slices.Contains(launch.Block[:], 0) {
				keys = append(keys, key+shapeless)
			}
		}
	}
	for _, launch := range u.host.Found() {
		for _, kernel := range launch.Kernels {
			add(kernel, launch)
		}
	}
	for kernel, launches := range u.foreign.launches {
		for _, launch := range launches {
			add(kernel, launch)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func (u *unitRun) place(n ast.Node) lint.Place {
	p := lint.PlaceOf(n)
	if p.Path != "" {
		p.Path = u.linter.display(p.Path)
	}
	return p
}
