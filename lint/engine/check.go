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
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
	"github.com/cudalint/cudalint/lint/assumption"
	"github.com/cudalint/cudalint/lint/fingerprint"
	"github.com/cudalint/cudalint/lint/price"
	"github.com/cudalint/cudalint/lint/suppress"
	"github.com/cudalint/cudalint/lint/verification"
)

// maxSyntaxProblems bounds the syntax problems of one file: source in another language has one in
// each line.
const maxSyntaxProblems = 20

// syntaxProblems reports the parts of the unit's files that do not parse.
func (u *unitRun) syntaxProblems() {
	for _, file := range u.unit.Files {
		path := u.linter.display(file.Source.Path)
		for i, e := range file.Errors {
			if i == maxSyntaxProblems {
				u.problems = append(u.problems, lint.Problem{Kind: lint.Syntax, Path: path, Line: file.Source.Position(e.Span.Start).Line,
					Message: fmt.Sprintf("cannot parse this and %d more places after it", len(file.Errors)-i)})
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
					if u.reported != nil {
						u.reported(&d, &f)
					}
				case len(u.directives) > 0:
					u.unprofitable = append(u.unprofitable, suppress.Hit{Rule: d.Rule, Path: d.Path, Offset: d.Start.Offset})
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
				u.predictions = verification.Predict(u.unit, results, u.place)
			}
		})
	}
	// The findings that are kept are bounded by the places, not by the kernels and launches
	// that reach them.
	return fingerprint.DeduplicateUnit(found)
}

// pass returns what a rule works with on this unit.
func (u *unitRun) pass(rule *lint.Rule) *lint.Pass {
	return &lint.Pass{Context: u.ctx, Rule: rule, Unit: u.unit, Target: u.target, Build: u.flags.Build, UnitServices: &unitPass{run: u, rule: rule}}
}

// lanes returns the lane values of the accesses to constant memory of each kernel, and those of all
// others if a rule needs them. They are computed at the first call.
func (u *unitRun) lanes() ([]warp.Result, error) {
	if !u.analyzed {
		u.results, u.analysis = u.analyze(kernels.Options{ConstantOnly: !u.allMemory()})
		u.analyzed = true
	}
	return u.results, u.analysis
}

// allMemory reports whether a rule of the run looks at other memory than constant memory.
func (u *unitRun) allMemory() bool {
	return slices.ContainsFunc(u.rules(), func(r *lint.Rule) bool { return r.AllMemory })
}

// constantLanes is lanes for the kernels that may read constant memory. A fix opens many units and
// asks each of them for no more.
func (u *unitRun) constantLanes() ([]warp.Result, error) {
	if u.analyzed || !u.allMemory() {
		return u.lanes()
	}
	if !u.constantsAnalyzed {
		u.constantResults, u.constantAnalysis = u.analyze(kernels.Options{Constants: true})
		u.constantsAnalyzed = true
	}
	return u.constantResults, u.constantAnalysis
}

// analyze returns the lane values of kernels. It fails where the time is over.
func (u *unitRun) analyze(opts kernels.Options) ([]warp.Result, error) {
	opts.Block = u.settings.Block
	opts.Launches, opts.MayLaunch = u.launchesOf, u.mayLaunch
	opts.UniformOver = u.prices.UniformOver()
	opts.File = u.linter.session.cacheOf(u.path)
	opts.Headers = u.linter.shared
	results := u.linter.analyze(u.ctx, u.unit, opts)
	if err := u.ctx.Err(); err != nil {
		return nil, err
	}
	return results, nil
}

// constantUses returns what the kernels that the rules asked for do with constant memory.
func (u *unitRun) constantUses() price.ConstantUses {
	if !u.analyzed || u.analysis != nil {
		return price.ConstantUses{}
	}
	return u.prices.ConstantUses(u.unit.File, u.results)
}

// priceRestrict returns what const __restrict__ on a parameter of a kernel is worth, nil where
// that cannot be told. It analyzes the kernel once more for each parameter.
func (u *unitRun) priceRestrict(kernel *sema.Function, parameter string) *lint.Impact {
	if kernel == nil || !u.prices.Known() {
		return nil
	}
	return u.prices.Restrict(parameter, u.allAccesses(kernel), func() ([]warp.Result, error) {
		return u.analyze(kernels.Options{Kernel: kernel, Restrict: parameter, Brief: true})
	})
}

// allAccesses returns the lane values of all accesses of one kernel under each of its launches, as
// far as a brief analysis gives them; nil where there is no time left. The kernel is analyzed once.
func (u *unitRun) allAccesses(kernel *sema.Function) []warp.Result {
	if results, ok := u.kernels[kernel]; ok {
		return results
	}
	results, err := u.analyze(kernels.Options{Kernel: kernel, Brief: true})
	if err != nil {
		return nil
	}
	if u.kernels == nil {
		u.kernels = map[*sema.Function][]warp.Result{}
	}
	u.kernels[kernel] = results
	return results
}

