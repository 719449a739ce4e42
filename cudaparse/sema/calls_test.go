package sema

import (
	"strings"
	"testing"
)

func TestCalls(t *testing.T) {
	text := `
#define CHECK(call) do { int e = (call); if (e) fail(#call, e); } while (0)
#define COPY(dst, src) upload(dst, src, sizeof(dst))
#define TWICE(dst, src) COPY(dst, src); COPY(dst, src)
#define ALIAS upload
#define UPLOAD_IF(ok, call) if (ok) call; else upload(0, 0, 0)
#define NEVER(x) upload(x, x, 1)
int upload(void *, const void *, int);
namespace ns { template <typename T> int upload(T *, int); }
struct S { int upload(int); };
void f(S s, float *p) {
	upload(p, p, 4);
	CHECK(upload(p, p, 5));
	ns::upload<float>(p, 6);
	s.upload(7);
	COPY(p, p + 8);
	TWICE(p, p + 9);
	ALIAS(p, p, 10);
	UPLOAD_IF(1, upload(p, p, 11));
	upload<<<1, 2>>>(p);
}
`
	u := build(t, text, nil)
	var got []string
	for _, n := range u.Calls("upload") {
		got = append(got, n.Text()+"@"+strings.Split(n.Origin().Text(), "(")[0])
	}
	want := []string{"upload(p, p, 4)@upload", "upload(p, p, 5)@upload", "ns::upload<float>(p, 6)@ns::upload<float>", "s.upload(7)@s.upload", "upload(p, p, 11)@upload",
		"ALIAS(p, p, 10)@ALIAS", "upload(p, p + 8, sizeof(p))@COPY", "upload(p, p + 9, sizeof(p))@TWICE", "upload(p, p + 9, sizeof(p))@TWICE", "upload(0, 0, 0)@UPLOAD_IF"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(u.Calls("nothing")) != 0 {
		t.Error("calls of nothing")
	}
}

func TestInactive(t *testing.T) {
	u := build(t, `
void f() {
#ifdef __CUDA_ARCH__
	g(1);
#else
	g(2);
#endif
#if 0
	g(3);
#endif
#ifdef UNKNOWN
	g(4);
#endif
}
`, nil)
	var got []string
	for _, n := range u.Calls("g") {
		s := n.Text()
		if u.Inactive(n, false) {
			s += " not on the host"
		}
		if u.Inactive(n, true) {
			s += " not on the device"
		}
		got = append(got, s)
	}
	want := "g(1) not on the host,g(2) not on the device,g(3) not on the host not on the device,g(4)"
	if strings.Join(got, ",") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ","), want)
	}
}
