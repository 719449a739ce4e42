package source

import "bytes"

// Cached returns the value that compute returned when the key was first used with this
// file. The value must follow from the text alone. All units that include the file share it.
// A key is of an unexported type; there is no limit on their number.
func (f *File) Cached(key any, compute func() any) any {
	if value, ok := f.cache.Load(key); ok {
		return value
	}
	value, _ := f.cache.LoadOrStore(key, compute())
	return value
}

// containsKey is a key of Cached.
type containsKey string

// Contains reports whether the text contains a word. The answer is cached for each word, so
// the words are constants of the program.
func (f *File) Contains(word string) bool {
	return f.Cached(containsKey(word), func() any { return bytes.Contains(f.Text, []byte(word)) }).(bool)
}
