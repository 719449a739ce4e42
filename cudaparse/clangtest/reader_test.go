package clangtest

import (
	"strings"
	"testing"
)

// what two trees say of this text must be the same.
const sample = `#define CALL(e) f(e)
template <class T> __global__ void k(T *p) { p[0] = T(f(p[1])); }
int main() {
  auto l = [](int q) { return q; };
  k<<<1, 2>>>(x[3]);
  return CALL(l(4)) + v[5](6) + (a + (b));
}
`

// dump is the output of clang-query for the sample, shortened.
const dump = `
Match #1:

Binding for "d":
FunctionTemplateDecl 0x1 </dir/sample.cu:2:1, col:65> col:36 k
|-TemplateTypeParmDecl 0x2 <col:11, col:17> col:17 referenced class depth 0 index 0 T
` + "`" + `-FunctionDecl 0x3 </include/host_defines.h:9:1, /dir/sample.cu:2:65> col:36 k 'void (T *)'
  ` + "`" + `-CompoundStmt 0x4 <col:44, col:65>
    ` + "`" + `-BinaryOperator 0x5 <col:46, col:62> '<dependent type>' '='
      |-ArraySubscriptExpr 0x6 <col:46, col:49> 'T' lvalue
      ` + "`" + `-CXXUnresolvedConstructExpr 0x7 <col:53, col:62> 'T' 'T'
        ` + "`" + `-CallExpr 0x8 <col:55, col:61> '<dependent type>'
          ` + "`" + `-ArraySubscriptExpr 0x9 <col:57, col:60> 'T' lvalue

Binding for "d":
FunctionDecl 0xa </dir/sample.cu:3:1, line:7:1> line:3:5 main 'int ()'
` + "`" + `-CompoundStmt 0xb <col:12, line:7:1>
  |-LambdaExpr 0xc <line:4:12, col:34> '(lambda)'
  | |-CXXRecordDecl 0xd <col:12> col:12 implicit class definition
  | | ` + "`" + `-CXXMethodDecl 0xe <col:19, col:34> col:12 used constexpr operator() 'int (int) const' inline
  | |   ` + "`" + `-CompoundStmt 0xf <col:22, col:34>
  | ` + "`" + `-CompoundStmt 0xf <col:22, col:34>
  |-CUDAKernelCallExpr 0x10 <line:5:3, col:19> 'void'
  | |-CallExpr 0x11 <col:4, col:13> 'unsigned int'
  | ` + "`" + `-ArraySubscriptExpr 0x12 <col:15, col:18> 'int' lvalue
  ` + "`" + `-ReturnStmt 0x13 <line:6:3, col:41>
    |-CallExpr 0x14 <line:1:17, col:20> 'int'
    | ` + "`" + `-CXXOperatorCallExpr 0x15 <line:6:15, col:18> 'int' '()'
    |-CXXOperatorCallExpr 0x16 <col:23, col:29> 'int' '()'
    | ` + "`" + `-CXXOperatorCallExpr 0x17 <col:23, col:26> 'int' '[]'
    ` + "`" + `-CXXOperatorCallExpr 0x18 <col:34, col:40> 'int' '+'
`

// TestReaders checks the two readers on one text, CALL apart: it is a call that
// clang does not have.
func TestReaders(t *testing.T) {
	text := newText("/dir/sample.cu", []byte(sample))
	theirs, err := readDump(strings.NewReader(dump), text)
	if err != nil {
		t.Fatal(err)
	}
	ours, err := readTree(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := [constructs]int{function: 2, body: 3, call: 5, subscript: 4}
	for k := range constructs {
		for p := range ours.places[k] {
			if !theirs[k][p] && ours.name[p] != "CALL" {
				t.Errorf("%s %v: only in the tree", k, p)
			}
		}
		for p := range theirs[k] {
			if !ours.places[k][p] {
				t.Errorf("%s %v: only in the dump", k, p)
			}
		}
		if len(theirs[k]) != want[k] {
			t.Errorf("%s: %d in the dump, want %d: %v", k, len(theirs[k]), want[k], theirs[k])
		}
	}
}
