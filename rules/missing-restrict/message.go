package missingrestrict

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

// named returns the names of parameters.
func named(k *sema.Function, params []int) []string {
	var out []string
	for _, i := range params {
		out = append(out, k.Params[i].Name)
	}
	return out
}

// list spells what is stored through: a line has room for a few names.
func list(names []string) string {
	const most = 3
	switch {
	case len(names) == 0:
		return "other memory"
	case len(names) > most:
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// message says what is lost: stores is what the loops around the loads store to.
func message(d *Data, stores string) string {
	loads := fmt.Sprintf("its %d loads", d.Loads)
	if d.Loads == 1 {
		loads = "its load"
	}
	text := fmt.Sprintf("kernel parameter %s is only read, but not const __restrict__: %s cannot use the read-only path", d.Parameter, loads)
	switch n, beside := d.LoadsRepeatedAfterStores, d.LoadsBesideStores; {
	case beside == 0:
	case n == 0 && beside == d.Loads:
		text += fmt.Sprintf(" or move across the stores to %s in the loop", stores)
	case n == 0:
		text += fmt.Sprintf(", and %d of them cannot move across the stores to %s in a loop", beside, stores)
	case n == d.Loads && n == 1:
		text += fmt.Sprintf(" and is repeated after each store to %s", stores)
	case n == d.Loads:
		text += fmt.Sprintf(" and are repeated after each store to %s", stores)
	case n == 1:
		text += fmt.Sprintf(", and 1 of them is repeated after each store to %s", stores)
	default:
		text += fmt.Sprintf(", and %d of them are repeated after each store to %s", n, stores)
	}
	return text
}

// help says what to write, and what that gains. The qualifier alone has the same effect
// where const, for some reason, would not compile.
func help(d *Data, barred string) string {
	why := ""
	if barred != "" {
		why = " (" + barred + "; __restrict__ alone is enough)"
	}
	const cached = "lets loads use the cache on sm_50 to sm_6x, where plain global loads do not by default"
	gain := "this " + cached + "; on later GPUs it only lets nvcc move them across stores"
	if d.LoadsRepeatedAfterStores > 0 {
		gain = "this spares repeated loads on every GPU and also " + cached
	}
	return fmt.Sprintf("declare it %s%s, in every declaration, if no launch passes memory that the kernel writes; %s", d.Suggested, why, gain)
}
