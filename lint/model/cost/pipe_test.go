package cost

import "testing"

// TestSavingRange: a change saves nothing if another pipe is busier and all overlaps, and its share of the
// sum if nothing does.
func TestSavingRange(t *testing.T) {
	before, after := Demand{}, Demand{}
	before[L1], before[DRAM] = 10, 30
	after[L1], after[DRAM] = 0, 30
	r := savingRange(&before, &after)
	least, most := r.Least, r.Most
	if !(least < 0.1 && most > 24.9 && most < 25.1) {
		t.Errorf("%g to %g %%, want 0 to 25", least, most)
	}
	estimated := 100 * (1 - after.time()/before.time())
	if estimated < least || estimated > most {
		t.Errorf("%g %% is not between %g and %g", estimated, least, most)
	}
	if r := savingRange(&before, &before); r != (Range{}) {
		t.Errorf("no change saves %g to %g %%", r.Least, r.Most)
	}
}
