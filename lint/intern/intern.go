// Package intern gives strings small numbers. Counting something for each path of each unit then
// needs slices in place of maps: a large program has a thousand units with hundreds of headers
// each, and an editor's session goes through all of them after each keystroke.
package intern

// A Table numbers strings in the order in which they come. The zero value is empty. It is not safe
// for concurrent use.
type Table struct {
	numbers map[string]int32
	names   []string
}

// Number returns the number of a string, a new one if it is not in the table.
func (t *Table) Number(name string) int32 {
	if number, known := t.numbers[name]; known {
		return number
	}
	if t.numbers == nil {
		t.numbers = map[string]int32{}
	}
	number := int32(len(t.names))
	t.numbers[name], t.names = number, append(t.names, name)
	return number
}

// Lookup returns the number of a string that is in the table.
func (t *Table) Lookup(name string) (number int32, known bool) {
	number, known = t.numbers[name]
	return number, known
}

// Name returns the string of a number.
func (t *Table) Name(number int32) string { return t.names[number] }

// Len returns how many strings the table has.
func (t *Table) Len() int { return len(t.names) }
