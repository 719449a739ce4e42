// Package cache keeps results between runs, in files of a folder.
//
// An entry is found by the digest of everything that its result is known to depend on
// from the start, and used if the questions that were asked on the way to the result,
// which come back with it, still have the answers they had (see Trace): so an entry is
// right or it is not found. Nothing is ever updated in place: an entry is written
// beside its name and renamed, so that runs at the same time, and runs that are killed,
// leave whole entries; what is not one (its checksum says so) is as good as not there.
package cache

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// format is the version of the layout of the folder and of entries.
const format = "v1"

// DefaultLimit is the default limit of a folder in bytes.
const DefaultLimit = 512 << 20

// A Store is a folder of entries. It is safe for concurrent use, also by several
// processes.
type Store struct {
	dir      string // of the entries
	identity []byte
	limit    int64
	shards   sync.Map // names of the folders that were looked at
	written  atomic.Int64
	hits     atomic.Int64
	misses   atomic.Int64
}

// Open returns the store in a folder, which is made if it is not there. identity says
// which program the results are of, to the byte: another one finds none of them. limit
// is how many bytes of entries stay, see Trim.
func Open(root, identity string, limit int64) (*Store, error) {
	s := &Store{dir: filepath.Join(root, format), identity: []byte(identity), limit: limit}
	if err := os.MkdirAll(root, 0o700); err != nil {
		return nil, err
	}
	// Another run may clean the folder meanwhile.
	const tries = 10
	err := s.probe()
	for i := 1; i < tries && errors.Is(err, os.ErrNotExist); i++ {
		err = s.probe()
	}
	return s, errors.Join(err, tag(root))
}

// probe makes the folder of the entries and returns an error if it cannot be written to:
// then it is of no use.
func (s *Store) probe() error {
	if err := realFolder(s.dir); err != nil {
		return err
	}
	f, err := os.CreateTemp(s.dir, temporary)
	if err != nil {
		return err
	}
	err = f.Close()
	if removed := os.Remove(f.Name()); !errors.Is(removed, os.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	return err
}

// realFolder makes a folder if there is none; a symbolic link in its place could lead
// anywhere.
func realFolder(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	info, err := os.Lstat(dir)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is not a folder", dir)
	}
	return err
}

// tagText is what backup programs look for to leave a folder out
// (https://bford.info/cachedir/).
const tagText = "Signature: 8a477f597d28d172789f06886806bc55\n# This folder holds results of cudalint, which can be made again.\n"

func tag(root string) error {
	f, err := os.OpenFile(filepath.Join(root, "CACHEDIR.TAG"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(tagText)
	return errors.Join(err, f.Close())
}

// temporary is the pattern of names of files that are being written.
const temporary = "new-*"

// place returns the file of an entry; ok is false where its folder cannot be used.
func (s *Store) place(key Digest) (file string, ok bool) {
	name := Of("entry", s.identity, key[:]).String()
	shard := name[:2]
	dir := filepath.Join(s.dir, shard)
	usable, known := s.shards.Load(shard)
	if !known {
		usable = realFolder(dir) == nil
		s.shards.Store(shard, usable)
	}
	return filepath.Join(dir, name[2:]), usable.(bool)
}

// maxEntry bounds what is read of a file.
const maxEntry = 256 << 20

// touchAfter is how old the time of an entry is when a use of it renews it: entries are
// dropped by that time, the least recently used first.
const touchAfter = time.Hour

// get returns what put wrote, nil where there is nothing or it is damaged.
func (s *Store) get(key Digest) []byte {
	name, ok := s.place(key)
	if !ok {
		return nil
	}
	f, err := os.OpenFile(name, os.O_RDONLY|noFollow, 0)
	if err != nil {
		return nil
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxEntry || info.Size() < sha256.Size {
		return nil
	}
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(f, data); err != nil {
		return nil
	}
	body, sum := data[:len(data)-sha256.Size], data[len(data)-sha256.Size:]
	if want := s.checksum(key, body); string(want[:]) != string(sum) {
		return nil
	}
	if now := time.Now(); now.Sub(info.ModTime()) > touchAfter {
		os.Chtimes(name, now, now) // if it fails the entry only looks older than it is
	}
	return body
}

// checksum is of an entry under its key: a file that was moved there is damaged, too.
func (s *Store) checksum(key Digest, body []byte) Digest {
	return Of("checksum", s.identity, key[:], body)
}

// put writes an entry, and may use the room behind its bytes. Where that fails there is
// none: a cache that is full, or whose folder went away, is no reason to fail.
func (s *Store) put(key Digest, body []byte) {
	name, ok := s.place(key)
	if !ok || int64(len(body)) > min(maxEntry-sha256.Size, s.limit/2) {
		return
	}
	sum := s.checksum(key, body)
	if replace(name, append(body, sum[:]...)) == nil {
		s.written.Add(int64(len(body)) + sha256.Size)
	}
}

// replace writes a file beside its name and renames it.
func replace(name string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), temporary) // mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// Used returns how many lookups found an entry that could be used, and how many did not.
func (s *Store) Used() (hits, misses int64) { return s.hits.Load(), s.misses.Load() }
