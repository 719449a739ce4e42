package lint

// Lines are whole lines of a file, counted from 1, First to Last.
type Lines struct {
	Path        string
	First, Last int
}
