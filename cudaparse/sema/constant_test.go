package sema

import (
	"fmt"
	"strings"
	"testing"
)

// prelude is what the expressions of the tests refer to.
const prelude = `
#include <cuda_runtime.h>
#define N 16
#define SQUARE(x) ((x) * (x))
#define NEXT N + 1
#define CAT(a, b) a##b
#define VAR(...) first(__VA_ARGS__)
#define LONG 1ull << 40
#define REAL double
#define SELF SELF
enum { A, B = 5, C, D = B | 8 };
enum Color : unsigned char { RED = 3, GREEN };
enum class Scoped { X = 7, Y };
constexpr int k = N * 2;
const unsigned u = 3;
static const float f = 1.5f;
int changes = 4;
const int unknown_value = rand();
namespace ns { constexpr int v = 11; namespace deep { constexpr int w = v + 1; } }
namespace alias = ns::deep;
struct Twice { enum class Scoped2 { X, Y }; };
namespace ns { namespace in { enum class Scoped2 { Y = 2 }; } }
struct Traits { static const int n = 9; static constexpr int m = n * 2; enum { E = 4 }; struct In { static constexpr int z = 1; }; };
template <typename T> struct Size { static constexpr int bytes = sizeof(T); typedef T type; static constexpr int twice = bytes * 2; };
template <> struct Size<float> { static constexpr int bytes = 44; };
template <typename T> struct Size<T *> { static constexpr int bytes = 88; };
template <int I> struct Fact { enum { value = I * Fact<I - 1>::value }; };
template <> struct Fact<0> { enum { value = 1 }; };
template <int I> struct Forever { static constexpr int value = Forever<I + 1>::value; };
constexpr int twice(int x) { return 2 * x; }
constexpr int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
constexpr int log2c(int n) { int r = 0; while (n > 1) { n >>= 1; r++; } return r; }
constexpr int sum(int n) { int s = 0; for (int i = 0; i <= n; ++i) s += i; return s; }
constexpr int never(int n) { while (true) n++; return n; }
constexpr int pick(int n) { if (n < 3) return 1; else return 2; }
template <int X> constexpr int times(int y) { return X * y; }
template <typename T> constexpr T zero() { return T(0); }
int array2[3][5];
struct P { char c; double d; int a[3]; };
`

