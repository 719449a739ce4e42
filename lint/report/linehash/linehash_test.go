package linehash

import (
	"strings"
	"testing"
)

// TestLineHashes: the vectors are those of the tests of github/codeql-action
// (src/fingerprints.test.ts), and for sources that are not ASCII what its code made of
// them, run by Node.js 20.
func TestLineHashes(t *testing.T) {
	greetings := []string{"e9496ae3ebfced30:1", "fb7c023a8b9ccb3f:1", "ce8ba1a563dcdaca:1", "e20e36e16fcb0cc8:1", "b3edc88f2938467e:1", "c8e28b0b4002a3a0:1", "c129715d7a2bc9a3:1"}
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", []string{"c129715d7a2bc9a3:1"}},
		{" a\nb\n  \t\tc\n d", []string{"271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"}},
		{" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End", []string{"8b7cf3e952e7aeb2:1", "b1ae1287ec4718d9:1", "bff680108adb0fcc:1", "c6805c5e1288b612:1", "b86d3392aea1be30:1", "e6ceba753e1a442:1"}},
		{" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n", greetings},
		{" hello; \t\nworld!!!\r\r\r  \t\tGreetings\r End\r", greetings},
		{" hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n", greetings},
		{" hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n", greetings},
		{strings.Repeat("Lorem ipsum dolor sit amet.\n", 10), []string{"a7f2ff13bc495cf2:1", "a7f2ff13bc495cf2:2", "a7f2ff13bc495cf2:3", "a7f2ff13bc495cf2:4", "a7f2ff13bc495cf2:5", "a7f2ff13bc495cf2:6", "a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1", "55ec222b86bcae53:1", "cc97dc7b1d7d8f7b:1", "c129715d7a2bc9a3:1"}},
		{"x = 2\nx = 1\nprint(x)\nx = 3\nprint(x)\nx = 4\nprint(x)\n", []string{"e54938cc54b302f1:1", "bb609acbe9138d60:1", "1131fd5871777f34:1", "5c482a0f8b35ea28:1", "54517377da7028d2:1", "2c644846cb18d53e:1", "f1b89f20de0d133:1", "c129715d7a2bc9a3:1"}},
		{"\xef\xbb\xbffloat t[4]; // \xc3\xa4\xe2\x82\xac\xf0\x9f\x99\x82\nint a;\n", []string{"19b0dac49d8051f3:1", "fe6def72dd4ce68c:1", "c129715d7a2bc9a3:1"}},
		{"// \xff\xc3(\xe2\x82 \xf0\x9f\x99x\xed\xa0\x80\xf4\x90\x80\x80\xc0\x80\nint b; // \xf0\x9f", []string{"fb9bbfe027db01a3:1", "299e435ca5c6a47a:1"}},
		{"\t\xe0\x80\x80\xf0\x80\x80\xf5\x80\n", []string{"8105075edd177c81:1", "c129715d7a2bc9a3:1"}},
	} {
		wanted := map[int]bool{}
		for i := range c.want {
			wanted[i+1] = true
		}
		got := Of([]byte(c.text), wanted)
		if len(got) != len(c.want) {
			t.Errorf("%q: %d hashes, want %d", c.text, len(got), len(c.want))
		}
		for i, want := range c.want {
			if got[i+1] != want {
				t.Errorf("%q: line %d is %s, want %s", c.text, i+1, got[i+1], want)
			}
		}
	}
	if got := Of([]byte("a\nb\nc"), map[int]bool{2: true}); len(got) != 1 || got[2] == "" {
		t.Errorf("asked for line 2: %v", got)
	}
}
