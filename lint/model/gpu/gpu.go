// Package gpu holds models of GPUs as data, and computes what one memory access of one warp
// costs on them. It does not know source code.
package gpu

import (
	"fmt"
	"regexp"
	"strconv"
)

var nameForm = regexp.MustCompile(`^sm_([1-9][0-9]{1,2})[af]?$`)

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
