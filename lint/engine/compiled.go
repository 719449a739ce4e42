package engine

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/kernelname"
	"github.com/cudalint/cudalint/lint/ptxas"
)

// A compiledKey is a kernel under a launch, which may be nil.
type compiledKey struct {
	kernel *sema.Function
	launch *sema.Launch
}

// compiled returns what the logs of the compiler say of a kernel, nil for nothing.
func (u *unitRun) compiled(r *warp.Result) *ptxas.Usage {
	if r == nil || r.Kernel == nil || !r.Kernel.Kernel() || len(u.settings.Compiled) == 0 {
		return nil
	}
	key := compiledKey{r.Kernel, r.Launch}
	usage, known := u.usages[key]
	if !known {
		if usage = u.inLogs(key); usage != nil && usage.Ambiguous {
			usage = nil
		}
		if u.usages == nil {
			u.usages = map[compiledKey]*ptxas.Usage{}
		}
		u.usages[key] = usage
	}
	return usage
}

// inLogs returns what the first log says that knows a kernel.
func (u *unitRun) inLogs(key compiledKey) *ptxas.Usage {
	name := kernelname.Of(key.kernel, key.launch)
	for _, log := range u.settings.Compiled {
		if usage := log.Find(name, u.target.GPU); usage != nil {
			return usage
		}
	}
	return nil
}

// inLogsOfAll returns what of the logs is about the kernels of the unit.
func (u *unitRun) inLogsOfAll() (out []ptxas.Match) {
	if len(u.settings.Compiled) == 0 {
		return nil
	}
	for _, kernel := range u.unit.Kernels() {
		if usage := u.inLogs(compiledKey{kernel, nil}); usage != nil {
			at := u.place(kernel.Node)
			out = append(out, ptxas.Match{Log: usage.Log, Kernel: fmt.Sprintf("%s:%d", at.Path, at.Start.Offset), Symbols: usage.Symbols, Ambiguous: usage.Ambiguous})
		}
	}
	return out
}

// coverage returns how much of each log is about the kernels of the inputs.
func (b *batch[T]) coverage(l *Linter) (out []ptxas.Coverage) {
	seen := map[*ptxas.Log]bool{}
	for _, in := range b.program.files[:b.program.inputs] {
		for _, log := range l.settings(l.display(in.Path)).Compiled {
			if !seen[log] {
				seen[log] = true
				out = append(out, log.Cover(b.compiled, b.target(l).GPU))
			}
		}
	}
	return out
}

// compiledText returns what the price of a finding takes from a log, nil for nothing.
func (u *unitRun) compiledText(f *lint.Finding) []string {
	kernel := f.Kernel
	if kernel == nil && len(f.Replace) > 0 {
		kernel = f.Replace[0].Kernel
	}
	if usage := u.compiled(kernel); usage != nil {
		return []string{usage.String()}
	}
	return nil
}
