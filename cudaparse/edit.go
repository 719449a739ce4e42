package cudaparse

/*
#include <stdint.h>

// See flatten.go for where these come from.
typedef struct { uint32_t context[4]; const void *id; const void *tree; } TSNode;
typedef struct { uint32_t row, column; } TSPoint;
typedef struct { uint32_t start_byte, old_end_byte, new_end_byte; TSPoint start_point, old_end_point, new_end_point; } TSInputEdit;
extern void ts_tree_edit(void *, const TSInputEdit *);

static void edit(TSNode root, const TSInputEdit *edits, uint32_t count) {
	for (uint32_t i = 0; i < count; i++) ts_tree_edit((void *)root.tree, &edits[i]);
}
*/
import "C"

import (
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// An inputEdit is an edit in the parser's form.
type inputEdit = C.TSInputEdit

// applyEdits applies edits to the parser's tree, in order. The binding's own method passes
// the line and column of the old end as those of the new end. With them wrong, the runtime
// may store a leaf in its small form, which cuts the length of a large one.
func applyEdits(tree *sitter.Tree, edits []inputEdit) {
	root := *(*C.TSNode)(unsafe.Pointer(tree.RootNode()))
	C.edit(root, unsafe.SliceData(edits), C.uint32_t(len(edits)))
}

// newInputEdit returns a difference in the parser's form. Old and text are the texts that
// the parser reads, before and after.
func newInputEdit(old, text *source.File, d difference) inputEdit {
	point := func(f *source.File, offset int) C.TSPoint {
		p := f.Position(offset)
		return C.TSPoint{row: C.uint32_t(p.Line - 1), column: C.uint32_t(p.Column - 1)}
	}
	return inputEdit{
		start_byte: C.uint32_t(d.start), old_end_byte: C.uint32_t(d.oldEnd), new_end_byte: C.uint32_t(d.newEnd),
		start_point: point(old, d.start), old_end_point: point(old, d.oldEnd), new_end_point: point(text, d.newEnd),
	}
}
