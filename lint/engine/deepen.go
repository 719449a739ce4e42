package engine

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/lint/discover"
)

// parsedLater reports whether the first phase only finds the files of a unit, as it belongs to
// another shard. deepen parses those that matter.
func (p *phases[T]) parsedLater(i int) bool {
	if i >= len(p.inputs) || p.shard.owns(p.path(i)) {
		return false
	}
	path := p.path(i)
	// What is linked together, and what a compiler's log is about, is known from all units.
	return !p.linter.opts.RDC && !p.linter.flags(path).RDC && len(p.linter.settings(path).Compiled) == 0
}

// deepen does the first phase for those units of other shards that may say something about the files
// of this one, as far as can be seen without parsing them. It returns how many. These are units
//
//   - with a file of the shard, as findings in it may be of any unit that has it,
//   - that may launch a kernel of the shard's units, or define one that is launched in its place,
//   - that may export a fact that the shard's units read.
func (p *phases[T]) deepen(ctx context.Context) int {
	if p.shard == nil {
		return 0
	}
	todo := p.mattering()
	return p.run(ctx, len(p.files), todo, func(i int) job[T] {
		first := job[T]{in: p.files[i], input: i}
		if !discover.IsHeader(first.in.Path) {
			first.collect = p.collect
		}
		if p.worked[i] {
			first.work = p.work
		}
		return first
	})
}

// mattering returns the units of deepen, and notes in worked those that the rules are to run over.
func (p *phases[T]) mattering() (todo []int) {
	p.mention()
	wanted := p.wanted()
	type words struct{ all, kernels *vocabulary }
	known := map[string]words{} // by the files of units
	for i, o := range p.results {
		if o.pre == nil || o.HIP {
			continue
		}
		files := o.Summary.Files
		own := slices.ContainsFunc(files[1:], func(path string) bool { return p.shard.owns(path) && p.mentions.files[path].code })
		if own {
			p.worked[i] = !discover.IsHeader(files[0])
			todo = append(todo, i)
			continue
		}
		name := strings.Join(files, "\x00")
		v, seen := known[name]
		if !seen {
			v.all, v.kernels = p.mentions.vocabularies(files)
			known[name] = v
		}
		if wanted.launchedBy(o.Summary, v.kernels, p.mentions) || wanted.toldBy(o.Summary, v.all) {
			todo = append(todo, i)
		}
	}
	return todo
}

// mention adds the files of the units that are not parsed to mentions.
func (p *phases[T]) mention() {
	if p.mentions == nil {
		p.mentions = &mentions{files: map[string]*mentioned{}}
	}
	texts := map[string][]byte{}
	for _, o := range p.results {
		if o.pre == nil {
			continue
		}
		for k, file := range o.pre.Files {
			texts[o.Summary.Files[k]] = file.Text
		}
	}
	p.mentions.add(texts, p.linter.spread)
}

// wanted is what the parsed units of a shard want to know of others.
type wanted struct {
	// kernels has the files with definitions of kernels that others may launch, by the kernel's
	// name without namespaces. launched are the names of those that a parsed unit launches
	// without having the definition: there it matters who else defines one of that name.
	kernels  map[string]map[string]bool
	launched map[string]bool
	facts    []factWanted
}

// A factWanted is what a unit that exports a fact under a key has: words in its files, and files.
type factWanted struct{ words, files []string }

func (p *phases[T]) wanted() *wanted {
	w := &wanted{kernels: map[string]map[string]bool{}, launched: map[string]bool{}}
	keys := map[string]bool{}
	for i, o := range p.results {
		if o.pre != nil || o.Summary == nil {
			continue
		}
		for _, l := range o.Summary.Launches {
			if !l.Defined {
				w.launched[plainName(l.Kernel.Name)] = true
			}
		}
		if !p.shard.owns(p.path(i)) && !p.worked[i] {
			continue
		}
		for _, k := range o.Summary.Kernels {
			if name := plainName(k.Name); !k.Internal {
				if w.kernels[name] == nil {
					w.kernels[name] = map[string]bool{}
				}
				w.kernels[name][k.At.Path] = true
			}
		}
		maps.Copy(keys, o.Facts.Read)
		if last := p.joined.outcomes[i]; last != nil {
			maps.Copy(keys, last.Facts.Read)
		}
	}
	isFile := func(path string) bool { _, known := p.joined.program.index.numbers.paths.Lookup(path); return known }
	for key := range keys {
		w.facts = append(w.facts, namesInKey(key, isFile))
	}
	return w
}

// plainName returns a qualified name without its namespaces.
func plainName(name string) string { return name[strings.LastIndex(name, ":")+1:] }

// launchedBy reports whether a unit that is not parsed may launch, or define, a kernel that is
// wanted. kernels are the names that it may declare as kernels.
func (w *wanted) launchedBy(s *program.Summary, kernels *vocabulary, m *mentions) bool {
	launches := m.any(s.Files, func(f *mentioned) bool { return f.launches })
	for name, definitions := range w.kernels {
		// A unit that has the definition launches its own kernel, which is not that of another.
		elsewhere := launches && !slices.ContainsFunc(s.Files, func(path string) bool { return definitions[path] })
		if (elsewhere || w.launched[name]) && kernels.has(name) {
			return true
		}
	}
	return false
}

// toldBy reports whether a unit that is not parsed may export a fact that is wanted.
func (w *wanted) toldBy(s *program.Summary, words *vocabulary) bool {
	return slices.ContainsFunc(w.facts, func(f factWanted) bool {
		lacks := func(word string) bool { return !words.has(word) }
		isNone := func(path string) bool { return !slices.Contains(s.Files, path) }
		return !slices.ContainsFunc(f.files, isNone) && !slices.ContainsFunc(f.words, lacks)
	})
}
