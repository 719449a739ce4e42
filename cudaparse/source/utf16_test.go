package source

import (
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

// TestUTF16ColumnsOfLongLines: columns that come from the index are those of counting.
func TestUTF16ColumnsOfLongLines(t *testing.T) {
	for _, unit := range []string{"a", "ä", "€", "🙂", "a🙂", "\xff", "\xf0\x9f\x99x", "🙂\xe2\x82"} {
		line := strings.Repeat(unit, 3*markEvery/len(unit)+5)
		f := NewFile("t.cu", []byte("first 🙂\n"+line+"\r\nlast"))
		start := len("first 🙂\n")
		for offset := 0; offset <= len(line); offset++ {
			want := len(utf16.Encode([]rune(line[:offset])))
			if got := f.UTF16Column(start + offset); got != want {
				t.Fatalf("%q: byte %d is column %d, want %d", unit, offset, got, want)
			}
		}
	}
}

// TestUTF16ColumnsAreCheap: many columns of one huge line.
func TestUTF16ColumnsAreCheap(t *testing.T) {
	f := NewFile("t.cu", []byte(strings.Repeat("🙂", 1<<20)))
	start := time.Now()
	for i := 0; i < 20000; i++ {
		if got := f.UTF16Column(f.Len() - 4*i); got != 2<<20-2*i {
			t.Fatalf("column %d, want %d", got, 2<<20-2*i)
		}
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("20000 columns took %s", took)
	}
}
