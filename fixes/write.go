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
	// Path names the file. A symbolic link is followed and stays a link.
	Path string
	// Before is the content from which After was made, After the new content.
	Before, After []byte
}

// rename is os.Rename. Tests replace it.
var rename = os.Rename

// Write writes all files or, if it returns an error, leaves all as they were. It replaces each
// file by one rename, after the new content is on disk in a temporary file beside it: no file
// is ever half written. If the process ends between two renames, some files are new and others
// old. Temporary files, named .NAME.cudalint-*, are removed before Write returns; a process
// that is killed leaves them.
//
// It fails, before it changes anything, if a file is missing, not regular, not writable, named
// twice (also through links), or if its content is not Before. Permissions are kept. Owner,
// times and other hard links are not, as the name then refers to a new file.
//
// Errors name the path as given. If a file cannot be restored after a failure, the error says
// so and where its old content is.
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

// A stagedFile is a file that is being replaced.
type stagedFile struct {
	File
	target string      // the file itself, with links resolved
	mode   fs.FileMode // its permissions
	// fresh and backup are temporary files with the new and the old content, "" for none.
	fresh, backup string
}

// check finds the file of a path and makes the checks that Write documents.
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
	// A rename does not need write permission for the file. But a file without that permission
	// should not be replaced.
	w, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return nil, reason(err)
	}
	w.Close()
	s := &stagedFile{File: f, target: target, mode: info.Mode() &^ fs.ModeType}
	return s, s.unchanged()
}

// unchanged returns an error if the content of the file has changed since it was read.
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

// stage writes the temporary files. If the old content may have to be restored, it is copied
// now, so that a full disk cannot prevent that later.
func (s *stagedFile) stage(withBackup bool) (err error) {
	if withBackup {
		if s.backup, err = s.temporary(s.Before); err != nil {
			return err
		}
	}
	s.fresh, err = s.temporary(s.After)
	return err
}

// temporary writes text to a new file in the folder of the target, with its permissions.
func (s *stagedFile) temporary(text []byte) (string, error) {
	name, err := temporary(s.target, text, s.mode, true)
	if err != nil {
		return "", reason(err)
	}
	return name, nil
}

// commit replaces the file if it has not changed.
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

// putBack restores the old content of replaced files, the last one first.
func putBack(files []*stagedFile) error {
	var failed error
	for i := len(files) - 1; i >= 0; i-- {
		s := files[i]
		if err := rename(s.backup, s.target); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: cannot be restored: %w; its old content is in %s", s.Path, reason(err), s.backup))
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

// syncFolder flushes the names in a folder to disk. Errors are ignored: not every system supports
// it, and the files are complete either way.
func syncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		d.Sync()
		d.Close()
	}
}

// reason removes the operation and the path from a file error. The path may be that of a
// temporary file; Write adds the right one.
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
