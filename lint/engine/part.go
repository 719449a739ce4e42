package engine

import (
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/codec"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/fingerprint"
)

// A Part is the result of a shard, with what Merge needs to know of the run.
type Part struct {
	Shard
	// Run is equal in the parts of one run: the inputs with their sizes, the rules and the target.
	Run string
	// Rules are the names of the rules that ran.
	Rules []string
	// Before are the problems of the preparation, which come first and in their order.
	Before []lint.Problem
	Result Result // without Before
}

// maxPart bounds the bytes of a part that is decoded.
const maxPart = 1 << 30

// RunKey returns what Part.Run has for a run over some inputs.
func (l *Linter) RunKey(inputs []discover.Input) string {
	var key bytes.Buffer
	for _, in := range inputs {
		text, _ := l.text(in) // what cannot be read is a problem when it is its turn
		fmt.Fprintln(&key, strconv.Quote(l.display(in.Path)), len(text))
	}
	for _, rule := range l.opts.Rules {
		fmt.Fprintln(&key, rule.Name)
	}
	fmt.Fprintf(&key, "%v %v", l.opts.Target, l.opts.Shard.Count)
	return cache.Of("shards", key.Bytes()).String()
}

// Encode returns the part as bytes, for DecodePart.
func (p *Part) Encode() ([]byte, error) {
	plain, err := codec.Encode(p)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(plain)
	err = errors.Join(err, w.Close())
	return out.Bytes(), err
}

// DecodePart is the reverse of Part.Encode.
func DecodePart(data []byte) (*Part, error) {
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), maxPart))
	if err != nil {
		return nil, err
	}
	p := &Part{}
	if err := codec.Decode(plain, p); err != nil {
		return nil, err
	}
	if p.Index < 1 || p.Index > p.Count || p.Count > maxShards {
		return nil, fmt.Errorf("it is part %d of %d", p.Index, p.Count)
	}
	return p, nil
}

// Merge returns the result of one run over everything, given those of all its shards, and the
// problems of its preparation.
func Merge(parts []*Part) *Result {
	out := parts[0].Result
	out.Findings, out.Suppressed, out.Problems = nil, nil, nil
	out.Files, out.Duplicates, out.Hidden, out.HIP = 0, 0, Hidden{}, nil
	var before []lint.Problem
	for _, p := range parts {
		r := &p.Result
		out.Findings, out.Suppressed = append(out.Findings, r.Findings...), append(out.Suppressed, r.Suppressed...)
		out.Problems, out.HIP = append(out.Problems, r.Problems...), append(out.HIP, r.HIP...)
		out.Files, out.Duplicates = out.Files+r.Files, out.Duplicates+r.Duplicates
		out.Hidden.add(r.Hidden)
		for _, problem := range p.Before {
			if !slices.Contains(before, problem) {
				before = append(before, problem)
			}
		}
	}
	slices.SortStableFunc(out.Findings, fingerprint.ComparePlaces)
	slices.SortStableFunc(out.Suppressed, func(a, b Suppressed) int { return fingerprint.ComparePlaces(a.Diagnostic, b.Diagnostic) })
	slices.Sort(out.HIP)
	out.Problems = append(before, lint.MergeProblems(out.Problems)...)
	return &out
}

func (h *Hidden) add(o Hidden) {
	h.Severity, h.Impact, h.Generated = h.Severity+o.Severity, h.Impact+o.Impact, h.Generated+o.Generated
	h.Baselined, h.Unchanged = h.Baselined+o.Baselined, h.Unchanged+o.Unchanged
}
