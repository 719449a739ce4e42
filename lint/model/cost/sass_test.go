package cost_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sassTable holds what nvcc makes of the kernels in testdata/instructions: warp
// instructions by pipe, of the hottest loop per iteration of the source (loop 1), or
// of the whole kernel where no loop is left (loop 0).
const sassTable = "testdata/instructions/sass.csv"

// TestWriteSassTable compiles the kernels and writes sassTable. It needs nvcc and
// cuobjdump: CUDALINT_NVCC names the folder they are in.
func TestWriteSassTable(t *testing.T) {
	bin := os.Getenv("CUDALINT_NVCC")
	if bin == "" {
		t.Skip("CUDALINT_NVCC is not set")
	}
	files, err := filepath.Glob("testdata/instructions/*.cu")
	if err != nil {
		t.Fatal(err)
	}
	rows := [][]string{{"kernel", "loop", "pipe", "instructions"}}
	for _, f := range files {
		cubin := filepath.Join(t.TempDir(), "k.cubin")
		if text, err := exec.Command(filepath.Join(bin, "nvcc"), "-O3", "-arch=sm_90", "-cubin", "-o", cubin, f).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		sass, err := exec.Command(filepath.Join(bin, "cuobjdump"), "-sass", cubin).Output()
		if err != nil {
			t.Fatal(err)
		}
		source, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range parseSass(string(sass)) {
			rows = append(rows, k.rows(anchorOf(string(source), k.name))...)
		}
	}
	w, err := os.Create(sassTable)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := csv.NewWriter(w).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
}

// An anchor is an instruction that tells how many iterations of the source a loop in
// SASS makes: times of it belong to one iteration.
type anchor struct {
	opcode string
	times  float64
}

// anchorOf reads the comment "// iteration: OPCODE TIMES" above a kernel.
func anchorOf(source, kernel string) anchor {
	m := regexp.MustCompile(`// iteration: (\S+) (\d+)\n(?:template.*\n)?__global__ void ` + kernel + `\(`).FindStringSubmatch(source)
	if m == nil {
		return anchor{}
	}
	n, _ := strconv.ParseFloat(m[2], 64)
	return anchor{m[1], n}
}

// A sassKernel is the code of one kernel.
type sassKernel struct {
	name string
	code []sassLine
}

type sassLine struct {
	address int64
	text    string // without the predicate
}

var (
	sassFunction = regexp.MustCompile(`Function : (\S+)`)
	sassCode     = regexp.MustCompile(`^\s+/\*([0-9a-f]{4,})\*/\s+(?:@!?U?P\w+\s+)?(.*?)\s*;`)
	sassTarget   = regexp.MustCompile(`^BRA.*0x([0-9a-f]+)$`)
	mangledName  = regexp.MustCompile(`^_Z(\d+)`)
)

func parseSass(text string) []sassKernel {
	var out []sassKernel
	for _, line := range strings.Split(text, "\n") {
		if m := sassFunction.FindStringSubmatch(line); m != nil {
			out = append(out, sassKernel{name: plainName(m[1])})
			continue
		}
		if m := sassCode.FindStringSubmatch(line); m != nil && len(out) > 0 {
			a, _ := strconv.ParseInt(m[1], 16, 64)
			k := &out[len(out)-1]
			k.code = append(k.code, sassLine{a, m[2]})
		}
	}
	slices.SortFunc(out, func(a, b sassKernel) int { return strings.Compare(a.name, b.name) })
	return out
}

// plainName returns the name in a mangled one.
func plainName(s string) string {
	m := mangledName.FindStringSubmatch(s)
	if m == nil {
		return s
	}
	n, _ := strconv.Atoi(m[1])
	rest := s[len(m[0]):]
	return rest[:min(n, len(rest))]
}

