package gpu

import "testing"

func TestArch(t *testing.T) {
	for name, want := range map[string]int{"sm_90": 900, "sm_90a": 900, "sm_121": 1210, "sm_35": 350, "H100": 0, "sm_": 0, "sm_900000": 0, "90": 0, "": 0} {
		got, err := Arch(name)
		if got != want || (err == nil) != (want > 0) {
			t.Errorf("Arch(%q) = %d, %v, want %d", name, got, err, want)
		}
	}
}
