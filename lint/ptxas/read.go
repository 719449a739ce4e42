package ptxas

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
)

// The lines that are read:
//
//	ptxas info    : Compiling entry function '_Z1kPf' for 'sm_90'
//	ptxas info    : Function properties for _Z1kPf
//	    0 bytes stack frame, 8 bytes spill stores, 8 bytes spill loads
//	ptxas info    : Used 10 registers, used 1 barriers, 1024 bytes smem, 360 bytes cmem[0]
//	arch = sm_90
//	 Function _Z1kPf:
//	  REG:10 STACK:0 SHARED:1024 LOCAL:0 CONSTANT[0]:536 TEXTURE:0 SURFACE:0 SAMPLER:0
var (
	compilingLine  = regexp.MustCompile(`ptxas info\s*: Compiling entry function '([^']+)' for '(\w+)'`)
	propertiesLine = regexp.MustCompile(`Function properties for '?([^\s']+)`)
	spillLine      = regexp.MustCompile(`bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads`)
	usedLine       = regexp.MustCompile(`ptxas info\s*: Used (\d+) registers`)
	sharedPart     = regexp.MustCompile(`(\d+)(?:\+(\d+))? bytes smem`)
	failedLine     = regexp.MustCompile(`^ptxas (?:error|fatal)`)
	archLine       = regexp.MustCompile(`^\s*arch = (\w+)`)
	functionLine   = regexp.MustCompile(`^\s*Function ([^\s:]+):\s*$`)
	resourceLine   = regexp.MustCompile(`^\s*REG:(\d+) STACK:\d+ SHARED:(\d+) `)
)

// maxLine bounds the lines that are looked at. Symbols of templates have a few thousand bytes.
const maxLine = 1 << 16

// A reader reads a log line by line.
type reader struct {
	log  *Log
	seen map[string]bool // what is in the log
	// open is the kernel that ptxas compiles, begun how many it has begun and not ended: several
	// where compilers print at the same time, and then nobody can tell which line is whose.
	open  *Function
	begun int
	mixed bool
	// properties is the function that the line on spills is about.
	properties string
	arch       string // of cuobjdump
	function   string // of cuobjdump
}

func (r *reader) read(text []byte) error {
	for line := range bytes.Lines(text) {
		if len(line) > maxLine {
			continue
		}
		var err error
		switch {
		case bytes.Contains(line, []byte("bytes spill")):
			r.spills(line)
		case bytes.Contains(line, []byte("ptxas")):
			err = r.compiler(line)
		default:
			err = r.dump(line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// compiler reads a line of ptxas.
func (r *reader) compiler(line []byte) error {
	if m := compilingLine.FindSubmatch(line); m != nil {
		if r.begun++; r.begun > 1 {
			r.mixed = true
		}
		r.open = &Function{Symbol: string(m[1]), Arch: string(m[2])}
		return nil
	}
	if m := propertiesLine.FindSubmatch(line); m != nil {
		r.properties = string(m[1])
		return nil
	}
	if failedLine.Match(line) {
		r.open, r.begun, r.mixed = nil, 0, false
		return nil
	}
	m := usedLine.FindSubmatch(line)
	if m == nil || r.begun == 0 {
		return nil
	}
	f, mixed := r.open, r.mixed
	if r.begun--; r.begun == 0 {
		r.open, r.mixed = nil, false
	}
	if mixed {
		r.log.Tangled++
		return nil
	}
	f.Registers = number(m[1])
	if s := sharedPart.FindSubmatch(line); s != nil {
		f.Shared = number(s[1]) + number(s[2])
	}
	return r.add(*f)
}

// spills reads the line below the properties of a function.
func (r *reader) spills(line []byte) {
	m := spillLine.FindSubmatch(line)
	if m == nil || r.open == nil || r.open.Symbol != r.properties {
		return
	}
	r.open.SpillStores, r.open.SpillLoads = number(m[1]), number(m[2])
}

// dump reads a line of cuobjdump.
func (r *reader) dump(line []byte) error {
	if m := archLine.FindSubmatch(line); m != nil {
		r.arch = string(m[1])
	} else if m := functionLine.FindSubmatch(line); m != nil {
		r.function = string(m[1])
	} else if m := resourceLine.FindSubmatch(line); m != nil && r.function != "" {
		f := Function{Symbol: r.function, Arch: r.arch, Registers: number(m[1]), Shared: number(m[2]), Reserved: true}
		r.function = ""
		return r.add(f)
	}
	return nil
}

func (r *reader) add(f Function) error {
	key := fmt.Sprint(f)
	if r.seen[key] {
		return nil
	}
	if len(r.log.Functions) == maxFunctions {
		return fmt.Errorf("it has over %d kernels", maxFunctions)
	}
	r.seen[key] = true
	r.log.Functions = append(r.log.Functions, f)
	return nil
}

// number returns a number of digits, at most maxNumber, 0 for none.
func number(digits []byte) int {
	const maxNumber = 1 << 30
	n, err := strconv.Atoi(string(digits))
	if err != nil && len(digits) > 0 {
		return maxNumber
	}
	return min(n, maxNumber)
}
