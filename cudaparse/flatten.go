package cudaparse

/*
#include <stdbool.h>
#include <stdint.h>

// The runtime's functions are linked in by the Go binding; these are the
// declarations of its api.h (tree-sitter 0.22, MIT license) that are used here.
typedef struct { uint32_t context[4]; const void *id; const void *tree; } TSNode;
typedef struct { const void *tree; const void *id; uint32_t context[3]; } TSTreeCursor;
extern TSTreeCursor ts_tree_cursor_new(TSNode);
extern void ts_tree_cursor_delete(TSTreeCursor *);
extern TSNode ts_tree_cursor_current_node(const TSTreeCursor *);
extern uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *);
extern bool ts_tree_cursor_goto_parent(TSTreeCursor *);
extern bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *);
extern bool ts_tree_cursor_goto_first_child(TSTreeCursor *);
extern uint32_t ts_node_start_byte(TSNode);
extern uint32_t ts_node_end_byte(TSNode);
extern uint16_t ts_node_symbol(TSNode);
extern bool ts_node_is_missing(TSNode);
extern bool ts_node_has_error(TSNode);
extern uint32_t ts_node_descendant_count(TSNode);

// What a grammar symbol becomes in the flat tree.
typedef struct { uint32_t qualifiers; uint8_t kind, op, is_comment; } symbol_info;

// Must agree with ast.Record.
typedef struct { uint32_t start, end, parent, first, next, qualifiers; uint8_t kind, field, op, flags; } record;
typedef struct { uint32_t start, end; } span;
typedef struct { uint32_t records, comments, depth; } counts;

enum { KIND_ERROR = 1, FLAG_MISSING = 1, FLAG_HAS_ERROR = 2, MAX_DEPTH = 1500 };

// keep appends a node to the tree. last is the child before it, 0 for the first.
static void keep(TSTreeCursor *cursor, TSNode node, symbol_info s, uint32_t i, uint32_t parent, uint32_t *last, record *out) {
	record r = {ts_node_start_byte(node), ts_node_end_byte(node), parent, 0, 0, 0, s.kind, (uint8_t)ts_tree_cursor_current_field_id(cursor), 0, 0};
	if (ts_node_has_error(node)) {
		r.flags |= FLAG_HAS_ERROR;
		if (ts_node_is_missing(node)) r.flags |= FLAG_MISSING;
	}
	out[i] = r;
	if (i == 0) return;
	if (*last) out[*last].next = i;
	else out[parent].first = i;
	*last = i;
}

// flatten copies the named nodes below root into out in preorder. A token
// becomes the operator or a qualifier of the node above it; the keyword inside a
// qualifier or storage class node counts for the declaration above that, too.
// The comments and, as empty spans, the missing tokens go to the end of out, the last
// one first: no node becomes both a record and a comment, so that the two never meet
// if there is room for as many records as there are nodes.
static counts flatten(TSNode root, const symbol_info *info, uint32_t symbols, const uint8_t *passes_on, record *out, uint32_t room) {
	TSTreeCursor cursor = ts_tree_cursor_new(root);
	uint32_t last_child[MAX_DEPTH + 1]; // so far, by depth
	span *comments = (span *)(out + room);
	counts n = {0, 0, 0};
	last_child[0] = 0;
	uint32_t parent = 0, depth = 0;
	for (;;) {
		TSNode node = ts_tree_cursor_current_node(&cursor);
		uint16_t symbol = ts_node_symbol(node);
		symbol_info s = {0, KIND_ERROR, 0, 0}; // the ERROR symbol lies outside the table
		if (symbol < symbols) s = info[symbol];
		bool kept = false;
		if (s.is_comment) {
			span c = {ts_node_start_byte(node), ts_node_end_byte(node)};
			*--comments = c;
			n.comments++;
		} else if (s.kind) {
			keep(&cursor, node, s, n.records++, parent, &last_child[depth], out);
			kept = true;
		} else {
			record *above = &out[parent];
			if (s.op && !above->op) above->op = s.op;
			above->qualifiers |= s.qualifiers;
			if ((above->flags & FLAG_HAS_ERROR) && ts_node_is_missing(node)) {
				span gap = {ts_node_start_byte(node), ts_node_start_byte(node)};
				*--comments = gap;
				n.comments++;
			}
		}
		if (kept && depth >= MAX_DEPTH) n.depth = depth + 1;
		if (kept && depth < MAX_DEPTH && ts_tree_cursor_goto_first_child(&cursor)) {
			parent = n.records - 1;
			if (++depth > n.depth) n.depth = depth;
			last_child[depth] = 0;
			continue;
		}
		while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
			if (depth == 0 || !ts_tree_cursor_goto_parent(&cursor)) {
				ts_tree_cursor_delete(&cursor);
				return n;
			}
			depth--;
			uint32_t closed = parent;
			parent = out[closed].parent;
			if (passes_on[out[closed].kind]) out[parent].qualifiers |= out[closed].qualifiers;
		}
	}
}

*/
import "C"

