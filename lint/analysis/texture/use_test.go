package texture

import "testing"

func TestCallsInterface(t *testing.T) {
	for text, want := range map[string]bool{
		"cudaBindTexture(0, ref, p, n)":       true,
		"do { cuTexRefSetArray (r, a, 0); }":  true,
		"tex2D<float>(ref, 1, 2)":             true,
		"tex1Dfetch /* i */ (ref, i)":         true,
		"cudaBindTexture":                     false,
		"my_tex2D(ref)":                       false,
		"cudaMalloc(&p, n)":                   false,
		`f("tex2D(ref)") /* tex2D(ref, 1) */`: false,
		"":                                    false,
	} {
		if got := callsInterface(text); got != want {
			t.Errorf("callsInterface(%q) = %v", text, got)
		}
	}
}
