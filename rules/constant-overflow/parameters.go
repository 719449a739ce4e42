package constantoverflow

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
)

// Limits of the parameters of a kernel, in bytes (CUDA C++ Programming Guide, technical
// specifications). nvcc 13.0 and 13.5 accept exactly 32,764 bytes.
const (
	oldParameters = 4096
	newParameters = 32764 // from sm_70 with CUDA 12.1
)

// parameterLimit returns the limit for a target.
func parameterLimit(t lint.Target) int64 {
	var arch, major, minor int
	fmt.Sscanf(t.GPU, "sm_%d", &arch)
	fmt.Sscanf(t.CUDA, "%d.%d", &major, &minor)
	if arch < 70 || major < 12 || major == 12 && minor < 1 {
		return oldParameters
	}
	return newParameters
}

// parameters reports the kernels whose parameters exceed the limit of the target.
func parameters(pass *lint.CheckPass) {
	most := parameterLimit(pass.Target)
	for _, k := range pass.Unit.Kernels() {
		if len(k.Params) == 0 || pass.Unit.Inactive(k.Node, true) {
			continue
		}
		if len(k.TemplateParams) == 0 || k.Specialization != nil {
			checkParameters(pass, k, nil, most)
			continue
		}
		if !pass.MayLaunch(k) {
			continue // a template without instances needs no memory
		}
		for _, l := range pass.LaunchesOf(k) {
			if l.Bindings != nil && checkParameters(pass, k, l, most) {
				break
			}
		}
	}
}

// checkParameters reports a kernel whose parameters exceed a limit in bytes. l is the
// launch that instantiates a kernel template, nil for other kernels. It returns whether
// there is a finding.
func checkParameters(pass *lint.CheckPass, k *sema.Function, l *sema.Launch, most int64) (found bool) {
	var bindings *sema.Bindings
	if l != nil {
		bindings = l.Bindings
	}
	p, ok := pass.Unit.KernelParameters(k, bindings)
	if !ok || p.Bytes <= most {
		return false
	}
	largest := 0
	var data Data
	for i, t := range p.Types {
		if t == nil || t.Size < 0 {
			data.Unknown = append(data.Unknown, k.Params[i].Name)
			continue
		}
		data.Variables = append(data.Variables, Size{k.Params[i].Name, t.Size})
		if t.Size > p.Types[largest].Size {
			largest = i
		}
	}
	data.Bytes, data.Limit = p.Bytes, most
	least, quote := "", fmt.Sprintf("nvcc will say \"Formal parameter space overflowed (%d bytes required, max %d bytes allowed)\"", p.Sum, most)
	if p.Sum <= most { // only the padding exceeds the limit: ptxas finds it, not nvcc
		quote = fmt.Sprintf("ptxas will say \"uses too much parameter space (0x%x bytes, 0x%x max)\"", p.Bytes, most)
	}
	if p.Unknown > 0 {
		least, quote = "at least ", "nvcc will say \"Formal parameter space overflowed\""
	}
	f := lint.Finding{
		Node: k.Params[largest].Node, Function: k, Confidence: lint.Proven, Data: data,
		Message: fmt.Sprintf("the parameters of kernel %s take %s%s bytes; the limit for %s with CUDA %s is %s: %s",
			k.Name, least, grouped(p.Bytes), pass.Target.GPU, pass.Target.CUDA, grouped(most), quote),
		Label: fmt.Sprintf("%s of %s bytes", grouped(p.Types[largest].Size), grouped(p.Bytes)),
		Help:  "pass a pointer to the data in global memory, or copy it to a __constant__ variable",
	}
	if l != nil {
		f.Assumptions = append(f.Assumptions, "the template arguments are those of the launch at "+pass.LaunchAt(l))
	}
	for _, param := range k.Params {
		if !pass.Unit.Certain(param.Node) {
			f.Confidence = lint.Likely
			f.Assumptions = append(f.Assumptions, assumption)
			break
		}
	}
	pass.Report(f)
	return true
}
