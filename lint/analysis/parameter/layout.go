package parameter

import (
	"bytes"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// lineLimit is the number of columns above which an insertion breaks the line.
const lineLimit = 100

// A change replaces a range of a list's file.
type change struct {
	span source.Span
	text string
}

// A shape is how a list is written.
type shape struct {
	// first and last are where the first item begins and the last one ends; they are
	// open + 1 for an empty list.
	first, last int
	empty       bool
	// separator stands between items that are on lines of their own, "" where they
	// are not.
	separator string
}

// shape returns how the list is written; ok is false where directives split it so that there is no
// place for another item.
func (l *list) shape() (s shape, ok bool) {
	text := l.file.Source.Text
	mode := preproc.Operators
	if !l.define {
		mode |= preproc.Lines
	}
	tokens := preproc.LexAt(text, l.open+1, max(l.close, l.open+1), mode)
	own := l.items[min(l.skip, len(l.items)):]
	s = shape{first: l.open + 1, last: l.open + 1, empty: len(own) == 0}
	if l.void.Len() > 0 {
		s.first, s.last = l.void.Start, l.void.End
		return s, len(tokens) == 1
	}
	if len(tokens) == 0 {
		if !bytes.ContainsAny(text[l.open+1:l.close], "\n/") {
			s.last = l.close // f( )
		}
		return s, true
	}
	depth, certain := 0, false
	for _, tok := range tokens {
		if tok.Kind != preproc.Line {
			certain = certain || depth == 0 && !tok.Is(text, ",")
			continue
		}
		switch word := directiveName(text, tok); {
		case strings.HasPrefix(word, "if"):
			depth++
		case word == "endif":
			depth--
		}
		if depth < 0 {
			return s, false
		}
	}
	last := tokens[len(tokens)-1]
	if last.Is(text, ",") && len(tokens) > 1 {
		last = tokens[len(tokens)-2] // {a, b,}
	}
	s.first, s.last = tokens[0].Start(), last.End()
	if l.skip > 0 && len(own) > 0 {
		s.first = own[0].Start
	}
	if !certain || tokens[0].Kind == preproc.Line && l.group.front {
		return s, false // whether there is an item before is not known
	}
	if last.Kind == preproc.Line {
		s.last = l.close
	}
	if depth != 0 {
		return s, false
	}
	if len(own) == 0 && l.skip == 0 {
		return s, false // something that is no item
	}
	if last.Kind != preproc.Line {
		s.separator = separator(text, own)
	}
	return s, true
}

func directiveName(text []byte, tok preproc.Token) string {
	return strings.TrimSpace(strings.TrimLeft(string(text[tok.Start():min(tok.End(), tok.Start()+20)]), "# \t"))
}

// separator returns what stands between items that are on lines of their own, "" for
// others.
func separator(text []byte, items []source.Span) string {
	if len(items) < 2 {
		return ""
	}
	for i := 1; i < len(items); i++ {
		if items[i].Start < items[i-1].End || !bytes.Contains(text[items[i-1].End:items[i].Start], []byte{'\n'}) {
			return ""
		}
	}
	k := len(items) - 1
	between := string(text[items[k-1].End:items[k].Start])
	if strings.Trim(between, ", \t\r\n") == "" && strings.Count(between, "\n") == 1 {
		return strings.ReplaceAll(between, "\r", "")
	}
	indent := source.Indentation(text, items[k].Start)
	if first := source.LineStart(text, items[k].Start) + len(indent); first < len(text) && text[first] == ',' {
		return "\n" + indent + ", "
	}
	return ",\n" + indent
}

// layout returns the changes that put values into the list.
func (l *list) layout(insertions []insertion) []change {
	s, _ := l.shape()
	text := l.file.Source.Text
	plain, conditional := insertions[0].values, insertions[1:]
	if len(insertions[0].condition) > 0 {
		plain, conditional = nil, insertions
	}
	indent := l.indent()
	front := l.group.front && !s.empty
	if l.kind == captureList {
		front = false
	}
	switch {
	case s.empty && l.skip == 0:
		out := strings.Join(plain, ", ") + conditionalText(conditional, indent, len(plain) > 0, false)
		return []change{{source.Span{Start: s.first, End: s.last}, out}}
	case front:
		sep := ", "
		if s.separator != "" {
			sep = s.separator
		}
		out := conditionalText(conditional, indent, false, true)
		for _, v := range plain {
			out += v + sep
		}
		return []change{{source.Span{Start: s.first, End: s.first}, out}}
	}
	changes := l.behind(s, plain, indent)
	if len(conditional) == 0 {
		return changes
	}
	out := conditionalText(conditional, indent, true, false)
	at := l.close
	if start := source.LineStart(text, at); strings.TrimSpace(string(text[start:at])) == "" {
		at = start
		out = strings.TrimPrefix(out, "\n")
		out = strings.TrimSuffix(out, indent)
	} else if bytes.IndexByte(text[s.last:at], '\n') < 0 && s.last < at && strings.TrimSpace(string(text[s.last:at])) == "" {
		at = s.last
	}
	if len(changes) > 0 && changes[len(changes)-1].span.Start == at {
		changes[len(changes)-1].text += out
		return changes
	}
	return append(changes, change{source.Span{Start: at, End: at}, out})
}

// behind puts values after the last item.
func (l *list) behind(s shape, values []string, indent string) []change {
	if len(values) == 0 {
		return nil
	}
	text := l.file.Source.Text
	insert := func(at int, s string) change { return change{source.Span{Start: at, End: at}, s} }
	if s.separator == "" || l.define {
		out := ""
		for _, v := range values {
			out += ", " + v
		}
		at := s.last
		if rest := strings.TrimSpace(string(text[at:l.close])); strings.HasPrefix(rest, "/*") && strings.HasSuffix(rest, "*/") && !strings.Contains(rest, "\n") {
			at = s.last + strings.Index(string(text[s.last:l.close]), rest) + len(rest)
		}
		line := text[source.LineStart(text, at):min(source.LineEnd(text, at), l.close+1)]
		if !l.define && width(line) <= lineLimit && width(line)+len(out) > lineLimit {
			out = "," + "\n" + indent + out[2:]
		}
		return []change{insert(at, out)}
	}
	// A comment behind the last item stays with it.
	rest := string(text[s.last:min(source.LineEnd(text, s.last), l.close)])
	if trimmed := strings.TrimSpace(rest); strings.HasPrefix(trimmed, "//") || strings.HasPrefix(trimmed, "/*") && strings.HasSuffix(trimmed, "*/") {
		end := s.last + len(strings.TrimRight(rest, "\r"))
		if comma, line, ok := strings.Cut(s.separator, "\n"); ok && (end < l.close) {
			out := ""
			for i, v := range values {
				if i > 0 {
					out += comma
				}
				out += "\n" + line + v
			}
			if comma == "" {
				return []change{insert(end, out)}
			}
			return []change{insert(s.last, strings.TrimRight(comma, " \t")), insert(end, out)}
		}
	}
	out := ""
	for _, v := range values {
		out += s.separator + v
	}
	return []change{insert(s.last, out)}
}

// width is the width of a line with tabs of four.
func width(line []byte) int { return len(line) + 3*bytes.Count(line, []byte{'\t'}) }

// indent returns the blanks before a line that continues the list.
func (l *list) indent() string {
	text := l.file.Source.Text
	own := l.items[min(l.skip, len(l.items)):]
	start := source.LineStart(text, l.open)
	line := source.Indentation(text, start)
	if len(own) == 0 {
		return line + unit(line)
	}
	last := own[len(own)-1]
	if at := source.LineStart(text, last.Start); at > start {
		return source.Indentation(text, at)
	}
	if first := own[0].Start; first-start <= 60 {
		return line + strings.Repeat(" ", first-start-len(line))
	}
	return line + unit(line) + unit(line)
}

// unit is one step of indentation in the style of a line.
func unit(line string) string {
	if strings.HasPrefix(line, "\t") {
		return "\t"
	}
	return "    "
}

// conditionalText spells values on lines of their own between directives. They begin
// with a comma where something is before them, and end with one where something
// follows.
func conditionalText(insertions []insertion, indent string, behind, front bool) string {
	out := ""
	for _, in := range insertions {
		values := strings.Join(in.values, ", ")
		if behind {
			values = ", " + values
		} else if front {
			values += ","
		}
		out += "\n" + strings.Join(in.condition, "\n") + "\n" + indent + values + strings.Repeat("\n#endif", len(in.condition))
	}
	if out != "" {
		out += "\n" + indent
	}
	return out
}
