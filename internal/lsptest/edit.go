package lsptest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// Open opens a file with the text that is on disk.
func (c *Client) Open(path string) error {
	text, err := os.ReadFile(c.path(path))
	if err != nil {
		return err
	}
	return c.OpenText(path, string(text))
}

// OpenText opens a file with a text that may differ from that on disk.
func (c *Client) OpenText(path, text string) error {
	c.mu.Lock()
	if c.Docs[path] != nil {
		c.mu.Unlock()
		return fmt.Errorf("%s is open already", path)
	}
	doc := &Document{URI: c.URI(path), Text: text, Version: 1}
	c.Docs[path] = doc
	c.mu.Unlock()
	language := "cuda-cpp"
	if !strings.HasSuffix(path, ".cu") && !strings.HasSuffix(path, ".cuh") {
		language = "cpp"
	}
	return c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": doc.URI, "languageId": language, "version": doc.Version, "text": text}})
}

// Doc returns an open file.
func (c *Client) Doc(path string) (*Document, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d := c.Docs[path]; d != nil {
		return d, nil
	}
	return nil, fmt.Errorf("%s is not open", path)
}

// Edit changes a part of an open file, given in bytes, and tells the server the change.
func (c *Client) Edit(path string, start, end int, text string) error {
	d, err := c.Doc(path)
	if err != nil {
		return err
	}
	if start < 0 || end < start || end > len(d.Text) {
		return fmt.Errorf("%s: no bytes %d to %d in %d", path, start, end, len(d.Text))
	}
	r := Range{PositionOf(d.Text, start, c.Encoding), PositionOf(d.Text, end, c.Encoding)}
	return c.Change(path, []TextEdit{{r, text}})
}

// Change sends changes that follow one another: the ranges of each refer to the text that the
// previous one produced.
func (c *Client) Change(path string, edits []TextEdit) error {
	d, err := c.Doc(path)
	if err != nil {
		return err
	}
	text := d.Text
	var changes []any
	for _, e := range edits {
		if text, err = Apply(text, []TextEdit{e}, c.Encoding); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		changes = append(changes, map[string]any{"range": e.Range, "text": e.NewText})
	}
	return c.changed(d, text, changes)
}

// SetText replaces the text of a file and sends the new text in full.
func (c *Client) SetText(path, text string) error {
	d, err := c.Doc(path)
	if err != nil {
		return err
	}
	return c.changed(d, text, []any{map[string]any{"text": text}})
}

func (c *Client) changed(d *Document, text string, changes []any) error {
	c.mu.Lock()
	d.Text = text
	d.Version++
	version := d.Version
	c.mu.Unlock()
	return c.Notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": d.URI, "version": version}, "contentChanges": changes})
}

func (c *Client) identifier(path string) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": c.URI(path)}}
}

// Save writes an open file to disk and notifies the server.
func (c *Client) Save(path string) error {
	d, err := c.Doc(path)
	if err != nil {
		return err
	}
	if err := os.WriteFile(c.path(path), []byte(d.Text), 0o666); err != nil {
		return err
	}
	return c.Notify("textDocument/didSave", c.identifier(path))
}

// Close closes a file. Changes that were not saved are lost.
func (c *Client) Close(path string) error {
	if _, err := c.Doc(path); err != nil {
		return err
	}
	c.Locked(func() { delete(c.Docs, path) })
	return c.Notify("textDocument/didClose", c.identifier(path))
}

// The kinds of file events.
const (
	Created = 1 + iota
	Changed
	Deleted
)

// Watch notifies the server of a change of a file on disk.
func (c *Client) Watch(path string, kind int) error {
	return c.Notify("workspace/didChangeWatchedFiles", map[string]any{
		"changes": []any{map[string]any{"uri": c.URI(path), "type": kind}}})
}

// Current waits until the server shows the current text of an open file.
func (c *Client) Current(path string) (Published, error) {
	d, err := c.Doc(path)
	if err != nil {
		return Published{}, err
	}
	var shown Published
	err = c.Wait(fmt.Sprintf("diagnostics of %s, version %d", path, d.Version), func() bool {
		shown = c.Shown[d.URI]
		return shown.Version != nil && *shown.Version == d.Version
	})
	return shown, err
}

// ApplyEdit applies a WorkspaceEdit to the open files and notifies the server. It opens the other
// files that the edit names.
func (c *Client) ApplyEdit(raw json.RawMessage) error {
	var edit struct {
		Changes         map[string][]TextEdit
		DocumentChanges []struct {
			Kind         string
			TextDocument struct {
				URI     string
				Version *int
			}
			Edits []TextEdit
		}
	}
	if err := json.Unmarshal(raw, &edit); err != nil {
		return err
	}
	if edit.Changes != nil && edit.DocumentChanges != nil {
		return errors.New("an edit has both changes and documentChanges")
	}
	type change struct {
		path    string
		version *int
		edits   []TextEdit
	}
	var changes []change
	for _, d := range edit.DocumentChanges {
		if d.Kind != "" {
			return errors.New("unexpected " + d.Kind)
		}
		changes = append(changes, change{c.Path(d.TextDocument.URI), d.TextDocument.Version, d.Edits})
	}
	for uri, edits := range edit.Changes {
		changes = append(changes, change{c.Path(uri), nil, edits})
	}
	if len(changes) == 0 {
		return errors.New("an edit that changes nothing")
	}
	slices.SortFunc(changes, func(a, b change) int { return strings.Compare(a.path, b.path) })
	for _, ch := range changes {
		d, err := c.Doc(ch.path)
		if err != nil {
			if ch.version != nil {
				return fmt.Errorf("%s is edited at version %d, and is not open", ch.path, *ch.version)
			}
			if err := c.Open(ch.path); err != nil {
				return err
			}
			d, _ = c.Doc(ch.path)
		} else if ch.version != nil && *ch.version != d.Version {
			return fmt.Errorf("%s is at version %d, the edit is for version %d", ch.path, d.Version, *ch.version)
		}
		text, err := Apply(d.Text, ch.edits, c.Encoding)
		if err != nil {
			return fmt.Errorf("%s: %w", ch.path, err)
		}
		// From the end on, so that each is of the text that the ones before left.
		edits := slices.Clone(ch.edits)
		slices.SortStableFunc(edits, func(a, b TextEdit) int {
			if a.Range.Start.Line != b.Range.Start.Line {
				return b.Range.Start.Line - a.Range.Start.Line
			}
			return b.Range.Start.Character - a.Range.Start.Character
		})
		if err := c.Change(ch.path, edits); err != nil {
			return err
		}
		if d.Text != text {
			return fmt.Errorf("%s: one after the other the edits give another text: %+v", ch.path, ch.edits)
		}
	}
	return nil
}
