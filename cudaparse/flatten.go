package cudaparse

/*
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

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
typedef struct { uint32_t start, end, parent, next, qualifiers; uint8_t kind, field, op, flags; } record;
typedef struct { uint32_t start, end; } span;

// Must agree with source.Span.
typedef struct { intptr_t start, end; } go_span;
typedef struct { uint32_t records, comments, depth; } counts;

// The copy of the tree that the parser started from. Its text is the same up to start, and
// from old_end on, which is now at new_end.
typedef struct {
	const record *records;
	const uint64_t *ids; // of the records' subtrees
	const go_span *comments;
	uint32_t count, comment_count, depth;
	uint32_t start, old_end, new_end;
} earlier;

enum {
	KIND_ERROR = 1, FLAG_MISSING = 1, FLAG_HAS_ERROR = 2, MAX_DEPTH = 1500,
	MIN_REUSED = 32 // nodes of a subtree that is worth looking up
};

// subtree_id identifies a subtree. The parser's trees share the subtrees that one took from
// another, and a shared subtree does not change. node.id is the address at which the parent
// stores the subtree: a pointer, or a small leaf itself, whose lowest bit is set.
static uint64_t subtree_id(TSNode node) { return *(const uint64_t *)node.id; }

// find returns the index of a subtree's record in the earlier copy, 0 for none.
static uint32_t find(const earlier *e, uint64_t id, uint32_t at) {
	if (at >= e->new_end) at += e->old_end - e->new_end;
	else if (at > e->start) return 0;
	uint32_t low = 0, high = e->count;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (e->records[middle].start < at) low = middle + 1;
		else high = middle;
	}
	for (; low < e->count && e->records[low].start == at; low++) {
		if (e->ids[low] == id) return low;
	}
	return 0;
}

// reuse copies the descendants of record from of the earlier copy to those of record i of
// out, and the comments among them to before comments. No descendant depends on an
// ancestor. It returns the numbers of both, and the depth below i.
static counts reuse(const earlier *e, uint32_t from, uint32_t i, record *out, uint64_t *ids, span *comments) {
	const record *root = &e->records[from];
	uint32_t moved = out[i].start - root->start, shift = i - from, end = 0, depth = 0;
	for (uint32_t k = from; ; k = e->records[k].parent) {
		if (!end && (e->records[k].next || !k)) end = k ? e->records[k].next : e->count;
		if (!k) break;
		depth++;
	}
	out[i].qualifiers = root->qualifiers;
	out[i].op = root->op;
	if (!moved && !shift) memcpy(out + from + 1, e->records + from + 1, (end - from - 1) * sizeof *out);
	else for (uint32_t k = from + 1; k < end; k++) {
		record r = e->records[k];
		r.start += moved;
		r.end += moved;
		r.parent += shift;
		if (r.next) r.next += shift;
		out[k + shift] = r;
	}
	if (ids) memcpy(ids + i + 1, e->ids + from + 1, (end - from - 1) * sizeof *ids);
	uint32_t low = 0, high = e->comment_count;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if ((uint32_t)e->comments[middle].start < root->start) low = middle + 1;
		else high = middle;
	}
	counts n = {end - from - 1, 0, e->depth - depth};
	for (; low < e->comment_count && (uint32_t)e->comments[low].start < root->end; low++) {
		span c = {(uint32_t)e->comments[low].start + moved, (uint32_t)e->comments[low].end + moved};
		*--comments = c;
		n.comments++;
	}
	return n;
}

// append_record stores a node as record i. last is its previous sibling, 0 for none.
static void append_record(TSTreeCursor *cursor, TSNode node, symbol_info s, uint32_t i, uint32_t parent, uint32_t *last, record *out) {
	record r = {ts_node_start_byte(node), ts_node_end_byte(node), parent, 0, 0, s.kind, (uint8_t)ts_tree_cursor_current_field_id(cursor), 0, 0};
	if (ts_node_has_error(node)) {
		r.flags |= FLAG_HAS_ERROR;
		if (ts_node_is_missing(node)) r.flags |= FLAG_MISSING;
	}
	out[i] = r;
	if (i == 0) return;
	if (*last) out[*last].next = i;
	*last = i;
}

// flatten copies root and the named nodes below it into out in preorder, and returns the
// numbers of records and comments, and the depth. A token becomes the operator or a
// qualifier of its parent; the keyword in a qualifier or storage class node also becomes a
// qualifier of the declaration around it.
//
// The comments and, as empty spans, the missing tokens go to the end of out, the last one
// first. No node becomes both a record and a comment, so that the two do not meet if room
// is the number of nodes.
//
// ids, unless NULL, gets the subtree of each record. Subtrees that old, unless NULL, has
// are copied from there; the depth may be too large then, as that of old may be.
static counts flatten(TSNode root, const symbol_info *info, uint32_t symbols, const uint8_t *passes_on, record *out, uint32_t room, uint64_t *ids, const earlier *old) {
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
		bool descend = false;
		if (s.is_comment) {
			span c = {ts_node_start_byte(node), ts_node_end_byte(node)};
			*--comments = c;
			n.comments++;
		} else if (s.kind) {
			uint32_t i = n.records++;
			append_record(&cursor, node, s, i, parent, &last_child[depth], out);
			uint64_t id = subtree_id(node);
			if (ids) ids[i] = id;
			uint32_t from = 0;
			if (old && !(out[i].flags & FLAG_HAS_ERROR) && ts_node_descendant_count(node) >= MIN_REUSED) from = find(old, id, out[i].start);
			if (from) {
				counts reused = reuse(old, from, i, out, ids, comments);
				n.records += reused.records;
				n.comments += reused.comments;
				comments -= reused.comments;
				if (depth + reused.depth > n.depth) n.depth = depth + reused.depth;
				if (passes_on[s.kind]) out[parent].qualifiers |= out[i].qualifiers;
			} else {
				descend = true;
			}
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
		if (descend && depth >= MAX_DEPTH) n.depth = depth + 1;
		if (descend && depth < MAX_DEPTH && ts_tree_cursor_goto_first_child(&cursor)) {
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
	"runtime"
	"slices"
	"sort"
	"sync"
	"unsafe"

	"github.com/alexaandru/go-sitter-forest/cuda"
	sitter "github.com/smacker/go-tree-sitter"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// maxDepth limits the depth of a tree, so that recursive passes cannot exhaust the stack.
const maxDepth = C.MAX_DEPTH

// grammar returns the CUDA grammar, what each of its symbols becomes in an ast.File, and the
// kinds whose qualifiers their parents get, too.
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

// A scratch is memory for the copy of a tree. It is reused, because getting fresh memory for
// each file takes a good part of the time of the copy.
type scratch struct {
	records []ast.Record
	ids     []uint64
}

// maxPooled is the largest scratch that is reused, in nodes.
const maxPooled = 1 << 18

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// grow makes room for a number of nodes, and some more for the next tree.
func (s *scratch) grow(nodes int, ids bool) {
	if len(s.records) < nodes {
		s.records = make([]ast.Record, nodes+min(nodes/4, maxPooled/8))
	}
	if ids && len(s.ids) < len(s.records) {
		s.ids = make([]uint64, len(s.records))
	}
}

// A flatTree is the copy of a parser's tree.
type flatTree struct {
	file *ast.File
	// records are the nodes of file.
	records []ast.Record
	// ids identify the subtree of the parser's tree that each record is the copy of. They
	// are valid while that tree is open, and nil if no other tree will be copied from this.
	ids   []uint64
	depth int // an upper bound
}

// flatCopy returns the copy of a parsed tree of src, with ids if keepIDs is set. Subtrees
// that the parser took from the tree of old are copied from old, which may be nil; d is
// the difference between the texts.
func flatCopy(root *sitter.Node, src *source.File, keepIDs bool, old *flatTree, d difference) (flatTree, error) {
	g := grammar()
	// Go's node begins with the runtime's, followed by a Go pointer that C must not see.
	node := *(*C.TSNode)(unsafe.Pointer(root))
	total := int(C.ts_node_descendant_count(node)) + 1
	s := scratches.Get().(*scratch)
	defer func() {
		if len(s.records) <= maxPooled {
			scratches.Put(s)
		}
	}()
	s.grow(total, keepIDs)
	room, size := unsafe.Pointer(unsafe.SliceData(s.records)), len(s.records)
	var ids *C.uint64_t
	if keepIDs {
		ids = (*C.uint64_t)(unsafe.SliceData(s.ids))
	}
	n := C.counts{}
	if old != nil && old.ids != nil {
		n = s.flattenFrom(node, ids, old, d)
	}
	if n.records == 0 || n.depth > maxDepth {
		n = C.flatten(node, &g.symbols[0], C.uint32_t(len(g.symbols)), &g.passesOn[0], (*C.record)(room), C.uint32_t(size), ids, nil)
	}
	if n.depth > maxDepth {
		return flatTree{}, ErrTooDeep
	}
	t := flatTree{records: slices.Clone(s.records[:n.records]), depth: int(n.depth)}
	if keepIDs {
		t.ids = slices.Clone(s.ids[:n.records])
	}
	t.file = ast.NewFile(src, t.records)
	for i := range int(n.comments) {
		c := *(*C.span)(unsafe.Add(room, size*C.sizeof_record-(i+1)*C.sizeof_span))
		span := source.Span{Start: int(c.start), End: int(c.end)}
		if span.Len() > 0 {
			t.file.Comments = append(t.file.Comments, span)
		} else {
			t.file.Errors = append(t.file.Errors, ast.SyntaxError{Span: span, Missing: true})
		}
	}
	if t.records[0].Flags&ast.FlagHasError != 0 {
		for i, r := range t.records {
			if r.Kind == ast.Error || r.Flags&ast.FlagMissing != 0 {
				t.file.Errors = append(t.file.Errors, ast.SyntaxError{Span: t.file.At(i).Span(), Missing: r.Flags&ast.FlagMissing != 0})
			}
		}
		sort.SliceStable(t.file.Errors, func(i, j int) bool { return t.file.Errors[i].Span.Start < t.file.Errors[j].Span.Start })
	}
	return t, nil
}

// flattenFrom calls flatten with an earlier copy.
func (s *scratch) flattenFrom(node C.TSNode, ids *C.uint64_t, old *flatTree, d difference) C.counts {
	g := grammar()
	var pins runtime.Pinner
	defer pins.Unpin()
	e := C.earlier{
		records: (*C.record)(unsafe.Pointer(unsafe.SliceData(old.records))), ids: (*C.uint64_t)(unsafe.SliceData(old.ids)),
		count: C.uint32_t(len(old.records)), depth: C.uint32_t(old.depth),
		start: C.uint32_t(d.start), old_end: C.uint32_t(d.oldEnd), new_end: C.uint32_t(d.newEnd),
	}
	pins.Pin(e.records)
	pins.Pin(e.ids)
	if comments := old.file.Comments; len(comments) > 0 {
		e.comments, e.comment_count = (*C.go_span)(unsafe.Pointer(&comments[0])), C.uint32_t(len(comments))
		pins.Pin(e.comments)
	}
	return C.flatten(node, &g.symbols[0], C.uint32_t(len(g.symbols)), &g.passesOn[0], (*C.record)(unsafe.Pointer(unsafe.SliceData(s.records))),
		C.uint32_t(len(s.records)), ids, &e)
}
