package lint

// Lines are the lines of a file from First to Last, counted from 1.
type Lines struct {
	Path        string
	First, Last int
}
