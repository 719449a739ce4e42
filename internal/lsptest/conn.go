// Package lsptest is a language client for tests. It shares no code with the server: framing,
// messages and positions are its own. A mistake in the server can therefore not be hidden by the
// same mistake in the client.
package lsptest

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"sync"
	"time"
)

// Timeout is how long the client waits for a message that has to come. A test that passes never
// waits that long, so it can be long enough for a busy machine.
const Timeout = 60 * time.Second

// A Message is one JSON-RPC message.
type Message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

// An Error is the error of a reply.
type Error struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

func (e *Error) Error() string { return fmt.Sprintf("%d: %s", e.Code, e.Message) }

// A Conn sends and receives messages.
type Conn struct {
	out     io.Writer
	writing sync.Mutex

	mu      sync.Mutex
	next    int
	replies map[string]chan Message
	ended   chan struct{} // closed when nothing more can be read
	err     error         // why

	// receive is called with each request and notification of the server, in order, on the
	// goroutine that reads.
	receive func(Message)
	// stray is called with replies that nobody waits for.
	stray func(Message)
}

// NewConn returns a connection over a server's output and input. receive and stray may be nil.
func NewConn(in io.Reader, out io.Writer, receive, stray func(Message)) *Conn {
	c := &Conn{out: out, replies: map[string]chan Message{}, ended: make(chan struct{}), receive: receive, stray: stray}
	go c.read(bufio.NewReader(in))
	return c
}

// ReadMessage reads one message, as the base protocol of LSP frames it.
func ReadMessage(in *bufio.Reader) (m Message, err error) {
	header, err := textproto.NewReader(in).ReadMIMEHeader()
	if err != nil {
		return m, err
	}
	length, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		return m, fmt.Errorf("header %v: %w", header, err)
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(in, body); err != nil {
		return m, err
	}
	if err := json.Unmarshal(body, &m); err != nil {
		return m, fmt.Errorf("%w in %.200s", err, body)
	}
	if m.Version != "2.0" {
		return m, fmt.Errorf("no JSON-RPC 2.0 message: %.200s", body)
	}
	return m, nil
}

func (c *Conn) read(in *bufio.Reader) {
	defer close(c.ended)
	for {
		m, err := ReadMessage(in)
		if err != nil {
			c.err = err
			return
		}
		if m.Method != "" {
			if c.receive != nil {
				c.receive(m)
			}
			continue
		}
		c.mu.Lock()
		waiting := c.replies[string(m.ID)]
		delete(c.replies, string(m.ID))
		c.mu.Unlock()
		switch {
		case waiting != nil:
			waiting <- m
		case c.stray != nil:
			c.stray(m)
		}
	}
}

// Ended returns a channel that is closed when the server's output ends.
func (c *Conn) Ended() <-chan struct{} { return c.ended }

// Err returns why reading ended: io.EOF if the output ended between messages. Call it after Ended
// is closed.
func (c *Conn) Err() error { return c.err }

// Raw writes bytes as they are.
func (c *Conn) Raw(text string) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err := io.WriteString(c.out, text)
	return err
}

// Body writes text as the body of one message. It need not be JSON.
func (c *Conn) Body(text string) error {
	return c.Raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text))
}

func (c *Conn) send(m Message) error {
	m.Version = "2.0"
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return c.Body(string(body))
}

// Notify sends a notification.
func (c *Conn) Notify(method string, params any) error {
	raw, err := rawParams(params)
	if err != nil {
		return err
	}
	return c.send(Message{Method: method, Params: raw})
}

// Reply answers a request of the server.
func (c *Conn) Reply(id json.RawMessage, result any, failure *Error) error {
	m := Message{ID: id, Error: failure}
	if failure == nil {
		raw, err := json.Marshal(result)
		if err != nil {
			return err
		}
		m.Result = raw
	}
	return c.send(m)
}

// A Pending is a request that was sent.
type Pending struct {
	ID     json.RawMessage
	method string
	conn   *Conn
	reply  chan Message
}

// Send sends a request.
func (c *Conn) Send(method string, params any) (*Pending, error) {
	raw, err := rawParams(params)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	c.next++
	p := &Pending{ID: json.RawMessage(strconv.Itoa(c.next)), method: method, conn: c, reply: make(chan Message, 1)}
	c.replies[string(p.ID)] = p.reply
	c.mu.Unlock()
	return p, c.send(Message{ID: p.ID, Method: method, Params: raw})
}

// ErrNoReply is the error of a request that is not answered in time.
var ErrNoReply = errors.New("no reply")

// Wait returns the result of the request; an answer with an error is an *Error.
func (p *Pending) Wait() (json.RawMessage, error) {
	result := func(m Message) (json.RawMessage, error) {
		if m.Error != nil {
			return nil, m.Error
		}
		return m.Result, nil
	}
	select {
	case m := <-p.reply:
		return result(m)
	case <-p.conn.ended:
		// It may have come with the last bytes.
		select {
		case m := <-p.reply:
			return result(m)
		default:
			return nil, fmt.Errorf("%s: the server ended: %w", p.method, p.conn.err)
		}
	case <-time.After(Timeout):
		return nil, fmt.Errorf("%s: %w within %v", p.method, ErrNoReply, Timeout)
	}
}

// Call sends a request and returns its result.
func (c *Conn) Call(method string, params any) (json.RawMessage, error) {
	p, err := c.Send(method, params)
	if err != nil {
		return nil, err
	}
	return p.Wait()
}

func rawParams(params any) (json.RawMessage, error) {
	if params == nil {
		return nil, nil
	}
	return json.Marshal(params)
}
