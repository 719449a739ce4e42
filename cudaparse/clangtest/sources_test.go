package clangtest

import (
	"io/fs"
	"math/rand"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

// A repository is a folder of sources with what is known of its headers.
type repository struct {
	sources []string            // in the order they are drawn
	files   map[string][]string // paths by the last part of the name
	failed  int                 // how many drawn sources in a row did not compile
}

// repositories lists the folders below root, which is a repository itself if it
// holds sources but no folders.
func repositories(root string, seed int64) ([]*repository, error) {
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil, err
	}
	var out []*repository
	for _, e := range entries {
		if e.IsDir() {
			if r := readRepository(filepath.Join(root, e.Name()), seed); len(r.sources) > 0 {
				out = append(out, r)
			}
		}
	}
	if len(out) == 0 {
		out = append(out, readRepository(root, seed))
	}
	return out, nil
}

func readRepository(root string, seed int64) *repository {
	r := &repository{files: map[string][]string{}}
	filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil
		}
		switch filepath.Ext(p) {
		case ".cu":
			r.sources = append(r.sources, p)
			fallthrough
		case ".h", ".hh", ".hpp", ".hxx", ".cuh", ".inl", ".inc", ".c", ".cc", ".cpp", ".cxx":
			r.files[filepath.Base(p)] = append(r.files[filepath.Base(p)], p)
		}
		return nil
	})
	rand.New(rand.NewSource(seed)).Shuffle(len(r.sources), func(i, j int) {
		r.sources[i], r.sources[j] = r.sources[j], r.sources[i]
	})
	return r
}

var includeLine = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)`)

// maxHeaders bounds the headers looked through for one source.
const maxHeaders = 300

// includeDirs returns the folders of the repository that hold what a source and
// its headers include and what is neither beside them nor in one of the system's
// folders.
func (r *repository) includeDirs(source string, system []string) []string {
	dirs := map[string]bool{}
	seen := map[string]bool{source: true}
	todo := []string{source}
	for len(todo) > 0 && len(seen) < maxHeaders {
		from := todo[0]
		todo = todo[1:]
		content, err := os.ReadFile(from)
		if err != nil {
			continue
		}
		for _, m := range includeLine.FindAllStringSubmatch(string(content), -1) {
			name := path.Clean(m[2])
			beside := filepath.Join(filepath.Dir(from), name)
			if !exists(beside) || m[1] == "<" {
				var dir string
				if dir, beside = r.dirOf(name, from, system); dir == "" {
					continue
				}
				dirs[dir] = true
			}
			if !seen[beside] {
				seen[beside] = true
				todo = append(todo, beside)
			}
		}
	}
	var out []string
	for dir := range dirs {
		out = append(out, dir)
	}
	sort.Strings(out)
	return out
}

// dirOf returns the folder below which the repository has a header, the one
// nearest to the file that includes it, and the header's path.
func (r *repository) dirOf(name, from string, system []string) (dir, header string) {
	for _, s := range system {
		if exists(filepath.Join(s, name)) {
			return "", ""
		}
	}
	nearest := -1
	for _, p := range r.files[path.Base(name)] {
		if !strings.HasSuffix(p, "/"+name) {
			continue
		}
		if n := common(p, from); n > nearest {
			nearest, dir, header = n, strings.TrimSuffix(p, "/"+name), p
		}
	}
	return dir, header
}

// common counts the folders that two paths share from the root.
func common(a, b string) int {
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < len(as) && n < len(bs) && as[n] == bs[n] {
		n++
	}
	return n
}

func exists(p string) bool {
	info, err := os.Stat(p)
	return err == nil && info.Mode().IsRegular()
}
