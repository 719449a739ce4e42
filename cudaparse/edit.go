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

// An inputEdit is an edit as the parser is told of it.
type inputEdit = C.TSInputEdit

// tell tells the parser's tree of edits, one after the other. The binding has a method
// for that, but passes the end of the old text as the line and column of the end of the
// new one. They matter: the runtime goes by them to tell whether a leaf fits into its
// small form, and cuts the length of one that does not.
func tell(tree *sitter.Tree, edits []inputEdit) {
	root := *(*C.TSNode)(unsafe.Pointer(tree.RootNode()))
	C.edit(root, unsafe.SliceData(edits), C.uint32_t(len(edits)))
}

// input describes an edit. old and text know the lines of the texts that the parser read.
func input(old, text *source.File, d difference) inputEdit {
	point := func(f *source.File, offset int) C.TSPoint {
		p := f.Position(offset)
		return C.TSPoint{row: C.uint32_t(p.Line - 1), column: C.uint32_t(p.Column - 1)}
	}
	return inputEdit{
		start_byte: C.uint32_t(d.start), old_end_byte: C.uint32_t(d.oldEnd), new_end_byte: C.uint32_t(d.newEnd),
		start_point: point(old, d.start), old_end_point: point(old, d.oldEnd), new_end_point: point(text, d.newEnd),
	}
}
