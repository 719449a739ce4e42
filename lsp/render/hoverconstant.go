package render

import (
	"fmt"
	"strconv"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/inspect"
)

// constant returns a line about a variable in constant memory.
func (p *page) constant(in *inspect.File, c *inspect.Constant) string {
	return p.code(c.Name) + p.text(typeOf(c)+": ") + p.constantFigures(in, c)
}

func typeOf(c *inspect.Constant) string {
	if c.Type == "" {
		return ""
	}
	return " (" + c.Type + ")"
}

// constantFigures says how large a variable in constant memory is, where it is, and how much
// of the module's constant memory the unit takes.
func (p *page) constantFigures(in *inspect.File, c *inspect.Constant) string {
	used := fmt.Sprintf("(%s used in this unit)", bankText(&in.Bank))
	size, offset := fmt.Sprintf("of unknown size, the module has %s bytes %s", grouped(lint.ConstantLimit), used), ""
	if c.Bytes >= 0 {
		size = fmt.Sprintf("%s of %s bytes %s, aligned to %d", grouped(c.Bytes), grouped(lint.ConstantLimit), used, c.Align)
	}
	switch {
	case c.Offset >= 0:
		offset = fmt.Sprintf(", at offset %s", grouped(c.Offset))
	case in.Bank.Linked:
		offset = ", at an offset that the linker decides"
	default:
		offset = ", at an offset that is not known"
	}
	if c.Instances > 1 {
		size = fmt.Sprintf("%d instances, the first %s", c.Instances, size)
	}
	text := size + offset
	if !c.Certain && c.Bytes >= 0 {
		text += " (if macros that no visible source defines are not defined)"
	}
	return p.text(text)
}

// bankText says how much constant memory a unit takes.
func bankText(b *inspect.Bank) string {
	text := grouped(b.Bytes)
	if b.Unknown > 0 {
		text = "at least " + text
	}
	if b.Linked {
		text += ", besides those that it is linked with"
	}
	return text
}

// sharedText says how large a variable in shared memory is, and how much the function has.
func sharedText(s *inspect.Shared) string {
	text := " in shared memory: "
	if s.Type != "" {
		text = " (" + s.Type + ")" + text
	}
	total := grouped(s.Total)
	if s.Unknown > 0 {
		total = "at least " + total
	}
	switch {
	case s.Dynamic:
		return text + fmt.Sprintf("of the size that the launch gives (%s bytes of static shared memory declared in this function)", total)
	case s.Bytes < 0:
		return text + fmt.Sprintf("its size is not known; of %s bytes of static shared memory %s are declared in this function", grouped(lint.SharedLimit), total)
	}
	return text + fmt.Sprintf("%s of %s bytes of static shared memory (%s declared in this function)", grouped(s.Bytes), grouped(lint.SharedLimit), total)
}

// grouped spells a number with commas between thousands.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
