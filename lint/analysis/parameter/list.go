package parameter

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
)

type listKind uint8

const (
	parameterList listKind = iota
	argumentList
	arrayList   // the arguments of cudaLaunchKernel
	captureList // of a lambda expression
)

// A list is where values are inserted.
type list struct {
	kind        listKind
	file        *ast.File
	open, close int // the offsets of its brackets
	// items are the parameters or arguments; skip of those at the front are not the
	// function's own.
	items []source.Span
	skip  int
	// void is the word in (void); unnamed is set where parameters have no names.
	void    source.Span
	unnamed bool
	// size is the size of an array that has to grow.
	size source.Span
	// inMacro is set where there can be no directives: in the text, or among the
	// arguments, of a macro. In a define there are no new lines either.
	inMacro, define bool

	// dead is set for a call that is not compiled; mention is its place.
	dead    bool
	mention place

	group *group // whose parameters these are
	sites []site
	// text is what is inserted for each need.
	text map[int]string
	// around holds the directives around the list, found on first use.
	around []string
}

// add records a list, or another site of it: another unit that includes the file, or another
// function that invokes the macro.
func (t *threader) add(l *list, g *group, c site) {
	at := placeIn(l.file, l.open)
	if old := t.lists[at]; old != nil {
		if old.group != g && old.kind != captureList {
			g.problem(l.file, l.open, "one list of arguments is that of several functions")
			return
		}
		switch {
		case old.dead == l.dead:
			old.sites = append(old.sites, c)
		case old.dead: // another unit compiles it
			old.dead, old.sites = false, []site{c}
		}
		return
	}
	l.group, l.sites = g, []site{c}
	t.lists[at] = l
	t.order = append(t.order, l)
}

// find finds the text to insert into a list for each need, and the needs without one.
func (t *threader) find(l *list) {
	l.text = map[int]string{}
	g := l.group
	if t.values > maxValues {
		for i := range g.needs {
			if !t.failed[i] {
				t.failAt(i, mention{l.file, l.open}, false, tooMuch)
			}
		}
		return
	}
	if l.dead && !t.revive(l) {
		return
	}
	for i, need := range t.needs {
		if !g.needs[i] && l.kind != captureList {
			continue
		}
		for _, c := range l.sites {
			if l.kind == captureList && (!c.caller.needs[i] || c.callee == nil && c.used != i || c.callee != nil && !c.callee.needs[i]) {
				continue
			}
			text, ok := t.value(l, i, need, c)
			if before, has := l.text[i]; l.dead && (!ok || has && before != text) {
				clear(l.text)
				return
			}
			if !ok {
				t.fail(i, c.at, fmt.Sprintf("there is no %s to pass to %s here", need.Name, g.name))
				continue
			}
			if before, has := l.text[i]; has && before != text {
				t.fail(i, c.at, fmt.Sprintf("a macro that calls %s is used where %s has different names", g.name, need.Name))
			}
			l.text[i] = text
		}
	}
	t.values += len(l.text)
	if l.dead {
		delete(g.dead, l.mention)
	}
}

func (t *threader) value(l *list, i int, need Need, c site) (string, bool) {
	if l.kind == parameterList {
		if l.unnamed {
			return need.Type, true
		}
		if strings.HasSuffix(need.Type, "*") || strings.HasSuffix(need.Type, "&") {
			return need.Type + l.group.names[i], true
		}
		return need.Type + " " + l.group.names[i], true
	}
	text, ok := "", true
	if c.caller != nil {
		text = c.caller.names[i]
	} else if need.Argument != nil {
		text, ok = need.Argument(c.u, c.at)
	} else {
		ok = false
	}
	if ok && l.kind == arrayList {
		text, ok = address(textOf(l.file.Source.Text, l.items), text)
	}
	return text, ok && text != ""
}

// An insertion is what goes into a list: values under one condition.
type insertion struct {
	condition []string
	values    []string
}

// insertions groups the values of the needs that are met.
func (t *threader) insertions(l *list) []insertion {
	var out []insertion
	for _, i := range slices.Sorted(maps.Keys(l.text)) {
		text, need := l.text[i], t.needs[i]
		if t.failed[i] {
			continue
		}
		if len(need.Condition) > 0 && l.around == nil {
			l.around = append([]string{}, directivesAround(l.file.NodeAt(l.open))...)
		}
		var condition []string
		for _, c := range need.Condition {
			if !slices.Contains(l.around, normal(c)) {
				condition = append(condition, normal(c))
			}
		}
		k := slices.IndexFunc(out, func(in insertion) bool { return slices.Equal(in.condition, condition) })
		if k < 0 {
			k = len(out)
			out = append(out, insertion{condition: condition})
		}
		out[k].values = append(out[k].values, text)
	}
	// Those without a condition first: the others can then begin with a comma.
	slices.SortStableFunc(out, func(a, b insertion) int { return min(len(a.condition), 1) - min(len(b.condition), 1) })
	return out
}

// check fails the needs whose values a list cannot hold.
func (t *threader) check(l *list) {
	reason := ""
	insertions := t.insertions(l)
	if len(insertions) == 0 {
		return
	}
	text := l.file.Source.Text
	if l.open < 0 || l.close <= l.open || l.close > len(text) || strings.IndexByte("([{", text[l.open]) < 0 || l.close == len(text) || strings.IndexByte(")]}", text[l.close]) < 0 {
		reason = "a list of parameters or arguments that does not parse"
	} else if _, ok := l.shape(); !ok {
		reason = "directives in a list of parameters or arguments"
	}
	conditional := ""
	last := insertions[len(insertions)-1]
	switch {
	case len(last.condition) == 0:
	case l.inMacro || l.kind == arrayList && l.size.Len() > 0 || l.kind == captureList:
		conditional = "a macro, or a size, would depend on " + last.condition[0]
	case len(l.items) == l.skip && len(insertions) > 1 && len(insertions[0].condition) > 0:
		conditional = "an empty list would get values under several conditions"
	}
	for i, need := range t.needs {
		if _, ok := l.text[i]; !ok {
			continue
		}
		if l.dead && (reason != "" || conditional != "") {
			delete(l.text, i)
			continue
		}
		if reason != "" {
			t.failAt(i, mention{l.file, l.open}, false, reason)
		} else if conditional != "" && len(need.Condition) > 0 {
			t.failAt(i, mention{l.file, l.open}, false, conditional)
		}
	}
}

// edits returns the edits of one list.
func (t *threader) edits(l *list) []fixes.Edit {
	insertions := t.insertions(l)
	if len(insertions) == 0 {
		return nil
	}
	u := l.sites[0].u
	var out []fixes.Edit
	for _, c := range l.layout(insertions) {
		out = append(out, t.env.Edit(u, l.file, c.span, c.text))
	}
	if l.size.Len() > 0 {
		n := len(l.items)
		for _, in := range insertions {
			n += len(in.values)
		}
		out = append(out, t.env.Edit(u, l.file, l.size, fmt.Sprint(n)))
	}
	return out
}