func TestConst(t *testing.T) {
	tests := []struct{ expr, want string }{
		{"1 + 2 * 3", "int 7"},
		{"-7 / 2", "int -3"},
		{"-7 % 3", "int -1"},
		{"7u - 8u", "unsigned int 4294967295"},
		{"7 - 8u", "unsigned int 4294967295"},
		{"1 << 31", "int -2147483648"},
		{"1u << 31", "unsigned int 2147483648"},
		{"-8 >> 1", "int -4"},
		{"0xffffffff", "unsigned int 4294967295"},
		{"0xffffffff + 1", "unsigned int 0"},
		{"4294967295", "long 4294967295"},
		{"1'000'000", "int 1000000"},
		{"0b101", "int 5"}, {"017", "int 15"}, {"'a'", "char 97"}, {`'\n'`, "char 10"}, {`'\x41'`, "char 65"},
		{"3.5f * 2", "float 7"}, {"1e3", "double 1000"}, {".5", "double 0.5"}, {"1 / 2.0f", "float 0.5"},
		{"(int)3.9f", "int 3"}, {"(unsigned char)300", "unsigned char 44"}, {"(char)200", "char -56"},
		{"static_cast<short>(70000)", "short 4464"}, {"int(2.5)", "int 2"}, {"float(3)", "float 3"}, {"unsigned(-1)", "unsigned int 4294967295"},
		{"true ? 1 : 2.0", "double 1"}, {"k > 3 ? 10 : 20", "int 10"}, {"changes ? 5 : 5", "int 5"}, {"changes ? 5 : 6", "unknown"},
		{"!0", "bool 1"}, {"~0u", "unsigned int 4294967295"}, {"+'a'", "int 97"},
		{"1 && 0", "bool 0"}, {"0 || 2", "bool 1"}, {"0 && changes", "bool 0"}, {"changes && 0", "bool 0"}, {"changes || 0", "unknown"},
		{"N", "int 16"}, {"SQUARE(N + 1)", "int 289"}, {"NEXT * 2", "int 18"}, {"CAT(N, )", "int 16"}, {"CAT(1, 2)", "int 12"}, {"SELF", "unknown"},
		{"LONG", "unsigned long long 1099511627776"},
		{"A", "Enum 0"}, {"C", "Enum 6"}, {"D + 0", "int 13"}, {"GREEN + 0", "int 4"}, {"(int)Scoped::Y", "int 8"}, {"Color::RED + 1", "int 4"},
		{"(int)ns::in::Scoped2::Y", "int 2"}, {"(int)Twice::Scoped2::Y", "int 1"},
		{"k", "int 32"}, {"u - 4", "unsigned int 4294967295"}, {"f * 2", "float 3"}, {"changes", "unknown"}, {"unknown_value", "unknown"},
		{"ns::v", "int 11"}, {"::ns::deep::w", "int 12"}, {"alias::w", "int 12"},
		{"Traits::n", "int 9"}, {"Traits::m", "int 18"}, {"Traits::E + 0", "int 4"}, {"Traits::In::z", "int 1"},
		{"Size<double>::bytes", "int 8"}, {"Size<float>::bytes", "int 44"}, {"Size<float *>::bytes", "int 88"}, {"Size<char>::twice", "int 2"},
		{"Size<REAL>::bytes", "int 8"}, {"sizeof(Size<short>::type)", "unsigned long 2"},
		{"Fact<5>::value + 0", "int 120"}, {"Forever<0>::value", "unknown"},
		{"twice(k)", "int 64"}, {"gcd(48, 36)", "int 12"}, {"log2c(1024)", "int 10"}, {"sum(10)", "int 55"}, {"never(1)", "unknown"}, {"pick(2) * 10 + pick(3)", "int 12"},
		{"times<3>(4)", "int 12"}, {"zero<long>()", "long 0"},
		{"sizeof(int)", "unsigned long 4"}, {"sizeof(array2)", "unsigned long 60"}, {"sizeof(array2[0])", "unsigned long 20"}, {"sizeof(array2) / sizeof(array2[0][0])", "unsigned long 15"},
		{"sizeof(P)", "unsigned long 32"}, {"sizeof(struct P)", "unsigned long 32"}, {"alignof(P)", "unsigned long 8"}, {"sizeof(float4)", "unsigned long 16"},
		{"sizeof(int *)", "unsigned long 8"}, {"sizeof(N)", "unsigned long 4"}, {"sizeof 'a'", "unsigned long 1"}, {`sizeof("abc")`, "unsigned long 4"}, {"sizeof(unknown_t)", "unknown"},
		{"std::min(3, 4)", "int 3"}, {"max(3, k)", "int 32"}, {"std::max<int>(3, 4)", "int 4"}, {"std::numeric_limits<int>::max()", "int 2147483647"},
		{"std::numeric_limits<unsigned char>::max()", "unsigned char 255"}, {"INT_MAX", "int 2147483647"}, {"UINT_MAX", "unsigned int 4294967295"},
		{"INT_MIN", "int -2147483648"}, {"1 / 0", "unknown"}, {"1 << 40", "unknown"}, {"(3, 4)", "int 4"}, {"int{7}", "int 7"},
		{"std::is_same<int, int>::value", "bool 1"}, {"std::is_same<int, float>::value", "bool 0"}, {"__CUDA_ARCH_LIST__", "unknown"},
		{"ceil(7 / 2.0)", "double 4"}, {"sizeof(dim3)", "unsigned long 12"}, {"(N + 31) / 32 * 32", "int 32"},
	}
	var b strings.Builder
	b.WriteString(prelude)
	for i, test := range tests {
		fmt.Fprintf(&b, "auto test%d = %s;\n", i, test.expr)
	}
	u := build(t, b.String(), nil)
	for i, test := range tests {
		v := variable(t, u, fmt.Sprintf("test%d", i))
		if got := describe(u.Global.Const(v.Init)); got != test.want {
			t.Errorf("%s = %s, want %s", test.expr, got, test.want)
		}
	}
}

func describe(c Const) string {
	switch {
	case !c.Known():
		return "unknown"
	case c.Type.Kind == Float:
		return fmt.Sprintf("%s %g", c.Type.Name, c.Float)
	case c.Type.Kind == Enum:
		return fmt.Sprintf("Enum %d", c.Int)
	}
	if c.Type.Size == 8 && !c.Type.Signed {
		return fmt.Sprintf("%s %d", c.Type.Name, uint64(c.Int))
	}
	return fmt.Sprintf("%s %d", c.Type.Name, c.Int)
}
