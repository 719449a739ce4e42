package lsp

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lsp/render"
	"github.com/cudalint/cudalint/lsp/wire"
)

func init() {
	featureCapabilities = append(featureCapabilities, func(s *server, c *wire.ServerCapabilities) {
		c.InlayHintProvider = wire.InlayHintOptions{ResolveProvider: s.resolvesHints()}
	})
}

// resolvesHints reports whether the client asks for the tooltip of a hint when it shows it.
func (s *server) resolvesHints() bool {
	can := s.client.TextDocument.InlayHint
	return can != nil && slices.Contains(can.ResolveSupport.Properties, "tooltip")
}

// hintData identifies the access of a hint until the client asks for the tooltip.
type hintData struct {
	URI     lsp.DocumentURI `json:"uri"`
	Version int             `json:"version"`
	Start   int             `json:"start"`
	End     int             `json:"end"`
}

// maxHints bounds the hints of one answer.
const maxHints = 2000

// inlayHints answers textDocument/inlayHint: the figures of accesses that cost more than
// they need to.
func (r *request) inlayHints(ctx context.Context, p *wire.InlayHintParams) (any, error) {
	hints := []wire.InlayHint{} // null is not a list
	doc, project := r.documentAt(p.TextDocument.URI)
	if project == nil {
		return hints, nil
	}
	set := project.settings().InlayHints
	kinds := render.HintKinds{Addresses: set.Addresses, BankConflicts: set.BankConflicts, Sectors: set.Sectors}
	if !kinds.Any() {
		return hints, nil
	}
	start, end := doc.Offset(p.Range.Start), doc.Offset(p.Range.End)
	in, err := project.inspect(ctx, doc, start, end)
	if err != nil {
		return nil, err
	}
	for i := range in.Accesses {
		a := &in.Accesses[i]
		label := render.Hint(a, kinds)
		if label == "" || a.End.Offset < start || a.End.Offset > end || len(hints) == maxHints {
			continue
		}
		h := wire.InlayHint{Position: doc.Position(a.End.Offset), Label: label, PaddingLeft: true}
		if r.resolvesHints() {
			h.Data, _ = json.Marshal(hintData{doc.Uri, doc.Version, a.Start.Offset, a.End.Offset}) // strings and numbers are always JSON
		} else {
			h.Tooltip = r.hintTooltip(in, a)
		}
		hints = append(hints, h)
	}
	return hints, nil
}

// resolveHint answers inlayHint/resolve: it adds the tooltip. If the text has changed since, it
// returns the hint unchanged.
func (r *request) resolveHint(ctx context.Context, h *wire.InlayHint) (any, error) {
	var data hintData
	if json.Unmarshal(h.Data, &data) != nil {
		return h, nil
	}
	doc, project := r.documentAt(data.URI)
	if project == nil || doc.Version != data.Version {
		return h, nil
	}
	in, err := project.inspect(ctx, doc, data.Start, data.Start)
	if err != nil {
		return nil, err
	}
	for i := range in.Accesses {
		if a := &in.Accesses[i]; a.Start.Offset == data.Start && a.End.Offset == data.End {
			h.Tooltip = r.hintTooltip(in, a)
		}
	}
	return h, nil
}

// hintTooltip returns the tooltip of a hint. All clients with hints support Markdown.
func (r *request) hintTooltip(in *inspect.File, a *inspect.Access) *wire.MarkupContent {
	return markup(render.HintTooltip(in, a, true), true)
}
