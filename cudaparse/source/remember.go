package source

import "bytes"

// Remember returns what makes returned when the key was first asked about. It is for what
// follows from the text alone: units that include a file share it, and each would look at
// all of its text again. Keys are values of types that their packages keep to themselves,
// and there are few of them.
func (f *File) Remember(key any, makes func() any) any {
	if known, ok := f.remembered.Load(key); ok {
		return known
	}
	made, _ := f.remembered.LoadOrStore(key, makes())
	return made
}

// heldWord is a key of Remember.
type heldWord string

// Holds reports whether a word, one of a few that the program knows, stands in the text.
func (f *File) Holds(word string) bool {
	return f.Remember(heldWord(word), func() any { return bytes.Contains(f.Text, []byte(word)) }).(bool)
}
