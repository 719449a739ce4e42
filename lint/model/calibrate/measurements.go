package calibrate

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// Measurements are what the program printed on one GPU.
type Measurements struct {
	Device Device
	Rows   []Row
}

// A Device is the GPU as the CUDA runtime describes it.
type Device struct {
	Name              string
	ComputeCapability string // "9.0"
	CUDA              string // version of the toolkit's runtime, "13.0"
	DriverCUDA        string // newest version of CUDA that the driver knows
	// The figures below are 0 where the runtime does not tell.
	SMs         float64
	MaxWarps    float64 // resident warps of an SM
	Clock       float64 // of the SM, MHz
	MemoryClock float64 // MHz
	MemoryBus   float64 // bits
	NominalDRAM float64 // GB/s, from clock and bus
	L2          float64 // bytes
	Shared      float64 // bytes of shared memory of an SM
	Registers   float64 // 32-bit registers of an SM
}

// Architecture returns the name of the GPU's architecture: "sm_90".
func (d Device) Architecture() string {
	return "sm_" + strings.Replace(d.ComputeCapability, ".", "", 1)
}

// A Row is one figure. Calibrate.cu says what the columns mean.
type Row struct {
	Key
	Value float64
	Unit  string
	Line  int // of the file
}

// A Key says what was measured; no two rows of a file have the same.
type Key struct {
	Benchmark, Pattern string
	Element            int   // bytes of what a lane reads
	Footprint          int64 // bytes of the table
	Addresses          int
	Warps, Blocks      int
}

// unit returns the unit of the row of a key, as the program prints it.
func (k Key) unit() string {
	switch {
	case k.Benchmark == "device":
		return "MHz"
	case k.Benchmark == "dram":
		return "GB/s"
	case k.Benchmark == "launch" && k.Pattern == "kernel":
		return "us"
	}
	return "cycles"
}

// The limits of what is read: several times what the program prints.
const (
	maxBytes = 1 << 20
	maxLine  = 1 << 10
	maxRows  = 1 << 13
)

const (
	firstLine   = "# cudalint calibrate 1"
	columnsLine = "benchmark,pattern,element_bytes,footprint_bytes,addresses,warps,blocks,value,unit"
)

// utf8Mark is what some programs begin a UTF-8 file with.
const utf8Mark = "\ufeff"

// columns is what the header calls the line of names.
const columns = "the names of the columns"

// A reader reads one file.
type reader struct {
	m     *Measurements
	line  int
	keys  map[Key]int    // the line of each
	seen  map[string]int // the line of each line of the header
	total int            // what the last line says, -1 before
}

// Read reads what the program printed. Errors begin with the number of the line.
func Read(r io.Reader) (*Measurements, error) {
	b := bufio.NewReader(io.LimitReader(r, maxBytes))
	switch start, _ := b.Peek(len(utf8Mark)); {
	case string(start) == utf8Mark:
		_, _ = b.Discard(len(utf8Mark)) // has been read
	case bytes.HasPrefix(start, []byte("\xff\xfe")) || bytes.HasPrefix(start, []byte("\xfe\xff")):
		return nil, errors.New("line 1: the file is UTF-16; write it as UTF-8, in PowerShell with: ./calibrate | Out-File -Encoding utf8 measured.csv")
	}
	s := bufio.NewScanner(b)
	s.Buffer(make([]byte, maxLine), maxLine)
	in := &reader{m: new(Measurements), keys: map[Key]int{}, seen: map[string]int{}, total: -1}
	for s.Scan() {
		in.line++
		if err := in.read(strings.TrimSuffix(s.Text(), "\r")); err != nil {
			return nil, fmt.Errorf("line %d: %w", in.line, err)
		}
	}
	if err := s.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("line %d: longer than %d bytes, which the program of cudalint calibrate does not print", in.line+1, maxLine)
	} else if err != nil {
		return nil, fmt.Errorf("line %d: %w", in.line+1, err)
	}
	switch {
	case in.line == 0:
		return nil, fmt.Errorf("line 1: the file is empty; the program did not run to the end")
	case in.total < 0:
		return nil, fmt.Errorf("line %d: the file stops before its last line, which counts the rows; the program did not run to the end", in.line)
	}
	return in.m, in.device()
}

func (in *reader) read(line string) error {
	text, comment := strings.CutPrefix(line, "# ")
	switch {
	case in.line == 1 && line != firstLine:
		return fmt.Errorf("this is not what the program of cudalint calibrate prints: the first line has to be %q", firstLine)
	case in.line == 1:
		return nil
	case in.total >= 0:
		return fmt.Errorf("more text after the line that counts the rows")
	case comment:
		return in.header(text)
	case line == columnsLine:
		return in.once(columns)
	case in.seen[columns] == 0:
		return fmt.Errorf("the columns have to be named before the first row: %q", columnsLine)
	}
	return in.row(line)
}

func (in *reader) once(what string) error {
	if line := in.seen[what]; line > 0 {
		return fmt.Errorf("%s: given in line %d already", what, line)
	}
	in.seen[what] = in.line
	return nil
}

