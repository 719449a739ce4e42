package depend

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// A Digest is a hash of some content, 128 bits of a seed of its Cache.
type Digest [2]uint64

// A Cache keeps what the text of parts says from one unit to the next. It is not safe for
// concurrent use.
type Cache struct {
	seeds     [2]maphash.Seed
	summaries map[Digest]*summary
	files     map[*ast.File]*fileParts
	shape     []byte
}

// NewCache returns an empty cache.
func NewCache() *Cache {
	return &Cache{seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}, summaries: map[Digest]*summary{}, files: map[*ast.File]*fileParts{}}
}

// Digest returns the digest of some bytes.
func (c *Cache) Digest(b []byte) Digest {
	return Digest{maphash.Bytes(c.seeds[0], b), maphash.Bytes(c.seeds[1], b)}
}

func (c *Cache) word(b []byte) uint64 { return maphash.Bytes(c.seeds[0], b) }

// Append adds a digest to bytes that are to be digested.
func (d Digest) Append(b []byte) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, d[0]), d[1])
}

// fileParts are the entries of a file, in source order.
type fileParts struct {
	entries []entry
}

// An entry is a part, or the start or end of a node that holds parts: a namespace, an arm of a
// conditional.
type entry struct {
	digest Digest
	// node is that of a part, not valid for other entries. function is the function definition
	// in it, if any.
	node, function ast.Node
	summary        *summary
	// loose is set for text that only matters if it has the name of a macro.
	loose bool
	// before are the words before a part, the nearest first. They may be macros.
	before []source.Span
}

// A summary is what the text of a part says by itself.
type summary struct {
	// digest is that of the nodes and their texts, without comments and white space between
	// statements.
	digest Digest
	words  []uint64 // in its text, each once
	// spliced is set where a word is continued on another line, so that words may be missing.
	// directs is set where a directive in the part reaches beyond it, pastes where it has ##.
	spliced, directs, pastes bool
	macro                    uint64 // the macro that the part defines, 0 for none
	// defines are the macros that directives inside the part define and undefine.
	defines []uint64
	raw     Digest // of the text as it is
}

// of returns the parts of a file.
func (c *Cache) of(file *ast.File) *fileParts {
	s := scan{c: c, file: file, out: &fileParts{}}
	s.list(file.Root(), 0)
	return s.out
}

// A scan cuts a file into parts.
type scan struct {
	c       *Cache
	file    *ast.File
	out     *fileParts
	comment int // the first comment that is not yet passed
}

// maxDepth bounds how deep namespaces and conditionals are followed. What is deeper is one part.
const maxDepth = 50

// list adds the children of a node and the text between them.
func (s *scan) list(n ast.Node, depth int) {
	at := n.Span().Start
	exact := n.Is(ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef, ast.PreprocElse)
	loose := n.Is(ast.TranslationUnit, ast.DeclarationList, ast.Error)
	marked := depth > 0 && !n.Is(ast.Error) // the others mean what their children mean
	if marked {
		head := headOf(n)
		head[3] = 0 // a syntax error inside does not matter to the parts around it
		s.entry(entry{digest: s.c.Digest(head)})
	}
	for child := range n.Children() {
		span := child.Span()
		s.between(at, span.Start, exact, loose)
		exact = false
		at = max(at, span.End)
		if depth < maxDepth && isList(child) {
			s.list(child, depth+1)
		} else {
			s.part(child, loose && !indexed(child))
		}
	}
	s.between(at, n.Span().End, exact, loose)
	if marked {
		s.entry(entry{digest: s.c.Digest([]byte{0})})
	}
}

// between adds the text between parts, which is mostly empty. It is loose where only macros for
// qualifiers and attributes of alignment count in it.
func (s *scan) between(start, end int, exact, loose bool) {
	text := s.gap(start, end, exact)
	if len(text) == 0 {
		return
	}
	e := entry{digest: s.c.Digest(text), loose: loose}
	if loose {
		e.summary = &summary{}
		s.c.scanWords(e.summary, s.file, source.Span{Start: start, End: end}, nil)
		e.loose = !bytes.Contains(text, []byte("lign"))
	}
	s.entry(e)
}

// indexed reports whether a node can declare something, or is a directive.
func indexed(n ast.Node) bool {
	switch n.Kind() {
	case ast.DeclarationList, ast.Error, ast.LinkageSpecification, ast.NamespaceDefinition, ast.TemplateDeclaration, ast.FunctionDefinition, ast.Declaration,
		ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier, ast.EnumSpecifier, ast.TypeDefinition, ast.AliasDeclaration, ast.UsingDeclaration,
		ast.NamespaceAliasDefinition, ast.ExpressionStatement, ast.CallExpression,
		ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef, ast.PreprocElse, ast.PreprocDef, ast.PreprocFunctionDef, ast.PreprocInclude, ast.PreprocCall:
		return true
	}
	return false
}

func (s *scan) entry(e entry) { s.out.entries = append(s.out.entries, e) }

// headOf returns what a node is without its children and text.
func headOf(n ast.Node) []byte {
	b := []byte{byte(n.Kind()), byte(n.Field()), byte(n.Op()), 0}
	if n.HasError() {
		b[3] = 1
	}
	return binary.LittleEndian.AppendUint32(b, uint32(n.Qualifiers()))
}

