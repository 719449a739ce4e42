package fixes

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A File is the change of one file on disk.
type File struct {
	// Path names the file; a symbolic link is followed and stays a link.
	Path string
	// Before is what the file held when After was made from it, After what it
	// is to hold.
	Before, After []byte
}

// rename is os.Rename; a test makes it fail, or other things happen between
// two renames.
var rename = os.Rename

// Write brings all files to their new content or, if it returns an error,
// leaves all as they were. Each file is replaced by one rename, after its new
// content is safely on disk in a temporary file beside it, so that whatever
// interrupts the program, each file is old or new and never half; only
// between two renames can an end of the process leave some files new and
// others old. Temporary files, named .NAME.cudalint-*, are removed before
// Write returns; a process that is killed leaves them.
//
// It refuses, before it changes anything, a file that is missing, not regular,
// not writable, named twice (also by way of links), or whose content is not
// Before. Permissions are kept; owner, times and other hard links are not, as
// the name then stands for a new file.
//
// Errors name the path as given. If a file cannot be put back after a failure
// the error says so and where its old content is.
func Write(files []File) error {
	var staged []*stagedFile
	defer func() {
		for _, s := range staged {
			s.remove()
		}
	}()
	seen := map[string]string{}
	for _, f := range files {
		s, err := check(f)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
		}
		if other, twice := seen[s.target]; twice {
			return fmt.Errorf("%s: is the same file as %s", f.Path, other)
		}
		seen[s.target] = f.Path
		if !bytes.Equal(f.Before, f.After) {
			staged = append(staged, s)
		}
	}
	for i, s := range staged {
		if err := s.stage(i < len(staged)-1); err != nil {
			return fmt.Errorf("%s: %w", s.Path, err)
		}
	}
	for i, s := range staged {
		if err := s.commit(); err != nil {
			err = fmt.Errorf("%s: %w", s.Path, err)
			return errors.Join(err, putBack(staged[:i]))
		}
	}
	return nil
}

// A stagedFile is a file on its way to its new content.
type stagedFile struct {
	File
	target string      // the file itself, links followed
	mode   fs.FileMode // its permissions
	// fresh and backup are temporary files with the new and the old content,
	// "" when there is none.
	fresh, backup string
}

// check finds the file behind a path and refuses what Write refuses.
func check(f File) (*stagedFile, error) {
	target, err := filepath.EvalSymlinks(f.Path)
	if err != nil {
		return nil, reason(err)
	}
	if target, err = filepath.Abs(target); err != nil {
		return nil, reason(err)
	}
	info, err := os.Lstat(target)
	if err != nil {
		return nil, reason(err)
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	// A rename needs no right to write the file; who took that right away
	// does not want it replaced either.
	w, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return nil, reason(err)
	}
	w.Close()
	s := &stagedFile{File: f, target: target, mode: info.Mode() &^ fs.ModeType}
	return s, s.unchanged()
}

// unchanged returns an error if the file does not hold what it held when it
// was read.
func (s *stagedFile) unchanged() error {
	text, err := os.ReadFile(s.target)
	if err != nil {
		return reason(err)
	}
	if !bytes.Equal(text, s.Before) {
		return errors.New("changed since it was read")
	}
	return nil
}

// stage writes the temporary files. The old content is copied ahead too where
// it may be wanted back: then a full disk cannot prevent that.
func (s *stagedFile) stage(withBackup bool) (err error) {
	if withBackup {
		if s.backup, err = s.temporary(s.Before); err != nil {
			return err
		}
	}
	s.fresh, err = s.temporary(s.After)
	return err
}

// temporary writes text to a new file beside the target, with its permissions.
func (s *stagedFile) temporary(text []byte) (string, error) {
	name, err := temporary(s.target, text, s.mode, true)
	if err != nil {
		return "", reason(err)
	}
	return name, nil
}

// commit puts the new content in place if the file is still as it was.
func (s *stagedFile) commit() error {
	if err := s.unchanged(); err != nil {
		return err
	}
	if err := rename(s.fresh, s.target); err != nil {
		return reason(err)
	}
	s.fresh = ""
	syncFolder(filepath.Dir(s.target))
	return nil
}

// putBack gives files that are new their old content, the last one first.
func putBack(files []*stagedFile) error {
	var failed error
	for i := len(files) - 1; i >= 0; i-- {
		s := files[i]
		if err := rename(s.backup, s.target); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: cannot be put back: %w; its old content is in %s", s.Path, reason(err), s.backup))
		} else {
			syncFolder(filepath.Dir(s.target))
		}
		s.backup = ""
	}
	return failed
}

// remove deletes the temporary files that are left.
func (s *stagedFile) remove() {
	for _, name := range []string{s.fresh, s.backup} {
		if name != "" {
			os.Remove(name)
		}
	}
}

// syncFolder asks for the names in a folder to reach the disk. Not every
// system can, and the files are whole either way, so failure is ignored.
func syncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		d.Sync()
		d.Close()
	}
}

// reason returns the cause of a file error without the operation and the
// path, which may be that of a temporary file: Write adds the path.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}
