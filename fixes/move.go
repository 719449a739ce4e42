package fixes

// Moves returns what tells where the byte at an offset of text stands after Apply with
// some edits of the file: offsets first <= last in the new text. They are equal for a
// byte that no edit touches. Else they are the start and the end of what stands in the
// place of the byte, or of what is inserted right before it, so that last is where the
// byte stands then. An offset may be the end of text. The error is that of Apply.
func Moves(text []byte, edits []Edit) (func(offset int) (first, last int), error) {
	_, places, err := apply(text, edits)
	if err != nil {
		return nil, err
	}
	return func(offset int) (first, last int) {
		from, to := 0, 0 // an edge of the last edit before the offset, old and new
		for _, p := range places {
			inserts := p.Start == p.End && p.Start == offset
			if p.Start > offset || p.End > offset || inserts {
				break
			}
			from, to = p.End, p.end
		}
		first = offset - from + to
		last = first
		for _, p := range places {
			inserts := p.Start == p.End && p.Start == offset
			if inserts || p.Start <= offset && offset < p.End {
				first, last = min(first, p.start), max(p.start, p.end)
			}
		}
		return first, last
	}, nil
}
