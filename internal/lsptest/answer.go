package lsptest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

func (c *Client) received(m Message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if m.ID != nil {
		c.Requests = append(c.Requests, m.Method)
		go c.answer(m)
		return
	}
	switch m.Method {
	case "textDocument/publishDiagnostics":
		var p Published
		if json.Unmarshal(m.Params, &p) == nil {
			uri := c.canonical(p.URI)
			p.At, p.Count = time.Now(), c.Shown[uri].Count+1
			c.Shown[uri] = p
		}
	case "window/showMessage", "window/logMessage":
		var p struct {
			Type    int
			Message string
		}
		_ = json.Unmarshal(m.Params, &p)
		c.Messages = append(c.Messages, fmt.Sprintf("%s %d: %s", strings.TrimPrefix(m.Method, "window/"), p.Type, p.Message))
	case "$/progress":
		c.progressed(m.Params)
	case "cudalint/status":
		var p struct{ Busy bool }
		_ = json.Unmarshal(m.Params, &p)
		c.Busy, c.Status = p.Busy, m.Params
	case "telemetry/event", "$/logTrace":
	default:
		c.Unknown = append(c.Unknown, m.Method)
	}
	c.tell()
}

func (c *Client) tell() {
	close(c.news)
	c.news = make(chan struct{})
}

func (c *Client) progressed(params json.RawMessage) {
	var p struct {
		Value struct {
			Kind, Title, Message string
			Percentage           *float64
		}
	}
	_ = json.Unmarshal(params, &p)
	line := strings.TrimSpace(p.Value.Kind + " " + p.Value.Title)
	if p.Value.Message != "" {
		line += ": " + p.Value.Message
	}
	if p.Value.Percentage != nil {
		line += fmt.Sprintf(" %v%%", *p.Value.Percentage)
	}
	c.Progress = append(c.Progress, line)
}

// answer answers a request of the server.
func (c *Client) answer(m Message) {
	result, failure := c.result(m)
	_ = c.Reply(m.ID, result, failure) // an error is that of a server that is gone
	c.Locked(c.tell)
}

func (c *Client) result(m Message) (any, *Error) {
	switch m.Method {
	case "workspace/configuration":
		return c.configuration(m.Params), nil
	case "client/registerCapability", "client/unregisterCapability":
		c.register(m.Params)
		return nil, nil
	case "window/workDoneProgress/create", "workspace/inlayHint/refresh", "workspace/diagnostic/refresh", "workspace/codeLens/refresh", "window/showMessageRequest":
		return nil, nil
	case "workspace/workspaceFolders":
		var folders []any
		for _, f := range c.Folders {
			folders = append(folders, c.folder(f))
		}
		return folders, nil
	case "workspace/applyEdit":
		var p struct{ Edit json.RawMessage }
		_ = json.Unmarshal(m.Params, &p)
		if err := c.ApplyEdit(p.Edit); err != nil {
			return map[string]any{"applied": false, "failureReason": err.Error()}, nil
		}
		return map[string]any{"applied": true}, nil
	}
	return nil, &Error{Code: -32601, Message: "unknown method " + m.Method}
}

func (c *Client) configuration(params json.RawMessage) any {
	var p struct{ Items []struct{ Section string } }
	_ = json.Unmarshal(params, &p)
	c.mu.Lock()
	defer c.mu.Unlock()
	values := []any{}
	for _, item := range p.Items {
		var value any = map[string]any{"cudalint": c.Settings}
		for _, key := range strings.Split(item.Section, ".") {
			if object, ok := value.(map[string]any); ok && key != "" {
				value = object[key]
			}
		}
		values = append(values, value)
	}
	return values
}

func (c *Client) register(params json.RawMessage) {
	var p struct {
		Registrations, Unregisterations []struct {
			ID, Method      string
			RegisterOptions struct {
				Watchers []struct{ GlobPattern any }
			}
		}
	}
	_ = json.Unmarshal(params, &p)
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, r := range p.Registrations {
		c.Registered[r.ID] = r.Method
		for _, w := range r.RegisterOptions.Watchers {
			c.Watched = append(c.Watched, fmt.Sprint(w.GlobPattern))
		}
	}
	for _, r := range p.Unregisterations {
		delete(c.Registered, r.ID)
	}
	slices.Sort(c.Watched)
}
