package source

import "sort"

// A Replacement is the text that replaces a span of a file, such as the expansion of a
// macro that replaces its invocation.
type Replacement struct {
	Span Span
	// Pieces are the new text, in order.
	Pieces []Piece
}

// A Piece is a part of a Replacement.
type Piece struct {
	Text string
	// From is where the old text has the same bytes, such as an argument of the macro; -1
	// where it does not have them.
	From int
}

// An Expanded is a text after some replacements, with a map between the offsets of the
// old text and of this one. It is immutable.
type Expanded struct {
	Text []byte

	replaced []Span    // in order
	first    []int     // for each replaced span, the index of its first segment
	segments []segment // in order
	copies   []segment // the segments outside of replaced spans
	size     int       // of the old text
}

// A segment is a run of bytes of an expanded text.
type segment struct {
	start int // in the expanded text
	// [from, to) is the place in the old text: of the same bytes where they were copied,
	// otherwise of the whole replaced span.
	from, to int
	copied   bool
}

// Expand returns a text after replacements, whose spans are in order and do not overlap.
func Expand(text []byte, replacements []Replacement) *Expanded {
	x := &Expanded{size: len(text)}
	at := 0
	for _, r := range replacements {
		x.copy(text, at, r.Span.Start)
		x.replaced, x.first = append(x.replaced, r.Span), append(x.first, len(x.segments))
		for _, p := range r.Pieces {
			x.segments = append(x.segments, segment{start: len(x.Text), from: r.Span.Start, to: r.Span.End})
			if p.From >= 0 {
				x.segments[len(x.segments)-1] = segment{start: len(x.Text), from: p.From, to: p.From + len(p.Text), copied: true}
			}
			x.Text = append(x.Text, p.Text...)
		}
		at = r.Span.End
	}
	x.copy(text, at, len(text))
	return x
}

// copy appends a part of the old text.
func (x *Expanded) copy(text []byte, from, to int) {
	if from < to {
		x.segments = append(x.segments, segment{start: len(x.Text), from: from, to: to, copied: true})
		x.copies = append(x.copies, x.segments[len(x.segments)-1])
		x.Text = append(x.Text, text[from:to]...)
	}
}

// Replaced returns the spans of the old text that were replaced, in order.
func (x *Expanded) Replaced() []Span { return x.replaced }

// at returns the segment that holds an offset of the expanded text.
func (x *Expanded) at(offset int) segment {
	i := sort.Search(len(x.segments), func(i int) bool { return x.segments[i].start > offset }) - 1
	if i < 0 {
		return segment{copied: true}
	}
	return x.segments[i]
}

// Old returns the span of the old text that a span of the expanded text comes from. Text
// that only a replacement has comes from the whole replaced span.
func (x *Expanded) Old(s Span) Span {
	first := x.at(s.Start)
	out := Span{first.from, first.to}
	if first.copied {
		out.Start = min(first.from+s.Start-first.start, x.size)
	}
	if s.End <= s.Start {
		out.End = out.Start
		return out
	}
	last := x.at(s.End - 1)
	out.End = last.to
	if last.copied {
		out.End = last.from + s.End - last.start
	}
	if out.End < out.Start { // arguments in another order
		first, last := min(out.Start, last.from), max(out.End, first.to)
		out = Span{first, last}
	}
	return out
}

// New returns the first offset in the expanded text of a byte of the old text; for a byte
// that is gone, the start of the replacement.
func (x *Expanded) New(offset int) int {
	if i := sort.Search(len(x.replaced), func(i int) bool { return x.replaced[i].End > offset }); i < len(x.replaced) && x.replaced[i].Start <= offset {
		return x.newInside(i, offset)
	}
	k := sort.Search(len(x.copies), func(k int) bool { return x.copies[k].to > offset })
	if k == len(x.copies) {
		return len(x.Text)
	}
	return x.copies[k].start + offset - x.copies[k].from
}

// newInside is New for a byte of replaced span i.
func (x *Expanded) newInside(i, offset int) int {
	end := len(x.segments)
	if i+1 < len(x.first) {
		end = x.first[i+1]
	}
	for _, s := range x.segments[x.first[i]:end] {
		if s.copied && s.from <= offset && offset < s.to {
			return s.start + offset - s.from
		}
	}
	if x.first[i] == len(x.segments) {
		return len(x.Text)
	}
	return x.segments[x.first[i]].start
}
