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
		return nil, fmt.Errorf("it is larger than %s", size(limit))
	}
	return text, nil
}

// size returns a limit for people: whole KiB or MiB, as limits are.
func size(limit int64) string {
	switch {
	case limit >= 1<<20:
		return fmt.Sprintf("%d MiB", limit>>20)
	case limit >= 1<<10:
		return fmt.Sprintf("%d KiB", limit>>10)
	}
	return fmt.Sprintf("%d bytes", limit)
}

// cause returns a file system error without operation and path.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
