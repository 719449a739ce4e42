package transport

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

func framed(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// readAll returns the messages that a stream reads, as JSON, and what it answers by itself.
func readAll(t *testing.T, in io.Reader) (got []string, answers string) {
	t.Helper()
	var out bytes.Buffer
	s := New(in, &out, t.Logf)
	for {
		var m json.RawMessage
		err := s.ReadObject(&m)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(m))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return got, out.String()
}

func TestStreamOutlivesWhatItCannotRead(t *testing.T) {
	const good = `{"method":"a"}`
	parse, invalid := `"code":-32700`, `"code":-32600`
	for _, c := range []struct {
		name, before, answer string
	}{
		{"nothing", "", ""},
		{"not JSON", framed(`{"method":`), parse},
		{"empty body", framed(``), parse},
		{"two values", framed(`{} {}`), parse},
		{"a batch", framed(`[{"method":"b","id":1}]`), invalid},
		{"a number", framed(`17`), invalid},
		{"a negative id", framed(`{"method":"b","id":-1}`), `"id":-1`},
		{"a broken id", framed(`{"method":"b","id":1.5}`), `"id":1.5`},
		{"no length", "Content-Type: x\r\n\r\n", ""},
		{"a broken length", "Content-Length: abc\r\n\r\n", ""},
		{"a negative length", "Content-Length: -5\r\n\r\n", ""},
		{"a huge length", "Content-Length: 99999999999999999999\r\n\r\n", ""},
		{"stray text", "hello\n", ""},
		{"stray text without a line end", "Content-Length: 3\r\n\r\n{}{}{}", parse},
		{"a long line", strings.Repeat("x", 10*maxHeader), ""},
		{"a length that is too short", fmt.Sprintf("Content-Length: %d\r\n\r\n%s", 5, `{"method":"b"}`), parse},
		{"other headers", "content-type: application/vscode-jsonrpc; charset=utf-8\r\nCONTENT-LENGTH: 14\n\n" + good, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, answers := readAll(t, iotest.OneByteReader(strings.NewReader(c.before+framed(good)+framed(good))))
			if len(got) < 2 || got[len(got)-1] != good || got[len(got)-2] != good {
				t.Errorf("read %q, want the two good messages at the end", got)
			}
			if c.answer == "" && answers != "" || !strings.Contains(answers, c.answer) {
				t.Errorf("answered %q, want %q", answers, c.answer)
			}
		})
	}
}

// TestStreamSkipsHugeMessages announces more than is read.
func TestStreamSkipsHugeMessages(t *testing.T) {
	size := maxMessage + 10
	huge := io.MultiReader(strings.NewReader(fmt.Sprintf("Content-Length: %d\r\n\r\n", size)), io.LimitReader(zeros{}, int64(size)), strings.NewReader(framed(`{"method":"a"}`)))
	got, answers := readAll(t, bufio.NewReader(huge))
	if len(got) != 1 || !strings.Contains(answers, "at most 67108864 are read") {
		t.Errorf("read %d messages, answered %q", len(got), answers)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// TestStreamDoesNotWaitForTheReader writes to a client that reads nothing.
func TestStreamDoesNotWaitForTheReader(t *testing.T) {
	r, w := io.Pipe()
	defer r.Close()
	s := New(strings.NewReader(""), w, t.Logf)
	start := time.Now()
	for i := range 1000 {
		if err := s.WriteObject(map[string]int{"n": i}); err != nil {
			t.Fatal(err)
		}
	}
	if took := time.Since(start); took > time.Second {
		t.Errorf("1,000 messages took %s with nobody reading", took)
	}
}

func FuzzStream(f *testing.F) {
	f.Add([]byte(framed(`{"method":"a"}`)))
	f.Add([]byte("Content-Length: 2\r\n\r\n{}Content-Length: 1\n\nx"))
	f.Fuzz(func(t *testing.T, in []byte) {
		s := New(bytes.NewReader(in), io.Discard, func(string, ...any) {})
		for n := 0; ; n++ {
			var m json.RawMessage
			if s.ReadObject(&m) != nil {
				break
			}
			if n > len(in) {
				t.Fatal("more messages than bytes")
			}
		}
		s.Close()
	})
}
