package lsptest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// span returns the bytes of a RANGE. A POS is an empty range.
func (s *script) span(path, where string) (start, end int, err error) {
	c := s.session()
	d, err := c.Doc(path)
	if err != nil {
		return 0, 0, err
	}
	if m := regexp.MustCompile(`^(\d+):(\d+)(?:-(\d+):(\d+))?$`).FindStringSubmatch(where); m != nil {
		n := make([]int, 5)
		for i := 1; i < 5; i++ {
			n[i], _ = strconv.Atoi(m[i])
		}
		if start, err = OffsetOf(d.Text, Position{n[1] - 1, n[2] - 1}, c.Encoding); err != nil || m[3] == "" {
			return start, start, err
		}
		end, err = OffsetOf(d.Text, Position{n[3] - 1, n[4] - 1}, c.Encoding)
		return start, end, err
	}
	where = strings.ReplaceAll(where, `\n`, "\n")
	before, rest, found := strings.Cut(where, "«")
	inside, after, closed := strings.Cut(rest, "»")
	if !found || !closed {
		before, after, found = strings.Cut(where, "|")
		inside = ""
	}
	if !found {
		return 0, 0, fmt.Errorf("no place: %q", where)
	}
	whole := before + inside + after
	if n := strings.Count(d.Text, whole); n != 1 {
		return 0, 0, fmt.Errorf("%d times %q in %s", n, whole, path)
	}
	start = strings.Index(d.Text, whole) + len(before)
	return start, start + len(inside), nil
}

func (s *script) rangeOf(path, where string) (r Range, err error) {
	start, end, err := s.span(path, where)
	if err != nil {
		return r, err
	}
	c := s.session()
	text := c.Docs[path].Text
	return Range{PositionOf(text, start, c.Encoding), PositionOf(text, end, c.Encoding)}, nil
}
