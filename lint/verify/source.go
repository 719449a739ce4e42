package verify

import (
	"fmt"
	"strings"
)

// A Traffic is what the instructions of one kind did that one source line was compiled to, in all
// launches of an export.
type Traffic struct {
	LineKey
	// Executed is how often a warp executed one of them.
	Executed float64
	// Moved are the sectors of global memory that these asked for, or the wavefronts that they
	// took in shared memory. Ideal are those of the same number of lanes without a conflict, in
	// shared memory only.
	Moved, Ideal float64
	// Predicated is set if some lanes, perhaps all of a warp, were off in some executions.
	Predicated bool
	// Bytes is the most that one of them accesses for a lane.
	Bytes int64
}

// A LineKey identifies the accesses of a kind to one memory on a line of a file.
type LineKey struct {
	Path   string
	Line   int
	Shared bool // shared memory, else global
	Kind   Operation
}

// A SourceLine is a line of a file.
type SourceLine struct {
	Path string
	Line int
}

// An Operation is what an access does to memory.
type Operation string

// The operations.
const (
	Loads   Operation = "load"
	Stores  Operation = "store"
	Atomics Operation = "atomic"
)

// Limits of a source page.
const (
	maxTraffic = 1 << 20 // lines of all files, by kind
	maxFiles   = 1 << 12 // source files, each of which is held against those of the program
)

// The columns of a source page that are read.
const (
	lineColumn     = "Line No"
	addressColumn  = "Address"
	sassColumn     = "Source" // the second of this name
	executedColumn = "Instructions Executed"
	threadsColumn  = "Thread Instructions Executed"
	activeColumn   = "Predicated-On Thread Instructions Executed"
	spaceColumn    = "Address Space"
	kindColumn     = "Access Operation"
	sectorsColumn  = "L2 Theoretical Sectors Global"
	wavesColumn    = "L1 Wavefronts Shared"
	idealColumn    = "L1 Wavefronts Shared Ideal"
)

// A sourcePage is the state between the lines of a source page. It has a part for each kernel and
// file: the rows "File Path" and "Function Name", a header, and for each source line a row without
// an address before the rows of its instructions.
type sourcePage struct {
	path    string
	columns map[string]int
	width   int
	line    int             // the source line of the next instructions
	seen    map[string]bool // their addresses: an instruction may be listed twice
	index   map[LineKey]int
	files   map[string]bool
	lines   map[SourceLine]bool // with instructions
	traffic []Traffic
	rows    int
}

// startsSourcePage reports whether a line is the first of a source page.
func startsSourcePage(line string) bool { return strings.HasPrefix(line, `"File Path",`) }

// row handles one line of a source page.
func (p *sourcePage) row(number int, text string) error {
	if !strings.HasPrefix(text, `"`) {
		return nil // what the program or the profiler printed
	}
	cells := p.cells(text)
	switch {
	case len(cells) == 2 && cells[0] == "File Path":
		p.path, p.columns, p.line = printable(cells[1]), nil, 0
		if p.files[p.path] = true; len(p.files) > maxFiles {
			return &ParseError{number, fmt.Sprintf("the file names over %d source files", maxFiles)}
		}
		return nil
	case len(cells) == 2 && cells[0] == "Function Name":
		return nil
	case cells[0] == lineColumn:
		p.columns, p.width = map[string]int{}, len(cells)
		for i, name := range cells {
			p.columns[name] = i
		}
		return nil
	case p.columns == nil || len(cells) < 2:
		return nil
	case len(cells) != p.width:
		return &ParseError{number, fmt.Sprintf("the row has %d fields, its header has %d", len(cells), p.width)}
	}
	p.rows++
	if n, ok := number64(cells[0]); ok {
		p.line, p.seen = int(n), map[string]bool{}
		return nil
	}
	return p.instruction(number, cells)
}

// cells splits a row. All fields are in quotation marks, and those of source text in the second
// field are not doubled: what is too many belongs to it.
func (p *sourcePage) cells(text string) []string {
	const separator = `","`
	cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(text, `"`), `"`), separator)
	if more := len(cells) - p.width; p.columns != nil && more > 0 {
		cells = append([]string{cells[0], strings.Join(cells[1:2+more], separator)}, cells[2+more:]...)
	}
	return cells
}

// instruction adds the counts of an instruction to those of its line.
func (p *sourcePage) instruction(number int, cells []string) error {
	get := func(column string) string {
		if i, ok := p.columns[column]; ok {
			return strings.TrimSpace(cells[i])
		}
		return ""
	}
	count := func(column string) float64 { x, _ := numberOf(get(column)); return x }
	key := LineKey{Path: p.path, Line: p.line, Kind: operation(get(kindColumn))}
	address, space := get(addressColumn), get(spaceColumn)
	key.Shared = space == "Shared"
	executed := count(executedColumn)
	if at := (SourceLine{p.path, p.line}); p.line > 0 && strings.HasPrefix(address, "0x") && len(p.lines) < maxTraffic {
		p.lines[at] = true
	}
	if p.line == 0 || key.Kind == "" || !key.Shared && space != "Global" || p.seen[address] {
		return nil
	}
	p.seen[address] = true
	i, ok := p.index[key]
	if !ok {
		if i = len(p.traffic); i == maxTraffic {
			return &ParseError{number, fmt.Sprintf("the file has over %d lines with accesses", maxTraffic)}
		}
		p.index[key] = i
		p.traffic = append(p.traffic, Traffic{LineKey: key})
	}
	t := &p.traffic[i]
	t.Executed += executed
	t.Bytes = max(t.Bytes, widthOf(get(sassColumn)))
	t.Predicated = t.Predicated || count(activeColumn) < count(threadsColumn)
	if key.Shared {
		t.Moved += count(wavesColumn)
		t.Ideal += count(idealColumn)
	} else {
		t.Moved += count(sectorsColumn)
	}
	return nil
}

// widthOf returns how many bytes an instruction accesses for a lane: 16 of "STS.128 [R2], R4".
func widthOf(sass string) int64 {
	opcode := ""
	for _, word := range strings.Fields(sass) {
		if !strings.HasPrefix(word, "@") {
			opcode = word
			break
		}
	}
	switch {
	case strings.Contains(opcode, ".128"):
		return 16
	case strings.Contains(opcode, ".64"):
		return 8
	}
	return 4
}

// numberOf returns a count that is not negative.
func numberOf(cell string) (float64, bool) {
	x, ok := number(cell, false)
	return x, ok && x >= 0 && x <= mostValue
}

// operation returns the operation of a cell, "" for none or several.
func operation(cell string) Operation {
	switch {
	case cell == "Load":
		return Loads
	case cell == "Store":
		return Stores
	case strings.HasPrefix(cell, "Atomic") || cell == "Reduction":
		return Atomics
	}
	return ""
}

// finish returns the export.
func (p *sourcePage) finish(file string) (*Export, error) {
	if p.rows == 0 {
		return nil, &ParseError{0, "no row of a source line follows the header; record one with " + SourceCommand()}
	}
	return &Export{File: file, Source: true, Traffic: p.traffic, Files: p.files, Compiled: p.lines}, nil
}

// SourceCommand returns the commands that record a source page.
func SourceCommand() string {
	return "ncu -o run --section SourceCounters ./program && ncu --import run.ncu-rep --page source --csv --print-source cuda,sass"
}