// rows returns the instructions by pipe of the loop that makes most iterations at
// once, or of the whole kernel up to its last EXIT.
func (k sassKernel) rows(a anchor) [][]string {
	if a.opcode == "" {
		end := 0
		for i, l := range k.code {
			if strings.HasPrefix(l.text, "EXIT") {
				end = i + 1
			}
		}
		return tableRows(k.name, 0, k.code[:end], 1)
	}
	var best []sassLine
	most := 0.0
	for i, l := range k.code {
		m := sassTarget.FindStringSubmatch(l.text)
		if m == nil {
			continue
		}
		target, _ := strconv.ParseInt(m[1], 16, 64)
		first := slices.IndexFunc(k.code, func(l sassLine) bool { return l.address == target })
		if first < 0 || first >= i {
			continue
		}
		body := k.code[first : i+1]
		if n := a.iterations(body); n > most && !holdsLoop(body) {
			best, most = body, n
		}
	}
	return tableRows(k.name, 1, best, most)
}

// holdsLoop reports whether there is a loop in a loop's body.
func holdsLoop(body []sassLine) bool {
	for _, l := range body[:len(body)-1] {
		if m := sassTarget.FindStringSubmatch(l.text); m != nil {
			if target, _ := strconv.ParseInt(m[1], 16, 64); target >= body[0].address && target < l.address {
				return true
			}
		}
	}
	return false
}

// iterations counts the iterations of the source in a loop's body.
func (a anchor) iterations(body []sassLine) float64 {
	n := 0.0
	for i, l := range body {
		if strings.HasPrefix(l.text, a.opcode) && (a.opcode != "BRA" || i == len(body)-1) {
			n++
		}
	}
	return n / a.times
}

func tableRows(kernel string, loop int, code []sassLine, iterations float64) [][]string {
	byPipe := map[string]float64{}
	for _, l := range code {
		byPipe[sassPipe(l.text)]++
	}
	var out [][]string
	for _, p := range pipeNames {
		if n := byPipe[p]; n > 0 && iterations > 0 {
			out = append(out, []string{kernel, fmt.Sprint(loop), p, strconv.FormatFloat(n/iterations, 'g', 5, 64)})
		}
	}
	return out
}

var pipeNames = []string{"integer", "single", "double", "half", "special", "convert", "control", "exchange", "uniform", "memory"}

// sassPipe returns the pipe that executes an instruction.
func sassPipe(text string) string {
	opcode, _, _ := strings.Cut(text, " ")
	name, _, _ := strings.Cut(opcode, ".")
	switch {
	case (name == "LDC" || name == "ULDC") && !strings.Contains(text, "c[0x0]["):
		return "memory"
	case name == "LDC", name == "R2UR", strings.HasPrefix(name, "U"):
		return "uniform"
	case name == "HFMA2" && strings.Contains(text, "RZ"):
		return "integer" // a move
	}
	switch name {
	case "FADD", "FMUL", "FFMA", "FSETP", "FSEL", "FMNMX", "FCHK", "FSET":
		return "single"
	case "DADD", "DMUL", "DFMA", "DSETP", "DMNMX":
		return "double"
	case "HADD2", "HMUL2", "HFMA2", "HSETP2", "HMNMX2", "F2FP":
		return "half"
	case "MUFU", "POPC", "FLO", "BREV":
		return "special"
	case "I2F", "F2I", "F2F", "FRND", "I2FP":
		return "convert"
	case "BRA", "EXIT", "BSSY", "BSYNC", "BAR", "CALL", "RET", "S2R", "S2UR", "CS2R", "WARPSYNC", "NOP", "BREAK", "BRX", "YIELD", "DEPBAR", "MEMBAR", "BMOV":
		return "control"
	case "SHFL", "VOTE", "MATCH", "REDUX":
		return "exchange"
	case "LDG", "STG", "LDS", "STS", "LDC", "LDL", "STL", "ATOM", "ATOMG", "ATOMS", "RED", "LD", "ST", "LDSM", "TEX", "TLD":
		return "memory"
	}
	return "integer"
}
