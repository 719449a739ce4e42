package verify

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/cudalint/cudalint/lint/kernelname"
)

// Limits of an export. Reading fails beyond them.
const (
	maxBytes    = 256 << 20 // of a file
	maxLine     = 8 << 20   // bytes; the page raw of all metrics has 200 KB
	maxLaunches = 1 << 19
	maxNames    = 4 << 20 // bytes of different names of kernels, which take time to take apart
	maxKernels  = 1 << 14 // different names, each of which is held against the kernels
)

// A ParseError is an error in an export.
type ParseError struct {
	Line    int // 1-based, 0 where it is no line
	Message string
}

func (e *ParseError) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Message)
}

// ReadFile reads an export. An error that is about its content is a *ParseError.
func ReadFile(name string) (*Export, error) {
	// Opening a pipe may block forever.
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, reason(err)
	case info.IsDir():
		return nil, errors.New("cannot be read: it is a folder")
	case !info.Mode().IsRegular():
		return nil, errors.New("cannot be read: it is not a regular file")
	case info.Size() > maxBytes:
		return nil, fmt.Errorf("the file has over %d MiB", maxBytes>>20)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, reason(err)
	}
	defer f.Close()
	return Read(io.LimitReader(f, maxBytes), filepath.ToSlash(name))
}

// reason returns a file system error without the path, which the caller adds.
func reason(err error) error {
	var pathErr *os.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	return fmt.Errorf("cannot be read: %w", err)
}

// Read reads the output of `ncu --csv`, live or from a report: the page raw (a row per launch) or
// details (a row per metric of a launch), with or without --print-summary, or source. It skips other lines:
// the output of the program and of the profiler. It fails if there is no row of a launch, or none
// of the counters. file is the file name for the launches.
func Read(r io.Reader, file string) (*Export, error) {
	p := &reader{export: &Export{File: file}, index: map[string]int{}, names: map[string]kernelname.Name{}, known: map[int]bool{}}
	lines := bufio.NewReaderSize(r, 1<<16)
	for number := 1; ; number++ {
		line, err := readLine(lines)
		if err == errLong {
			return nil, &ParseError{number, fmt.Sprintf("the line has over %d MiB", maxLine>>20)}
		}
		if err != nil && err != io.EOF {
			return nil, reason(err)
		}
		if number == 1 {
			if bytes.HasPrefix(line, []byte("\xff\xfe")) || bytes.HasPrefix(line, []byte("\xfe\xff")) {
				return nil, &ParseError{1, "the file is UTF-16; write it as UTF-8"}
			}
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if problem := p.line(number, string(line)); problem != nil {
			return nil, problem
		}
		if err == io.EOF {
			break
		}
	}
	return p.finish()
}

var errLong = errors.New("long line")

// readLine returns the next line without its ending; with io.EOF the last one,
// which may be empty.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxLine {
			return nil, errLong
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		return bytes.TrimRight(line, "\r\n"), err
	}
}

// A reader is the state between the lines of an export.
type reader struct {
	export *Export
	header *header // nil before the first
	// index has the place of a launch in the export by what identifies it, in the
	// pages that have several rows for one.
	index map[string]int
	names map[string]kernelname.Name // of kernels, by how they are written
	named int                        // bytes of names
	known map[int]bool               // the counters in sight
	rows  int
	page  *sourcePage // nil if the export is no source page
}

// line handles one line: a header, a row, or something else.
func (p *reader) line(number int, line string) error {
	if p.page == nil && p.header == nil && startsSourcePage(line) {
		p.page = &sourcePage{index: map[LineKey]int{}, files: map[string]bool{}, lines: map[SourceLine]bool{}}
	}
	if p.page != nil {
		return p.page.row(number, line)
	}
	if h := headerOf(number, line); h != nil {
		p.header = h
		for c := range h.counters {
			p.known[c] = true
		}
		return nil
	}
	h := p.header
	if h == nil || !h.mayBeRow(line) {
		return nil
	}
	cells, err := fields(line, h.separator)
	if err != nil {
		return &ParseError{number, "the row cannot be read: " + err.Error()}
	}
	if len(cells) != h.width {
		return &ParseError{number, fmt.Sprintf("the row has %d fields, the header in line %d has %d", len(cells), h.line, h.width)}
	}
	if h.get(cells, "Kernel Name") == "" {
		if h.units == nil {
			h.units = cells // the second row of the page raw
		}
		return nil
	}
	p.rows++
	return p.row(number, cells)
}

