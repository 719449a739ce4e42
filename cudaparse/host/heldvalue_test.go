package host

import (
	"fmt"
	"strings"
	"testing"
)

// heldSource has the classes of the objects that host code makes.
const heldSource = `
template <class T> struct Span {
    T *data; unsigned long size;
    Span(T *d, unsigned long n) : data(d), size(n) {}
    template <class U> Span(const Span<U> &o) : data(o.data), size(o.size) {}
};
template <class T> Span<T> span(T *p, unsigned long n) { return Span<T>(p, n); }
struct Step { int step = 7; };
struct View : Step { float *p; int extent[2]; };
struct Left { int n; }; struct Right { int n; };
struct Both : Left, Right { int own; };
union Word { int i; float f; };
struct Packet { Word w; char tag; };
struct Copied { int n; Copied(int n) : n(n) {} };
__global__ void onSpan(Span<const float> s) {}
__global__ void onView(View v) {}
__global__ void onBoth(Both b) {}
__global__ void onPacket(Packet k) {}
__global__ void onPointer(float *p, int i) {}
template <class F> __global__ void each(F f) {}
template <class F> void launch(F f) { each<<<1, 32>>>(f); }
struct Hidden { int n, m; Hidden(int n); };
struct Defaulted { int n, m; Defaulted() = default; };
void change(View &v); void look(const View &v);
static void pass(View v) { onView<<<1, 32>>>(v); }
struct Owner {
    View view;
    Owner(float *p) : view() { view.p = p; view.extent[0] = 5; view.extent[1] = 6; }
    void run() { onView<<<1, 32>>>(view); }
};
struct Switched {
    View view; bool on;
    void start() {
#ifdef OUT_OF_SIGHT
        if (on) { view.step = 2; }
#endif
        onView<<<1, 32>>>(view);
    }
};
int n; float *base;
`

// TestHeld: what objects hold when they are passed to kernels.
func TestHeld(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		{"onSpan<<<1, 32>>>(Span<const float>(p, 9));", ".size=9"},
		{"onSpan<<<1, 32>>>({p, 9});", ".size=9"},
		{"onSpan<<<1, 32>>>(Span<float>(p, 9));", ".size=9"},
		{"onSpan<<<1, 32>>>(span(p + 5, 9));", ".data=20 .size=9"},
		{"onSpan<<<1, 32>>>(span(p, i));", ""},
		{"auto s = span(p + 2, 8); if (i) s.size = 9; onSpan<<<1, 32>>>(s);", ".data=8"},
		{"View v; v.p = p; v.step = 3; v.extent[0] = 1; v.extent[1] = 2; onView<<<1, 32>>>(v);", ".step=3 .extent[0]=1 .extent[1]=2"},
		{"View v; v.extent[i] = 1; onView<<<1, 32>>>(v);", ".step=7"},
		{"View v{{4}, &p[1], {8, 9}}, w = v; onView<<<1, 32>>>(w);", ".step=4 .p=4 .extent[0]=8 .extent[1]=9"},
		{"View v{{4}, p, {8, 9}}; look(v); onView<<<1, 32>>>(v);", ".step=4 .extent[0]=8 .extent[1]=9"},
		{"View v{{4}, p, {8, 9}}; change(v); onView<<<1, 32>>>(v);", ""},
		{"View v{{4}, p, {8, 9}}; onView<<<1, 32>>>(v); v.step = 5; onView<<<1, 32>>>(v);", ".step=4 .extent[0]=8 .extent[1]=9; .step=5 .extent[0]=8 .extent[1]=9"},
		{"pass(View{{4}, p, {8, 9}});", ".step=4 .extent[0]=8 .extent[1]=9"},
		{"pass(View{{4}, p + 1, {8, 9}}); pass(View{{4}, p + 1, {8, 7}});", ".step=4 .p=4 .extent[0]=8"},
		{"void *args[] = {&p, &i}; View v{{4}, p, {8, 9}}; void *more[] = {&v}; cudaLaunchKernel((void *)onView, 1, 32, more, 0, 0);", ".step=4 .extent[0]=8 .extent[1]=9"},
		{"Owner(p).run();", ".step=7 .extent[0]=5 .extent[1]=6"},
		{"Switched s; s.view = View{{4}, p, {8, 9}}; s.start();", ".extent[0]=8 .extent[1]=9"},
		{"Both b; b.Left::n = 1; static_cast<Right &>(b).n = 2; b.own = 3; onBoth<<<1, 32>>>(b);", ".own=3"},
		{"Packet k; k.w.i = 1; k.w.f = 2; k.tag = 'a'; onPacket<<<1, 32>>>(k);", ".tag=97"},
		{"int m = 6; launch([=] __device__(int k) { return p[k] * m; });", ".m=6"},
		{"launch([m = 6, q = p + 3] __device__(int k) { return q[k] * m; });", ".m=6 .q=12"},
		{"launch(Copied(4)); launch(Copied(5));", ""},
		{"launch(Hidden(4));", ""},
		{"launch(Defaulted{4, 5});", ".n=4 .m=5"},
		{"onPointer<<<1, 32>>>(p, 1);", ""},
		{"onPointer<<<1, 32>>>(p + 3, 1);", "=12"},
		{"onPointer<<<1, 32>>>(p + i, 1);", ""},
		{"onPointer<<<1, 32>>>(base + 1, 1);", "=4"},
		{"float *q; cudaMalloc(&q, 64); q += 2; onPointer<<<1, 32>>>(q, 1);", "=8"},
		{"for (float *q = p; q; q += 4) onPointer<<<1, 32>>>(q, 1);", ""},
		{"float *q = p; if (i) q = p + 1; onPointer<<<1, 32>>>(q, 1);", ""},
		{"onPointer<<<1, 32>>>((float *)((char *)p + 12), 1);", "=12"},
		{"onPointer<<<1, 32>>>((float *)((unsigned long)p + 12), 1);", ""},
		{"onPointer<<<1, 32>>>(i ? p + 1 : p + 1, 1);", "=4"},
	} {
		a := build(t, heldSource+"void host(float *p, int i) { "+test.body+" }", nil)
		var got []string
		for _, l := range a.Launches() {
			if l.In == nil || l.In.Name != "host" && !strings.Contains(test.body, l.In.Name+"(") {
				continue
			}
			var held []string
			for _, h := range l.Args[0].Held {
				held = append(held, fmt.Sprintf("%s=%d", h.Path, h.Value.Int))
			}
			got = append(got, strings.Join(held, " "))
		}
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.body, got, test.want)
		}
	}
}
