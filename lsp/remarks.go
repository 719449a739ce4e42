package lsp

import (
	"fmt"
	"slices"
	"sync"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lint/wording"
)

// saidOnce are the texts that were said about a topic last: the same trouble is not said
// again until it was gone in between.
type saidOnce struct {
	mu   sync.Mutex
	said map[string][]string // by topic
}

// once says those texts of a topic that were not said when the topic came up last, in the
// editor's log, or, with show, to the user.
func (s *server) once(topic string, show bool, kind lsp.MessageType, texts []string) {
	s.said.mu.Lock()
	before := s.said.said[topic]
	if s.said.said == nil {
		s.said.said = map[string][]string{}
	}
	s.said.said[topic] = texts
	s.said.mu.Unlock()
	for _, text := range texts {
		if !slices.Contains(before, text) {
			s.message(show, kind, text)
		}
	}
}

// maxRemarks bounds what is said of one check.
const maxRemarks = 50

// remark says what a check could not do, besides what is shown in files.
func (p *project) remark(r *engine.Result) {
	var texts []string
	for _, problem := range r.Problems {
		if problem.Kind == lint.Syntax || problem.Kind == lint.Config && problem.Path != "" {
			continue
		}
		text := wording.Printable(problem.Message)
		if problem.Path != "" {
			text = wording.Printable(problem.Path) + ": " + text
		}
		texts = append(texts, text)
	}
	for _, name := range r.GPUs {
		if gpu.Lookup(name) == nil && !p.priced(name) {
			texts = append(texts, fmt.Sprintf("there are no prices for %s: findings are reported without their cost; the setting cudalint.gpu %q has prices", name, lint.DefaultGPU))
		}
	}
	if p.unlisted() {
		texts = append(texts, fmt.Sprintf("%s lists none of the sources in %s: they are checked without the flags of a build", p.settings().CompileCommands, p.dir))
	}
	if len(texts) > maxRemarks {
		texts = append(texts[:maxRemarks:maxRemarks], fmt.Sprintf("and %d more problems", len(texts)-maxRemarks))
	}
	p.once("remarks on "+p.dir+p.file, false, lsp.MTWarning, texts)
}

// priced reports whether a model file gives the prices of a GPU.
func (p *project) priced(name string) bool {
	return slices.ContainsFunc(p.inputs, func(in discover.Input) bool {
		o := p.resolver.FileOptions(p.reported(in.Path))
		return o.Model != nil && o.Model.Name == name
	})
}

// unlisted reports whether the compilation database has none of the sources.
func (p *project) unlisted() bool {
	if p.commands == nil {
		return false
	}
	sources := slices.DeleteFunc(slices.Clone(p.inputs), func(in discover.Input) bool { return !discover.IsCUDA(in.Path) || discover.IsHeader(in.Path) })
	listed := slices.ContainsFunc(sources, func(in discover.Input) bool { return p.commands.Lists(p.absolute(in.Path)) })
	return len(sources) > 0 && !listed
}
