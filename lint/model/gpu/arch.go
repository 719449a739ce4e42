package gpu

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var nameForm = regexp.MustCompile(`^sm_([1-9][0-9]{1,2})[af]?$`)

// unmodelled are the architectures that a CUDA toolkit has named and that have no model: Tesla,
// Fermi, early Kepler, 10.1 (what CUDA 12.8 and 12.9 called 11.0) and 10.7. Source: nvcc
// --list-gpu-code of CUDA 6.5 to 13.5.
var unmodelled = []int{10, 11, 12, 13, 20, 21, 30, 32, 101, 107}

// The first architectures that have a feature set of their own (sm_90a) or of their family (sm_100f).
const (
	firstSpecific = 90
	firstFamily   = 100
)

// Arch returns the compute capability times ten that a name such as sm_90
// stands for (900), or an error that says what a name looks like.
func Arch(name string) (int, error) {
	m := nameForm.FindStringSubmatch(name)
	if m == nil {
		return 0, fmt.Errorf("unknown GPU %q: a GPU is named by its compute capability, such as sm_90", name)
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		return 0, err
	}
	return 10 * n, nil
}

// CheckArch returns an *UnknownError if there is no architecture with a name: sm_91, sm_86a. An
// architecture without a model exists too. One that is newer than all that are known here is
// taken to exist.
func CheckArch(name string) error {
	arch, err := Arch(name)
	if err != nil {
		return err
	}
	number := arch / 10
	digits := strings.TrimRight(name, "af")
	known := modelled()
	exists := Lookup(digits) != nil || slices.Contains(unmodelled, number) || number > slices.Max(known)
	switch strings.TrimPrefix(name, digits) {
	case "a":
		exists = exists && number >= firstSpecific
	case "f":
		exists = exists && number >= firstFamily
	}
	if !exists {
		return &UnknownError{Name: name, Near: nearArchs(number)}
	}
	return nil
}

// modelled returns the compute capabilities times ten that have a model.
func modelled() []int {
	var numbers []int
	for _, name := range Names() {
		n, err := Arch(name)
		if err != nil {
			panic(err) // a test reads the names
		}
		numbers = append(numbers, n/10)
	}
	return numbers
}

// nearArchs returns the names of the architectures that are next to a number: sm_90 and sm_89 for
// 91, sm_86 alone for 86 itself.
func nearArchs(number int) []string {
	var near []string
	for _, n := range nearest(number, modelled()) {
		near = append(near, fmt.Sprintf("sm_%d", n))
	}
	return near
}

// ArchName returns the usual spelling of an architecture: sm_, digits, and the suffix of its
// feature set if it has one. It accepts any spelling (SM_90A, compute_90), and returns "" if the
// name is not an architecture.
func ArchName(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if digits, ok := strings.CutPrefix(name, "compute_"); ok {
		name = "sm_" + digits
	}
	if !nameForm.MatchString(name) {
		return ""
	}
	return name
}
