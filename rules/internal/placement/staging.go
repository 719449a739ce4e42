package placement

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/cudaparse/types"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
)

// staticShared is the shared memory of a block without an opt-in (CUDA C++ Programming
// Guide: 48 KB on every architecture).
const staticShared = 48 << 10

// Stage returns the fix that copies a variable to shared memory at the start of a kernel
// and reads the copy there, together with the edits of move. The variable has to be an
// array of numbers or vectors, and the kernel has to read it in its own body only. The
// fix is unsafe: a launch that is not visible may use the shared memory that it takes.
// refusal is the reason if there is no fix, else "".
func Stage(move *Move, uses []Use, k Key, kernel *sema.Function, pass *lint.Pass) (f fixes.Fix, refusal string) {
	s := staging{pass: pass, kernel: kernel, key: k, file: kernel.Body.File()}
	for _, refuse := range []func([]Use) string{s.readsInside, s.declare, s.readOften, s.fits, s.findReads} {
		if why := refuse(uses); why != "" {
			return f, why
		}
	}
	copying, why := s.copying()
	if why != "" {
		return f, why
	}
	f = fixes.Fix{Title: fmt.Sprintf("%s, and copy %s to shared memory at the start of %s", strings.TrimSuffix(move.Fix.Title, instead), k.plain(), kernel.Name),
		Safety: max(fixes.Unsafe, move.Fix.Safety), Edits: append(slices.Clone(move.Fix.Edits), copying)}
	for _, n := range s.reads {
		f.Edits = append(f.Edits, pass.Edit(n, s.name))
	}
	return f, ""
}

// A staging plans the copy of a variable.
type staging struct {
	pass   *lint.Pass
	kernel *sema.Function
	key    Key
	file   *ast.File

	variable *sema.Variable
	name     string // of the copy
	elements int64  // how many there are
	element  string // the type of an element, as written
	dims     string // the dimensions, as written: "[4][N]"
	length   string // an expression for the number of elements
	reads    []ast.Node
}

// readsInside refuses if a function that the kernel calls reads the variable: the copy
// would have to be passed to it.
func (s *staging) readsInside(uses []Use) string {
	if !lint.Written(s.kernel.Body) || s.kernel.Body.HasError() {
		return "a macro spells the kernel, or it does not parse"
	}
	for _, u := range uses {
		if !u.of(s.kernel) {
			continue
		}
		for _, a := range u.reads {
			if a.Function != s.kernel {
				return "a function that the kernel calls reads it"
			}
			s.variable = a.Variable
		}
	}
	if s.variable == nil {
		return "the kernel does not read it"
	}
	return ""
}

// declare plans the declaration of the copy. It refuses if that cannot be spelled.
func (s *staging) declare([]Use) string {
	v := s.variable
	t, count, depth := v.Type, int64(1), 0
	for ; t != nil && t.Kind == sema.Array && t.Len > 0; t = t.Elem {
		count *= t.Len
		depth++
	}
	if depth == 0 || t == nil || !(t.Arithmetic() || s.vector(t)) || v.Type.Size <= 0 {
		return "it is not an array of numbers or vectors of known size"
	}
	spelled := v.Declaration.Child(ast.FieldType)
	if !lint.Written(spelled) || spelled.Child(ast.FieldBody).Valid() || spelled.Text() == "" {
		return "its declaration does not spell its type"
	}
	s.element = strings.Join(strings.Fields(spelled.Text()), " ")
	s.elements, s.length = count, strconv.FormatInt(count, 10)
	d := v.Node
	for p := d.Parent(); p.Is(ast.ArrayDeclarator, ast.InitDeclarator); p = p.Parent() {
		if p.Is(ast.InitDeclarator) {
			break
		}
		d = p
	}
	s.dims = d.File().Source.Slice(source.Span{Start: v.Node.Span().End, End: d.Span().End})
	if strings.Contains(s.dims, "[]") || comments(d.File(), source.Span{Start: v.Node.Span().End, End: d.Span().End}) || strings.Count(s.dims, "[") != depth {
		if depth > 1 {
			return "its declaration does not spell all its dimensions"
		}
		s.dims = "[" + s.length + "]"
	}
	if product, ok := productOf(s.dims); ok {
		s.length = product
	}
	return s.sameNames(d, spelled)
}

// productOf spells the number of elements of an array: "4 * N" for "[4][N]". ok is false
// if there are several dimensions and one of them is neither a name nor a number.
func productOf(dims string) (product string, ok bool) {
	parts := strings.Split(strings.Trim(strings.TrimSpace(dims), "[]"), "][")
	for _, part := range parts {
		if len(parts) > 1 && strings.ContainsFunc(part, func(r rune) bool { return r >= 0x80 || !source.WordByte(byte(r)) }) {
			return "", false
		}
	}
	return strings.Join(parts, " * "), true
}

// readOften refuses if a block reads less than twice as many elements as it would copy:
// reading them from global memory is then as fast.
func (s *staging) readOften(uses []Use) string {
	for _, u := range uses {
		if !u.of(s.kernel) {
			continue
		}
		threads, reads := u.own.Block.Dim[0]*u.own.Block.Dim[1]*u.own.Block.Dim[2], 0.0
		for _, a := range u.reads {
			reads += max(a.Executions, float64(a.Trips)) * float64(threads) * a.ActiveLanes.Mean / 32
		}
		if reads < 2*float64(s.elements) {
			return "a block reads less than twice as many elements as it would copy"
		}
	}
	return ""
}

// vector reports whether a type is a CUDA vector type, which has no constructor and so
// can be declared __shared__.
func (s *staging) vector(t *sema.Type) bool {
	return t.Kind == sema.RecordKind && types.Predeclared(t.Name) != nil && t.Name != "dim3"
}

