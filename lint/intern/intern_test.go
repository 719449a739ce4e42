package intern

import "testing"

func TestTable(t *testing.T) {
	var table Table
	if n, known := table.Lookup("a"); known || n != 0 || table.Len() != 0 {
		t.Errorf("the empty table has %d, %t", n, known)
	}
	for i, c := range []struct {
		name   string
		number int32
		len    int
	}{{"a", 0, 1}, {"b", 1, 2}, {"a", 0, 2}, {"", 2, 3}, {"b", 1, 3}, {"c", 3, 4}} {
		if n := table.Number(c.name); n != c.number || table.Len() != c.len {
			t.Errorf("%d: %q has number %d of %d, want %d of %d", i, c.name, n, table.Len(), c.number, c.len)
		}
		if n, known := table.Lookup(c.name); !known || n != c.number || table.Name(n) != c.name {
			t.Errorf("%d: %q is looked up as %d, %t, %q", i, c.name, n, known, table.Name(n))
		}
	}
	if _, known := table.Lookup("d"); known || table.Len() != 4 {
		t.Error("Lookup adds a string")
	}
}
