package fixes

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Replace writes a file, which need not exist. It replaces a regular file by one rename, so that
// the file is never half written, and keeps permissions and symbolic links. If the folder does
// not allow that, or if the file is not regular (a device, a pipe), it writes in place.
//
// It fails for a folder, and for a file that may not be written.
func Replace(path string, text []byte) error {
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	if err := replace(target, text); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, reason(err))
	}
	return nil
}

func replace(target string, text []byte) error {
	info, err := os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return replaceBy(target, text, 0o666, false)
	case err != nil:
		return err
	case info.IsDir():
		return errors.New("it is a folder")
	case info.Mode().IsRegular():
		// A rename would replace even a file that may not be written.
		f, err := os.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		f.Close() // some systems cannot rename a file to the name of an open one
		if replaceBy(target, text, info.Mode().Perm(), true) == nil {
			return nil
		}
	}
	f, err := os.OpenFile(target, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// replaceBy writes a file in the folder of the target and renames it. The permissions are subject
// to the umask unless exact is set.
func replaceBy(target string, text []byte, mode fs.FileMode, exact bool) error {
	name, err := temporary(target, text, mode, exact)
	if err == nil {
		if err = os.Rename(name, target); err != nil {
			os.Remove(name)
		}
	}
	return err
}

// temporary writes text to a new file in the folder of the target and returns its name once it is
// on disk. Its permissions are subject to the umask unless exact is set.
func temporary(target string, text []byte, mode fs.FileMode, exact bool) (name string, err error) {
	name = filepath.Join(filepath.Dir(target), fmt.Sprintf(".%s.cudalint-%d", filepath.Base(target), rand.Uint64()))
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode.Perm())
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	if err == nil && exact {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(name)
		return "", err
	}
	return name, nil
}
