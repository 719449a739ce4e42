package cache

import (
	"cmp"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

// A Usage says how many entries a folder holds, and how large they are.
type Usage struct {
	Entries int
	Bytes   int64
}

// The files of the store: nothing else in the folder is ever touched.
var (
	shardName = regexp.MustCompile(`^[0-9a-f]{2}$`)
	entryName = regexp.MustCompile(`^[0-9a-f]{62}$`)
	newName   = regexp.MustCompile(`^new-[0-9]+$`)
	formName  = regexp.MustCompile(`^v[0-9]+$`)
)

// A file is an entry, or a temporary file that a run left behind.
type file struct {
	path string
	size int64
	time time.Time
	left bool // not a whole entry
}

// files lists the files of a folder of entries.
func files(dir string) []file {
	var out []file
	add := func(dir string, entry fs.DirEntry) {
		left := newName.MatchString(entry.Name())
		if !left && !entryName.MatchString(entry.Name()) {
			return
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			out = append(out, file{filepath.Join(dir, entry.Name()), info.Size(), info.ModTime(), left})
		}
	}
	shards, _ := os.ReadDir(dir) // a folder that is not there is empty
	for _, shard := range shards {
		switch {
		case shard.IsDir() && shardName.MatchString(shard.Name()):
			entries, _ := os.ReadDir(filepath.Join(dir, shard.Name()))
			for _, entry := range entries {
				add(filepath.Join(dir, shard.Name()), entry)
			}
		case newName.MatchString(shard.Name()):
			add(dir, shard)
		}
	}
	return out
}

// Look returns what the store in a folder holds.
func Look(root string) Usage {
	var u Usage
	for _, f := range files(filepath.Join(root, format)) {
		if !f.left {
			u.Entries++
		}
		u.Bytes += f.size
	}
	return u
}

// Clean removes the entries of the store in a folder, those of other versions too, and nothing
// else. It returns what it removed. Runs that use the store at the time continue without these
// entries.
func Clean(root string) (Usage, error) {
	var u Usage
	var errs []error
	forms, err := os.ReadDir(root)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return u, err
	}
	for _, form := range forms {
		if !form.IsDir() || !formName.MatchString(form.Name()) {
			continue
		}
		dir := filepath.Join(root, form.Name())
		for _, f := range files(dir) {
			if err := os.Remove(f.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				errs = append(errs, err)
				continue
			}
			u.Entries++
			u.Bytes += f.size
		}
		os.Remove(filepath.Join(dir, stateName))
		shards, _ := os.ReadDir(dir)
		for _, shard := range shards {
			if shard.IsDir() && shardName.MatchString(shard.Name()) {
				os.Remove(filepath.Join(dir, shard.Name())) // fails where something else is in it
			}
		}
		os.Remove(dir)
	}
	return u, errors.Join(errs...)
}

// lookAfter is how old the last look at all files may be. Such a look takes longer than a run that
// finds everything in the cache. Between looks the size of the folder is estimated: the size at the
// last look, and what was written since. Runs that end at the same time may lose each other's part
// of the estimate, and runs that are killed lose theirs; the next look corrects that.
const lookAfter = time.Hour

// stateName is the file with the estimate, and the time of the last look.
const stateName = "size"

// abandoned is the age from which on no run can still be writing a temporary file.
const abandoned = time.Hour

// Trim is called at the end of a run. If the run wrote entries and the folder holds more than the
// limit, Trim removes the entries that were not used for the longest time, until four fifths of the
// limit are left.
func (s *Store) Trim() {
	written := s.written.Swap(0)
	if written == 0 {
		return
	}
	size, looked := s.state()
	size += written
	if now := time.Now(); size > s.limit || now.Sub(looked) > lookAfter || looked.After(now) {
		size, looked = s.drop(now), now
	}
	s.setState(size, looked)
}

func (s *Store) state() (size int64, looked time.Time) {
	f, err := os.OpenFile(filepath.Join(s.dir, stateName), os.O_RDONLY|noFollow, 0)
	if err != nil {
		return 0, time.Time{}
	}
	defer f.Close()
	var data [16]byte
	if n, _ := f.Read(data[:]); n < len(data) {
		return 0, time.Time{}
	}
	size, at := int64(binary.LittleEndian.Uint64(data[:])), int64(binary.LittleEndian.Uint64(data[8:]))
	if size < 0 {
		return 0, time.Time{}
	}
	return size, time.Unix(at, 0)
}

func (s *Store) setState(size int64, looked time.Time) {
	data := binary.LittleEndian.AppendUint64(nil, uint64(size))
	// Where it cannot be written the next run looks at all files.
	replace(filepath.Join(s.dir, stateName), binary.LittleEndian.AppendUint64(data, uint64(looked.Unix())))
}

// drop removes entries and returns the bytes that are left.
func (s *Store) drop(now time.Time) int64 {
	all := files(s.dir)
	total := int64(0)
	for _, f := range all {
		total += f.size
	}
	slices.SortFunc(all, func(a, b file) int { return cmp.Or(a.time.Compare(b.time), cmp.Compare(a.path, b.path)) })
	full := total > s.limit
	for _, f := range all {
		if f.left && now.Sub(f.time) > abandoned || !f.left && full && total > s.limit/5*4 {
			if os.Remove(f.path) == nil {
				total -= f.size
			}
		}
	}
	return total
}