// header reads a line "# name=value".
func (in *reader) header(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return fmt.Errorf("%q is not name=value", clip(text))
	}
	d := &in.m.Device
	texts := map[string]*string{"gpu": &d.Name, "compute_capability": &d.ComputeCapability, "driver_cuda": &d.DriverCUDA, "cuda": &d.CUDA}
	numbers := map[string]*float64{
		"sms": &d.SMs, "max_warps_per_sm": &d.MaxWarps, "sm_clock_mhz": &d.Clock, "memory_clock_mhz": &d.MemoryClock,
		"memory_bus_bits": &d.MemoryBus, "dram_nominal_gbs": &d.NominalDRAM, "l2_bytes": &d.L2,
		"shared_bytes_per_sm": &d.Shared, "registers_per_sm": &d.Registers,
	}
	if err := in.once(clip(name)); err != nil {
		return err
	}
	if to, ok := texts[name]; ok {
		*to = value
		return nil
	}
	if name == "rows" {
		n, err := strconv.Atoi(value)
		if err != nil || n != len(in.m.Rows) {
			return fmt.Errorf("%s instead of the %s that the program printed", count(len(in.m.Rows), "row"), clip(value))
		}
		in.total = n
		return nil
	}
	to, ok := numbers[name]
	if !ok {
		return fmt.Errorf("%q is not a property of a GPU", clip(name))
	}
	v, err := parseNumber(value)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	*to = v
	return nil
}

// row reads one row of the table.
func (in *reader) row(line string) error {
	fields := strings.Split(line, ",")
	if want := strings.Count(columnsLine, ",") + 1; len(fields) != want {
		return fmt.Errorf("%s instead of %d", count(len(fields), "column"), want)
	}
	if len(in.m.Rows) == maxRows {
		return fmt.Errorf("more than %d rows", maxRows)
	}
	row := Row{Key: Key{Benchmark: fields[0], Pattern: fields[1]}, Unit: fields[8], Line: in.line}
	var counts [5]uint64
	var err error
	for i := range counts {
		if counts[i], err = strconv.ParseUint(fields[2+i], 10, 40); err != nil || i != 1 && counts[i] > math.MaxInt32 {
			return fmt.Errorf("%s: %q is not a count", strings.Split(columnsLine, ",")[2+i], clip(fields[2+i]))
		}
	}
	row.Element, row.Footprint, row.Addresses = int(counts[0]), int64(counts[1]), int(counts[2])
	row.Warps, row.Blocks = int(counts[3]), int(counts[4])
	if row.Value, err = parseNumber(fields[7]); err != nil {
		return fmt.Errorf("value: %w", err)
	}
	if unit := row.Key.unit(); row.Unit != unit {
		return fmt.Errorf("unit: %q instead of %s, in which %s,%s is measured", clip(row.Unit), unit, clip(row.Benchmark), clip(row.Pattern))
	}
	if row.Value == 0 {
		return fmt.Errorf("value: %s,%s took no time at all: the compiler has removed what was to be measured, or the GPU failed", clip(row.Benchmark), clip(row.Pattern))
	}
	if before, ok := in.keys[row.Key]; ok {
		return fmt.Errorf("the same was measured in line %d", before)
	}
	in.keys[row.Key] = in.line
	in.m.Rows = append(in.m.Rows, row)
	return nil
}

// maxValue is beyond every figure of a GPU.
const maxValue = 1e15

// parseNumber returns a finite number that is not negative.
func parseNumber(s string) (float64, error) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(v) || v < 0 || v > maxValue {
		return 0, fmt.Errorf("%q is not a figure of a GPU: a number from 0 to %g", clip(s), float64(maxValue))
	}
	return v, nil
}

// device checks what names the GPU: it is printed, and written into model files.
func (in *reader) device() error {
	d := in.m.Device
	for _, t := range []struct {
		name, value string
		form        func(string) bool
	}{
		{"gpu", d.Name, printable}, {"compute_capability", d.ComputeCapability, version},
		{"cuda", d.CUDA, version}, {"driver_cuda", d.DriverCUDA, version},
	} {
		switch line := in.seen[t.name]; {
		case line == 0:
			return fmt.Errorf("line 2: a line %q is missing", "# "+t.name+"=...")
		case !t.form(t.value):
			return fmt.Errorf("line %d: %s: %q is not what the CUDA runtime says there", line, t.name, clip(t.value))
		}
	}
	return nil
}

func printable(s string) bool {
	return s != "" && len(s) <= 100 && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// version reports whether a text looks like 13.0.
func version(s string) bool {
	major, minor, _ := strings.Cut(s, ".")
	_, err1 := strconv.ParseUint(major, 10, 8)
	_, err2 := strconv.ParseUint(minor, 10, 8)
	return err1 == nil && err2 == nil
}

// count returns a number of things: "1 row", "2 rows".
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// clip shortens a text that is quoted in an error.
func clip(s string) string {
	const most = 60
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}