// diagnostic turns a finding into a diagnostic. worth is false where the data of the access is best
// left where it is.
func (u *unitRun) diagnostic(rule *lint.Rule, f lint.Finding) (d lint.Diagnostic, worth bool) {
	d = lint.Diagnostic{
		Rule: rule.Name, Severity: cmp.Or(f.Severity, rule.Severity), Confidence: f.Confidence,
		Place: u.place(f.Node), Message: f.Message, Label: f.Label, Help: f.Help,
		Assumptions: f.Assumptions, Data: lint.DataOf(f.Data), Fixes: f.Fixes, Origin: lint.Origin{Subject: f.Subject},
	}
	d.Origin.Included = d.Path != u.path
	if f.Function != nil {
		d.Function = f.Function.Name
	}
	if d.Block = f.Block; d.Block == "" && f.Access != nil && f.Access.Object != "" && f.Kernel != nil && f.Kernel.Kernel != nil {
		d.Block = f.Kernel.Kernel.Name + "\x00" + f.Access.Object
	}
	if f.Access != nil && !u.priceAccess(&d, &f) {
		return d, false
	}
	if f.Restrict != "" {
		d.Impact = u.priceRestrict(f.Function, f.Restrict)
	}
	if len(f.Replace) > 0 {
		if worth = u.priceReplacement(&d, &f); !worth {
			return d, false
		}
	}
	for _, r := range f.Related {
		at := r.Place
		if at == nil {
			place := u.place(r.Node)
			at = &place
		}
		d.Related = append(d.Related, lint.Related{Place: *at, Message: r.Message})
	}
	d.Code, d.Slice = fingerprint.Code(rule, f.Severity, f.Node.Origin().Text()), u.sliceOf(f)
	if d.Impact != nil {
		d.Assumptions = append(slices.Clip(d.Assumptions), u.compiledText(&f)...)
	}
	d.Assumptions = append(slices.Clip(d.Assumptions), assumption.Files(&d, u.guessed())...)
	return d, true
}

// priceReplacement prices a finding that proposes other instructions. worth is false where they save
// less than 1 % of the kernel's time; below 5 % the finding is information.
func (u *unitRun) priceReplacement(d *lint.Diagnostic, f *lint.Finding) (worth bool) {
	d.Impact = u.prices.Replace(f.Replace, f.ReplaceBy)
	i := d.Impact
	if i == nil && u.prices.Known() {
		d.Severity = min(d.Severity, lint.Info) // the kernel is too long to tell
	}
	if i == nil {
		return true
	}
	const some, little = 1, 5 // percent
	saving := max(i.SavingPercent, i.TogetherPercent)
	if saving < little {
		d.Severity = min(d.Severity, lint.Info)
	}
	return saving >= some
}

// priceAccess adds the price of a finding about an access. worth is false where the data of the
// access is best left as it is.
func (u *unitRun) priceAccess(d *lint.Diagnostic, f *lint.Finding) (worth bool) {
	d.Origin.Assumed = u.assumed(f.Kernel)
	if k := f.Kernel; k != nil && k.Kernel != nil && !k.Kernel.Kernel() {
		// No known kernel calls it, so what its threads do is a guess.
		d.Severity, d.Confidence = min(d.Severity, lint.Info), min(d.Confidence, lint.Possible)
	}
	if f.Remedy != "" {
		d.Origin.Traffic, _ = verification.TrafficLine(d.Place, f.Access)
		if d.Impact, worth = u.prices.Remedy(f.Kernel, f.Remedy, f.Remedied); d.Impact != nil && d.Impact.Level == lint.Low {
			d.Severity = min(d.Severity, lint.Info)
		}
		return worth
	}
	d.Origin.ConstantRead = f.Access.Space == sema.ConstantSpace || f.Access.Space == sema.ParameterSpace
	if d.Impact, worth = u.prices.Impact(f.Kernel, f.Access); d.Impact == nil || !worth {
		return worth
	}
	if u.prices.Negligible(f.Kernel, d.Impact) {
		// A fix that saves nothing is not worth its diff.
		d.Severity, d.Fixes, d.Origin.Subject = min(d.Severity, lint.Info), nil, nil
	}
	d.Help = cmp.Or(f.HelpFor[d.Impact.Best.Placement], d.Help)
	return true
}

// assumed returns the key of what the result of an analysis assumes, see assumption.Key.
func (u *unitRun) assumed(kernel *warp.Result) string { return assumption.Key(kernel, u.place) }

// launched returns the keys of the assumptions that the unit's launches replace.
func (u *unitRun) launched() []string {
	var keys []string
	add := func(kernel *sema.Function, launch *sema.Launch) {
		keys = append(keys, assumption.Replaced(kernel, launch, u.place)...)
	}
	for _, launch := range u.host.Found() {
		for _, kernel := range launch.Kernels {
			add(kernel, launch)
		}
	}
	for kernel, launches := range u.elsewhere.launches {
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
