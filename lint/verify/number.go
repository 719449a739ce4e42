package verify

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// number returns the value of a cell. Exports group digits ("1,234") by the locale of the
// machine. commaDecimal is set if the fields are separated by semicolons, as in locales with a
// decimal comma.
func number(cell string, commaDecimal bool) (float64, bool) {
	const longest = 64 // bytes of a cell that can be a number
	if len(cell) > longest {
		return 0, false
	}
	// Spaces, including thin ones, and apostrophes only group digits.
	s := strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\u00a0', '\u2009', '\u202f', '\'', '\u2019':
			return -1
		}
		return r
	}, cell)
	comma, point := strings.LastIndexByte(s, ','), strings.LastIndexByte(s, '.')
	switch {
	case comma >= 0 && point >= 0:
		// The last one of either kind is the decimal sign.
		if comma > point {
			s = strings.ReplaceAll(s, ".", "")
			s = strings.Replace(s, ",", ".", 1)
		} else {
			s = strings.ReplaceAll(s, ",", "")
		}
	case comma >= 0:
		if grouped.MatchString(strings.ReplaceAll(s, ",", ".")) && !commaDecimal {
			s = strings.ReplaceAll(s, ",", "")
		} else {
			s = strings.Replace(s, ",", ".", 1)
		}
	case point >= 0 && (commaDecimal || strings.Count(s, ".") > 1) && grouped.MatchString(s):
		s = strings.ReplaceAll(s, ".", "")
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, false
	}
	return x, true
}

// grouped matches digits in groups of three, of which the first is not zero.
var grouped = regexp.MustCompile(`^[+-]?[1-9][0-9]{0,2}(\.[0-9]{3})+$`)

// scale returns the factor of a unit: automatic units have prefixes ("Kinst", "Mrequest").
func scale(unit string) float64 {
	if unit == "" {
		return 1
	}
	for _, base := range []string{"inst", "request", "replay"} {
		prefix, ok := strings.CutSuffix(unit, base)
		if !ok {
			continue
		}
		switch prefix {
		case "K", "k":
			return 1e3
		case "M":
			return 1e6
		case "G":
			return 1e9
		case "T":
			return 1e12
		}
	}
	return 1
}

// shape parses a block or grid of an export: "(256, 1, 1)".
func shape(cell string) Shape {
	cell = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(cell), "("), ")")
	parts := strings.Split(cell, ",")
	if strings.Contains(cell, ";") {
		parts = strings.Split(cell, ";")
	}
	s := Shape{1, 1, 1}
	if len(parts) > len(s) {
		return Shape{}
	}
	for i, p := range parts {
		n, err := strconv.ParseInt(strings.TrimSpace(p), 10, 64)
		if err != nil || n < 1 || n > math.MaxUint32 {
			return Shape{}
		}
		s[i] = n
	}
	return s
}