// sameNames refuses if the names in the declaration may mean something else, or nothing,
// in the kernel.
func (s *staging) sameNames(declarator, spelled ast.Node) string {
	v, at := s.variable, s.kernel.Body
	for _, n := range []ast.Node{declarator, spelled} {
		for d := range n.Descendants() {
			if d == v.Node || !d.Is(ast.Identifier, ast.TypeIdentifier, ast.QualifiedIdentifier) {
				continue
			}
			name := d.LastName().Text()
			if d.Is(ast.QualifiedIdentifier) || s.pass.Unit.LocalAt(at, name) != nil || types.Predeclared(name) == nil && v.Namespace != s.kernel.Namespace {
				return "a name in its declaration may mean something else in the kernel"
			}
		}
	}
	return ""
}

// fits refuses if the copy does not fit into the shared memory of a block.
func (s *staging) fits([]Use) string {
	const full = "it does not fit into shared memory with what is already there"
	bytes := s.variable.Type.Size
	for _, f := range s.pass.Unit.Functions() {
		if f != s.kernel && (f.Kernel() || !f.Body.Valid()) {
			continue
		}
		for n := range f.Body.Descendants() {
			if !n.Is(ast.Declaration) || n.Qualifiers()&ast.Shared == 0 || n.Qualifiers()&ast.Extern != 0 {
				continue
			}
			for _, d := range s.pass.Unit.ScopeAt(n).Declarators(n) {
				if d.Type == nil || d.Type.Size < 0 {
					return full
				}
				bytes += d.Type.Size
			}
		}
	}
	for _, l := range s.pass.LaunchesOf(s.kernel) {
		if bytes+max(0, l.SharedBytes) > staticShared {
			return full
		}
	}
	if bytes > staticShared {
		return full
	}
	return ""
}

// findReads chooses a name for the copy and finds the reads to change in the kernel's
// body. It refuses if the name is taken or a read cannot be changed.
func (s *staging) findReads(uses []Use) string {
	plain := s.key.plain()
	s.name = plain + "_shared"
	taken, spelled := false, 0
	for _, file := range s.pass.Unit.Files {
		words(file, file.Root().Span(), func(word string, at source.Span) bool {
			taken = taken || word == s.name
			if body := s.kernel.Body.Span(); word == plain && file == s.file && body.Start <= at.Start && at.End <= body.End {
				spelled++
			}
			return true
		})
	}
	if taken {
		return "the name " + s.name + " is taken"
	}
	for n := range s.kernel.Body.Descendants() {
		if !n.Is(ast.Identifier) || n.Text() != plain {
			continue
		}
		if n.Parent().Is(ast.QualifiedIdentifier) || s.pass.Unit.LocalAt(n, plain) != nil {
			return "the kernel has another object of that name"
		}
		s.reads = append(s.reads, n)
	}
	if len(s.reads) != spelled || spelled == 0 {
		return "some of its uses in the kernel cannot be changed"
	}
	for _, u := range uses {
		if !u.of(s.kernel) {
			continue
		}
		for _, a := range u.reads {
			if !strings.Contains(a.Node.Text(), plain) {
				return "the kernel reads it through a pointer or a macro"
			}
		}
	}
	return ""
}

// copying returns the insertion of the copy loop and its barrier at the start of the body,
// where no thread can have returned yet.
func (s *staging) copying() (e fixes.Edit, refusal string) {
	body := s.kernel.Body
	first := body.FirstChild()
	for first.Is(ast.PreprocIf, ast.PreprocIfdef, ast.PreprocDef, ast.PreprocCall, ast.PreprocInclude) {
		first = first.Next() // not indented
	}
	if !first.Valid() {
		return e, "the kernel is empty"
	}
	open := body.Span().Start + 1
	text := s.file.Source.Text
	end := open
	for end < len(text) && text[end] != '\n' {
		end++
	}
	indent, alone := indentAt(s.file, first.Span().Start)
	if end > first.Span().Start || !alone || comments(s.file, source.Span{Start: open, End: end}) {
		return e, "its body does not start on a line of its own"
	}
	index, step := s.linear()
	b := &strings.Builder{}
	line := func(format string, args ...any) { fmt.Fprintf(b, indent+format+"\n", args...) }
	line("__shared__ %s %s%s;", s.element, s.name, s.dims)
	line("for (int i = %s; i < %s; i += %s)", index, s.length, step)
	inner := "    "
	if strings.HasPrefix(indent, "\t") {
		inner = "\t"
	} else if len(indent) > 0 && len(indent) < 4 {
		inner = indent
	}
	if strings.Count(s.dims, "[") == 1 {
		line("%s%s[i] = %s[i];", inner, s.name, s.key.plain())
	} else {
		line("%s((%s *)%s)[i] = ((const %s *)%s)[i];", inner, s.element, s.name, s.element, s.key.plain())
	}
	line("__syncthreads();")
	b.WriteString("\n")
	return s.pass.EditSpan(s.file, source.Span{Start: end + 1, End: end + 1}, b.String()), ""
}

// linear returns expressions for the linear index of a thread in its block and for the
// number of threads of the block, as simple as the block shapes of the launches allow.
func (s *staging) linear() (index, step string) {
	launches := s.pass.LaunchesOf(s.kernel)
	rows, planes := len(launches) == 0, len(launches) == 0
	for _, l := range launches {
		rows = rows || l.Block[1] != 1
		planes = planes || l.Block[2] != 1
	}
	switch {
	case planes:
		return "(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x", "blockDim.x * blockDim.y * blockDim.z"
	case rows:
		return "threadIdx.y * blockDim.x + threadIdx.x", "blockDim.x * blockDim.y"
	}
	return "threadIdx.x", "blockDim.x"
}