// row handles the row of a launch, or of one metric of a launch.
func (p *reader) row(number int, cells []string) error {
	h := p.header
	l, err := p.launch(number, cells)
	if err != nil {
		return err
	}
	if !h.long() {
		for c, column := range h.counters {
			unit := ""
			if h.units != nil {
				unit = h.units[column]
			}
			if err := h.set(l, number, c, cells[column], unit); err != nil {
				return err
			}
		}
		return nil
	}
	c := counterIn(h.get(cells, "Metric Name"))
	if c < 0 {
		return nil
	}
	p.known[c] = true
	value := h.get(cells, "Metric Value")
	if _, summary := h.columns["Average"]; summary {
		value = h.get(cells, "Average")
	}
	return h.set(l, number, c, value, h.get(cells, "Metric Unit"))
}

// Bounds of a counter: averages in summaries are fractions, counters have 64 bits. Quotients of
// sums of such values are finite.
const leastValue, mostValue = 1e-9, 1 << 64

// set sets a counter of a launch, unless the cell has no value.
func (h *header) set(l *Launch, line, counter int, cell, unit string) error {
	cell = strings.TrimSpace(cell)
	switch cell {
	case "", "n/a", "N/A", "nan", "-nan", "(!) nan", "(!) n/a", "no data":
		return nil
	}
	value, ok := number(cell, h.separator == ';')
	value *= scale(unit)
	if !ok || value != 0 && !(value >= leastValue && value <= mostValue) {
		return &ParseError{line, fmt.Sprintf("%q is not a value of %s", short(cell), counters[counter])}
	}
	// A summary has the average of its launches.
	l.values[counter], l.has[counter] = value*float64(l.Count), true
	return nil
}

func short(s string) string {
	const longest = 40
	if len(s) <= longest {
		return s
	}
	return strings.ToValidUTF8(s[:longest], "") + "..."
}

// launch returns the launch of a row.
func (p *reader) launch(number int, cells []string) (*Launch, error) {
	h := p.header
	block, grid := h.get(cells, "Block Size"), h.get(cells, "Grid Size")
	kernel := printable(h.get(cells, "Kernel Name"))
	key := ""
	if h.long() {
		key = strings.Join([]string{h.get(cells, "Process ID"), h.get(cells, "ID"), h.get(cells, "Device"), h.get(cells, "Context"), kernel, block, grid}, "\x00")
		if i, ok := p.index[key]; ok {
			return &p.export.Launches[i], nil
		}
	}
	if len(p.export.Launches) == maxLaunches {
		return nil, &ParseError{number, fmt.Sprintf("the file has over %d launches", maxLaunches)}
	}
	name, err := p.name(number, kernel)
	if err != nil {
		return nil, err
	}
	l := Launch{
		File: p.export.File, Line: number, ID: h.get(cells, "ID"), Kernel: kernel, Name: name,
		Block: shape(block), Grid: shape(grid), Count: 1,
	}
	if n, ok := number64(h.get(cells, "Invocations")); ok {
		l.Count = n
	}
	if key != "" {
		p.index[key] = len(p.export.Launches)
	}
	p.export.Launches = append(p.export.Launches, l)
	return &p.export.Launches[len(p.export.Launches)-1], nil
}

