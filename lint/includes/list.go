package includes

import (
	"path"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// An Inclusion is an #include line of a unit.
type Inclusion struct {
	// Path and Line are its place.
	Path string
	Line int
	// Name is the name of the header, as it is written.
	Name string
	// Found is the reported path of the included file; "" where it was not found.
	Found string
	How   FoundBy
	// Folder is the reported path of the include folder that the file was found in; "" for
	// none.
	Folder string
	// Library is set for the name of a header of the C or C++ library, of the operating
	// system or of the CUDA toolkit.
	Library bool
}

// FoundBy says how an included file was found.
type FoundBy string

// The ways, in the order in which they are tried.
const (
	FoundBeside   FoundBy = "beside" // the including file, or by its whole path
	FoundInFolder FoundBy = "folder" // one of the include folders
	FoundBySearch FoundBy = "search" // a guess
	NotFound      FoundBy = "none"
)

var foundBy = map[preproc.Found]FoundBy{
	preproc.Beside: FoundBeside, preproc.InFolder: FoundInFolder, preproc.BySearch: FoundBySearch, preproc.NotFound: NotFound,
}

// List returns the #include lines of the files of a unit. Of lines in one file with the same name
// only the first counts. dirs are the include folders, display returns the reported path of a
// file or folder.
func List(files []*preproc.File, dirs []string, display func(path string) string) []Inclusion {
	var out []Inclusion
	for _, file := range files {
		seen := map[string]bool{}
		text := source.NewFile(file.Path, file.Text)
		for i := range file.Includes {
			in := &file.Includes[i]
			if in.Offset < 0 || seen[in.Name] { // -include is no line
				continue
			}
			seen[in.Name] = true
			found := Inclusion{Path: display(file.Path), Line: text.Position(in.Offset).Line, Name: in.Name, How: foundBy[in.How], Library: LibraryHeader(in.Name)}
			if in.File != nil {
				found.Found = display(in.File.Path)
			}
			if in.File != nil && in.How == preproc.InFolder {
				at := slices.IndexFunc(dirs, func(dir string) bool { return path.Join(dir, in.Name) == in.File.Path })
				if at >= 0 {
					found.Folder = display(dirs[at])
				}
			}
			out = append(out, found)
		}
	}
	return out
}
