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

// shownTexts are the last texts that were shown about each topic. A text is shown again only
// after it was absent in between.
type shownTexts struct {
	mu      sync.Mutex
	byTopic map[string][]string // by topic
}

// showNew shows those warnings of a topic that the last call for the topic did not have: to the
// user if show is set, and else in the editor's log.
func (s *server) showNew(topic string, show bool, texts []string) {
	s.shown.mu.Lock()
	before := s.shown.byTopic[topic]
	if s.shown.byTopic == nil {
		s.shown.byTopic = map[string][]string{}
	}
	s.shown.byTopic[topic] = texts
	s.shown.mu.Unlock()
	for _, text := range texts {
		if !slices.Contains(before, text) {
			s.message(show, lsp.MTWarning, text)
		}
	}
}

// maxLoggedProblems bounds the problems that are logged for one check.
const maxLoggedProblems = 50

// logProblems logs the problems of a check that are not shown as diagnostics of a file.
func (p *project) logProblems(r *engine.Result) {
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
	if len(texts) > maxLoggedProblems {
		texts = append(texts[:maxLoggedProblems:maxLoggedProblems], fmt.Sprintf("and %d more problems", len(texts)-maxLoggedProblems))
	}
	p.showNew("remarks on "+p.dir+p.file, false, texts)
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