import (
	"slices"
	"sort"
	"sync"
	"unsafe"

	"github.com/alexaandru/go-sitter-forest/cuda"
	sitter "github.com/smacker/go-tree-sitter"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// maxDepth bounds the nesting of the tree, so that no later pass can exhaust
// the stack on hostile input.
const maxDepth = C.MAX_DEPTH

// grammar returns the CUDA grammar and what each of its symbols becomes.
var grammar = sync.OnceValue(func() (g struct {
	language *sitter.Language
	symbols  []C.symbol_info
	passesOn [256]C.uint8_t
}) {
	g.language = sitter.NewLanguage(cuda.GetLanguage())
	g.symbols = make([]C.symbol_info, g.language.SymbolCount())
	for i := range g.symbols {
		name, s := g.language.SymbolName(sitter.Symbol(i)), &g.symbols[i]
		switch g.language.SymbolType(sitter.Symbol(i)) {
		case sitter.SymbolTypeRegular:
			if name == "comment" {
				s.is_comment = 1
			} else {
				s.kind = C.uint8_t(ast.KindOf(name))
			}
		case sitter.SymbolTypeAnonymous:
			s.op = C.uint8_t(ast.OpOf(name))
			s.qualifiers = C.uint32_t(ast.QualifierOf(name))
		}
	}
	for _, k := range []ast.Kind{ast.TypeQualifier, ast.StorageClassSpecifier} {
		g.passesOn[k] = 1
	}
	return g
})

// A scratch is room for the copy of a tree. It is reused, because clearing and
// faulting in fresh memory for every file is a good part of the copy's time.
type scratch []ast.Record

// maxPooled is the largest scratch that is kept for later, in nodes.
const maxPooled = 1 << 18

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// grow makes room for a number of nodes, and some more for the next tree.
func (s *scratch) grow(nodes int) {
	if len(*s) < nodes {
		*s = make(scratch, nodes+min(nodes/4, maxPooled/8))
	}
}

// copyTree returns the flat copy of a parsed tree, and its records, which may be
// amended until the tree is handed out. It makes one call into C.
func copyTree(root *sitter.Node, src *source.File) (*ast.File, []ast.Record, error) {
	g := grammar()
	// Go's node begins with the runtime's, followed by a Go pointer that C must not see.
	node := *(*C.TSNode)(unsafe.Pointer(root))
	total := int(C.ts_node_descendant_count(node)) + 1
	s := scratches.Get().(*scratch)
	defer func() {
		if len(*s) <= maxPooled {
			scratches.Put(s)
		}
	}()
	s.grow(total)
	room := unsafe.Pointer(unsafe.SliceData(*s))
	n := C.flatten(node, &g.symbols[0], C.uint32_t(len(g.symbols)), &g.passesOn[0], (*C.record)(room), C.uint32_t(len(*s)))
	if n.depth > maxDepth {
		return nil, nil, ErrTooDeep
	}
	records := slices.Clone((*s)[:n.records])
	file := ast.NewFile(src, records)
	for i := range int(n.comments) {
		c := *(*C.span)(unsafe.Add(room, len(*s)*C.sizeof_record-(i+1)*C.sizeof_span))
		span := source.Span{Start: int(c.start), End: int(c.end)}
		if span.Len() > 0 {
			file.Comments = append(file.Comments, span)
		} else {
			file.Errors = append(file.Errors, ast.SyntaxError{Span: span, Missing: true})
		}
	}
	if records[0].Flags&ast.FlagHasError != 0 {
		for i, r := range records {
			if r.Kind == ast.Error || r.Flags&ast.FlagMissing != 0 {
				file.Errors = append(file.Errors, ast.SyntaxError{Span: file.At(i).Span(), Missing: r.Flags&ast.FlagMissing != 0})
			}
		}
		sort.SliceStable(file.Errors, func(i, j int) bool { return file.Errors[i].Span.Start < file.Errors[j].Span.Start })
	}
	return file, records, nil
}
