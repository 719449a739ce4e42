// Package bounded reads files that may hold anything: a pipe keeps nobody waiting, and a
// file that is too large fills no memory.
package bounded

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Read returns what a regular file of at most limit bytes holds. The error is the reason
// alone, for a message that names the file; one of the system is there for errors.Is.
func Read(name string, limit int64) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, cause(err)
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a regular file")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, cause(err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, limit+1)) // it may have grown since
	if err != nil {
		return nil, cause(err)
	}
	if int64(len(text)) > limit {
		return nil, fmt.Errorf("it is larger than %s", Size(limit))
	}
	return text, nil
}

// Size returns a number of bytes for people, in four digits: "1.5 MiB".
func Size(n int64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.4g GiB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.4g MiB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.4g KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%d bytes", n)
}

// cause returns a file system error without operation and path.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
