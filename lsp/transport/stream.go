// Package transport is the base protocol of language servers. It gets the bytes of a client and
// gives JSON-RPC messages, and the other way round.
package transport

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// maxMessage bounds one message. A file over the linter's size limit is not linted anyway,
// and as JSON takes a few times its size.
const maxMessage = 64 << 20 // bytes

// maxHeader bounds one line of a header.
const maxHeader = 4 << 10 // bytes

// maxOutput bounds the queue of unsent messages. If it is full, the client has stopped reading,
// and every later message fails.
const maxOutput = 256 << 20 // bytes

// flushLimit is how long Close waits for the client to read the queue.
const flushLimit = 2 * time.Second

// A stream is the base protocol over two byte streams: headers with a Content-Length, then
// JSON. Unlike the streams of jsonrpc2 it survives an invalid message: it answers with an error
// of the protocol and reads the next message.
type stream struct {
	in     *bufio.Reader
	closer io.Closer // of in; may be nil
	log    func(format string, args ...any)
	Out    *output
	// Drain, if not nil, is called at the end of the input, before ReadObject returns the error.
	Drain func()
}

// New returns a stream over the input and output of a client. log gets a line for each
// invalid message.
func New(in io.Reader, out io.Writer, log func(string, ...any)) *stream {
	closer, _ := in.(io.Closer)
	return &stream{in: bufio.NewReaderSize(in, maxHeader), closer: closer, log: log, Out: newOutput(out)}
}

// ReadObject reads the next valid message into v.
func (s *stream) ReadObject(v any) error {
	for {
		body, err := s.message()
		if err != nil {
			if s.Drain != nil {
				s.Drain()
			}
			return err
		}
		if err := decode(body, v); err != nil {
			s.log("a message cannot be read: %s", err.Message)
			if err := s.refuse(body, err); err != nil {
				return err
			}
			continue
		}
		return nil
	}
}

// decode reads a message into v.
func decode(body []byte, v any) *jsonrpc2.Error {
	if !json.Valid(body) {
		var into any
		err := json.Unmarshal(body, &into)
		return &jsonrpc2.Error{Code: jsonrpc2.CodeParseError, Message: fmt.Sprintf("the message is not JSON: %v", err)}
	}
	if trimmed := bytes.TrimLeft(body, " \t\r\n"); trimmed[0] != '{' {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "a message has to be one JSON object; there are no batches in this protocol"}
	}
	if id := idOf(body); len(id) > 0 && (id[0] == '-' || bytes.ContainsAny(id, ".eE") && id[0] != '"') {
		// jsonrpc2 knows strings and natural numbers.
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the id of a request has to be a string or a whole number from 0 on"}
	}
	if err := json.Unmarshal(body, v); err != nil {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: err.Error()}
	}
	return nil
}

// idOf returns the id of a message as it is written, nil for none.
func idOf(body []byte) json.RawMessage {
	var m struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(body, &m) != nil {
		return nil
	}
	return m.ID
}

// refuse answers a message that jsonrpc2 cannot represent. A response is not answered.
func (s *stream) refuse(body []byte, err *jsonrpc2.Error) error {
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method json.RawMessage `json:"method"`
		Result json.RawMessage `json:"result"`
		Error  json.RawMessage `json:"error"`
	}
	if json.Unmarshal(body, &m) == nil && m.Method == nil && (m.Result != nil || m.Error != nil) {
		return nil
	}
	id := m.ID
	if len(id) == 0 || id[0] != '"' && id[0] != '-' && (id[0] < '0' || id[0] > '9') {
		id = json.RawMessage("null")
	}
	return s.WriteObject(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   *jsonrpc2.Error `json:"error"`
	}{"2.0", id, err})
}

// message returns the body of the next message. Bytes that belong to none are skipped.
func (s *stream) message() ([]byte, error) {
	lost := false
	for {
		length, err := s.header(&lost)
		if err != nil {
			return nil, err
		}
		if length > maxMessage {
			if _, err := io.CopyN(io.Discard, s.in, length); err != nil {
				return nil, endOf(err)
			}
			s.log("a message of %d bytes is over the limit of %d and was skipped", length, maxMessage)
			if err := s.refuse(nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: fmt.Sprintf("the message has %d bytes; at most %d are read", length, maxMessage)}); err != nil {
				return nil, err
			}
			continue
		}
		// The buffer grows with what comes, not with what is announced.
		var body bytes.Buffer
		if _, err := io.CopyN(&body, s.in, length); err != nil {
			return nil, endOf(err)
		}
		return body.Bytes(), nil
	}
}