// printable replaces control characters, as names of kernels are printed to terminals.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// name caches kernelname.Parse.
func (p *reader) name(line int, kernel string) (kernelname.Name, error) {
	n, ok := p.names[kernel]
	if !ok {
		if p.named += len(kernel); p.named > maxNames {
			return n, &ParseError{line, fmt.Sprintf("the names of the kernels have over %d MiB", maxNames>>20)}
		}
		if len(p.names) == maxKernels {
			return n, &ParseError{line, fmt.Sprintf("the file has over %d different kernels", maxKernels)}
		}
		n = kernelname.Parse(kernel)
		p.names[kernel] = n
	}
	return n, nil
}

func number64(cell string) (int64, bool) {
	x, ok := number(cell, false)
	return int64(x), ok && x >= 1 && x <= 1e9
}

// finish returns the export if a comparison can be made with it.
func (p *reader) finish() (*Export, error) {
	switch {
	case p.page != nil:
		return p.page.finish(p.export.File)
	case p.header == nil:
		return nil, &ParseError{0, `this is not a CSV export of Nsight Compute: no line is a header with "Kernel Name"; record one with ` + Command()}
	case p.rows == 0:
		return nil, &ParseError{p.header.line, "no row of a kernel follows the header"}
	case len(p.known) == 0:
		return nil, &ParseError{p.header.line, "it has none of the counters " + strings.Join(counters[:], ", ") + "; record them with " + Command()}
	}
	return p.export, nil
}

// A header describes the columns.
type header struct {
	line      int
	width     int
	separator rune
	quoted    bool // fields are in quotation marks
	columns   map[string]int
	counters  map[int]int // columns by counter
	units     []string    // the row of units, nil before it or without
}

// long reports whether a launch has a row for each metric.
func (h *header) long() bool { _, ok := h.columns["Metric Name"]; return ok }

// get returns the cell in a column, "" without one.
func (h *header) get(cells []string, column string) string {
	if i, ok := h.columns[column]; ok {
		return strings.TrimSpace(cells[i])
	}
	return ""
}

// mayBeRow reports whether a line is a row rather than what the program or the
// profiler printed.
func (h *header) mayBeRow(line string) bool {
	if h.quoted {
		return strings.HasPrefix(line, `"`)
	}
	return !strings.HasPrefix(line, "==") && strings.ContainsRune(line, h.separator)
}

// headerOf parses a header line, nil if it is none. Program output without a final line break may
// precede the header on its line.
func headerOf(number int, line string) *header {
	at := strings.Index(line, "Kernel Name")
	if at < 0 {
		return nil
	}
	if i := strings.Index(line[:at], `"ID"`); i > 0 {
		line = line[i:]
	}
	for _, separator := range []rune{',', ';', '\t'} {
		cells, err := fields(line, separator)
		if err != nil || len(cells) < 2 || !slices.Contains(cells, "Kernel Name") {
			continue
		}
		h := &header{line: number, width: len(cells), separator: separator, quoted: strings.HasPrefix(line, `"`),
			columns: map[string]int{}, counters: map[int]int{}}
		for i, c := range cells {
			c = strings.TrimSpace(c)
			if _, twice := h.columns[c]; twice {
				continue
			}
			h.columns[c] = i
			if counter := counterIn(c); counter >= 0 {
				h.counters[counter] = i
			}
		}
		return h
	}
	return nil
}

// counterIn returns the index in counters of a column or metric, by its name or a label that
// contains the name, and -1 for any other.
func counterIn(cell string) int {
	for i, name := range counters {
		if cell == name || strings.HasSuffix(cell, "("+name+")") || strings.HasSuffix(cell, " "+name) || strings.HasPrefix(cell, name+" ") {
			return i
		}
	}
	return -1
}

// fields splits a line into its fields.
func fields(line string, separator rune) ([]string, error) {
	r := csv.NewReader(strings.NewReader(line))
	r.Comma = separator
	r.FieldsPerRecord = -1
	cells, err := r.Read()
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return nil, parse.Err
	}
	return cells, err
}
