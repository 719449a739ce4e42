package config

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lint/suggest"
)

// A GPU is a target that a flag or a configuration file names.
type GPU struct {
	// Name is the name as given: sm_90, H100, a model file.
	Name string
	// Target holds the architecture and the product.
	Target lint.Target
	// Model and Product are nil if only an architecture was named.
	Model   *gpu.Model
	Product *gpu.Product
}

// parseGPU returns the target with a name; see gpu.Resolve. An architecture without a model is
// a valid target if it exists, see gpu.CheckArch: its findings have no price.
func parseGPU(name string) (GPU, error) {
	g := GPU{Name: name, Target: lint.Target{GPU: gpu.ArchName(name)}}
	if g.Target.GPU != "" {
		return g, gpu.CheckArch(g.Target.GPU)
	}
	model, product, err := gpu.Resolve(name)
	if err != nil {
		return g, err
	}
	g.Target = lint.Target{GPU: model.Name, Product: product.Name, FiguresOf: product.FiguresOf}
	g.Model, g.Product = model, product
	return g, nil
}

// parseCUDA checks the version of a toolkit, "12.4" or "13", and returns it.
func parseCUDA(s string) (string, error) {
	major, minor, ok := strings.Cut(s, ".")
	if !ok {
		minor = "0"
	}
	_, err1 := strconv.ParseUint(major, 10, 8)
	_, err2 := strconv.ParseUint(minor, 10, 8)
	if err1 != nil || err2 != nil {
		return "", fmt.Errorf("%.80q is not a toolkit version such as %s", s, gpu.LatestToolkit)
	}
	return s, nil
}

// maxThreads is the limit of threads per block on every GPU (CUDA Programming Guide, technical
// specifications per compute capability).
const maxThreads = 1024

// parseBlock returns the block shape written as X[,Y[,Z]].
func parseBlock(s string, source warp.BlockSource) (warp.Block, error) {
	block := warp.Block{Dim: [3]int{1, 1, 1}, Source: source}
	parts := strings.Split(s, ",")
	threads := 1
	for i, part := range parts {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || n < 1 || i >= len(block.Dim) {
			return warp.Block{}, fmt.Errorf("%.80q is not a shape X[,Y[,Z]] of threads, such as 32,8", s)
		}
		block.Dim[i] = n
		threads *= min(n, maxThreads+1)
	}
	if threads > maxThreads {
		return warp.Block{}, fmt.Errorf("%.80q has more than %d threads, the limit of a block", s, maxThreads)
	}
	return block, nil
}

// macroForm matches an argument of -D: a name, optional parameters, an optional value.
var macroForm = regexp.MustCompile(`^[A-Za-z_]\w*(\([\w, .]*\))?(=|$)`)

// parseDefine checks a macro, NAME or NAME=VALUE, and returns it.
func parseDefine(s string) (string, error) {
	if !macroForm.MatchString(s) || strings.ContainsAny(s, "\r\n") {
		return "", fmt.Errorf("%.80q is not a macro NAME or NAME=VALUE", s)
	}
	return s, nil
}

// off is the severity that turns a rule off.
const off = "off"

// severities are the values of [severity].
var severities = []string{lint.Error.String(), lint.Warning.String(), lint.Info.String(), off}

// parseSeverity returns a severity, 0 for off.
func parseSeverity(s string) (lint.Severity, error) {
	if s == off {
		return 0, nil
	}
	severity, err := lint.ParseSeverity(s)
	if err != nil {
		guess := cmp.Or(suggest.DidYouMean(s, severities), ": one of "+strings.Join(severities, ", "))
		return 0, fmt.Errorf("unknown severity %.80q%s", s, guess)
	}
	return severity, nil
}