// endOf returns io.EOF for a stream that ends inside a message, and other errors unchanged.
func endOf(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return io.EOF
	}
	return err
}

const lengthField = "content-length:"

var lengthPattern = regexp.MustCompile("(?i)" + lengthField)

// header reads a header and returns the length of the body. Where there is none it goes
// on to the next one, and lost is set: what is in between may be the rest of a body, so a
// header may begin in the middle of a line.
func (s *stream) header(lost *bool) (int64, error) {
	length := int64(-1)
	for {
		line, err := s.line()
		if err != nil {
			return 0, endOf(err)
		}
		field := lengthPattern.FindStringIndex(line)
		switch {
		case field != nil:
			if field[0] > 0 {
				s.stray(lost, line[:field[0]])
			}
			n, err := strconv.ParseInt(strings.TrimSpace(line[field[1]:]), 10, 64)
			if err == nil && n >= 0 {
				length = n
			} else {
				s.stray(lost, line)
			}
		case line == "" && length >= 0:
			return length, nil
		case line == "" && !*lost, strings.HasPrefix(strings.ToLower(line), "content-type:"):
		default:
			s.stray(lost, line)
			length = -1
		}
	}
}

// stray logs a line that is not a header, once until the next header.
func (s *stream) stray(lost *bool, line string) {
	if !*lost {
		*lost = true
		s.log("%.80q is no header of a message; everything up to the next Content-Length is skipped", line)
	}
}

// line returns the next line without its end. Of a long line, which is no header, the last
// part is returned: a header may follow a body without a line end.
func (s *stream) line() (string, error) {
	var last []byte
	for {
		part, err := s.in.ReadSlice('\n')
		if err == nil {
			if len(last) > 0 {
				part = append(last[len(last)-min(len(last), len(lengthField)+32):], part...)
			}
			return strings.TrimRight(string(part), "\r\n"), nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return "", err
		}
		last = append(last[:0], part...)
	}
}

// WriteObject queues a message; it does not wait for the client to read it.
func (s *stream) WriteObject(obj any) error {
	body, err := json.Marshal(obj)
	if err != nil {
		return err
	}
	return s.Out.write(body)
}

// Close ends the stream once what is queued is written.
func (s *stream) Close() error {
	err := s.Out.Close()
	if s.closer != nil {
		err = errors.Join(err, s.closer.Close())
	}
	return err
}

// An output writes messages in a goroutine of its own, so that a slow client does not block the
// server.
type output struct {
	w    io.Writer
	done chan struct{}

	mu     sync.Mutex
	more   sync.Cond
	queue  [][]byte
	size   int
	closed bool
	err    error
}

func newOutput(w io.Writer) *output {
	o := &output{w: w, done: make(chan struct{})}
	o.more.L = &o.mu
	go o.run()
	return o
}

func (o *output) write(body []byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.err != nil:
		return o.err
	case o.closed:
		return io.ErrClosedPipe
	case o.size+len(body) > maxOutput:
		o.err = errors.New("the client does not read what it is sent")
		return o.err
	}
	o.queue, o.size = append(o.queue, body), o.size+len(body)
	o.more.Signal()
	return nil
}

func (o *output) run() {
	defer close(o.done)
	for {
		o.mu.Lock()
		for len(o.queue) == 0 && !o.closed {
			o.more.Wait()
		}
		queue := o.queue
		o.queue, o.size = nil, 0
		o.mu.Unlock()
		if len(queue) == 0 {
			return
		}
		var text bytes.Buffer
		for _, body := range queue {
			fmt.Fprintf(&text, "Content-Length: %d\r\n\r\n", len(body))
			text.Write(body)
		}
		if _, err := o.w.Write(text.Bytes()); err != nil {
			o.mu.Lock()
			o.err = errors.Join(o.err, err)
			o.mu.Unlock()
			return
		}
	}
}

// Close waits until what is queued is written.
func (o *output) Close() error {
	o.mu.Lock()
	o.closed = true
	o.more.Signal()
	o.mu.Unlock()
	select {
	case <-o.done:
	case <-time.After(flushLimit):
		return errors.New("the client does not read what it is sent")
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}
