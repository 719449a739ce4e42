package source

import "sort"

// A Replacement puts other text in the place of a span, such as the expansion of a macro
// in the place of its invocation.
type Replacement struct {
	Span Span
	// Pieces are the new text, in order.
	Pieces []Piece
}

// A Piece is a part of a Replacement.
type Piece struct {
	Text string
	// From is the offset in the old text at which the piece stands as well, such as an
	// argument of the macro; -1 for text that is not there.
	From int
}

// An Expanded is a text with replacements made, and where each byte of it comes from. It
// does not change once made.
type Expanded struct {
	Text []byte

	spans    []Span // that were replaced, in order
	segments []segment
	kept     []segment // those of segments that were not replaced
	size     int       // of the old text
}

// A segment is a run of bytes of an expanded text.
type segment struct {
	start int // in the expanded text
	// from is where it starts in the old text. Bytes that are not there have the whole
	// span [from, to) of the replacement for their place.
	from, to int
	copied   bool // the bytes are those from from on
}

// Expand makes replacements, which are in order and do not overlap.
func Expand(text []byte, replacements []Replacement) *Expanded {
	x := &Expanded{size: len(text)}
	at := 0
	for _, r := range replacements {
		x.copy(text, at, r.Span.Start)
		for _, p := range r.Pieces {
			x.segments = append(x.segments, segment{start: len(x.Text), from: r.Span.Start, to: r.Span.End})
			if p.From >= 0 {
				x.segments[len(x.segments)-1] = segment{start: len(x.Text), from: p.From, to: p.From + len(p.Text), copied: true}
			}
			x.Text = append(x.Text, p.Text...)
		}
		x.spans = append(x.spans, r.Span)
		at = r.Span.End
	}
	x.copy(text, at, len(text))
	return x
}

// copy appends a part of the old text.
func (x *Expanded) copy(text []byte, from, to int) {
	if from < to {
		x.segments = append(x.segments, segment{start: len(x.Text), from: from, to: to, copied: true})
		x.kept = append(x.kept, x.segments[len(x.segments)-1])
		x.Text = append(x.Text, text[from:to]...)
	}
}

// Replaced returns the spans of the old text that were replaced, in order.
func (x *Expanded) Replaced() []Span { return x.spans }

// at returns the segment that holds an offset of the expanded text.
func (x *Expanded) at(offset int) segment {
	i := sort.Search(len(x.segments), func(i int) bool { return x.segments[i].start > offset }) - 1
	if i < 0 {
		return segment{copied: true}
	}
	return x.segments[i]
}

// Old returns where a span of the expanded text is in the old one: what is written by a
// replacement alone has the whole span of that.
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

// New returns where a byte of the old text is in the expanded one, the first place of
// several; of a byte that was replaced, where the replacement begins.
func (x *Expanded) New(offset int) int {
	if i := sort.Search(len(x.spans), func(i int) bool { return x.spans[i].End > offset }); i < len(x.spans) && x.spans[i].Start <= offset {
		return x.newInside(x.spans[i], offset)
	}
	k := sort.Search(len(x.kept), func(k int) bool { return x.kept[k].to > offset })
	if k == len(x.kept) {
		return len(x.Text)
	}
	return x.kept[k].start + offset - x.kept[k].from
}

// newInside is New for a byte of a replaced span.
func (x *Expanded) newInside(span Span, offset int) int {
	// The segments of a replacement follow the text that was kept before it.
	start := 0
	if k := sort.Search(len(x.kept), func(k int) bool { return x.kept[k].from > span.Start }); k > 0 {
		last := x.kept[k-1]
		start = last.start + last.to - last.from
	}
	i := sort.Search(len(x.segments), func(i int) bool { return x.segments[i].start >= start })
	for ; i < len(x.segments); i++ {
		s := x.segments[i]
		if s.from >= span.End {
			break
		}
		if s.from < span.Start { // of another replacement that stands right before
			start = len(x.Text)
			if i+1 < len(x.segments) {
				start = x.segments[i+1].start
			}
			continue
		}
		if s.copied && s.from <= offset && offset < s.to {
			return s.start + offset - s.from
		}
	}
	return start
}
