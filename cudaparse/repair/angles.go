package repair

// maxAngles limits the number of tokens in template arguments.
const maxAngles = 2000

// angles returns the token that closes the template arguments or parameters
// opened by token i, or i if none does.
func (v *View) angles(i int) int {
	level := 0
	for k := i; k < len(v.tokens) && k < i+maxAngles && v.spend(); k++ {
		switch v.word(k) {
		case "<":
			if v.touches(k, "=") || v.touches(k, "<") {
				k++ // an operator
				continue
			}
			level++
		case ">":
			if v.touches(k, "=") {
				continue // an operator
			}
			level--
		case ">>>":
			level -= 3
		case "(", "[", "{":
			if c := v.closing(k); c > 0 {
				k = c
				continue
			}
			return i
		case ";", "}", ")", "]":
			return i
		}
		if level <= 0 {
			return k
		}
	}
	return i
}

// touches reports whether the token after i is w, with no space between.
func (v *View) touches(i int, w string) bool {
	return v.word(i+1) == w && v.tokens[i].End() == v.tokens[i+1].Start()
}

// eachAngled calls visit with the first and last token of each template argument
// or parameter between the brackets open and end.
func (v *View) eachAngled(open, end int, visit func(first, last int)) {
	first := open + 1
	for k := open + 1; k <= end; k++ {
		if k == end || v.word(k) == "," {
			if first < k {
				visit(first, k-1)
			}
			first = k + 1
			continue
		}
		if c := v.closing(k); c > 0 {
			k = c
		} else if v.word(k) == "<" && (v.name(k-1) || v.word(k-1) == "template") {
			if c := v.angles(k); c > k && c < end {
				k = c
			}
		}
	}
}

// qualifiedEnd returns the token after the qualified name, such as ns::name<T>::type, that
// begins at token i; i if none does.
func (v *View) qualifiedEnd(i int) int {
	k := i
	for {
		if v.word(k) == "::" {
			k++
		}
		if v.word(k) == "template" {
			k++
		}
		if !v.name(k) && !(v.word(k-1) == "::" && typeWords[v.word(k)]) {
			return i
		}
		k++
		if v.word(k) == "<" {
			c := v.angles(k)
			if c == k {
				return k
			}
			if v.word(c) == ">>>" {
				return i
			}
			k = c + 1
		}
		if v.word(k) != "::" {
			return k
		}
	}
}