// isList reports whether the children of a node are parts of the file.
func isList(n ast.Node) bool {
	switch n.Kind() {
	case ast.TranslationUnit, ast.DeclarationList, ast.Error, ast.NamespaceDefinition, ast.LinkageSpecification,
		ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef, ast.PreprocElse:
		return n.FirstChild().Valid()
	}
	return false
}

// gap returns the text between two nodes. Unless exact is set it is without comments and white
// space.
func (s *scan) gap(start, end int, exact bool) (b []byte) {
	switch {
	case end <= start:
	case exact:
		b = append(b, s.file.Source.Text[start:end]...)
	default:
		b, s.comment = appendTokens(nil, s.file, start, end, s.comment)
	}
	return b
}

// part adds a part.
func (s *scan) part(n ast.Node, loose bool) {
	span := n.Span()
	e := entry{node: n, summary: s.c.summarize(n), before: decl.WordsBefore(s.file.Source.Text, span.Start)}
	e.loose = loose && !e.summary.directs && !bytes.Contains(s.file.Source.Text[span.Start:span.End], []byte("lign"))
	e.digest = e.summary.digest
	switch {
	case n.Is(ast.FunctionDefinition):
		e.function = n
	case n.Is(ast.TemplateDeclaration):
		e.function = n.ChildOf(ast.FunctionDefinition)
	}
	s.entry(e)
}

// summarize returns the summary of a part.
func (c *Cache) summarize(n ast.Node) *summary {
	file, span := n.File(), n.Span()
	text := file.Source.Text[span.Start:span.End]
	c.shape = n.AppendShape(c.shape[:0])
	raw := c.Digest(c.Digest(text).Append(c.Digest(c.shape).Append(c.comments(nil, file, span))))
	sum := c.summaries[raw]
	if sum == nil {
		sum = &summary{raw: raw}
		c.shape = appendContent(c.shape[:0], n)
		sum.digest = c.Digest(c.shape)
		c.scanWords(sum, file, span, declaredFunctions(n))
		if n.Is(ast.PreprocDef, ast.PreprocFunctionDef) {
			sum.macro = c.word([]byte(n.Child(ast.FieldName).Text()))
		}
		c.summaries[raw] = sum
	}
	return sum
}

// comments appends the places of the comments in a part.
func (c *Cache) comments(b []byte, file *ast.File, span source.Span) []byte {
	for i := firstComment(file, span.Start); i < len(file.Comments) && file.Comments[i].Start < span.End; i++ {
		at := file.Comments[i]
		b = binary.LittleEndian.AppendUint64(b, uint64(at.Start-span.Start)<<32|uint64(at.End-span.Start))
	}
	return b
}

// scanWords fills in what the text of a part says. declared are the offsets of words to leave
// out.
func (c *Cache) scanWords(sum *summary, file *ast.File, span source.Span, declared map[int]bool) {
	text := file.Source.Text
	seen := map[uint64]bool{}
	comment := firstComment(file, span.Start)
	for i := span.Start; i < span.End; {
		for comment < len(file.Comments) && file.Comments[comment].End <= i {
			comment++
		}
		if comment < len(file.Comments) && file.Comments[comment].Start <= i {
			i = file.Comments[comment].End
			continue
		}
		switch b := text[i]; {
		case source.WordByte(b):
			start := i
			for i < span.End && source.WordByte(text[i]) {
				i++
			}
			if w := c.word(text[start:i]); !seen[w] && !declared[start] {
				seen[w] = true
				sum.words = append(sum.words, w)
			}
			continue
		case b == '\\' && i > span.Start && source.WordByte(text[i-1]) && splices(text[i+1:span.End]):
			sum.spliced = true
		case b == '#':
			if i+1 < span.End && text[i+1] == '#' {
				sum.pastes = true
				i++
			} else if startsLine(text, i) {
				if name := defined(text[i+1 : span.End]); name != nil {
					sum.defines = append(sum.defines, c.word(name))
				} else if reaches(text[i+1 : span.End]) {
					sum.directs = true
				}
			}
		}
		i++
	}
}

// declaredFunctions returns the offsets of the names of functions and methods that a part
// declares. These are no uses of the names.
func declaredFunctions(part ast.Node) map[int]bool {
	var out map[int]bool
	for i, end := part.Index(), part.End(); i < end; i++ {
		n := part.File().At(i)
		if n.Is(ast.CompoundStatement) {
			i = n.End() - 1
			continue
		}
		if !n.Is(ast.FunctionDeclarator) {
			continue
		}
		up := n.Parent()
		for up.Is(ast.PointerDeclarator, ast.ReferenceDeclarator) {
			up = up.Parent()
		}
		name := n.Child(ast.FieldDeclarator)
		if up.Is(ast.Declaration, ast.FieldDeclaration, ast.FunctionDefinition) && name.Is(ast.Identifier, ast.FieldIdentifier) {
			if out == nil {
				out = map[int]bool{}
			}
			out[name.Span().Start] = true
		}
	}
	return out
}

// macrosBefore returns the words right before a part that are macros, as text. There are a few
// at most, on the part's own line or earlier ones.
func macrosBefore(u *sema.Unit, e *entry) []byte {
	text, end := e.node.File().Source.Text, e.node.Span().Start
	start := end
	for _, word := range e.before {
		if !u.Preprocessed().Macros.Known(string(text[word.Start:word.End])) {
			break
		}
		start = word.Start
	}
	return text[start:end]
}
