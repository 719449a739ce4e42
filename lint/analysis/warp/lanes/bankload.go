package lanes

// A BankLoad is a bank of shared memory, and the lanes of one request that need words of it.
type BankLoad struct {
	Bank  int   // 0 to 31
	Lanes []int // that reach it, in order
	Words int   // different ones: each takes a wavefront
}

// BankLoads returns the banks that the lanes of one warp need more than one word of, for the lanes
// that are served together and take the most wavefronts. offsets are the bytes that the lanes access,
// negative for inactive ones, bytes is the size of an element. first and last are the lanes that are
// served together.
func BankLoads(offsets []int64, bytes int64) (loads []BankLoad, first, last int) {
	var at [WarpSize]int64
	var active [WarpSize]bool
	for i, offset := range offsets[:min(len(offsets), WarpSize)] {
		at[i], active[i] = offset, offset >= 0
	}
	most, size := 0, 0
	for p := 0; p < WarpSize; p += size {
		size = servedTogether(&at, &active, p, bytes)
		if n := mostWords(&at, &active, p, size, bytes); n > most {
			most, first, last = n, p, p+size-1
		}
	}
	var banks [bankCount]BankLoad
	seen := map[int64]bool{}
	for i := first; i <= last && most > 1; i++ {
		if !active[i] {
			continue
		}
		for w := at[i] / bankBytes; w <= min(at[i]+bytes-1, at[i]+16*bankBytes)/bankBytes; w++ {
			b := &banks[w%bankCount]
			if n := len(b.Lanes); n == 0 || b.Lanes[n-1] != i {
				b.Lanes = append(b.Lanes, i)
			}
			if !seen[w] {
				seen[w] = true
				b.Words++
			}
		}
	}
	for i := range banks {
		if banks[i].Words > 1 {
			banks[i].Bank = i
			loads = append(loads, banks[i])
		}
	}
	return loads, first, last
}
