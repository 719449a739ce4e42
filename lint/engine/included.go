package engine

import (
	"context"
	"path"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/includes"
)

// An Inclusion is an #include line that is read in a unit.
type Inclusion struct {
	// Path and Line are where it stands.
	Path string
	Line int
	// Name is what it names.
	Name string
	// Found is the file that it is, as reported; "" where that is out of sight.
	Found string
	How   FoundBy
	// Folder is the include folder that the file was found in, as reported; "" for none.
	Folder string
	// Library is set for the name of a header of the C or C++ library, of the operating
	// system or of the CUDA toolkit.
	Library bool
}

// FoundBy says how an included file was found.
type FoundBy string

// The ways, in the order of trying.
const (
	FoundBeside   FoundBy = "beside" // the including file, or by its whole path
	FoundInFolder FoundBy = "folder" // one of the include folders
	FoundBySearch FoundBy = "search" // which is a guess
	NotFound      FoundBy = "none"
)

var foundBy = map[preproc.Found]FoundBy{
	preproc.Beside: FoundBeside, preproc.InFolder: FoundInFolder, preproc.BySearch: FoundBySearch, preproc.NotFound: NotFound,
}

// Includes returns the #include lines that are read in the unit of an input, its own first,
// then those of each file that it includes. Of lines in one file with the same name the
// first counts. The problems are those that end the work.
func (l *Linter) Includes(ctx context.Context, in discover.Input) ([]Inclusion, []lint.Problem) {
	ctx, cancel := context.WithTimeout(ctx, l.opts.FileTimeout)
	defer cancel()
	u := l.open(ctx, in)
	if u.unit == nil {
		return nil, slices.DeleteFunc(u.problems, func(p lint.Problem) bool { return !p.Fatal() })
	}
	var out []Inclusion
	for _, file := range u.unit.Preprocessed().Files {
		seen := map[string]bool{}
		text := source.NewFile(file.Path, file.Text)
		for i := range file.Includes {
			if in := &file.Includes[i]; in.Offset >= 0 && !seen[in.Name] { // -include is no line
				seen[in.Name] = true
				out = append(out, u.inclusion(in, file, text))
			}
		}
	}
	return out, nil
}

func (u *unitRun) inclusion(in *preproc.Include, file *preproc.File, text *source.File) Inclusion {
	out := Inclusion{Path: u.linter.display(file.Path), Line: text.Position(in.Offset).Line, Name: in.Name, How: foundBy[in.How], Library: includes.LibraryHeader(in.Name)}
	if in.File == nil {
		return out
	}
	out.Found = u.linter.display(in.File.Path)
	if in.How == preproc.InFolder {
		for _, dir := range slices.Concat(u.settings.IncludeDirs, u.flags.IncludeDirs) {
			if path.Join(dir, in.Name) == in.File.Path {
				out.Folder = u.linter.display(dir)
				break
			}
		}
	}
	return out
}
