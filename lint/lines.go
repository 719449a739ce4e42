package lint

// Lines are the lines of a file from First to Last, counted from 1.
type Lines struct {
	Path  string `cbor:"1,keyasint"`
	First int    `cbor:"2,keyasint"`
	Last  int    `cbor:"3,keyasint"`
}
