package sema

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// A Digest stands for some content. Digests of one PartCache are equal where the contents
// are; that two others are is as likely as an error of the machine.
type Digest [2]uint64

// A PartCache keeps what is known of the parts of files from one unit to the next. It is
// not safe for concurrent use.
type PartCache struct {
	seeds [2]maphash.Seed
	sums  map[Digest]*partSum
	files map[*ast.File]*fileParts
	shape []byte
}

// NewPartCache returns an empty cache.
func NewPartCache() *PartCache {
	return &PartCache{seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}, sums: map[Digest]*partSum{}, files: map[*ast.File]*fileParts{}}
}

// Digest returns the digest of some bytes.
func (c *PartCache) Digest(b []byte) Digest {
	return Digest{maphash.Bytes(c.seeds[0], b), maphash.Bytes(c.seeds[1], b)}
}

func (c *PartCache) word(b []byte) uint64 { return maphash.Bytes(c.seeds[0], b) }

// Append adds a digest to bytes that are to be digested.
func (d Digest) Append(b []byte) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, d[0]), d[1])
}

// fileParts are the parts of a file, and the nodes around them, in source order.
type fileParts struct {
	entries []partEntry
}

// A partEntry is a part, or the begin or end of a node that is made of parts: a
// namespace, an arm of a conditional.
type partEntry struct {
	digest Digest
	// node is that of a part, not valid for the others; function is the definition that
	// it is, if it is one.
	node, function ast.Node
	sum            *partSum
	// loose is set for what only matters if it has the name of a macro.
	loose bool
	// before are the words before a part, the nearest first, which may be macros.
	before []source.Span
}

// A partSum is what is known of a part by its text alone.
type partSum struct {
	// digest is that of the nodes and their texts, without comments and white space between
	// statements.
	digest Digest
	words  []uint64 // in its text, each once
	// spliced is set where words may be missing, directs where a directive in it reaches
	// beyond it, pastes where the text has ##.
	spliced, directs, pastes bool
	macro                    uint64 // the word that it defines, 0 for none
	// defines are the macros that directives in it define and undefine.
	defines []uint64
	raw     Digest
}

// of returns the parts of a file.
func (c *PartCache) of(file *ast.File) *fileParts {
	s := partScan{c: c, file: file, out: &fileParts{}}
	s.list(file.Root(), 0)
	return s.out
}

// A partScan cuts a file into parts.
type partScan struct {
	c       *PartCache
	file    *ast.File
	out     *fileParts
	comment int // the first one that is not left behind
}

// maxPartDepth bounds how deep namespaces and conditionals are followed; what is deeper is
// one part.
const maxPartDepth = 50

// list cuts a node into its children and what stands between them.
func (s *partScan) list(n ast.Node, depth int) {
	at := n.Span().Start
	exact := n.Is(ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef, ast.PreprocElse)
	loose := n.Is(ast.TranslationUnit, ast.DeclarationList, ast.Error)
	marked := depth > 0 && !n.Is(ast.Error) // the rest mean what their children do
	if marked {
		head := headOf(n)
		head[3] = 0 // that something in it does not parse is of no matter to the others
		s.entry(partEntry{digest: s.c.Digest(head)})
	}
	for child := range n.Children() {
		span := child.Span()
		s.between(at, span.Start, exact, loose)
		exact = false
		at = max(at, span.End)
		if depth < maxPartDepth && isPartList(child) {
			s.list(child, depth+1)
		} else {
			s.part(child, loose && !indexed(child))
		}
	}
	s.between(at, n.Span().End, exact, loose)
	if marked {
		s.entry(partEntry{digest: s.c.Digest([]byte{0})})
	}
}

// between adds what stands between parts, which is nothing as a rule. It is loose where
// only macros matter: see macroQualifiers and declaredAlign.
func (s *partScan) between(start, end int, exact, loose bool) {
	text := s.gap(start, end, exact)
	if len(text) == 0 {
		return
	}
	e := partEntry{digest: s.c.Digest(text), loose: loose}
	if loose {
		e.sum = &partSum{}
		s.c.scanWords(e.sum, s.file, source.Span{Start: start, End: end}, nil)
		e.loose = !bytes.Contains(text, []byte("lign"))
	}
	s.entry(e)
}

// indexed reports whether a node can declare something, or is a directive: see
// fileIndex.node.
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

func (s *partScan) entry(e partEntry) { s.out.entries = append(s.out.entries, e) }

// headOf returns what a node is by itself.
func headOf(n ast.Node) []byte {
	b := []byte{byte(n.Kind()), byte(n.Field()), byte(n.Op()), 0}
	if n.HasError() {
		b[3] = 1
	}
	return binary.LittleEndian.AppendUint32(b, uint32(n.Qualifiers()))
}

// isPartList reports whether the children of a node are parts of the file.
func isPartList(n ast.Node) bool {
	switch n.Kind() {
	case ast.TranslationUnit, ast.DeclarationList, ast.Error, ast.NamespaceDefinition, ast.LinkageSpecification,
		ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef, ast.PreprocElse:
		return n.FirstChild().Valid()
	}
	return false
}

// gap returns the text between two nodes: as it is, or without comments and white space.
func (s *partScan) gap(start, end int, exact bool) (b []byte) {
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
func (s *partScan) part(n ast.Node, loose bool) {
	span := n.Span()
	e := partEntry{node: n, sum: s.c.sum(n), before: wordsBefore(s.file.Source.Text, span.Start)}
	e.loose = loose && !e.sum.directs && !bytes.Contains(s.file.Source.Text[span.Start:span.End], []byte("lign"))
	e.digest = e.sum.digest
	switch {
	case n.Is(ast.FunctionDefinition):
		e.function = n
	case n.Is(ast.TemplateDeclaration):
		e.function = n.ChildOf(ast.FunctionDefinition)
	}
	s.entry(e)
}

// sum returns what the text of a part tells.
func (c *PartCache) sum(n ast.Node) *partSum {
	file, span := n.File(), n.Span()
	text := file.Source.Text[span.Start:span.End]
	c.shape = n.AppendShape(c.shape[:0])
	raw := c.Digest(c.Digest(text).Append(c.Digest(c.shape).Append(c.comments(nil, file, span))))
	sum := c.sums[raw]
	if sum == nil {
		sum = &partSum{raw: raw}
		c.shape = appendContent(c.shape[:0], n)
		sum.digest = c.Digest(c.shape)
		c.scanWords(sum, file, span, declaredFunctions(n))
		if n.Is(ast.PreprocDef, ast.PreprocFunctionDef) {
			sum.macro = c.word([]byte(n.Child(ast.FieldName).Text()))
		}
		c.sums[raw] = sum
	}
	return sum
}

// comments appends where comments are in a part.
func (c *PartCache) comments(b []byte, file *ast.File, span source.Span) []byte {
	for i := firstComment(file, span.Start); i < len(file.Comments) && file.Comments[i].Start < span.End; i++ {
		at := file.Comments[i]
		b = binary.LittleEndian.AppendUint64(b, uint64(at.Start-span.Start)<<32|uint64(at.End-span.Start))
	}
	return b
}

// scanWords finds the words of a part, apart from those that it declares, and what in it
// reaches further than its words.
func (c *PartCache) scanWords(sum *partSum, file *ast.File, span source.Span, declared map[int]bool) {
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
// declares, which are no uses of them.
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
