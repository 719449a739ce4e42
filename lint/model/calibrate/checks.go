package calibrate

import "fmt"

// A check is a relation between measurements that holds on every GPU. A compiler that removes
// loads or hoists them out of a loop breaks it.
type check struct {
	what           string
	lesser, larger func(*table) float64
	factor         float64 // larger is at least factor times lesser
}

var checks = []check{
	{"reads of 32 constant addresses wait longer than reads of one", constantLatency(1), constantLatency(32), 2},
	{"reads of 32 constant addresses take longer than reads of one", reads("constant", "distinct", 4, 1024, 1), reads("constant", "distinct", 4, 1024, 32), 4},
	{"the second level of the constant caches is slower than the first", constantLatency(1), footprintLatency(16384), 1.1},
	{"literal offsets take as long as the arithmetic that uses them", instructionOf("immediate", 4, 256), reads("constant", "literal", 4, 256, 1), 0.8},
	{"32-way bank conflicts take longer than none", reads("shared", "conflict", 4, 16384, 1), reads("shared", "conflict", 4, 16384, 32), 8},
	{"random reads of shared memory have bank conflicts", reads("shared", "stride", 4, 16384, 1), reads("shared", "walk", 4, 16384, 32), 1.5},
	{"loads 128 bytes apart take longer than neighbours", reads("global", "stride", 4, 16384, 1), reads("global", "stride", 4, 16384, 32), 2},
	{"L2 is slower than L1", chainLatency(4096), l2Latency, 1.2},
	{"device memory is slower than L2", l2Latency, dramLatency, 1.2},
	{"atomics of all SMs at one slice of L2 take at least as long as those at many", atomics("atomic_global", "integer_spread", 32), atomics("atomic_global", "integer_one_slice", 32), 0.9},
	{"floating-point atomics on one shared address take at least as long as on 32", atomics("atomic_shared", "float", 32), atomics("atomic_shared", "float", 1), 0.9},
	{"a branch waits longer than a multiply-add takes to issue", instruction("ffma"), latencyOf("branch"), 2},
	{"code that runs for the first time takes at least as long as the same in a loop", latencyOf("ffma"), latencyOf("first_run"), 0.9},
	{"a dependent multiply-add waits longer than an independent one", instruction("ffma"), at(Key{Benchmark: "instruction_latency", Pattern: "ffma", Warps: 1, Blocks: 1}), 2},
}

func instructionOf(name string, element int, bytes int64) func(*table) float64 {
	return at(Key{"instructions", name, element, bytes, 1, 32, 1})
}

// latencyOf returns the latency of an instruction of one warp.
func latencyOf(name string) func(*table) float64 {
	return func(t *table) float64 {
		return t.find("instruction_latency", name, func(k Key) bool { return k.Warps == 1 })
	}
}

// atomics returns the cycles of an atomic of 32 lanes at so many addresses.
func atomics(benchmark, pattern string, addresses int) func(*table) float64 {
	return func(t *table) float64 {
		return t.find(benchmark, pattern, func(k Key) bool { return k.Addresses == addresses })
	}
}

// consistent returns an error for the first check that does not hold. It skips checks whose rows
// are missing.
func (t *table) consistent() error {
	for _, c := range checks {
		t.used = nil
		lesser, larger := c.lesser(t), c.larger(t)
		if lesser > 0 && larger > 0 && larger < c.factor*lesser {
			return fmt.Errorf("%s%.4g against %.4g cycles, but %s: the compiler has changed the measured code, or something else was running on the GPU", t.lines(), larger, lesser, c.what)
		}
	}
	return nil
}
