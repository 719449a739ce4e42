package calibrate

import (
	"fmt"
	"strings"
	"testing"
)

// TestChecksOfAtomics: rows that no GPU prints are refused, with what is wrong. The numbers are made up.
func TestChecksOfAtomics(t *testing.T) {
	good := []string{
		"atomic_global,integer_spread,4,540672,32,8,132,9.5,cycles", "atomic_global,integer_one_slice,4,128,32,8,132,612.5,cycles",
		"atomic_shared,float,4,128,32,32,1,9.1,cycles", "atomic_shared,float,4,4,1,32,1,384,cycles",
		"instructions,ffma,0,0,0,32,1,0.25,cycles", "instruction_latency,ffma,0,0,0,1,1,4.1,cycles",
		"instruction_latency,branch,0,0,0,1,1,17.5,cycles", "instruction_latency,first_run,0,65536,0,1,1,8.2,cycles",
	}
	for _, c := range []struct {
		row         int
		value, want string
	}{
		{0, "9.5", ""},
		{1, "4.0", "lines 8 to 9: 4 against 9.5 cycles, but atomics of all SMs at one slice of L2"},
		{3, "2.0", "lines 10 to 11: 2 against 9.1 cycles, but floating-point atomics on one shared address"},
		{6, "0.3", "lines 12 to 14: 0.3 against 0.25 cycles, but a branch waits longer"},
		{7, "1.0", "lines 13 to 15: 1 against 4.1 cycles, but code that runs for the first time"},
	} {
		rows := append([]string{}, good...)
		fields := strings.Split(rows[c.row], ",")
		fields[7] = c.value
		rows[c.row] = strings.Join(fields, ",")
		m, err := Read(strings.NewReader(fmt.Sprintf("%s%s\n%s\n# rows=%d\n", header, columnsLine, strings.Join(rows, "\n"), len(rows))))
		if err != nil {
			t.Fatal(err)
		}
		err = newTable(m).consistent()
		if err == nil != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", rows[c.row], err, c.want)
		}
	}
}
